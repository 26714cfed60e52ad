"""The chief referee lets an organiser pair, adjust, publish and close, or ends that (WXC 2.4)."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_event, scope_of, target_of
from tournaments.models import Event, Role
from tournaments.policy import Act, require


def delegate_pairing(*, event: Event, membership: int, may_pair: bool, by: User, once: str = "") -> Answer:
    """Answers ``{"membership": id, "may_pair": bool}``. Refusals: ``delegate-to-organiser``."""
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act=Act.DELEGATE_PAIRING, target=target_of(event)):
            return earlier
        require(Act.DELEGATE_PAIRING, by=by, scope=event)
        held = event.memberships.filter(pk=membership, role=Role.ORGANISER).first()
        if held is None:
            raise Refusal("delegate-to-organiser")
        before = {"user": held.user_id, "may_pair": held.may_pair}
        held.may_pair = may_pair
        held.save(update_fields=["may_pair"])
        answer: Answer = {"membership": held.pk, "may_pair": may_pair}
        journal.record(
            Act.DELEGATE_PAIRING,
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            before=before,
            after={"user": held.user_id, "may_pair": may_pair},
            once=once,
            answer=answer,
        )
        return answer
