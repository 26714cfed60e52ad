"""Backups that were made to be taken away, and files that were sent to be restored."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class Backup(models.Model):
    """The newest backup of an event. It holds names: forgetting a person deletes it."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="backup")
    body = models.BinaryField()
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("backup")
        verbose_name_plural = _("backups")

    def __str__(self) -> str:
        return f"{self.event} {self.digest}"


class Restoration(models.Model):
    """A file that shall become an event. ``body`` is deleted when it has, or when it cannot."""

    slug = models.CharField(_("address"), max_length=50)
    body = models.BinaryField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("restoration")
        verbose_name_plural = _("restorations")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.slug} {self.pk}"
