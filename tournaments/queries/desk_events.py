"""The events of somebody's desk, in lists; a page shows so many of one, behind an event (its key)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, Q, QuerySet

from portal.accounts.models import User
from tournaments.models import Event, Membership
from tournaments.queries.public.public_front import begun_and_ended, later_events

# Of each list, on the desk's first page.
MOST = 20
ON_A_PAGE = 100
NOW, SOON, PAST, OTHERS, ARCHIVED = "now", "soon", "past", "others", "archived"
LISTS = (NOW, SOON, PAST, OTHERS, ARCHIVED)


@dataclass(frozen=True, slots=True)
class ListedEvents:
    """``count``: of the whole list; ``further``: the address of the event behind which it goes on."""

    key: str
    events: Sequence[Event]
    count: int
    further: str


def lists_of(user: User, at: datetime) -> Mapping[str, QuerySet[Event]]:
    """List the events at which ``user`` has a role, by key; one query."""
    mine = Event.objects.filter(memberships__user=user).distinct()
    # A site administrator has the events of others as well.
    visible = Event.objects.all() if user.is_superuser else mine
    # By the calendars of the events' own places.
    begun, ended = begun_and_ended(mine, at)
    working = mine.filter(archived=False)
    others = visible.exclude(memberships__user=user) if user.is_superuser else Event.objects.none()
    lists = {
        NOW: working.filter(begun & ~ended).order_by("-starts", "slug"),
        SOON: working.filter(~begun & ~ended).order_by("starts", "slug"),
        PAST: working.filter(ended).order_by("-starts", "slug"),
        OTHERS: others.filter(archived=False).order_by("-starts", "slug"),
        ARCHIVED: visible.filter(archived=True).order_by("-starts", "slug"),
    }
    roles = Prefetch("memberships", Membership.objects.filter(user=user).order_by("pk"), to_attr="mine")
    return {key: events.prefetch_related(roles, "sections") for key, events in lists.items()}


def page_of_events(
    key: str, events: QuerySet[Event], *, after: Event | None = None, most: int = ON_A_PAGE
) -> ListedEvents:
    """A page of one of `lists_of`. Four queries."""
    begin = later_events(after, down=key != SOON) if after else Q()
    rows = list(events.filter(begin)[: most + 1])
    further = rows[most - 1].slug if len(rows) > most else ""
    return ListedEvents(key, rows[:most], events.count(), further)
