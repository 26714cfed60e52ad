"""What stood on the clocks of a game when somebody looked."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.round import Pairing


class ClockReading(models.Model):
    """Hold what the clocks of a game showed; insert-only, the newest of a game counts."""

    class Why(models.TextChoices):
        ADJOURNMENT = "adjournment", _("adjournment")
        DRAW = "draw", pgettext_lazy("why clocks are noted", "draw")
        RULING = "ruling", _("ruling")
        DEDUCTION = "deduction", _("deduction")

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="clock_readings")
    game = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    # The clocks stood so after this one.
    ply = models.PositiveIntegerField(null=True, blank=True)
    # Seconds left of the sides of that game, None where nobody looked.
    first = models.PositiveIntegerField(null=True, blank=True)
    second = models.PositiveIntegerField(null=True, blank=True)
    # As `state.clocks.OvertimeLeft` writes it, empty in the main time.
    overtime_first = models.JSONField(default=dict, blank=True)
    overtime_second = models.JSONField(default=dict, blank=True)
    why = models.CharField(max_length=12, choices=Why)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.pairing} {self.game}: {self.first} {self.second}"
