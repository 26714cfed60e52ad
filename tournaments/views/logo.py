"""The logo of an event at the desk: what it is, another one, none."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournaments.acts.events import remove_logo, set_logo
from tournaments.forms.base import ActForm
from tournaments.forms.events import LogoForm, RemoveLogoForm
from tournaments.pages.paths import logo_path
from tournaments.policy import Act
from tournaments.queries.logos import logo_of
from tournaments.requests.access import EventAccess, access_event
from tournaments.requests.acting import acting
from tournaments.requests.frame import attempt, once_of, staff, user_of


@staff("GET")
def logo(request: HttpRequest, event: str) -> HttpResponse:
    return _page(request, access_event(user_of(request), event, Act.SET_LOGO))


@staff("POST")
def logo_set(request: HttpRequest, event: str) -> HttpResponse:
    access = access_event(user_of(request), event, Act.SET_LOGO)
    form = LogoForm(request.POST, request.FILES)
    answer = attempt(
        form,
        lambda: set_logo(event=access.event, raw=form.raw, by=access.user, once=once_of(request)),
    )
    if answer is None:
        return _page(request, access, form)
    messages.success(request, gettext("Logo saved. New printouts will carry it."))
    return redirect("logo", event)


def _page(request: HttpRequest, access: EventAccess, failed: ActForm | None = None) -> HttpResponse:
    found = logo_of(access.event)
    context = {
        "event": access.event,
        "may": access.may,
        "logo": found,
        "path": logo_path(access.event.slug, found.digest) if found else "",
        "form": failed if isinstance(failed, LogoForm) else LogoForm(),
        "remove": RemoveLogoForm(),
    }
    return render(request, "tournaments/desk/logo.html", context, status=failed.status if failed else 200)


logo_remove = acting(remove_logo, RemoveLogoForm, page=_page, to="logo")
