"""The logo of an event at the desk: what it is, another one, none."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from tournaments.acts.events import remove_logo, set_logo
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.events import LogoForm
from tournaments.policy import Act
from tournaments.queries.notices.logos import logo_of, logo_path
from tournaments.requests.access import EventAccess
from tournaments.requests.act_urls import act_url, page_url

RemoveLogoForm = form_of(remove_logo)


def _page(request: HttpRequest, access: EventAccess, failed: ActForm | None = None) -> HttpResponse:
    picture = logo_of(access.event)
    context = {
        "event": access.event,
        "may": access.may,
        "logo": picture,
        "path": logo_path(access.event, picture) if picture else "",
        "form": failed if isinstance(failed, LogoForm) else LogoForm(),
        "remove": RemoveLogoForm(),
    }
    return render(request, "tournaments/desk/logo.html", context, status=failed.status if failed else 200)


on_page = partial(act_url, page=_page, to="logo")
EVENT = [
    page_url("-/logo/", "logo", _page, Act.SET_LOGO),
    on_page(
        "-/logo/set/",
        set_logo,
        LogoForm,
        success_message=gettext_lazy("Logo saved. New printouts will carry it."),
    ),
    on_page("-/logo/remove/", remove_logo, RemoveLogoForm),
]
