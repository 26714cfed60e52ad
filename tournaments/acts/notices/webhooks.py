"""Webhooks: other sites are told of what happens at an event."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from typing import Annotated, TypedDict
from urllib.parse import urlsplit

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from portal.webhooks.chats import TEXTS, chat_of
from portal.webhooks.events import TOPICS, repeat
from portal.webhooks.models import Delivery, Webhook
from portal.webhooks.sending import BadAddressError, target_of
from tournaments.acts.arguments import Id
from tournaments.acts.common import scope_of
from tournaments.acts.frame import EVENT, ActResult, act, outside_transaction
from tournaments.models import Event
from tournaments.policy import Act, require

MOST = 20


class OfWebhook(TypedDict):
    webhook: int


class OfDelivery(TypedDict):
    delivery: int


@act(on=EVENT, right=Act.MANAGE_WEBHOOKS, name="add_webhook", done=_("webhook added"))
def _add_webhook(
    *,
    event: Event,
    url: str,
    host: str,
    topics: Collection[str],
    kind: str,
    language: str,
    by: User,
    once: str,
) -> ActResult[OfWebhook]:
    scope = scope_of(event)
    if not topics or not set(topics) <= set(TOPICS):
        raise Refusal("webhook-topics", field="topics")
    if kind != Webhook.Kind.SIGNED and not set(topics) <= set(TEXTS):
        raise Refusal("webhook-topics-of-chats", field="topics")
    there = Webhook.objects.filter(scope=scope, ended_at__isnull=True)
    if there.filter(url=url).exists():
        raise Refusal("webhook-known", field="url")
    if there.count() >= MOST:
        raise Refusal("too-many-webhooks", limit=MOST)
    hook = Webhook.objects.create(
        scope=scope,
        url=url,
        topics=sorted(topics),
        kind=kind,
        language="" if kind == Webhook.Kind.SIGNED else language,
        salt=secrets.token_hex(16),
        created_by=by,
    )
    return ActResult({"webhook": hook.pk}, after={"host": host, "kind": kind, "topics": hook.topics})


@outside_transaction(_add_webhook)
def add_webhook(
    *,
    event: Event,
    url: Annotated[str, Field(longest=1000)],
    topics: Annotated[Collection[str], Field(item=Field(longest=40))],
    kind: Annotated[str, Field(choices=Webhook.Kind.values)] = Webhook.Kind.SIGNED,
    language: Annotated[str, Field(longest=20)] = "",
    by: User,
    once: str = "",
) -> OfWebhook:
    """``language``: of what a group reads."""
    require(Act.MANAGE_WEBHOOKS, by=by, scope=event)
    if kind == Webhook.Kind.TELEGRAM and not chat_of(url):
        raise Refusal("webhook-chat", field="url")
    try:
        # Before any lock: names are asked for over the network.
        host = target_of(url).url.hostname or ""
    except BadAddressError as bad:
        raise Refusal(bad.code, field="url") from None
    return _add_webhook(
        event=event, url=url, host=host, topics=topics, kind=kind, language=language, by=by, once=once
    )


@act(on=EVENT, right=Act.MANAGE_WEBHOOKS, done=_("webhook deleted"))
def end_webhook(*, event: Event, webhook: Id, by: User, once: str = "") -> ActResult[OfWebhook]:
    """What waits for it is not sent any more."""
    hook = Webhook.objects.filter(scope=scope_of(event), pk=webhook, ended_at__isnull=True).first()
    if hook is None:
        raise Refusal("webhook-ended")
    hook.ended_at = timezone.now()
    hook.save(update_fields=["ended_at"])
    return ActResult({"webhook": hook.pk}, after={"host": urlsplit(hook.url).hostname})


@act(on=EVENT, right=Act.MANAGE_WEBHOOKS, done=_("webhook message resent"))
def repeat_delivery(*, event: Event, delivery: Id, by: User, once: str = "") -> ActResult[OfDelivery]:
    """Send a message once more, also when the webhook rests."""
    sent = Delivery.objects.filter(webhook__scope=scope_of(event), pk=delivery)
    row = sent.select_related("webhook").first()
    if row is None:
        raise Refusal("no-such-delivery")
    if row.webhook.ended_at is not None:
        raise Refusal("webhook-ended")
    # With its old id, by which the receiver knows it.
    repeat(row)
    return ActResult({"delivery": row.pk}, after={"topic": row.topic})
