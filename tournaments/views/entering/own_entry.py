"""What who applied on line decides behind the player's link: rounds not played, details, withdrawal."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.acts.entering.applications import change_application, withdraw_application
from tournaments.acts.entering.own_absences import ask_absence
from tournaments.forms.base import ActForm
from tournaments.forms.entering.applying import ChangeApplicationForm, OwnAbsenceForm
from tournaments.models import Application
from tournaments.requests.acting import Entrance, Place, act_url, page_url
from tournaments.requests.paying import own_fee
from tournaments.requests.private import ApplicationAccess, LinkAccess, private
from tournaments.views.entering.applications import OWN_ACTS, own_entry


def _reach(_request: HttpRequest, opened: LinkAccess, _right: object, _place: Place) -> ApplicationAccess:
    """The application of which the player's entry has come. Raises Http404."""
    applications = Application.objects.select_related("section__event", "federation", "entry")
    application = applications.filter(entry=opened.entry).first()
    if application is None:
        raise Http404
    return ApplicationAccess(application, opened.secret, opened.section)


OWN_ENTRY = Entrance(private, _reach)


def _page(request: HttpRequest, access: ApplicationAccess, failed: ActForm | None = None) -> HttpResponse:
    """Changed by the person who applied, whichever of the two links is at hand."""
    to = {name: reverse(f"my_{name}", args=access.place) for name in OWN_ACTS}
    context = own_fee(access) | own_entry(access, failed) | {"to": to}
    status = failed.status if failed is not None else 200
    return render(request, "tournaments/private/own_entry.html", context, status=status)


on_page = partial(act_url, page=_page, entrance=OWN_ENTRY)
OWN = [
    page_url("entry/", "my_entry", _page, None, entrance=OWN_ENTRY),
    on_page(
        "entry/change/",
        change_application,
        ChangeApplicationForm,
        name="my_change_application",
        to="my_entry",
    ),
    on_page("entry/withdraw/", withdraw_application, name="my_withdraw_application", to="my_entry"),
    on_page("entry/absence/", ask_absence, OwnAbsenceForm, name="my_ask_absence", to="my_page"),
]
