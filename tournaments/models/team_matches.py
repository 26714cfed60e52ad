"""Teams that meet teams: their matches, who sits at which board, captains' links, and penalties.

The boards of a match are pairings (`Pairing.match`). ``LineUp`` and ``TeamPenalty`` are insert-only (law 7).

*secret*    a line-up that was handed in for a match whose boards have no players yet. It stands in ``LineUp``
            and nowhere else: what everybody reads is made of `Match` and `Pairing`.
*revealed*  the boards have got their players, from what was handed in or by default.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Team
from tournaments.models.people import LinkToKeep
from tournaments.models.round import Round


class Match(models.Model):
    """Hold two teams in a round, or one without an opponent (no table, no ``second``)."""

    class LostBy(models.TextChoices):
        """Who has lost the whole match without play."""

        NOBODY = "", _("nobody")
        FIRST = "first", _("the first team")
        SECOND = "second", _("the second team")
        BOTH = "both", _("both teams")

    class DecidedFor(models.TextChoices):
        """Who goes on from a level match of a knock-out."""

        NOBODY = "", _("nobody")
        FIRST = "first", _("the first team")
        SECOND = "second", _("the second team")

    class DecidedBy(models.TextChoices):
        """By what, where the boards do not tell it."""

        NOTHING = "", pgettext_lazy("decided by", "nothing")
        GAMES = "games", _("quick games")
        LOT = "lot", _("a lot")
        RULING = "ruling", _("a ruling")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(_("match"), null=True, blank=True)
    # Its player moves first on board 1.
    first = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="matches_first")
    second = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.PROTECT, related_name="matches_second"
    )
    reasons = models.JSONField(default=list, blank=True)
    notices = models.JSONField(default=list, blank=True)
    by_hand = models.BooleanField(_("changed manually"), default=False)
    lost_by = models.CharField(max_length=6, choices=LostBy, default=LostBy.NOBODY, blank=True)
    decided_for = models.CharField(max_length=6, choices=DecidedFor, default=DecidedFor.NOBODY, blank=True)
    decided_by = models.CharField(max_length=10, choices=DecidedBy, default=DecidedBy.NOTHING, blank=True)
    # Its decider boards as they are played (`state.deciding.as_rows`); the journal has what they were before
    # a correction.
    steps = models.JSONField(default=list, blank=True)
    # Who sits there, as entry numbers by board, null where a board stays empty; null as a whole while nobody
    # may know. A board that only one side has filled is won by forfeit, and is no pairing.
    first_line_up = models.JSONField(null=True, blank=True)
    second_line_up = models.JSONField(null=True, blank=True)
    # Since when everybody may know what captains were asked for.
    revealed_at = models.DateTimeField(null=True, blank=True)
    # F or S by board, of a match from a file that was played by other colours than those of its section.
    colours = models.CharField(max_length=20, default="", blank=True)
    # A start of its own, as leagues have it; null where it starts with its round (`Round.start_of`).
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)

    class Meta:
        verbose_name = _("match of teams")
        verbose_name_plural = _("matches of teams")
        ordering = [models.F("table").asc(nulls_last=True), "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="match_table"),
            models.UniqueConstraint(fields=["round", "first"], name="match_first_once"),
            models.UniqueConstraint(fields=["round", "second"], name="match_second_once"),
            models.CheckConstraint(
                condition=Q(table__isnull=True, second__isnull=True) | Q(table__gte=1, second__isnull=False),
                name="match_table_or_bye",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.first} – {self.second or _('bye')}"

    @property
    def is_seated(self) -> bool:
        """Whether its boards have players."""
        return self.first_line_up is not None

    def line_up_of(self, team: Team) -> list[int | None] | None:
        """That of one of its teams; None before the boards have players."""
        return self.first_line_up if team.pk == self.first_id else self.second_line_up


class LineUp(models.Model):
    """Keep a line-up as it was handed in; insert-only: the newest ``version`` of a team counts."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="line_ups")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="line_ups")
    version = models.PositiveSmallIntegerField()
    # Entry numbers by board, null where a board stays empty.
    players = models.JSONField()
    # Empty where the captain did it.
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("line-up")
        verbose_name_plural = _("line-ups")
        ordering = ["match", "team", "version"]
        constraints = [models.UniqueConstraint(fields=["match", "team", "version"], name="line_up_version")]

    def __str__(self) -> str:
        return f"{self.match} {self.team_id} v{self.version}"


class CaptainLink(LinkToKeep):
    """Of one team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="links")
    salt = models.CharField(max_length=32)

    class Meta:
        verbose_name = _("captain's link")
        verbose_name_plural = _("captains' links")
        constraints = [
            models.UniqueConstraint(
                fields=["team"], condition=Q(revoked_at__isnull=True), name="captain_link_one_valid"
            )
        ]

    def __str__(self) -> str:
        return f"{self.team} ({self.created_at:%Y-%m-%d})"


class TeamPenalty(models.Model):
    """Take points from a team, or give some (above 0); insert-only: a mistake is made good by another."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="penalties")
    # None: after the last round.
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    # In thousandths.
    match_points = models.IntegerField(_("match points"), default=0)
    board_points = models.IntegerField(_("board points"), default=0)
    pairing = models.BooleanField(_("pairing counts them"), default=True, db_default=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(_("reason"), max_length=200)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("penalty of a team")
        verbose_name_plural = _("penalties of teams")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.team}: {self.match_points} {self.board_points}"
