"""Keep games that are being played: the stream of their plies, and the links of the phones at the tables."""

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
    """A link that opens the board of one table of a section, in every round, to whoever holds it."""

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
    """A game of two players at a table; a cache of its stream, which its events give again."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="live_games")
    game = models.PositiveSmallIntegerField(_("game"), default=1, validators=[MinValueValidator(1)])
    # Where others are put at the table, another game begins.
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    # Of the section when the game began.
    rulebook = models.CharField(_("rulebook"), max_length=30, blank=True)
    online = models.BooleanField(_("played online"), default=False)
    # The position before ply 1 (`games.queries.live`).
    start = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    # From here on what the events come to, so that a reader need not fold them.
    seq = models.PositiveIntegerField(default=0)
    head = models.PositiveIntegerField(default=0)
    # The moves in force.
    line = models.TextField(blank=True)
    # The ply before an illegal one.
    certain_to = models.PositiveIntegerField(null=True)
    clock_first = models.PositiveIntegerField(null=True)
    clock_second = models.PositiveIntegerField(null=True)
    # After which ply the clocks stood so.
    clock_ply = models.PositiveIntegerField(default=0)
    # By side, as `OvertimeLeft` writes it.
    overtime = models.JSONField(default=dict, db_default={}, blank=True)
    # The findings that stand.
    prompts = models.JSONField(default=list)
    objections = models.JSONField(default=list)
    # Why no more plies are taken, empty while they are.
    over = models.CharField(max_length=40, blank=True)
    # With what it ended, where that is known.
    end = models.JSONField(null=True)
    # Id of its last event, which rises over the whole site.
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
    """A row of the stream (`games.live.stream.Event`), insert-only, numbered within its game."""

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
    # Of an ``over``.
    end = models.JSONField(null=True)
    # As who ``by``, ``by_entry`` or ``link`` sent it.
    writer = models.CharField(max_length=8)
    link = models.ForeignKey(TableLink, null=True, on_delete=models.PROTECT, related_name="+")
    # Digest of the key with which it may be sent again.
    key = models.CharField(max_length=32, blank=True)
    # By the writer's clock; ``at``, by ours, alone decides what was when.
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
    """What the public sees of a section's games."""

    MOST_DELAY = 15

    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="live_setting")
    public = models.BooleanField(_("running games shown in public"), default=False)
    delay = models.PositiveSmallIntegerField(
        _("delay in minutes"), default=0, validators=[MaxValueValidator(MOST_DELAY)]
    )
    # Whether what stands beside the moves of an accepted record is shown and written out once the game has a
    # result.
    comments = models.BooleanField(_("comments of records shown in public"), default=True, db_default=True)
    # After the event, for photos of scoresheets; None: as long as the event.
    photo_days = models.PositiveSmallIntegerField(_("days for which photos are kept"), null=True)

    class Meta:
        verbose_name = _("setting of running games")

    def __str__(self) -> str:
        return f"{self.section}: {self.public} {self.delay}"


class Relay(models.Model):
    """The address at which a round's games stand as they grow (`games.acts.relays`)."""

    EVERY = 5
    # Failures in a row, after which it is asked less often, and somebody is to look at it.
    PATIENT_AFTER = 10

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="relay")
    url = models.CharField(_("address"), max_length=500)
    # From one question to the next.
    every = models.PositiveSmallIntegerField(
        _("seconds"), default=EVERY, validators=[MinValueValidator(2), MaxValueValidator(60)]
    )
    # Whose rights its games are taken with.
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    # How often in a row the question failed.
    failures = models.PositiveIntegerField(default=0)
    error = models.CharField(max_length=60, blank=True)
    status = models.PositiveSmallIntegerField(null=True)
    # Of what stood there at the last question.
    tag = models.CharField(max_length=100, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    # By table what its game was (`RelayedBefore`).
    games = models.JSONField(default=dict)
    # The headers of games that fit no table, or of which two fit one, each with the code of why.
    unplaced = models.JSONField(default=list)
    asked_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("relay")
        verbose_name_plural = _("relays")

    def __str__(self) -> str:
        return f"{self.round}: {self.url}"


class FindingRuling(models.Model):
    """What a referee made of a finding. Insert-only: what was applied may be overturned once."""

    class Verdict(models.TextChoices):
        APPLIED = "applied", _("applied")
        DISMISSED = "dismissed", _("dismissed")
        OVERTURNED = "overturned", _("overturned")

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="finding_rulings")
    game = models.PositiveSmallIntegerField(_("game"), default=1, validators=[MinValueValidator(1)])
    # Its key (`games.queries.findings.finding_key`).
    finding = models.CharField(max_length=60)
    verdict = models.CharField(max_length=10, choices=Verdict)
    report = models.ForeignKey(
        ResultReport, null=True, blank=True, on_delete=models.PROTECT, related_name="finding_rulings"
    )
    # None: the program, where the rules act by themselves.
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
