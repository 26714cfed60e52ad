"""Screens in the hall."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Event, Section


class Screen(models.Model):
    """A screen that shows, one after the other and for ever, what it is told to. ``shows``: keys of `Shows`.
    Without a section it shows every section but drafts, also one that is over."""

    class Shows(models.TextChoices):
        PAIRINGS = "pairings", _("Pairings")
        BY_NAME = "by-name", _("Pairings by name")
        STANDINGS = "standings", _("Standings")
        COUNTDOWN = "countdown", pgettext_lazy("screen", "Countdown")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="screens")
    number = models.PositiveSmallIntegerField(_("screen"))
    name = models.CharField(_("where it stands"), max_length=40, blank=True)
    section = models.ForeignKey(
        Section, null=True, blank=True, on_delete=models.CASCADE, verbose_name=_("section")
    )
    shows = models.JSONField(default=list)
    seconds = models.PositiveSmallIntegerField(
        _("seconds for a page"), default=12, validators=[MinValueValidator(5), MaxValueValidator(120)]
    )

    seen_at = models.DateTimeField(null=True, blank=True, help_text="when the screen was last heard of")

    class Meta:
        verbose_name = _("screen")
        verbose_name_plural = _("screens")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="screen_number"),
            models.CheckConstraint(
                condition=Q(number__gte=1, seconds__gte=5, seconds__lte=120), name="screen_turns_slowly"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"
