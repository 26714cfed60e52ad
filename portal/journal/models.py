from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Left

ONE_REQUEST = "journal_one_request_of_a_key"


class JournalEntry(models.Model):
    """One act that was done. Insert-only. Holds ids and entry numbers, never names."""

    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    party = models.CharField(max_length=40, blank=True, help_text="who did it without an account, as entry:7")
    origin = models.CharField(max_length=60, blank=True, help_text="web, worker or command, and the network")
    act = models.CharField(max_length=40)
    scope = models.CharField(max_length=60, help_text="what it belongs to, as event:3")
    target = models.CharField(max_length=60, help_text="what it was done to, as round:12")
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.TextField(blank=True)
    once = models.CharField(max_length=64, blank=True)
    answer = models.JSONField(null=True, blank=True)
    undoes = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="undone_by",
        help_text="the entry whose act this one undoes",
    )

    class Meta:
        app_label = "portal"
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["scope", "-id"], name="journal_scope"),
            models.Index(fields=["target", "-id"], name="journal_target"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["by", "once"], condition=~Q(once=""), name="journal_one_answer"),
            models.UniqueConstraint(
                fields=["party", "once"],
                condition=~Q(once="") & ~Q(party=""),
                name="journal_one_answer_to_a_party",
            ),
            models.UniqueConstraint(
                fields=["undoes"], condition=Q(undoes__isnull=False), name="journal_undone_once"
            ),
            # The first half of a program's ``once`` names its key, the second what was asked with it
            # (`portal.api.idempotency`): of two different requests at one instant, one is carried out.
            models.UniqueConstraint(
                "by", Left("once", 32), condition=Q(once__startswith="api:"), name=ONE_REQUEST
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.act} {self.target}"
