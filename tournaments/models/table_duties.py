"""Which tables of a section a referee looks after."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Section
from tournaments.models.memberships import Membership


class TableDuty(models.Model):
    """Give a referee tables in every round; whoever has none looks after all of them."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="table_duties")
    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="table_duties")
    # Ranges as `state.table_ranges` writes them.
    tables = models.CharField(_("tables"), max_length=100)

    class Meta:
        verbose_name = _("tables of a referee")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["section", "membership"], name="table_duty_once")]

    def __str__(self) -> str:
        return f"{self.membership}: {self.tables}"
