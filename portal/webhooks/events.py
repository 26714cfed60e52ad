"""Turn what happened into the messages that wait for their turn."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise

from portal import outbox
from portal.webhooks.chats import TEXTS, Texter
from portal.webhooks.models import Delivery, Webhook

KIND = "webhook"
TOPICS: dict[str, str | Promise] = {}


def register_topic(name: str, words: str | Promise, text: Texter | None = None) -> None:
    """Have webhooks told of this, and groups where it has a ``text``; called from ``AppConfig.ready()``."""
    TOPICS[name] = words
    if text is not None:
        TEXTS[name] = text


def notify(scope: str, topic: str, data: Mapping[str, Any]) -> None:
    """Tell every webhook of ``scope`` that wants to hear of ``topic``, in the transaction of an act."""
    # Numbers and codes, never names.
    notify_all(scope, [(topic, data)])


def notify_all(scope: str, happened: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Do as `notify` for several things that happened at once, in their order: one query where nobody
    listens."""
    for hook in Webhook.objects.filter(scope=scope, ended_at__isnull=True):
        for topic, data in happened:
            if topic in hook.topics:
                write(hook, topic, data)


def notify_each(topic: str, data_by_scope: Mapping[str, Mapping[str, Any]]) -> None:
    """Do as `notify` for one thing that concerns several scopes; one query where nobody listens."""
    for hook in Webhook.objects.filter(scope__in=list(data_by_scope), ended_at__isnull=True):
        if topic in hook.topics:
            write(hook, topic, data_by_scope[hook.scope])


def listening(topic: str) -> frozenset[str]:
    """Find the scopes of all webhooks that want to hear of ``topic``, in one query."""
    hooks = Webhook.objects.filter(ended_at__isnull=True)
    return frozenset(hook.scope for hook in hooks if topic in hook.topics)


def write(hook: Webhook, topic: str, data: Mapping[str, Any]) -> Delivery:
    """One message, and the work of sending it."""
    uid = uuid4().hex
    at = timezone.now().isoformat(timespec="seconds")
    body = json.dumps({"id": uid, "topic": topic, "at": at, **data}, ensure_ascii=False)
    with transaction.atomic():
        made = Delivery.objects.create(webhook=hook, uid=uid, topic=topic, body=body)
        ask_for_next_message(hook)
    return made


def repeat(delivery: Delivery) -> None:
    """Send a message once more, at once; the receiver knows it by its id."""
    with transaction.atomic():
        Delivery.objects.filter(pk=delivery.pk).update(
            state=Delivery.State.WAITING, waits_since=timezone.now()
        )
        hook = delivery.webhook
        hook.rests_until = None
        hook.save(update_fields=["rests_until"])
        ask_for_next_message(hook)


def ask_for_next_message(hook: Webhook) -> None:
    """Have the next message of a webhook sent, when it does not rest."""
    outbox.enqueue(
        KIND,
        key=f"webhook:{hook.pk}",
        payload={"webhook": hook.pk},
        priority=outbox.WEBHOOKS,
        delay=_seconds_until(hook.rests_until),
    )


def _seconds_until(until: datetime | None) -> float:
    return 0.0 if until is None else max(0.0, (until - timezone.now()).total_seconds())
