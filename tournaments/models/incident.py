"""The foul register."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.people import Entry
from tournaments.models.round import Pairing


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
