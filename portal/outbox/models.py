from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now


class Job(models.Model):
    """Work that was asked for. This row is the truth; brokers only carry the news of it."""

    class State(models.TextChoices):
        NEW = "new"
        RUNNING = "running"
        DONE = "done"
        REFUSED = "refused"
        FAILED = "failed"
        SUPERSEDED = "superseded"

    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=300, help_text="what it is about, as pair:round:12")
    scope = models.CharField(
        max_length=120,
        blank=True,
        default="",
        db_default="",
        help_text="work of one scope, such as an event, is done in turn",
    )
    payload = models.JSONField(default=dict)
    # What the person who asked had seen, empty when that does not matter.
    digest = models.CharField(max_length=80, blank=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    request = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="the request that asked, as the logs name it",
    )
    priority = models.PositiveSmallIntegerField(help_text="smaller comes first")
    queue = models.CharField(max_length=10)
    state = models.CharField(max_length=10, choices=State, default=State.NEW)
    attempts = models.PositiveIntegerField(default=0, help_text="claims, of which the last may be running")
    owner = models.CharField(max_length=32, blank=True, help_text="one claim's own token")
    # Every time is the database's.
    lease_until = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(db_default=Now())
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # The handler's answer when done, ``{"code", "params"}`` when refused, ``{"error"}`` after an exception.
    outcome = models.JSONField(null=True, blank=True)

    class Meta:
        app_label = "portal"
        indexes = [
            models.Index(
                fields=["queue", "priority", "due_at"], condition=Q(state="new"), name="outbox_waiting"
            ),
            models.Index(fields=["lease_until"], condition=Q(state="running"), name="outbox_running"),
            models.Index(fields=["scope", "queue"], condition=Q(state="running"), name="outbox_scope"),
            models.Index(fields=["key", "-id"], name="outbox_latest"),
            models.Index(fields=["finished_at"], name="outbox_finished"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=Q(state="new"), name="outbox_one_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} {self.state}"

    @property
    def is_pending(self) -> bool:
        """Whether somebody still waits for it."""
        return self.state in (self.State.NEW, self.State.RUNNING)
