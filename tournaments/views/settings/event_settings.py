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

from tournaments.acts._times import EventTime, Shift, times_of
from tournaments.acts.event_settings import EventChanged, Planned, change_event
from tournaments.forms.event_settings import EventSettingsForm, MoveEventForm
from tournaments.models import Event
from tournaments.policy import Act
from tournaments.requests.access import EventAccess
from tournaments.requests.act_urls import act_url
from tournaments.setting_rules import EVENT_SETTINGS, event_stage
from tournaments.views.settings.setting_table import changeable_table
from tournaments.wording.names import plain_name
from tournaments.wording.settings import EVENT_STAGES, SETTINGS
from tournaments.wording.times import time_name


@dataclass(frozen=True, slots=True)
class SettingChange:
    """One setting in words."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ShownTime:
    """Show a time of the event before and after; ``moment``: after, where only the hour changes."""

    name: str
    section: str
    before: str
    after: str
    moment: str = ""


def _page(request: HttpRequest, access: EventAccess, failed: EventSettingsForm | None) -> HttpResponse:
    event, form = access.event, failed or EventSettingsForm(event=access.event)
    planned = form.planned if failed else None
    context = {
        "event": event,
        "may": access.may,
        "form": form,
        "planned": planned,
        "changes": list(_changes(planned)) if planned else [],
        "clocks": list(_clocks(event, planned)) if planned else [],
        "refused": bool(failed and not planned),
        **changeable_table(EVENT_SETTINGS, EVENT_STAGES, event_stage(event)),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/event_settings.html", context, status=status)


def _changes(planned: Planned) -> Iterator[SettingChange]:
    for key, after in planned.after.items():
        yield SettingChange(str(SETTINGS[key]), _value_text(planned.before[key]), _value_text(after))


def _value_text(value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, date):
        return date_format(value, "DATE_FORMAT")
    return str(value) or "–"


def _clocks(event: Event, planned: Planned) -> Iterator[ShownTime]:
    """What the clock in the hall shows, and would show either way."""
    if "time_zone" not in planned.after:
        return
    before, after = (ZoneInfo(zones["time_zone"]) for zones in (planned.before, planned.after))
    same_hour = Shift(before, after)
    for time in times_of(event):
        if isinstance(time.at, datetime):
            moments = (_at(time.at, before), _at(same_hour(time.at), after), _at(time.at, after))
            yield ShownTime(_named(time), _of(time), *moments)


def _named(time: EventTime) -> str:
    return time_name(time.kind, time.round, time.table)


def _of(time: EventTime) -> str:
    return plain_name(time.section) if time.section else ""


def _at(at: date, zone: ZoneInfo) -> str:
    if isinstance(at, datetime):
        return at.astimezone(zone).strftime("%Y-%m-%d %H:%M")
    return at.isoformat()


def _time_row(time: EventTime, zone: ZoneInfo, after: str = "") -> ShownTime:
    return ShownTime(_named(time), _of(time), _at(time.at, zone), after)


def _move_page(request: HttpRequest, access: EventAccess, failed: MoveEventForm | None) -> HttpResponse:
    event, form = access.event, failed or MoveEventForm(event=access.event)
    planned, zone = form.planned, ZoneInfo(event.time_zone)
    moved = planned.moved if planned else ()
    moving = {time for time, _ in moved}
    stay = [time for time in times_of(event) if time not in moving] if planned else []
    context = {
        "event": event,
        "may": access.may,
        "form": form,
        "planned": planned,
        "changes": list(_changes(planned)) if planned else [],
        "times": [_time_row(time, zone, _at(at, zone)) for time, at in moved],
        "stay": [_time_row(time, zone) for time in stay],
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/event_move.html", context, status=status)


def _changed(request: HttpRequest, answer: EventChanged, _access: EventAccess) -> HttpResponse:
    if answer["changed"]:
        messages.success(request, gettext("Settings saved. Public pages update within seconds."))
    else:
        messages.info(request, gettext("Nothing was changed."))
    return redirect("event_settings", answer["slug"])


EVENT = [
    act_url(
        "-/settings/",
        change_event,
        EventSettingsForm,
        name="event_settings",
        page=_page,
        read=Act.EDIT_EVENT,
        to=_changed,
    ),
    act_url(
        "-/settings/move/",
        change_event,
        MoveEventForm,
        name="move_event",
        page=_move_page,
        read=Act.EDIT_EVENT,
        to=_changed,
    ),
]
