from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Webhook(models.Model):
    """An address that hears of what happens in ``scope`` (as ``event:3``)."""

    class Kind(models.TextChoices):
        SIGNED = "signed", _("signed JSON, for programs")
        WECOM = "wecom", _("WeCom group")
        TELEGRAM = "telegram", _("Telegram group or channel")
        DISCORD = "discord", _("Discord channel")

    scope = models.CharField(max_length=60, db_index=True)
    url = models.URLField(_("URL"), max_length=500)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.SIGNED, db_default=Kind.SIGNED)
    language = models.CharField(
        max_length=10, blank=True, default="", db_default="", help_text="of what a group reads"
    )
    topics = models.JSONField(default=list)
    # The secret is made of the site's key and this, so the database alone cannot sign.
    salt = models.CharField(max_length=40)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    rests_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "portal"
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.scope} {self.url}"


class Delivery(models.Model):
    """One message to one webhook: numbers and codes, never names."""

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("message", "queued")
        DELIVERED = "delivered", pgettext_lazy("message", "delivered")
        GIVEN_UP = "given-up", pgettext_lazy("message", "failed")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    uid = models.CharField(max_length=32, unique=True)
    topic = models.CharField(max_length=40)
    body = models.TextField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    waits_since = models.DateTimeField(default=timezone.now)
    delivered_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    # What came of the last attempt: ``{"at", "status", "ms", "error"}``.
    last = models.JSONField(default=dict)

    class Meta:
        app_label = "portal"
        ordering = ["pk"]
        indexes = [models.Index(fields=["webhook", "state", "id"], name="delivery_waiting")]

    def __str__(self) -> str:
        return f"{self.topic} {self.uid}"
