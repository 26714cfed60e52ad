"""The settings of an event: a form, then before and after with what follows, then the change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.acts.event_settings import (
    EventChanged,
    Planned,
    change_event,
    timed,
)
from tournaments.changeable import EVENT_SETTINGS, event_stage
from tournaments.forms.event_settings import EventSettingsForm
from tournaments.models import Event
from tournaments.policy import Act
from tournaments.requests.access import EventAccess
from tournaments.requests.acting import acting
from tournaments.views.changeable import table_of
from tournaments.wording.names import plain_name
from tournaments.wording.settings import EVENT_STAGES, SETTINGS


@dataclass(frozen=True, slots=True)
class Change:
    """One setting in words."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Clock:
    """When a round, or a ``match`` of it, starts, by the hall's clock before and after."""

    section: str
    round: int
    before: str
    after: str
    match: int | None = None


def _page(request: HttpRequest, access: EventAccess, failed: EventSettingsForm | None) -> HttpResponse:
    event, form = access.event, failed or EventSettingsForm(event=access.event)
    planned = form.planned if failed and failed.status == 200 else None
    context = {
        "event": event,
        "may": access.may,
        "form": form,
        "planned": planned,
        "changes": list(_changes(planned)) if planned else [],
        "clocks": list(_clocks(event, planned)) if planned else [],
        "refused": bool(failed and not planned),
        **table_of(EVENT_SETTINGS, EVENT_STAGES, event_stage(event)),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/event_settings.html", context, status=status)


def _changes(planned: Planned) -> Iterator[Change]:
    for key, after in planned.after.items():
        yield Change(str(SETTINGS[key]), _said(planned.before[key]), _said(after))


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, date):
        return date_format(value, "DATE_FORMAT")
    return str(value) or "–"


def _clocks(event: Event, planned: Planned) -> Iterator[Clock]:
    """Rounds keep their instant: another time zone shows another hour."""
    if "time_zone" not in planned.after:
        return
    for round_, at, match in timed(event):
        before, after = (_at(at, zones["time_zone"]) for zones in (planned.before, planned.after))
        yield Clock(plain_name(round_.section), round_.number, before, after, match)


def _at(moment: datetime, zone: str) -> str:
    return moment.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")


def _changed(request: HttpRequest, answer: EventChanged, _access: EventAccess) -> HttpResponse:
    if answer["changed"]:
        messages.success(request, gettext("Settings saved. Public pages update within seconds."))
    else:
        messages.info(request, gettext("Nothing was changed."))
    return redirect("event_settings", answer["slug"])


EVENT = [
    acting(
        "-/settings/",
        change_event,
        EventSettingsForm,
        name="event_settings",
        page=_page,
        read=Act.EDIT_EVENT,
        to=_changed,
    )
]
