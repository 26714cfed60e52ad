"""Hold rounds, their versions, seats and reports; what is published or reported is insert-only (law 7)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Section
from tournaments.models.people import Entry
from tournaments.state.causes import (
    CAUSES,
    DRAWN,
    FORFEITS,
    HALF_LOST,
    NOT_BY_PLAY,
    OF_PLAYERS,
    ResultCause,
    cause_outcome,
)

if TYPE_CHECKING:
    from tournaments.models.team_matches import Match


class Round(models.Model):
    """Hold one round; ``draft_*`` describe the pairing that is being looked at."""

    class State(models.TextChoices):
        PLANNED = "planned", _("not paired yet")
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="round_set")
    number = models.PositiveSmallIntegerField(_("round"))
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    allow_rematch = models.BooleanField(_("rematches allowed"), default=False)
    # What the draft was computed from, without names (law 8).
    draft_input = models.JSONField(null=True, blank=True)
    draft_digest = models.CharField(max_length=80, blank=True)
    # What was changed by hand.
    draft_changes = models.JSONField(default=list, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    # How many games there are and how many have a result, where a query has counted them.
    tables: int
    reported: int

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="round_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.section} {self.number}"

    @property
    def is_public(self) -> bool:
        return self.state in (self.State.PUBLISHED, self.State.PLAYING, self.State.CLOSED)

    def start_of(self, match: Match | None) -> datetime | None:
        """When a match of it is played: at its own time, else with the round."""
        return (match.starts_at if match is not None else None) or self.starts_at


class RoundVersion(models.Model):
    """Freeze a published pairing."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveSmallIntegerField()
    # Entry numbers and reason codes, never names (law 8).
    pairs = models.JSONField()
    # A round is verified against this, so a later correction never unproves it.
    input = models.JSONField()
    # Empty: it came with a tournament file.
    digest = models.CharField(max_length=80)
    official = models.BooleanField(_("paired in official mode"), default=False)
    official_in_file = models.BooleanField(null=True, help_text="what the file says, if anything")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="round_version")]

    def __str__(self) -> str:
        return f"{self.round} v{self.number}"


class Pairing(models.Model):
    """A table of a round, or the bye (no table, one seat). Where teams meet it is a board of a ``match``."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveIntegerField(_("table"), null=True, blank=True)
    reasons = models.JSONField(default=list, blank=True)
    notices = models.JSONField(default=list, blank=True)
    by_hand = models.BooleanField(_("changed manually"), default=False)
    adjourned = models.BooleanField(
        _("adjourned"), default=False, help_text="until the game has a result; the details: `Adjournment`"
    )

    handicap = models.PositiveSmallIntegerField(
        _("handicap"), default=0, help_text="stones of Black, who is first; 1: a komi of ½ alone"
    )
    komi = models.PositiveSmallIntegerField(
        _("komi"),
        null=True,
        blank=True,
        help_text="half points, of this game alone; none: ½ with a handicap, else the section's",
    )
    match = models.ForeignKey(
        "tournaments.Match", null=True, blank=True, on_delete=models.CASCADE, related_name="boards"
    )
    steps = models.JSONField(
        default=list,
        db_default=[],
        blank=True,
        help_text="decider games of a level match of players, as `state.deciding.as_rows` writes them",
    )
    board = models.PositiveSmallIntegerField(_("board"), null=True, blank=True)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = [models.F("table").asc(nulls_last=True)]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="pairing_table"),
            models.CheckConstraint(
                condition=Q(table__isnull=True) | Q(table__gte=1), name="pairing_table_from_1"
            ),
            models.CheckConstraint(condition=Q(handicap__lte=9), name="pairing_handicap_to_9"),
            models.UniqueConstraint(fields=["match", "board"], name="pairing_board"),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.table or _('bye')}"

    seated: list[Seat]
    """Where `queries.seats` has loaded them: its seats."""
    current: list[ResultReport]
    """Where `queries.seats` has loaded them: the reports in force, one per game."""
    last: list[ResultReport]
    """The same of `table_at`: of each game the newest report, also one that took a result back."""

    @property
    def is_bye(self) -> bool:
        return self.table is None


class Seat(models.Model):
    """Who sits where. One seat per entry and round, one per colour and pairing."""

    class Colour(models.TextChoices):
        FIRST = "first", _("first")
        SECOND = "second", _("second")
        BYE = "bye", _("bye")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="seats")
    colour = models.CharField(max_length=6, choices=Colour)
    taken_at = models.DateTimeField(
        null=True, blank=True, help_text="when the player said to be there, on line"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="seat_one_per_round"),
            models.UniqueConstraint(fields=["pairing", "colour"], name="seat_one_per_colour"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} {self.colour}"


def _allowed_causes() -> Q:
    """Return what `state.causes` says about results and causes, as a condition."""
    allowed = Q(cause="") & (~Q(value__in=NOT_BY_PLAY) | Q(forfeit=True))
    by_outcomes: dict[tuple[str, ...], list[str]] = {}
    for cause, row in CAUSES.items():
        by_outcomes.setdefault(tuple(row.outcomes), []).append(str(cause))
    for outcomes, causes in by_outcomes.items():
        played = [outcome for outcome in outcomes if outcome not in FORFEITS]
        # What was forfeited may have any cause of a forfeit; a game without a result has none.
        forfeited = [value for value in ("1-0", "0-1", "0-0") if cause_outcome(value, True) in outcomes]
        results = Q(forfeit=False, value__in=played) if played else Q(forfeit=True, value__in=forfeited)
        if played and forfeited:
            results |= Q(forfeit=True, value__in=forfeited)
        allowed |= Q(cause__in=causes) & results
    return allowed


class ReportQuerySet(models.QuerySet["ResultReport"]):
    def in_force(self) -> ReportQuerySet:
        """The report of each game that has a result now."""
        return self.filter(superseded_by__isnull=True).exclude(value=ResultReport.Value.OPEN)


class ResultReport(models.Model):
    """Hold what somebody reported about one game; insert-only.

    The current report is the one that no other supersedes; the value ``*`` takes the one before it back."""

    class Value(models.TextChoices):
        FIRST = "1-0", "1-0"
        SECOND = "0-1", "0-1"
        DRAW = "1/2", "½-½"
        NONE = "0-0", "0-0"
        FIRST_HALF = "1/2-0", "½-0"
        SECOND_HALF = "0-1/2", "0-½"
        OPEN = "*", "*"

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="reports")
    game = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    value = models.CharField(_("result"), max_length=5, choices=Value)
    forfeit = models.BooleanField(_("forfeit"), default=False)
    cause = models.CharField(
        _("cause"),
        max_length=20,
        choices=[(str(cause), str(cause)) for cause in ResultCause],
        default=str(ResultCause.PLAY),
        blank=True,
    )
    article = models.CharField(
        _("article"),
        max_length=20,
        blank=True,
        db_default="",
        help_text="of the section's rulebook, that decides",
    )
    detail = models.JSONField(
        default=dict,
        db_default={},
        blank=True,
        help_text="`margin` of a count, in quarters; `claim`: what was claimed",
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    # A pairing and game have one chain: the first report is unique and so is each successor, so of two people
    # who answer the same report at once the database lets one through.
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    objects = ReportQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "game"],
                condition=Q(supersedes__isnull=True),
                name="result_one_first_report",
            ),
            models.CheckConstraint(condition=_allowed_causes(), name="result_by_its_cause"),
            models.CheckConstraint(
                condition=~Q(value__in=(*DRAWN, *HALF_LOST), forfeit=True), name="result_draw_is_played"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.value}"


class PlayerReport(models.Model):
    """Hold what one of the two players said of a game of theirs; insert-only, one chain a side."""

    class Outcome(models.TextChoices):
        WIN = "win", _("win")
        DRAW = "draw", _("draw")
        LOSS = "loss", _("loss")
        TAKEN_BACK = "none", _("taken back")

    # No result yet: where both say the same a `ResultReport` is written, where they differ a referee decides.
    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="told")
    game = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    # It counts while these two sit at the table, whatever their colours.
    opponent = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    outcome = models.CharField(max_length=4, choices=Outcome)
    cause = models.CharField(
        max_length=20,
        choices=[(str(cause), str(cause)) for cause in OF_PLAYERS],
        blank=True,
        default="",
        db_default="",
    )
    at = models.DateTimeField(auto_now_add=True)
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "game", "entry", "opponent"],
                condition=Q(supersedes__isnull=True),
                name="player_report_one_first",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing} {self.entry_id}: {self.outcome}"


class Adjournment(models.Model):
    """Hold a game that is broken off and goes on later (`Section.adjourned_as`)."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="adjournments")
    game = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    # As the referee wrote it down; secret until the game is resumed.
    sealed_move = models.CharField(_("sealed move"), max_length=40, blank=True)
    resumes_at = models.DateTimeField(_("resumes"), null=True, blank=True)
    resumed_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["pairing", "game"], name="adjournment_once")]

    def __str__(self) -> str:
        return f"{self.pairing} {self.game}"


