"""Who works for an event: roles, invitations to them, the delegation of pairing."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, TypedDict

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal import outbox
from portal.accounts.models import User
from portal.policy import Denied, Refusal
from portal.push.subscribing import end_subscriptions
from portal.web.fields import Field
from portal.web.private_links import new_secret
from tournaments.acts.arguments import AccountName, Id
from tournaments.acts.common import lock_event, target_of
from tournaments.acts.frame import EVENT, ActResult, Arguments, Locked, Target, act
from tournaments.models import Event, Invitation, Membership, Role
from tournaments.pages.followed_scopes import scope_of_staff
from tournaments.policy import Act
from tournaments.queries.invitations import INVITATION, invitation_letter_key, open_invitations

INVITATION_DAYS = 7


class RoleGiven(TypedDict):
    membership: int


class Revoked(TypedDict):
    revoked: int


class Delegated(TypedDict):
    membership: int
    may_pair: bool


class InvitationSent(TypedDict):
    """The address is in no answer and in no journal."""

    invitation: int


@act(on=EVENT, right=Act.GRANT_ROLE, done=_("role assigned"))
def grant_role(
    *,
    event: Event,
    user: AccountName,
    role: Annotated[Role, Field()],
    by: User,
    once: str = "",
) -> ActResult[RoleGiven]:
    membership = _give(event, user, role, field="role")
    return ActResult({"membership": membership.pk}, after={"user": user.pk, "role": str(role)})


def _give(event: Event, user: User, role: Role, *, field: str = "") -> Membership:
    if event.memberships.filter(user=user, role=role).exists():
        raise Refusal("role-held-already", field=field, role=str(role))
    _check_one_chief_referee(event, role, field=field)
    return Membership.objects.create(event=event, user=user, role=role)


def _check_one_chief_referee(event: Event, role: Role, *, field: str = "role") -> None:
    if role == Role.CHIEF_REFEREE and event.memberships.filter(role=role).exists():
        raise Refusal("one-chief-referee", field=field)


@act(on=EVENT, right=Act.GRANT_ROLE, done=_("role removed"))
def revoke_role(*, event: Event, membership: Id, by: User, once: str = "") -> ActResult[Revoked]:
    held = event.memberships.filter(pk=membership).first()
    if held is None:
        raise Refusal("no-such-membership")
    chiefs = event.memberships.filter(role=Role.CHIEF_ORGANISER)
    if held.role == Role.CHIEF_ORGANISER and chiefs.count() == 1:
        raise Refusal("last-chief-organiser")
    before = {"user": held.user_id, "role": held.role}
    held.delete()
    end_subscriptions(scopes=[scope_of_staff(membership)])
    return ActResult({"revoked": membership}, before=before)


@act(on=EVENT, right=Act.DELEGATE_PAIRING, done=_("pairing delegated"))
def delegate_pairing(
    *, event: Event, membership: Id, may_pair: Annotated[bool, Field()], by: User, once: str = ""
) -> ActResult[Delegated]:
    """The chief referee lets an organiser pair, adjust, publish and close, or ends that (WXC 2.4)."""
    held = event.memberships.filter(pk=membership, role=Role.ORGANISER).first()
    if held is None:
        raise Refusal("delegate-to-organiser")
    before = {"user": held.user_id, "may_pair": held.may_pair}
    held.may_pair = may_pair
    held.save(update_fields=["may_pair"])
    after = {"user": held.user_id, "may_pair": may_pair}
    return ActResult({"membership": held.pk, "may_pair": may_pair}, before=before, after=after)


@act(on=EVENT, right=Act.GRANT_ROLE, done=_("invitation"))
def invite_person(
    *,
    event: Event,
    email: Annotated[str, Field(longest=254)],
    role: Annotated[Role, Field()],
    language: Annotated[str, Field(choices=[code for code, _name in settings.LANGUAGES])],
    by: User,
    once: str = "",
) -> ActResult[InvitationSent]:
    """Ask somebody by e-mail to work for an event: the link in the letter gives the role, once."""
    _check_one_chief_referee(event, role)
    # Who was asked long ago can be asked again: the old letter opens nothing any more.
    expired = event.invitations.filter(email__iexact=email, role=role, expires_at__lte=timezone.now())
    expired.filter(accepted_at=None, revoked_at=None).update(revoked_at=timezone.now())
    if open_invitations(event).filter(email__iexact=email, role=role).exists():
        raise Refusal("invited-already", field="email")
    invitation = Invitation.objects.create(
        event=event,
        email=email,
        role=role,
        language=language,
        invited_by=by,
        expires_at=timezone.now() + timedelta(days=INVITATION_DAYS),
        **new_secret(INVITATION),
    )
    outbox.enqueue(
        "send-invitation",
        key=invitation_letter_key(invitation),
        payload={"invitation": invitation.pk},
        by=by,
        priority=outbox.RECORDS,
    )
    after = {"role": str(role), "invitation": invitation.pk}
    return ActResult({"invitation": invitation.pk}, after=after)


@act(on=EVENT, right=Act.GRANT_ROLE, done=_("invitation revoked"))
def revoke_invitation(*, event: Event, invitation: Id, by: User, once: str = "") -> ActResult[Revoked]:
    """Before it is accepted: its link opens nothing any more, and the address is forgotten."""
    invitations = event.invitations.filter(pk=invitation, accepted_at=None, revoked_at=None)
    if not invitations.update(revoked_at=timezone.now(), email=""):
        raise Refusal("no-such-invitation")
    return ActResult({"revoked": invitation}, before={"invitation": invitation})


def _lock_invitation(arguments: Arguments) -> Locked:
    event = lock_event(arguments["invitation"].event)
    invitation = Invitation.objects.get(pk=arguments["invitation"].pk)
    invitation.event = event
    return Locked(invitation, event, target_of(event))


@act(on=Target("invitation", _lock_invitation), right=None, done=_("invitation accepted"))
def accept_invitation(*, invitation: Invitation, by: User, once: str = "") -> ActResult[RoleGiven]:
    """Take the role that somebody was invited to."""
    # No table is asked: who gave out the secret had the right to give the role.
    if not by.is_active:
        raise Denied("accept_invitation")
    check_invitation_open(invitation)
    role = Role(invitation.role)
    membership = _give(invitation.event, by, role)
    if not by.email:
        # Without an address nobody could have a forgotten password replaced by mail.
        by.email = invitation.email
        by.save(update_fields=["email"])
    invitation.accepted_at, invitation.accepted_by, invitation.email = timezone.now(), by, ""
    invitation.save(update_fields=["accepted_at", "accepted_by", "email"])
    after = {"user": by.pk, "role": str(role), "invitation": invitation.pk}
    return ActResult({"membership": membership.pk}, after=after)


def check_invitation_open(invitation: Invitation) -> None:
    """Whether the link still gives something. Raises the `Refusal` that says why not."""
    if invitation.accepted_at is not None:
        raise Refusal("invitation-accepted")
    if invitation.revoked_at is not None:
        raise Refusal("invitation-revoked")
    if invitation.expires_at <= timezone.now():
        raise Refusal("invitation-expired")
