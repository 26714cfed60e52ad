"""Send a webhook's message once more."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from portal.webhooks.models import Delivery
from portal.webhooks.telling import repeat
from tournaments.acts.common import Answer, lock_event, scope_of
from tournaments.models import Event
from tournaments.policy import Act, require


def repeat_delivery(*, event: Event, delivery: int, by: User, once: str = "") -> Answer:
    """At once, also when the webhook rests; with its old id, by which the receiver knows it. Answers
    ``{"delivery": id}``. Refusals: ``no-such-delivery``, ``webhook-ended``."""
    with transaction.atomic():
        event = lock_event(event)
        scope = scope_of(event)
        if earlier := journal.answered(by=by, once=once, act="repeat_delivery", target=scope):
            return earlier
        require(Act.MANAGE_WEBHOOKS, by=by, scope=event)
        found = Delivery.objects.filter(webhook__scope=scope, pk=delivery).select_related("webhook").first()
        if found is None:
            raise Refusal("no-such-delivery")
        if found.webhook.ended_at is not None:
            raise Refusal("webhook-ended")
        repeat(found)
        answer: Answer = {"delivery": found.pk}
        journal.record(
            "repeat_delivery",
            by=by,
            scope=scope,
            target=scope,
            after={"topic": found.topic},
            once=once,
            answer=answer,
        )
        return answer
