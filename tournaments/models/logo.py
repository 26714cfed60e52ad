"""The logo of an event."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class Logo(models.Model):
    """One picture for an event, PNG, made anew from what was sent: nothing of the file that came is kept.
    ``digest``: of the bytes; its beginning is part of the public address."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="logo")
    body = models.BinaryField()
    width = models.PositiveSmallIntegerField(_("width in pixels"))
    height = models.PositiveSmallIntegerField(_("height in pixels"))
    digest = models.CharField(max_length=80)

    class Meta:
        verbose_name = _("logo")
        verbose_name_plural = _("logos")

    def __str__(self) -> str:
        return f"{self.event}: {self.width} × {self.height}"
