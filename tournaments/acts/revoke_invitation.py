"""Take an invitation back before it is accepted."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_event, scope_of, target_of
from tournaments.models import Event
from tournaments.policy import Act, require


def revoke_invitation(*, event: Event, invitation: int, by: User, once: str = "") -> Answer:
    """Its link opens nothing any more, and the address is forgotten. Answers ``{"revoked": id}``. Refusals:
    ``no-such-invitation``."""
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act="revoke_invitation", target=target_of(event)):
            return earlier
        require(Act.GRANT_ROLE, by=by, scope=event)
        found = event.invitations.filter(pk=invitation, accepted_at=None, revoked_at=None)
        if not found.update(revoked_at=timezone.now(), email=""):
            raise Refusal("no-such-invitation")
        answer: Answer = {"revoked": invitation}
        journal.record(
            "revoke_invitation",
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            before={"invitation": invitation},
            once=once,
            answer=answer,
        )
        return answer
