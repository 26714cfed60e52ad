"""The officials of an event at the desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from tournaments.acts.notices.officials import add_staff_official, remove_official, set_official
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.notices.officials import OfficialForm
from tournaments.models import Official, Section
from tournaments.policy import Act
from tournaments.queries.event_overview import memberships
from tournaments.requests.access import EventAccess
from tournaments.requests.act_urls import act_url, page_url

RemoveOfficialForm = form_of(remove_official)
AddStaffForm = form_of(add_staff_official)


@dataclass(frozen=True, slots=True)
class OfficialShown:
    """One with its form; ``open``: whether that was refused and shows why."""

    official: Official
    form: OfficialForm
    open: bool


def _page(request: HttpRequest, access: EventAccess, failed: ActForm | None = None) -> HttpResponse:
    sections = list(access.event.sections.select_related("event"))
    people = memberships(access.event)
    staff = {held.user_id: str(held.user) for held in people}
    officials = access.event.officials.select_related("section", "federation").order_by(
        "section__position", "position", "pk"
    )
    rows = [_official_row(row, sections, staff, failed) for row in officials]
    named = {row.official.account_id for row in rows}
    refused = isinstance(failed, OfficialForm) and not any(row.open for row in rows)
    context = {
        "event": access.event,
        "may": access.may,
        "failed": None if isinstance(failed, OfficialForm) else failed,
        "shown": rows,
        "form": failed if refused else OfficialForm(sections=sections, staff=staff),
        "unnamed": [held for held in people if held.user_id not in named and held.user.get_full_name()],
        "single": ActForm(),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/officials.html", context, status=status)


def _official_row(
    official: Official, sections: list[Section], staff: Mapping[int, str], failed: ActForm | None
) -> OfficialShown:
    if isinstance(failed, OfficialForm) and failed.data.get("official") == str(official.pk):
        return OfficialShown(official, failed, True)
    return OfficialShown(
        official, OfficialForm(sections=sections, staff=staff, **OfficialForm.of(official)), False
    )


on_page = partial(act_url, page=_page, to="officials")
EVENT = [
    page_url("-/officials/", "officials", _page, Act.SEE_DESK),
    on_page("-/officials/set/", set_official, OfficialForm, success_message=_("Officials saved.")),
    on_page(
        "-/officials/add-staff/", add_staff_official, AddStaffForm, success_message=_("Officials saved.")
    ),
    on_page("-/officials/remove/", remove_official, RemoveOfficialForm),
]
