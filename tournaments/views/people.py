"""Who works for an event: roles, delegation, invitations."""

from __future__ import annotations

from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import get_language, gettext, gettext_lazy

from tournaments.acts.people import (
    Delegated,
    InvitationSent,
    RoleGiven,
    delegate_pairing,
    grant_role,
    invite_person,
    revoke_invitation,
    revoke_role,
)
from tournaments.forms.base import ActForm
from tournaments.forms.events import DelegationForm, GrantForm, MembershipForm
from tournaments.forms.invitations import InvitationForm, InviteForm
from tournaments.models import Invitation, Membership, Role
from tournaments.policy import Act
from tournaments.queries.event_overview import memberships
from tournaments.queries.invitations import invitation_url, open_invitations
from tournaments.requests.access import EventAccess, access_event
from tournaments.requests.act_urls import act_url
from tournaments.requests.frame import staff, user_of


@staff("GET")
def people(request: HttpRequest, event: str) -> HttpResponse:
    """Who has which role; everybody who works here may read it."""
    user = user_of(request)
    wanted = Act.GRANT_ROLE if user.is_superuser else Act.SEE_DESK
    return people_page(request, access_event(user, event, wanted))


def people_page(
    request: HttpRequest,
    access: EventAccess,
    refused: ActForm | None = None,
) -> HttpResponse:
    """The page; a form that was not accepted stands in its place, or what it says above everything."""
    rows = [
        {"held": held, "form": MembershipForm(initial={"membership": held.pk}, auto_id=f"m{held.pk}-%s")}
        for held in memberships(access.event)
    ]
    context = {
        "event": access.event,
        "may": access.may,
        "form": refused if isinstance(refused, GrantForm) else GrantForm(),
        "failed": refused if isinstance(refused, MembershipForm | InvitationForm) else None,
        "people": rows,
        "organiser": Role.ORGANISER,
        "invite": refused
        if isinstance(refused, InviteForm)
        else InviteForm(initial={"language": get_language()}),
        "mail": settings.SENDS_MAIL,
        "waiting": _waiting(access) if Act.GRANT_ROLE in access.acts else (),
    }
    status = refused.status if refused is not None else 200
    return render(request, "tournaments/desk/people.html", context, status=status)


def _waiting(access: EventAccess) -> list[dict[str, object]]:
    return [
        {
            "invitation": invitation,
            "role": Role(invitation.role).label,
            "address": invitation_url(invitation),
            "form": InvitationForm(initial={"invitation": invitation.pk}, auto_id=f"i{invitation.pk}-%s"),
        }
        for invitation in open_invitations(access.event)
    ]


def _role_sentence(answer: RoleGiven, _access: EventAccess) -> str:
    held = Membership.objects.select_related("user").get(pk=answer["membership"])
    return gettext("%(person)s is now %(role)s.") % {"person": held.user, "role": Role(held.role).label}


def _delegated(answer: Delegated, _access: EventAccess) -> str:
    if answer["may_pair"]:
        return gettext("This organiser may now pair, adjust, publish and close rounds (WXC 2.4).")
    return gettext("Delegation ended.")


def _invited(answer: InvitationSent, _access: EventAccess) -> str:
    email = Invitation.objects.get(pk=answer["invitation"]).email
    return gettext("Invitation for %(email)s created.") % {"email": email}


on_page = partial(act_url, page=people_page, to="people")
EVENT = [
    path("-/people/", people, name="people"),
    on_page("-/people/grant/", grant_role, GrantForm, success_message=_role_sentence),
    on_page("-/people/revoke/", revoke_role, MembershipForm, success_message=gettext_lazy("Role removed.")),
    on_page("-/people/delegate/", delegate_pairing, DelegationForm, success_message=_delegated),
    on_page("-/people/invite/", invite_person, InviteForm, success_message=_invited),
    on_page(
        "-/people/invite/revoke/",
        revoke_invitation,
        InvitationForm,
        success_message=gettext_lazy("Invitation revoked."),
    ),
]
