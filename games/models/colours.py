"""Who moves first where that is decided at the table: by nigiri (weiqi 10), or by lot."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.tables import Authored
from tournaments.models import Entry, Pairing, Section


class ColourDecision(Authored):
    """A decision about who moves first. Insert-only; the newest of those who sit at the table counts."""

    class Guess(models.TextChoices):
        ODD = "odd", _("odd")
        EVEN = "even", _("even")

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="colour_decisions")
    how = models.CharField(max_length=6, choices=Section.FirstMove)
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    holder = models.ForeignKey(Entry, null=True, on_delete=models.PROTECT, related_name="+")
    # Of the one who did not hold the stones, and how many it were, where that was written down; by lot nobody
    # held any.
    guess = models.CharField(max_length=4, choices=Guess, blank=True)
    stones = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("decision on colours")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.first}"
