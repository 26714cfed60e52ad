"""How many hear of a round or an announcement, before it is published and afterwards."""

from __future__ import annotations

from django.db.models import Q, Sum

from portal.push.models import ANYWHERE, Notice, Subscription
from tournaments.models import Event, Round
from tournaments.pages.followed_scopes import ORGANISATION_SCOPE, under_event
from tournaments.pages.notifications import (
    ANNOUNCEMENT,
    CHANGED,
    PAIRED,
    PERSON_ROUND,
    ROUND,
    announcement_scopes,
    draft_audiences,
)


def count_followers(round_: Round) -> int:
    """Count who hears of a round if it is published as it stands now; one query where nobody follows."""
    under = under_event(round_.section.event_id)
    anybody = Subscription.objects.filter(confirmed=True, under__in=(under, ANYWHERE))
    if not anybody.exists():
        return 0
    audiences = draft_audiences(round_)
    persons = list(audiences[PERSON_ROUND])
    rows = anybody.filter(Q(under=under) | Q(scope__in=persons)).values_list(
        "device", "scope", "proof", "topics"
    )
    return len(
        {
            device
            for device, scope, proof, topics in rows
            for topic in topics
            if audiences.get(topic, {}).get(scope, "-") == proof
        }
    )


def count_listeners(event: Event) -> int:
    """Count who hears of an announcement of the whole event; one query where nobody follows."""
    under = under_event(event.pk)
    anybody = Subscription.objects.filter(confirmed=True, under__in=(under, ANYWHERE))
    if not anybody.exists():
        return 0
    scopes = announcement_scopes(event, None)
    places = [scope for scope in scopes if scope.startswith(f"{ORGANISATION_SCOPE}:")]
    rows = anybody.filter(Q(under=under) | Q(scope__in=places))
    return len(
        {
            device
            for device, scope, proof, topics in rows.values_list("device", "scope", "proof", "topics")
            if ANNOUNCEMENT in topics and scopes.get(scope, "-") == proof
        }
    )


def announcement_listeners(event: Event) -> dict[int, int]:
    """By announcement how many devices and addresses its texts went to, corrections among them. One query."""
    rows = Notice.objects.filter(topic=ANNOUNCEMENT, under=under_event(event.pk))
    totals: dict[int, int] = {}
    for facts, recipients in rows.values_list("facts", "recipients"):
        key = facts["announcement"]
        totals[key] = totals.get(key, 0) + (recipients or 0)
    return totals


def count_notices(round_: Round) -> int:
    """Notices of the tables of a published round that went to devices and addresses. One query."""
    rows = Notice.objects.filter(
        under=under_event(round_.section.event_id),
        topic__in=(PAIRED, CHANGED, ROUND, PERSON_ROUND),
        facts__round=round_.pk,
    )
    return rows.aggregate(total=Sum("recipients"))["total"] or 0
