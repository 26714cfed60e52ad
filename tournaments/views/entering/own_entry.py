"""Let players decide of their own entry behind the player's link: rounds not played, details, withdrawal."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.acts.entering.applications import change_application
from tournaments.acts.entering.own_absences import ask_own_absence, withdraw_own_entry
from tournaments.forms.base import ActForm
from tournaments.forms.entering.applying import ChangeApplicationForm, OwnAbsenceForm
from tournaments.models import Application, Entry
from tournaments.pages import paths
from tournaments.queries.entering.applications import can_leave, rounds_to_ask
from tournaments.requests.act_urls import Entrance, Place, act_url, page_url
from tournaments.requests.paying import own_entry, own_fee
from tournaments.requests.private import LINK, ApplicationAccess, LinkAccess, private
from tournaments.views.entering.applications import change_form


def _application_of(entry: Entry) -> Application | None:
    applications = Application.objects.select_related("section__event", "federation", "entry__section")
    return applications.filter(entry=entry).first()


def _reach(_request: HttpRequest, opened: LinkAccess, _right: object, _place: Place) -> ApplicationAccess:
    """The application of which the player's entry has come. Raises Http404."""
    application = _application_of(opened.entry)
    if application is None:
        raise Http404
    return ApplicationAccess(application, opened.secret, opened.section)


OWN_APPLICATION = Entrance(private, _reach)


def _page(
    request: HttpRequest, access: LinkAccess | ApplicationAccess, failed: ActForm | None = None
) -> HttpResponse:
    """The own entry; where it has come of an application, what that says can be changed."""
    section = access.section
    entry = own_entry(access)
    application = access.application if isinstance(access, ApplicationAccess) else _application_of(entry)
    change = change_form(application, failed) if application else None
    absence = failed if isinstance(failed, OwnAbsenceForm) else OwnAbsenceForm(entry=entry)
    plays = entry.status != Entry.Status.WITHDRAWN
    leaves = can_leave(section)
    context: dict[str, Any] = own_fee(access) | {
        "section": section,
        "event": section.event,
        "game": section.game,
        "section_path": paths.section_path(section),
        "secret": access.secret,
        "entry": entry,
        "application": application,
        "is_entered": True,
        "change": change,
        "absence": absence if rounds_to_ask(entry) else None,
        "absences": entry.absences.order_by("round_number"),
        "withdraw": ActForm(auto_id="withdraw-%s"),
        "may_withdraw": plays and leaves,
        "desk_withdraws": plays and not leaves,
        "plays_on": section.lots_drawn_at,
        "to": {
            "change_application": reverse("my_change_application", args=access.place),
            "ask_absence": reverse("my_ask_absence", args=access.place),
            "withdraw": reverse("my_withdraw_entry", args=access.place),
        },
        "above": failed if failed is not None and failed not in (change, absence) else None,
    }
    status = failed.status if failed is not None else 200
    return render(request, "tournaments/private/own_entry.html", context, status=status)


on_page = partial(act_url, page=_page, entrance=LINK)
PLAYERS_LINK = [
    page_url("entry/", "my_entry", _page, None, entrance=LINK),
    act_url(
        "entry/change/",
        change_application,
        ChangeApplicationForm,
        name="my_change_application",
        page=_page,
        to="my_entry",
        entrance=OWN_APPLICATION,
    ),
    on_page("entry/withdraw/", withdraw_own_entry, name="my_withdraw_entry", to="my_entry"),
    on_page("entry/absence/", ask_own_absence, OwnAbsenceForm, name="my_ask_absence", to="my_page"),
]
