"""Somebody who was invited takes the role."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from portal import journal
from portal.accounts.models import User
from portal.policy import Denied, Refusal
from tournaments.acts.common import Answer, lock_event, scope_of, target_of
from tournaments.models import Invitation, Membership, Role
from tournaments.queries.invitations import invitation_of


def accept_invitation(*, secret: str, by: User, once: str = "") -> Answer:
    """``secret``: what stood in the address; it opens once. Whoever holds it is asked by no table: who gave
    it had the right to give the role. Answers ``{"membership": id}``.

    Refusals: ``no-such-invitation``, ``invitation-revoked``, ``invitation-expired``, ``invitation-accepted``,
    ``role-held-already``, ``one-chief-referee``.
    """
    with transaction.atomic():
        found = invitation_of(secret)
        if found is None:
            raise Refusal("no-such-invitation")
        event = lock_event(found.event)
        if earlier := journal.answered(by=by, once=once, act="accept_invitation", target=target_of(event)):
            return earlier
        if not by.is_active:
            raise Denied("accept_invitation")
        invitation = Invitation.objects.get(pk=found.pk)
        check_open(invitation)
        role = Role(invitation.role)
        if event.memberships.filter(user=by, role=role).exists():
            raise Refusal("role-held-already", role=str(role))
        if role == Role.CHIEF_REFEREE and event.memberships.filter(role=role).exists():
            raise Refusal("one-chief-referee")
        membership = Membership.objects.create(event=event, user=by, role=role)
        invitation.accepted_at, invitation.accepted_by, invitation.email = timezone.now(), by, ""
        invitation.save(update_fields=["accepted_at", "accepted_by", "email"])
        answer: Answer = {"membership": membership.pk}
        journal.record(
            "accept_invitation",
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            after={"user": by.pk, "role": str(role), "invitation": invitation.pk},
            once=once,
            answer=answer,
        )
        return answer


def check_open(invitation: Invitation) -> None:
    """Whether the link still gives something. Raises the `Refusal` that says why not."""
    if invitation.accepted_at is not None:
        raise Refusal("invitation-accepted")
    if invitation.revoked_at is not None:
        raise Refusal("invitation-revoked")
    if invitation.expires_at <= timezone.now():
        raise Refusal("invitation-expired")