class Standing(models.Model):
    """The standings after a round, frozen; a correction adds a version. ``rows``: numbers, never names."""

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="standings")
    after_round = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    data = models.JSONField()
    digest = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["section", "after_round", "version"]
        constraints = [
            models.UniqueConstraint(fields=["section", "after_round", "version"], name="standing_version")
        ]

    def __str__(self) -> str:
        return f"{self.section} {self.after_round} v{self.version}"


class Award(models.Model):
    """Hold who won which prizes, and how much; a correction adds a version, the journal says why."""

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="awards")
    version = models.PositiveSmallIntegerField()
    after_round = models.PositiveSmallIntegerField()
    # The version of the standings after that round by which the prizes were awarded.
    standing = models.PositiveSmallIntegerField()
    # `[{"prize": id, "places": [{"place", "number", "amount"}]}]`: numbers, never names (law 8).
    data = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("award of prizes")
        ordering = ["section", "version"]
        constraints = [models.UniqueConstraint(fields=["section", "version"], name="award_version")]

    def __str__(self) -> str:
        return f"{self.section} v{self.version}"


class FoulQuerySet(models.QuerySet["Foul"]):
    def in_force(self) -> FoulQuerySet:
        """The last word about each foul, withdrawn ones included."""
        return self.filter(superseded_by__isnull=True)


class Foul(models.Model):
    """A foul that was logged. Insert-only: a confirmation or withdrawal is a row that supersedes it."""

    class Kind(models.TextChoices):
        TECHNICAL = "technical", _("technical foul")
        RECORDING = "recording", _("recording foul")
        OTHER = "other", _("other foul")

    class Status(models.TextChoices):
        LOGGED = "logged", _("logged")
        CONFIRMED = "confirmed", _("confirmed")
        WITHDRAWN = "withdrawn", pgettext_lazy("foul", "withdrawn")

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="fouls")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="fouls")
    game = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    kind = models.CharField(max_length=10, choices=Kind)
    offence = models.CharField(max_length=30, blank=True)
    article = models.CharField(max_length=20, blank=True)
    ply = models.PositiveIntegerField(null=True, blank=True)
    penalty = models.CharField(max_length=40, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.LOGGED)
    reason = models.CharField(max_length=200, blank=True)
    logged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )

    objects = FoulQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.pairing} {self.entry}: {self.get_kind_display()}"
