"""For how long work has been waiting that should have been done."""

from __future__ import annotations

from django.db.models import Case, DurationField, F, Max, Q, When
from django.db.models.functions import Now

from portal.outbox.models import Job


def late_seconds() -> float:
    """For how long the oldest job that is due, or whose worker has died, has been waiting. One query."""
    waited = Case(When(state=Job.State.NEW, then=Now() - F("due_at")), default=Now() - F("lease_until"))
    left = Job.objects.filter(
        Q(state=Job.State.NEW, due_at__lte=Now()) | Q(state=Job.State.RUNNING, lease_until__lt=Now())
    )
    longest = left.aggregate(longest=Max(waited, output_field=DurationField()))["longest"]
    return round(longest.total_seconds(), 1) if longest else 0.0
