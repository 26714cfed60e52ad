"""Have another site told of what happens at an event."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from portal.webhooks.models import Webhook
from portal.webhooks.sending import BadAddressError, target_of
from portal.webhooks.signing import secret_of
from portal.webhooks.telling import TOPICS
from tournaments.acts.common import lock_event, scope_of
from tournaments.models import Event
from tournaments.policy import Act, require

MOST = 20


@dataclass(frozen=True, slots=True)
class AddedWebhook:
    """``secret``, by which the receiver knows our messages, is shown once: empty for a repeated request."""

    webhook: Webhook
    secret: str


def add_webhook(*, event: Event, url: str, topics: Collection[str], by: User, once: str = "") -> AddedWebhook:
    """Refusals: ``webhook-url``, ``webhook-https``, ``webhook-unresolved``, ``webhook-private``,
    ``webhook-topics``, ``webhook-known``, ``too-many-webhooks``."""
    require(Act.MANAGE_WEBHOOKS, by=by, scope=event)
    try:
        # Outside the transaction: names are asked for over the network.
        target = target_of(url)
    except BadAddressError as bad:
        raise Refusal(bad.code, field="url") from None
    with transaction.atomic():
        event = lock_event(event)
        scope = scope_of(event)
        if earlier := journal.answered(by=by, once=once, act="add_webhook", target=scope):
            return AddedWebhook(Webhook.objects.get(pk=earlier["webhook"]), "")
        if not topics or not set(topics) <= set(TOPICS):
            raise Refusal("webhook-topics", field="topics")
        there = Webhook.objects.filter(scope=scope, ended_at__isnull=True)
        if there.filter(url=url).exists():
            raise Refusal("webhook-known", field="url")
        if there.count() >= MOST:
            raise Refusal("too-many-webhooks", limit=MOST)
        hook = Webhook.objects.create(
            scope=scope, url=url, topics=sorted(topics), salt=secrets.token_hex(16), created_by=by
        )
        journal.record(
            "add_webhook",
            by=by,
            scope=scope,
            target=scope,
            after={"host": target.url.hostname, "topics": hook.topics},
            once=once,
            answer={"webhook": hook.pk},
        )
        return AddedWebhook(hook, secret_of(hook.salt))
