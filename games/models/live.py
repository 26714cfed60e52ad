"""Games that are being played: the stream of their plies, and the links of the phones at the tables.

*live game*  one game of two players at a table; a cache of its stream, which its events give again
*event*      a row of the stream (`games.live.stream.Event`), insert-only, numbered within its game
*ruling*     what a referee made of a finding
*relay*      an address at which the games of a round stand as they are played, asked again and again
*table link* opens the board of one table of a section, in every round, to whoever holds it
"""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.tables import Authored
from tournaments.models import Entry, LinkToKeep, Pairing, ResultReport, Round, Section

# Of what a writer names a ply with, so that it may be sent again.
LONGEST_KEY = 60


class TableLink(LinkToKeep):
    """Of a table of a section, whoever sits there."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="table_links")
    table = models.PositiveIntegerField(_("table"), validators=[MinValueValidator(1)])
    salt = models.CharField(max_length=32)

    class Meta:
        verbose_name = _("table link")
        verbose_name_plural = _("table links")
        constraints = [
            models.UniqueConstraint(
                fields=["section", "table"],
                condition=Q(revoked_at__isnull=True),
                name="table_link_one_valid",
            )
        ]

    def __str__(self) -> str:
        return f"{self.section} {self.table}"


class LiveGame(models.Model):
    """``first``, ``second``: who plays it; where others are put at the table, another begins. ``rulebook``,
    ``online``: of the section when it began. ``start``: the position before ply 1 (`games.queries.live`).

    The others are what the events come to, so that a reader need not fold them. ``line``: the moves in force;
    ``certain_to``: the ply before an illegal one; ``clock_ply``: after which ply the clocks stood so;
    ``overtime``: by side, as `OvertimeLeft` writes it;
    ``prompts``: the findings that stand; ``over``: why no more plies are taken, empty while they are;
    ``end``: with what it ended, where that is known; ``sight``: id of its last event, which rises over the
    whole site."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="live_games")
    game = models.PositiveSmallIntegerField(_("game"), default=1, validators=[MinValueValidator(1)])
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    rulebook = models.CharField(_("rulebook"), max_length=30, blank=True)
    online = models.BooleanField(_("played online"), default=False)
    start = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    seq = models.PositiveIntegerField(default=0)
    head = models.PositiveIntegerField(default=0)
    line = models.TextField(blank=True)
    certain_to = models.PositiveIntegerField(null=True)
    clock_first = models.PositiveIntegerField(null=True)
    clock_second = models.PositiveIntegerField(null=True)
    clock_ply = models.PositiveIntegerField(default=0)
    overtime = models.JSONField(default=dict, db_default={}, blank=True)
    prompts = models.JSONField(default=list)
    objections = models.JSONField(default=list)
    over = models.CharField(max_length=40, blank=True)
    end = models.JSONField(null=True)
    sight = models.BigIntegerField(default=0, db_index=True)
    changed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("live game")
        verbose_name_plural = _("live games")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "game", "first", "second"], name="live_game_once"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing} #{self.pk}"

    @property
    def moves(self) -> list[str]:
        """The plies in force, an illegal one and what follows it included."""
        return self.line.split()


class LiveEvent(Authored):
    """``writer``: as who ``by``, ``by_entry`` or ``link`` sent it. ``key``: digest of the key with which it
    may be sent again. ``end``: of an ``over``. ``played_at``: by the writer's clock; ``at``, by ours, alone
    decides what was when."""

    live = models.ForeignKey(LiveGame, on_delete=models.PROTECT, related_name="events")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    ply = models.PositiveIntegerField(_("ply"))
    move = models.CharField(max_length=8, blank=True)
    legal = models.BooleanField(null=True)
    clock_first = models.PositiveIntegerField(null=True)
    clock_second = models.PositiveIntegerField(null=True)
    overtime = models.JSONField(default=dict, db_default={}, blank=True)
    side = models.PositiveSmallIntegerField(null=True)
    end = models.JSONField(null=True)
    writer = models.CharField(max_length=8)
    link = models.ForeignKey(TableLink, null=True, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=32, blank=True)
    played_at = models.DateTimeField(null=True)
    at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("event of a live game")
        verbose_name_plural = _("events of live games")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["live", "seq"], name="live_event_number"),
            models.UniqueConstraint(fields=["live", "key"], condition=~Q(key=""), name="live_event_key"),
        ]

    def __str__(self) -> str:
        return f"{self.live_id} {self.seq}: {self.kind} {self.ply} {self.move}"


class LiveSetting(models.Model):
    """What the public sees of a section's games. ``public``: whether anything of the running ones; ``delay``:
    minutes after which; ``comments``: whether what stands beside the moves of an accepted record is shown
    and written out once the game has a result."""

    MOST_DELAY = 15

    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="live_setting")
    public = models.BooleanField(_("running games shown in public"), default=False)
    delay = models.PositiveSmallIntegerField(
        _("delay in minutes"), default=0, validators=[MaxValueValidator(MOST_DELAY)]
    )
    comments = models.BooleanField(_("comments of records shown in public"), default=True, db_default=True)

    class Meta:
        verbose_name = _("setting of running games")

    def __str__(self) -> str:
        return f"{self.section}: {self.public} {self.delay}"


class Relay(models.Model):
    """The address at which a round's games stand as they grow (`games.acts.relays`). ``by``: whose rights its
    games are taken with; ``every``: seconds from one question to the next.

    The others are what came of the last question: ``failures``: how often in a row it failed, ``error``: with
    what; ``tag`` and ``digest``: of what stood there; ``games``: by table what its game was
    (`RelayedBefore`); ``unplaced``: the headers of games that fit no table, or of which two fit one, each
    with the code of why."""

    EVERY = 5
    # Failures in a row, after which it is asked less often, and somebody is to look at it.
    PATIENT_AFTER = 10

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="relay")
    url = models.CharField(_("address"), max_length=500)
    every = models.PositiveSmallIntegerField(
        _("seconds"), default=EVERY, validators=[MinValueValidator(2), MaxValueValidator(60)]
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    failures = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=60, blank=True)
    status = models.PositiveSmallIntegerField(null=True)
    tag = models.CharField(max_length=100, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    games = models.JSONField(default=dict)
    unplaced = models.JSONField(default=list)
    asked_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("relay")
        verbose_name_plural = _("relays")

    def __str__(self) -> str:
        return f"{self.round}: {self.url}"


class FindingRuling(models.Model):
    """What a referee, or the program where the rules act by themselves (``by`` None), made of a finding in a
    game that runs or was recorded. Insert-only: what was applied may be overturned once. ``finding``: its key
    (`games.queries.findings.finding_key`)."""

    class Verdict(models.TextChoices):
        APPLIED = "applied", _("applied")
        DISMISSED = "dismissed", _("dismissed")
        OVERTURNED = "overturned", _("overturned")

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="finding_rulings")
    game = models.PositiveSmallIntegerField(_("game"), default=1, validators=[MinValueValidator(1)])
    finding = models.CharField(max_length=60)
    verdict = models.CharField(max_length=10, choices=Verdict)
    report = models.ForeignKey(
        ResultReport, null=True, blank=True, on_delete=models.PROTECT, related_name="finding_rulings"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("ruling on a finding")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "game", "finding"],
                condition=~Q(verdict="overturned"),
                name="finding_ruled_once",
            ),
            models.UniqueConstraint(
                fields=["pairing", "game", "finding"],
                condition=Q(verdict="overturned"),
                name="finding_overturned_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing} {self.finding}: {self.verdict}"
