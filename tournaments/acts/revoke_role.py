"""Take a role at an event away from somebody."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_event, scope_of, target_of
from tournaments.models import Event, Role
from tournaments.policy import Act, require


def revoke_role(*, event: Event, membership: int, by: User, once: str = "") -> Answer:
    """Answers ``{"revoked": id}``. Refusals: ``no-such-membership``, ``last-chief-organiser``."""
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act="revoke_role", target=target_of(event)):
            return earlier
        require(Act.GRANT_ROLE, by=by, scope=event)
        held = event.memberships.filter(pk=membership).first()
        if held is None:
            raise Refusal("no-such-membership")
        chiefs = event.memberships.filter(role=Role.CHIEF_ORGANISER)
        if held.role == Role.CHIEF_ORGANISER and chiefs.count() == 1:
            raise Refusal("last-chief-organiser")
        before = {"user": held.user_id, "role": held.role}
        held.delete()
        answer: Answer = {"revoked": membership}
        journal.record(
            "revoke_role",
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            before=before,
            once=once,
            answer=answer,
        )
        return answer
