"""A player replaces the own private link, which somebody else may have seen."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournaments.acts.entering.players import renew_own_link
from tournaments.forms.base import form_of
from tournaments.queries.invitations import own_secret
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.private import LINK, LinkAccess

RenewOwnLinkForm = form_of(renew_own_link)
NEW = "new"


def _page(request: HttpRequest, access: LinkAccess) -> HttpResponse:
    """What a new link does; behind a link that was made here, its address to keep."""
    context: dict[str, Any] = {
        "secret": access.secret,
        "event": access.section.event,
        "entry": access.entry,
        "form": RenewOwnLinkForm(),
        "address": f"{settings.PUBLIC_URL}{reverse('my_page', args=[access.secret])}"
        if NEW in request.GET
        else "",
    }
    return render(request, "tournaments/private/own_link.html", context)


def _to_new(_request: HttpRequest, _answer: Any, access: LinkAccess) -> HttpResponse:
    return redirect(f"{reverse('my_link', args=[own_secret(access.entry)])}?{NEW}=1")


PLAYERS_LINK = [
    page_url("link/", "my_link", _page, None, entrance=LINK),
    act_url(
        "link/renew/",
        renew_own_link,
        RenewOwnLinkForm,
        to=_to_new,
        extra_arguments=lambda access, _form: {"entry": access.entry},
        entrance=LINK,
    ),
]
