"""Do the work: the oldest waiting message of a webhook, one at a time, so that all is heard in order."""

from __future__ import annotations

import hmac
import json
import logging
import time
from base64 import b64decode, b64encode
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.utils import timezone, translation

from portal.outbox import Handler, Job, Work
from portal.webhooks.chats import TEXTS, ChatText, chat_body, is_accepted
from portal.webhooks.events import ask_for_next_message
from portal.webhooks.models import Delivery, Webhook
from portal.webhooks.sending import Sent, send

logger = logging.getLogger(__name__)

# Seconds for which a webhook rests after its first, second, … failure in a row; the last for all others.
PAUSES = (5.0, 30.0, 120.0, 600.0, 1800.0, 3600.0)
GIVEN_UP_AFTER = timedelta(hours=24)
RETENTION = timedelta(days=30)
# What a group would have read, everybody may read no more.
NOT_PUBLIC = "webhook-not-public"


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent, and where to."""

    delivery: int
    url: str
    secret: str
    uid: str
    body: str
    kind: str
    text: ChatText | None


# A message may arrive twice, when a worker dies between sending it and saying so: it has the same id then.
class DeliverHandler(Handler):
    """Send the next message of ``{"webhook": id}``."""

    def read(self, payload: dict[str, Any]) -> Work:
        waiting = Delivery.objects.filter(
            webhook=payload["webhook"], webhook__ended_at__isnull=True, state=Delivery.State.WAITING
        )
        oldest = waiting.select_related("webhook").order_by("pk").first()
        if oldest is None:
            return Work("nothing", None)
        hook = oldest.webhook
        text = None if hook.kind == Webhook.Kind.SIGNED else _text(oldest)
        secret = webhook_secret(hook.salt)
        return Work(
            oldest.uid, Message(oldest.pk, hook.url, secret, oldest.uid, oldest.body, hook.kind, text)
        )

    def compute(self, data: Message | None) -> Sent | None:
        if data is None:
            return None
        if data.kind != Webhook.Kind.SIGNED:
            if data.text is None:
                # Nothing that everybody may read any more: nothing is sent.
                return Sent(0, None, NOT_PUBLIC)
            words = chat_body(data.kind, data.url, data.text)
            return send(data.url, words, CHAT_HEADERS, partial(is_accepted, data.kind))
        body = data.body.encode()
        return send(data.url, body, headers(data.secret, data.uid, int(time.time()), body))

    def write(self, job: Job, data: Message | None, result: Sent | None) -> dict[str, Any]:
        if data is None or result is None:
            return {"sent": None}
        hook = Webhook.objects.select_for_update().get(pk=job.payload["webhook"])
        delivery = Delivery.objects.get(pk=data.delivery)
        now = timezone.now()
        delivery.attempts += 1
        delivery.last = {"at": now.isoformat(timespec="seconds"), **asdict(result)}
        if result.arrived:
            delivery.state, delivery.delivered_at = Delivery.State.DELIVERED, now
            hook.failures, hook.rests_until = 0, None
        elif result.error == NOT_PUBLIC:
            delivery.state = Delivery.State.GIVEN_UP
        else:
            logger.warning("Webhook %s: message %s did not arrive: %s", hook.pk, data.uid, result)
            hook.rests_until = now + timedelta(seconds=PAUSES[min(hook.failures, len(PAUSES) - 1)])
            hook.failures += 1
            if delivery.waits_since < now - GIVEN_UP_AFTER:
                delivery.state = Delivery.State.GIVEN_UP
        delivery.save()
        hook.save(update_fields=["failures", "rests_until"])
        Delivery.objects.filter(
            webhook=hook, state=Delivery.State.DELIVERED, delivered_at__lt=now - RETENTION
        ).delete()
        if hook.deliveries.filter(state=Delivery.State.WAITING).exists():
            ask_for_next_message(hook)
        return {"sent": data.uid, "status": result.status, "error": result.error}


def _text(delivery: Delivery) -> ChatText | None:
    """Write what a group reads of a message."""
    # Names are looked up only now.
    text = TEXTS.get(delivery.topic)
    with translation.override(delivery.webhook.language or settings.LANGUAGE_CODE):
        return text(json.loads(delivery.body)) if text else None


CHAT_HEADERS = {"content-type": "application/json", "user-agent": "Qiyuan-Webhooks/1"}
PREFIX = "whsec_"


def webhook_secret(salt: str) -> str:
    """Make the secret of a webhook, as its receiver gets it; another ``SECRET_KEY`` makes another one."""
    key = hmac.new(settings.SECRET_KEY.encode(), f"webhook {salt}".encode(), sha256).digest()
    return PREFIX + b64encode(key).decode()


def signature(secret: str, uid: str, at: int, body: bytes) -> str:
    """Sign a message; ``at``: seconds since 1970."""
    key = b64decode(secret.removeprefix(PREFIX))
    signed = hmac.new(key, f"{uid}.{at}.".encode() + body, sha256).digest()
    return f"v1,{b64encode(signed).decode()}"


def headers(secret: str, uid: str, at: int, body: bytes) -> dict[str, str]:
    return {
        "content-type": "application/json",
        "user-agent": "Qiyuan-Webhooks/1",
        "webhook-id": uid,
        "webhook-timestamp": str(at),
        "webhook-signature": signature(secret, uid, at, body),
    }
