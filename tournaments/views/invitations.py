"""What the link of an invitation opens."""

from __future__ import annotations

import logging

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from portal.accounts.devices import remember_device
from portal.accounts.models import User
from portal.policy import Denied, Refusal
from portal.web.private_links import secret_again
from tournaments.acts.people import accept_invitation, check_invitation_open
from tournaments.forms.base import ActForm
from tournaments.forms.invitations import AccountForm
from tournaments.models import Invitation, Role
from tournaments.queries.invitations import INVITATION, invitation_of
from tournaments.requests.frame import once_of, sent
from tournaments.wording.refusals import refusal_sentence

logger = logging.getLogger(__name__)
# The session of who goes to sign in holds the number of the invitation: its secret is not to stand in the
# address of the sign-in page.
OPENED = "opened_invitation"
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """What is offered, and taking it: as who is signed in, or with a new account."""
    invitation_row = invitation_of(secret)
    try:
        if invitation_row is None:
            raise Refusal("no-such-invitation")
        check_invitation_open(invitation_row)
    except Refusal as refusal:
        logger.warning("An invitation was tried in vain: %s.", refusal.code)
        status = 404 if refusal.code == "no-such-invitation" else 410
        return _closed(request, refusal, status)
    user = request.user if isinstance(request.user, User) else None
    if user is None:
        request.session[OPENED] = invitation_row.pk
    form: ActForm = ActForm(sent(request)) if user else AccountForm(sent(request))
    if request.method == "POST":
        response = _accept(request, invitation_row, user, form)
        if response is not None:
            return response
    context = {
        "invitation": invitation_row,
        "event": invitation_row.event,
        "role": Role(invitation_row.role).label,
        "form": form,
        "sign_in": redirect_to_login(reverse("opened_invitation"), reverse("account_login")).url,
    }
    status = form.status if request.method == "POST" else 200
    return render(request, "tournaments/invitation/offered.html", context, status=status)


@never_cache
@require_safe
def opened_invitation(request: HttpRequest) -> HttpResponse:
    """Back to the invitation from which somebody went to sign in."""
    invitation = Invitation.objects.filter(pk=request.session.get(OPENED, 0)).first()
    secret = secret_again(INVITATION, invitation.salt, invitation.secret_digest) if invitation else ""
    if not secret:
        return _closed(request, Refusal("no-such-invitation"), 404)
    return redirect("invitation", secret)


def _accept(
    request: HttpRequest, invitation: Invitation, user: User | None, form: ActForm
) -> HttpResponse | None:
    """None when the form must be shown again."""
    if not form.is_valid():
        return None
    fresh = user is None
    try:
        # Account and role come together or not at all.
        with transaction.atomic():
            if isinstance(form, AccountForm):
                user = form.account(invitation.email)
            if user is None:
                raise Denied("accept_invitation")
            accept_invitation(invitation=invitation, by=user, once=once_of(request))
    except Refusal as refusal:
        form.refuse(refusal)
        return None
    if fresh:
        login(request, user, backend=BACKEND)
    messages.success(
        request,
        gettext("You are now %(role)s of %(event)s.")
        % {"role": Role(invitation.role).label, "event": invitation.event.name},
    )
    response = redirect("event_desk", invitation.event.slug)
    remember_device(request, response, user)
    return response


def _closed(request: HttpRequest, refusal: Refusal, status: int) -> HttpResponse:
    sentence = refusal_sentence(refusal.code, refusal.params)
    context = {"sentence": sentence}
    return render(request, "tournaments/invitation/closed.html", context, status=status)
