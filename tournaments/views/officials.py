"""The officials of an event at the desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from tournaments.acts.officials import add_staff_official, remove_official, set_official
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.officials import OfficialForm
from tournaments.models import Official, Section
from tournaments.policy import Act
from tournaments.queries.desk import memberships
from tournaments.requests.access import EventAccess
from tournaments.requests.acting import acting, showing

RemoveOfficialForm = form_of(remove_official)
AddStaffForm = form_of(add_staff_official)


@dataclass(frozen=True, slots=True)
class Shown:
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
    shown = [_shown(one, sections, staff, failed) for one in officials]
    named = {one.official.account_id for one in shown}
    refused = isinstance(failed, OfficialForm) and not any(one.open for one in shown)
    context = {
        "event": access.event,
        "may": access.may,
        "failed": None if isinstance(failed, OfficialForm) else failed,
        "shown": shown,
        "form": failed if refused else OfficialForm(sections=sections, staff=staff),
        "unnamed": [held for held in people if held.user_id not in named and held.user.get_full_name()],
        "single": ActForm(),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/officials.html", context, status=status)


def _shown(one: Official, sections: list[Section], staff: Mapping[int, str], failed: ActForm | None) -> Shown:
    if isinstance(failed, OfficialForm) and failed.data.get("official") == str(one.pk):
        return Shown(one, failed, True)
    return Shown(one, OfficialForm(sections=sections, staff=staff, **OfficialForm.of(one)), False)


on_page = partial(acting, page=_page, to="officials")
EVENT = [
    showing("-/officials/", "officials", _page, Act.SEE_DESK),
    on_page("-/officials/set/", set_official, OfficialForm, said=_("Officials saved.")),
    on_page("-/officials/add-staff/", add_staff_official, AddStaffForm, said=_("Officials saved.")),
    on_page("-/officials/remove/", remove_official, RemoveOfficialForm),
]
