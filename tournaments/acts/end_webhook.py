"""End a webhook: what waits for it is not sent any more."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.db import transaction
from django.utils import timezone

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from portal.webhooks.models import Webhook
from tournaments.acts.common import Answer, lock_event, scope_of
from tournaments.models import Event
from tournaments.policy import Act, require


def end_webhook(*, event: Event, webhook: int, by: User, once: str = "") -> Answer:
    """Answers ``{"webhook": id}``. Refusals: ``webhook-ended``."""
    with transaction.atomic():
        event = lock_event(event)
        scope = scope_of(event)
        if earlier := journal.answered(by=by, once=once, act="end_webhook", target=scope):
            return earlier
        require(Act.MANAGE_WEBHOOKS, by=by, scope=event)
        hook = Webhook.objects.filter(scope=scope, pk=webhook, ended_at__isnull=True).first()
        if hook is None:
            raise Refusal("webhook-ended")
        hook.ended_at = timezone.now()
        hook.save(update_fields=["ended_at"])
        answer: Answer = {"webhook": hook.pk}
        journal.record(
            "end_webhook",
            by=by,
            scope=scope,
            target=scope,
            after={"host": urlsplit(hook.url).hostname},
            once=once,
            answer=answer,
        )
        return answer
