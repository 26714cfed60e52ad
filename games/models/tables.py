"""Keep game records: what was handed in, what reading it found, and whether the referee accepted it."""

from __future__ import annotations

from urllib.parse import urlencode

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.sources import Reading, Source
from portal.accounts.models import User
from tournaments.models import Entry, Foul, Pairing, PlayerLink, ResultReport


class Authored(models.Model):
    """What somebody of the staff has done (``by``), or one of the two players by the private link
    (``by_entry``)."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    by_entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+", help_text=_("A player.")
    )

    class Meta:
        abstract = True

    @property
    def author(self) -> str:
        return str(self.by or (self.by_entry.player if self.by_entry else ""))


def authored(by: User | PlayerLink) -> dict[str, User | Entry]:
    return {"by_entry": by.entry} if isinstance(by, PlayerLink) else {"by": by}


class GameRecord(Authored):
    """A record of one game of a table. Insert-only; the current one is not superseded."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="records")
    game = models.PositiveSmallIntegerField(_("game"), default=1, validators=[MinValueValidator(1)])
    at = models.DateTimeField(auto_now_add=True)
    # A record is never changed: a correction names the one that it supersedes.
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "game"], condition=Q(supersedes__isnull=True), name="record_one_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing} #{self.pk}"


class RecordSource(Source):
    """The text or file exactly as it came."""

    # What came in, and the names in it, stand apart from the record, so that a person can be forgotten: the
    # digest stays when the rest is redacted.
    record = models.OneToOneField(GameRecord, on_delete=models.PROTECT, related_name="source")

    class Meta:
        verbose_name = _("record as submitted")

    def __str__(self) -> str:
        return f"{self.record_id} {self.filename}"


class RecordReading(Reading):
    """What the worker found in a record: the promised object of ``check_record``, headers apart."""

    record = models.OneToOneField(GameRecord, on_delete=models.PROTECT, related_name="reading")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("reading")

    def __str__(self) -> str:
        return f"{self.record_id} {self.state}"


class RecordAcceptance(models.Model):
    """A referee takes a record as the game that was played."""

    record = models.OneToOneField(GameRecord, on_delete=models.PROTECT, related_name="acceptance")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("acceptance")

    def __str__(self) -> str:
        return f"{self.record_id}"


class BoardCount(Authored):
    """What a final board of weiqi was counted to. Insert-only; the current one is not superseded."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="counts")
    game = models.PositiveSmallIntegerField(_("game"), default=1, validators=[MinValueValidator(1)])
    # Who sat in the table's seats of that colour; it is a count of their game, and of no other that the table
    # is given by hand. Empty where it was not kept yet.
    first = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    record = models.ForeignKey(GameRecord, null=True, on_delete=models.PROTECT, related_name="counts")
    # The board, and the stones that count as taken, as SGF names points.
    position = models.CharField(max_length=800)
    dead = models.JSONField(default=list)
    # In quarters of a stone, as is the margin, which is Black's.
    compensation = models.IntegerField()
    handicap_return = models.IntegerField(default=0)
    # Areas in half points.
    black = models.PositiveSmallIntegerField()
    white = models.PositiveSmallIntegerField()
    shared = models.PositiveSmallIntegerField()
    margin = models.IntegerField()
    at = models.DateTimeField(auto_now_add=True)
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("count")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "game"], condition=Q(supersedes__isnull=True), name="count_one_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing} #{self.pk}"

    def as_query(self) -> str:
        """What a page of counting is asked with to begin from this count."""
        query = {"position": self.position, "dead": " ".join(self.dead)}
        if self.record_id:
            query["record"] = str(self.record_id)
        if self.handicap_return:
            query["handicap"] = "1"
        return urlencode(query)


class CountConsent(Authored):
    """Who takes a count as the end of the game: a side, or the referee for both. Insert-only."""

    class Voice(models.TextChoices):
        FIRST = "first", _("first")
        SECOND = "second", _("second")
        REFEREE = "referee", _("referee")

    class Ruling(models.TextChoices):
        HOLDS = "", _("the count stands")
        NO_RESULT = "no-result", _("no result")

    count = models.ForeignKey(BoardCount, on_delete=models.PROTECT, related_name="consents")
    voice = models.CharField(max_length=10, choices=Voice)
    # What the referee has ruled, where it is not that the count holds.
    ruling = models.CharField(max_length=10, choices=Ruling, default=Ruling.HOLDS, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("agreement to a count")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["count", "voice"], name="count_consent_once")]

    def __str__(self) -> str:
        return f"{self.count_id} {self.voice}"


class Claim(models.Model):
    """A player's claim and how it was ruled on. Insert-only."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="claims")
    game = models.PositiveSmallIntegerField(_("game"), default=1, validators=[MinValueValidator(1)])
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="claims")
    kind = models.CharField(max_length=20)
    ply = models.PositiveIntegerField(_("ply"))
    clock = models.PositiveIntegerField(_("seconds left on the clock"), null=True, blank=True)
    right = models.BooleanField(_("upheld"))
    outcome = models.CharField(max_length=10)
    # `games.rulebooks.claims.Verdict`.
    verdict = models.JSONField()
    record = models.ForeignKey(
        GameRecord, null=True, blank=True, on_delete=models.PROTECT, related_name="claims"
    )
    # The moves that the referee typed where no record was accepted.
    typed = models.TextField(blank=True)
    foul = models.ForeignKey(Foul, null=True, blank=True, on_delete=models.PROTECT, related_name="claims")
    report = models.ForeignKey(
        ResultReport, null=True, blank=True, on_delete=models.PROTECT, related_name="claims"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "game", "entry", "kind", "ply"], name="claim_ruled_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing} {self.entry}: {self.kind}"


class Scoresheets(models.Model):
    """The scoresheets of both players of a game as they were handed in. Insert-only; the newest counts."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="scoresheets")
    game = models.PositiveSmallIntegerField(_("game"), default=1, validators=[MinValueValidator(1)])
    first = models.TextField(blank=True)
    second = models.TextField(blank=True)
    digest = models.CharField(max_length=80)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("scoresheets")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.pairing} #{self.pk}"


class ScoresheetsAnswer(models.Model):
    """What the worker made of them: the promised object of ``reconcile``."""

    sheets = models.OneToOneField(Scoresheets, on_delete=models.PROTECT, related_name="answer")
    data = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("reconciled game")

    def __str__(self) -> str:
        return f"{self.sheets_id}"


class ProposalRuling(models.Model):
    """What a referee made of one foul that a pair of sheets proposes (WXC 4.3). Insert-only."""

    # Other sheets propose anew.
    sheets = models.ForeignKey(Scoresheets, on_delete=models.PROTECT, related_name="rulings")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    # From 1 for each player.
    number = models.PositiveSmallIntegerField()
    # What was logged, None where it was rejected.
    foul = models.ForeignKey(Foul, null=True, blank=True, on_delete=models.PROTECT, related_name="proposals")
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("ruling on a proposed foul")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["sheets", "entry", "number"], name="proposal_ruled_once"),
        ]

    def __str__(self) -> str:
        return f"{self.sheets_id} {self.entry}: {self.foul_id}"
