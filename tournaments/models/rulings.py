"""What is settled before a round is paired: pairs fixed or forbidden (WXC 2.4), teams that do not play."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Section, Team
from tournaments.models.people import Entry


class Ruling(models.Model):
    """Fix or forbid a pair before the run, in one round, or from it up to ``until_round``."""

    class Kind(models.TextChoices):
        FIXED = "fixed", _("fixed")
        FORBIDDEN = "forbidden", _("forbidden")

    first: Any
    second: Any
    first_id: int
    second_id: int
    # Fixed for several rounds, two meet in the first of them that both play.
    round_number = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text=_("Leave empty for every round.")
    )
    until_round = models.PositiveSmallIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=10, choices=Kind)
    reason = models.CharField(_("reason"), max_length=200)

    class Meta:
        abstract = True
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.first} – {self.second}"

    @property
    def both(self) -> frozenset[int]:
        """The ids of the two players, or teams."""
        return frozenset((self.first_id, self.second_id))


def _constraints(name: str) -> list[models.BaseConstraint]:
    return [
        models.CheckConstraint(condition=~Q(first=models.F("second")), name=f"{name}_two_players"),
        models.CheckConstraint(
            condition=Q(kind="forbidden") | Q(round_number__isnull=False), name=f"{name}_fixed_has_round"
        ),
        models.CheckConstraint(
            condition=Q(until_round__isnull=True) | Q(until_round__gt=models.F("round_number")),
            name=f"{name}_ends_later",
        ),
        models.UniqueConstraint(
            fields=["section", "round_number", "kind", "first", "second"], name=f"{name}_once"
        ),
    ]


class PairRule(Ruling):
    """Of two players."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="pair_rules")
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta(Ruling.Meta):
        constraints = _constraints("pair_rule")


class TeamPairRule(Ruling):
    """Of two teams."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="team_pair_rules")
    first = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")

    class Meta(Ruling.Meta):
        constraints = _constraints("team_pair_rule")


class TeamAbsence(models.Model):
    """A round that a team does not play. ``kind``: what it scores for it, by FIDE's letters."""

    class Kind(models.TextChoices):
        ZERO = "Z", pgettext_lazy("absence", "nothing")
        HALF = "H", _("as for a draw on every board")
        FULL = "F", _("as for a win on every board")

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("scores"), max_length=1, choices=Kind, default=Kind.ZERO)

    class Meta:
        verbose_name = _("absence of a team")
        verbose_name_plural = _("absences of teams")
        ordering = ["round_number", "team"]
        constraints = [models.UniqueConstraint(fields=["team", "round_number"], name="team_absence_once")]

    def __str__(self) -> str:
        return f"{self.team} {self.round_number} {self.kind}"
