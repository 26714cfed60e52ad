"""Store what notifications need: keys, devices, what they follow, and what they still have to hear."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

# What a scope is under that belongs to no event, as a person.
ANYWHERE = "anywhere"


class PushKey(models.Model):
    """The key by which push services know this site (RFC 8292)."""

    # One row: in copies of the site, never in the backup of an event.
    private = models.TextField(help_text="PEM, P-256")
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "portal"

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d}"


class PushDevice(models.Model):
    """A browser that takes notifications, or an e-mail address: ``mailto:`` and no keys."""

    endpoint = models.TextField()
    digest = models.CharField(max_length=64, unique=True, help_text="of the endpoint")
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    language = models.CharField(max_length=10)
    time_zone = models.CharField(max_length=64)
    # Minutes of its day, in which only what is urgent comes.
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0, help_text="in a row")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="push_devices",
        help_text="whose follows it hears of, where somebody has signed in on it",
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "portal"

    def __str__(self) -> str:
        return f"{self.pk}"


class Subscription(models.Model):
    """What a device follows."""

    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, related_name="subscriptions")
    scope = models.CharField(max_length=60)
    # The event to which the scope belongs, or `ANYWHERE`.
    under = models.CharField(max_length=60)
    # The private link that opened it, as ``player-link:7``; where it no longer holds, nothing is sent.
    proof = models.CharField(max_length=60, blank=True)
    confirmed = models.BooleanField(
        default=True, db_default=True, help_text="not yet: an address that was not asked"
    )
    topics = models.JSONField(default=list)
    # Until then what is not urgent waits.
    rests_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "portal"
        constraints = [
            models.UniqueConstraint(fields=["device", "scope"], name="subscription_once"),
        ]
        indexes = [
            models.Index(fields=["under", "scope"], name="subscription_under"),
            models.Index(fields=["scope"], name="subscription_scope"),
        ]

    def __str__(self) -> str:
        return f"{self.device_id} {self.scope}"


class AccountFollow(models.Model):
    """What an account follows. A row that says neither topics nor ``listed`` is deleted."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="account_follows"
    )
    scope = models.CharField(max_length=60)
    under = models.CharField(max_length=60)
    proof = models.CharField(max_length=60, blank=True)
    # Each of its devices hears of them.
    topics = models.JSONField(default=list)
    # On *my list*.
    listed = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "portal"
        constraints = [
            models.UniqueConstraint(fields=["account", "scope"], name="account_follow_once"),
        ]
        indexes = [models.Index(fields=["scope"], name="account_follow_scope")]

    def __str__(self) -> str:
        return f"{self.account_id} {self.scope}"


class SuppressedAddress(models.Model):
    """An e-mail address that gets nothing, as a digest."""

    class Why(models.TextChoices):
        WISH = "wish"
        BOUNCE = "bounce"
        COMPLAINT = "complaint"

    digest = models.CharField(max_length=64, unique=True)
    why = models.CharField(max_length=10, choices=Why)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        app_label = "portal"

    def __str__(self) -> str:
        return f"{self.digest[:8]} {self.why}"


class Notice(models.Model):
    """Something that has happened."""

    topic = models.CharField(max_length=40)
    under = models.CharField(max_length=60)
    # Numbers and codes, never names.
    facts = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)
    recipients = models.PositiveIntegerField(null=True, blank=True, help_text="once they are known")

    class Meta:
        app_label = "portal"
        indexes = [models.Index(fields=["at"], name="notice_by_time")]

    def __str__(self) -> str:
        return f"{self.topic} {self.under}"


class PushMessage(models.Model):
    """One notice for one subscription. What it says is made when it is sent."""

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        DROPPED = "dropped"
        GIVEN_UP = "given-up"

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="messages")
    subscription = models.ForeignKey(Subscription, on_delete=models.CASCADE, related_name="messages")
    lane = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, blank=True, help_text="of the last answer")

    class Meta:
        app_label = "portal"
        constraints = [
            models.UniqueConstraint(fields=["notice", "subscription"], name="push_message_once"),
        ]
        indexes = [
            models.Index(
                fields=["lane", "due_at"], condition=models.Q(state="waiting"), name="push_message_waiting"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} {self.subscription_id} {self.state}"
