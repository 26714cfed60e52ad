"""Give somebody a role at an event."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_event, scope_of, target_of
from tournaments.models import Event, Membership, Role
from tournaments.policy import Act, require


def grant_role(*, event: Event, user: User, role: Role, by: User, once: str = "") -> Answer:
    """Answers ``{"membership": id}``. Refusals: ``role-held-already``, ``one-chief-referee``."""
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act="grant_role", target=target_of(event)):
            return earlier
        require(Act.GRANT_ROLE, by=by, scope=event)
        if event.memberships.filter(user=user, role=role).exists():
            raise Refusal("role-held-already", field="role", role=str(role))
        if role == Role.CHIEF_REFEREE and event.memberships.filter(role=role).exists():
            raise Refusal("one-chief-referee", field="role")
        membership = Membership.objects.create(event=event, user=user, role=role)
        answer: Answer = {"membership": membership.pk}
        journal.record(
            "grant_role",
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            after={"user": user.pk, "role": str(role)},
            once=once,
            answer=answer,
        )
        return answer
