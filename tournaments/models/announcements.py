"""What an event tells everybody in words of its own: announcements, and who serves."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Event, Federation, Section


class Announcement(models.Model):
    """Tell everybody something of the event, or of one ``section``."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="announcements")
    section = models.ForeignKey(
        Section, null=True, blank=True, on_delete=models.PROTECT, related_name="announcements"
    )
    # The one in force of `AnnouncementText`, which has the words.
    version = models.PositiveSmallIntegerField(default=1)
    pinned = models.BooleanField(_("pinned"), default=False)
    withdrawn = models.BooleanField(pgettext_lazy("announcement", "withdrawn"), default=False)
    urgent = models.BooleanField(
        _("urgent"), default=False, db_default=False, help_text="told in quiet hours too"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-pinned", "-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.event} {self.pk} v{self.version}"


class AnnouncementText(models.Model):
    """One version of an announcement in one language. Insert-only: a correction is another version."""

    announcement = models.ForeignKey(Announcement, on_delete=models.PROTECT, related_name="texts")
    version = models.PositiveSmallIntegerField()
    language = models.CharField(max_length=10)
    text = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["announcement", "version", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["announcement", "version", "language"], name="announcement_text_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.announcement_id} v{self.version} {self.language}"


class Official(models.Model):
    """Name somebody who serves at an event, or at one ``section`` of it, as on a programme."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", pgettext_lazy("official", "Organiser")
        DELEGATE = "delegate", pgettext_lazy("official", "Technical delegate")
        CHIEF = "chief-arbiter", pgettext_lazy("official", "Chief referee")
        DEPUTY = "deputy-chief-arbiter", pgettext_lazy("official", "Deputy chief referee")
        ARBITER = "arbiter", pgettext_lazy("official", "Referee")
        PAIRINGS = "pairings-officer", pgettext_lazy("official", "Pairings officer")
        APPEALS = "appeals-committee", pgettext_lazy("official", "Appeals committee")
        OTHER = "other", pgettext_lazy("official", "Other")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="officials")
    section = models.ForeignKey(
        Section, null=True, blank=True, on_delete=models.CASCADE, related_name="officials"
    )
    role = models.CharField(max_length=24, choices=Role)
    # The role in the event's own words, in place of its usual name.
    duty = models.CharField(max_length=60, blank=True)
    name = models.CharField(max_length=80)
    native_name = models.CharField(max_length=40, blank=True)
    title = models.CharField(max_length=40, blank=True)
    federation = models.ForeignKey(Federation, null=True, blank=True, on_delete=models.PROTECT)
    # Who it is among the staff; nobody reads it in public.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    position = models.PositiveSmallIntegerField(default=1)
    shown = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("official")
        verbose_name_plural = _("officials")
        ordering = ["position", "pk"]

    def __str__(self) -> str:
        return self.name
