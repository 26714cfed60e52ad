"""Webhooks of an event and their messages, as the desk shows them."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.db.models import Count, Q, QuerySet

from portal.webhooks.events import TOPICS
from portal.webhooks.models import Delivery, Webhook
from tournaments.models import Event

MOST_MESSAGES = 50


@dataclass(frozen=True, slots=True)
class HookRow:
    """A webhook, what it is told, and how many messages wait for it."""

    hook: Webhook
    topics: tuple[str, ...]
    waiting: int

    @property
    def address(self) -> str:
        """Of a group no more than its end: who has the whole of it writes there."""
        if self.hook.kind == Webhook.Kind.SIGNED:
            return self.hook.url
        return f"{host_of(self.hook.url)}/…{self.hook.url[-4:]}"


def hooks_of(event: Event) -> list[HookRow]:
    """Those that have not ended. One query."""
    waiting = Count("deliveries", filter=Q(deliveries__state=Delivery.State.WAITING))
    hooks = Webhook.objects.filter(scope=f"event:{event.pk}", ended_at__isnull=True)
    return [
        HookRow(hook, tuple(str(TOPICS[name]) for name in hook.topics if name in TOPICS), hook.waiting)
        for hook in hooks.annotate(waiting=waiting)
    ]


def deliveries_of(event: Event) -> QuerySet[Delivery]:
    """The newest messages first."""
    deliveries = Delivery.objects.filter(webhook__scope=f"event:{event.pk}")
    return deliveries.select_related("webhook").order_by("-pk")[:MOST_MESSAGES]


def host_of(url: str) -> str:
    """The name of the receiver."""
    return urlsplit(url).hostname or url
