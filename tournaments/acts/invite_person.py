"""Ask somebody by e-mail to work for an event: the link in the letter gives the role, once."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from portal import journal, outbox
from portal.accounts.models import User
from portal.policy import Refusal
from portal.private_links import digest, fresh_salt, secret_from
from tournaments.acts.common import Answer, lock_event, scope_of, target_of
from tournaments.models import Event, Invitation, Role
from tournaments.policy import Act, require
from tournaments.queries.invitations import KIND, letter_key, open_invitations

DAYS = 7


def invite_person(*, event: Event, email: str, role: Role, language: str, by: User, once: str = "") -> Answer:
    """``language``: of the letter. Answers ``{"invitation": id}``; the address is in no answer and in no
    journal. Refusals: ``invited-already``, ``one-chief-referee``."""
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act="invite_person", target=target_of(event)):
            return earlier
        require(Act.GRANT_ROLE, by=by, scope=event)
        if role == Role.CHIEF_REFEREE and event.memberships.filter(role=role).exists():
            raise Refusal("one-chief-referee", field="role")
        # Who was asked long ago can be asked again: the old letter opens nothing any more.
        expired = event.invitations.filter(email__iexact=email, role=role, expires_at__lte=timezone.now())
        expired.filter(accepted_at=None, revoked_at=None).update(revoked_at=timezone.now())
        if open_invitations(event).filter(email__iexact=email, role=role).exists():
            raise Refusal("invited-already", field="email")
        salt = fresh_salt()
        invitation = Invitation.objects.create(
            event=event,
            email=email,
            role=role,
            language=language,
            salt=salt,
            secret_digest=digest(secret_from(KIND, salt)),
            invited_by=by,
            expires_at=timezone.now() + timedelta(days=DAYS),
        )
        outbox.ask(
            "send-invitation",
            key=letter_key(invitation),
            payload={"invitation": invitation.pk},
            by=by,
            priority=outbox.RECORDS,
        )
        answer: Answer = {"invitation": invitation.pk}
        journal.record(
            "invite_person",
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            after={"role": str(role), "invitation": invitation.pk},
            once=once,
            answer=answer,
        )
        return answer
