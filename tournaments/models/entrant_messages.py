"""What an organiser writes to those who are entered: not public, unlike an announcement."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event, Section
from tournaments.models.people import Entry


class EntrantMessage(models.Model):
    """Hold a message to the entrants that were in ``audience`` when it was written."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrant_messages")
    section = models.ForeignKey(
        Section, null=True, blank=True, on_delete=models.CASCADE, related_name="entrant_messages"
    )
    # `queries.notices.entrant_messages` has the audiences.
    audience = models.CharField(max_length=40)
    # By the code of the language.
    texts = models.JSONField(default=dict)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    # Addresses to which it went by e-mail, and those of them that have it.
    letters = models.PositiveIntegerField(default=0)
    letters_sent = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("message to entrants")
        verbose_name_plural = _("messages to entrants")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.event} {self.pk}"


class EntrantMessageRecipient(models.Model):
    """Who was meant, whether or not an address or a device is known."""

    message = models.ForeignKey(EntrantMessage, on_delete=models.CASCADE, related_name="recipients")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="messages")

    class Meta:
        verbose_name = _("recipient of a message")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["message", "entry"], name="entrant_message_once"),
        ]

    def __str__(self) -> str:
        return f"{self.message_id} {self.entry_id}"
