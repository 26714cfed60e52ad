"""An event that stands already is changed: its names, address, days, place, time zone, what it says of
itself.

Which of them when says `tournaments.setting_rules.EVENT_SETTINGS`. What was public says publicly what was
changed and why: the journal's line of the act is what the event's page reads. An address that an event had
leads to it for ever.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Annotated, Any, TypedDict
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.translation import gettext_lazy as _

from portal import published
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.dates import FIRST_YEAR, LAST_YEAR, check_zone, is_showable
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts._absent import await_start
from tournaments.acts._times import EventTime, Shift, moved_times, times_of, write_times
from tournaments.acts.common import (
    allowed_changes,
    check_address,
    check_name,
    check_slug_form,
    refuse_while_busy,
)
from tournaments.acts.entering.entry_forms import await_deletion
from tournaments.acts.frame import EVENT, ActResult, act, no_change
from tournaments.models import EntryForm, Event, FormerAddress, Match, Round
from tournaments.models.event import NO_SITE
from tournaments.pages import paths
from tournaments.pages.webhook_events import notify_event
from tournaments.policy import Act
from tournaments.setting_rules import EVENT_SETTINGS, LANGUAGES, WARNED, event_stage
from tournaments.wording.names import plain_name

LONGEST_DESCRIPTION = 5_000
LONGEST_CONTACT = 200
LONGEST_DOCUMENTS = 5_000
MOST_DOCUMENTS = 20
# A site that may show the event in a frame, in the form that browsers want in `frame-ancestors`.
SITE = re.compile(r"https?://(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?")
# A person may be named in these texts: the journal says that they were changed, not to what (law 8).
QUIET = frozenset({"contact", "documents", *(f"description_{language}" for language in LANGUAGES)})


class EventChanged(TypedDict):
    """``changed``: which settings; ``slug``: where the event is found now."""

    event: int
    slug: str
    changed: list[str]


@dataclass(frozen=True, slots=True)
class Planned:
    """Say what a change would do.

    ``announced``: the settings of which the public is told; ``moved``: the times that would stand elsewhere,
    each with where."""

    event: Event
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    announced: tuple[str, ...]
    moved: tuple[tuple[EventTime, date], ...] = ()


def event_values(event: Event) -> dict[str, Any]:
    """The settings as they stand, by their names in `EVENT_SETTINGS`."""
    return {key: _value(event, key) for key in EVENT_SETTINGS}


def _value(event: Event, key: str) -> Any:
    _, of_description, language = key.partition("description_")
    return event.description.get(language, "") if of_description else getattr(event, key)


def planned_changes(
    event: Event,
    *,
    wanted: Mapping[str, Any],
    seen: Mapping[str, Any] | None,
    reason: str = "",
    keep_clock: bool = False,
    move_days: int = 0,
) -> Planned:
    """What `change_event` would do now. Raises what it raises."""
    now, stage = event_values(event), event_stage(event)
    times = times_of(event) if keep_clock or move_days else []
    if move_days:
        wanted = {**_moved_days(event, move_days), **wanted}
    moved: list[tuple[EventTime, date]] = []

    def check(mine: Mapping[str, Any]) -> None:
        zone = ZoneInfo(now["time_zone"])
        into = _zone(mine["time_zone"]) if keep_clock and "time_zone" in mine else zone
        moved[:] = _moved(times, Shift(zone, into, move_days))
        _check(event, {**now, **mine}, mine, moved)

    mine = allowed_changes(
        table=EVENT_SETTINGS,
        stage=stage,
        wanted=wanted,
        now=now,
        seen=seen,
        reason=reason,
        check=check,
    )
    announced = tuple(key for key in mine if EVENT_SETTINGS[key].at[stage] is WARNED)
    return Planned(event, {key: now[key] for key in mine}, mine, announced, tuple(moved))


def _moved_days(event: Event, days: int) -> dict[str, Any]:
    """The days of the event: the first one stays where something has been played."""
    begun = Round.objects.filter(section__event=event, state=Round.State.CLOSED).exists()
    keys = ("ends",) if begun else ("starts", "ends")
    try:
        return {key: getattr(event, key) + timedelta(days=days) for key in keys}
    except OverflowError:
        raise Refusal("event-year", field="move_days", first=FIRST_YEAR, last=LAST_YEAR) from None


def _moved(times: Iterable[EventTime], shift: Shift) -> list[tuple[EventTime, date]]:
    try:
        moved = moved_times(times, shift)
    except OverflowError:
        moved = None
    if moved is None or not all(is_showable(at) for _, at in moved):
        raise Refusal("event-year", field="move_days", first=FIRST_YEAR, last=LAST_YEAR)
    _check_entry_times(moved)
    return moved


def _check_entry_times(moved: Iterable[tuple[EventTime, date]]) -> None:
    """Entries close after they have opened, late ones later. Raises ``entry-times``."""
    forms: dict[int, dict[str, Any]] = {}
    for time, at in moved:
        if isinstance(time.row, EntryForm):
            fields = ("opens_at", "closes_at", "late_until")
            row = time.row
            forms.setdefault(row.pk, {name: getattr(row, name) for name in fields})[time.field] = at
    for form in forms.values():
        if any(later <= earlier for earlier, later in pairwise(filter(None, form.values()))):
            raise Refusal("entry-times", field="move_days")


@act(on=EVENT, right=Act.EDIT_EVENT, done=_("event settings changed"))
def change_event(
    *,
    event: Event,
    by: User,
    name: Annotated[str | None, Field(longest=120)] = None,
    native_name: Annotated[str | None, Field(longest=120)] = None,
    slug: Annotated[str | None, Field(longest=50)] = None,
    starts: Annotated[date | None, Field()] = None,
    ends: Annotated[date | None, Field()] = None,
    place: Annotated[str | None, Field(longest=120)] = None,
    time_zone: Annotated[str | None, Field(longest=64)] = None,
    description: Annotated[Mapping[str, str] | None, Field()] = None,
    contact: Annotated[str | None, Field(longest=LONGEST_CONTACT)] = None,
    documents: Annotated[str | None, Field(longest=LONGEST_DOCUMENTS)] = None,
    officials_shown: Annotated[bool | None, Field()] = None,
    titles_shown: Annotated[bool | None, Field()] = None,
    framed_by: Annotated[str | None, Field(longest=400)] = None,
    keep_clock: Annotated[bool, Field()] = False,
    move_days: Annotated[int, Field(least=-3660, most=3660)] = 0,
    reason: Annotated[str, Field(longest=200)] = "",
    seen: Annotated[Mapping[str, Any] | None, Field()] = None,
    once: str = "",
) -> ActResult[EventChanged]:
    """Change what an event says of itself, when it is and where; None leaves a setting as it is.

    ``description``: by language, as ``zh_hans``; ``seen``: the values that the person's screen showed.
    ``keep_clock``: in another time zone times keep what the clock in the hall shows, not their instant.
    ``move_days``: the days of the event and every time that has not passed move by so many."""
    named = {
        "name": name,
        "native_name": native_name,
        "slug": slug,
        "starts": starts,
        "ends": ends,
        "place": place,
        "time_zone": time_zone,
        "contact": contact,
        "documents": documents,
        "officials_shown": officials_shown,
        "titles_shown": titles_shown,
        "framed_by": None if framed_by is None else " ".join(framed_by.lower().split()),
        **{f"description_{language}": text for language, text in (description or {}).items()},
    }
    wanted = {key: value for key, value in named.items() if value is not None}
    # A schedule that is being set, and a form that is being saved, are waited for.
    # A schedule that is being set, and a form that is being saved, are waited for.
    list(event.sections.order_by("pk").select_for_update())
    planned = planned_changes(
        event, wanted=wanted, seen=seen, reason=reason, keep_clock=keep_clock, move_days=move_days
    )
    if not planned.after:
        return no_change({"event": event.pk, "slug": event.slug, "changed": []})
    former = event.slug
    for key, value in planned.after.items():
        _, of_description, language = key.partition("description_")
        if of_description:
            texts = {**event.description, language: value}
            event.description = {code: text for code, text in texts.items() if text}
        else:
            setattr(event, key, value)
    event.save()
    write_times(planned.moved)
    for round_ in Round.objects.filter(pk__in=_rounds_of(planned.moved)).select_related("section"):
        await_start(round_)
    if event.slug != former:
        _move(event, former)
    if "ends" in planned.after:
        await_deletion()
    pages.event_renamed(event)
    notify_event(event)
    answer: EventChanged = {"event": event.pk, "slug": event.slug, "changed": list(planned.after)}
    notes = _notes(planned) | ({"move_days": move_days} if move_days else {})
    return ActResult(answer, before=as_journalled(planned.before), after=as_journalled(planned.after) | notes)


def _rounds_of(moved: Iterable[tuple[EventTime, date]]) -> set[int]:
    """Those that start at another time, or a match of which does."""
    rows = [time.row for time, _ in moved]
    rounds = {row.pk for row in rows if isinstance(row, Round)}
    return rounds | {row.round_id for row in rows if isinstance(row, Match)}


def _zone(name: str) -> ZoneInfo:
    """Raises the `Refusal` that names the field."""
    try:
        check_zone(name)
    except ValidationError:
        raise Refusal("event-zone-invalid", field="time_zone", zone=name) from None
    return ZoneInfo(name)


def _check(
    event: Event, now: Mapping[str, Any], mine: Mapping[str, Any], moved: Iterable[tuple[EventTime, date]]
) -> None:
    """Whether the event can be so. Raises the `Refusal` that names the field."""
    if not now["name"].strip():
        raise Refusal("event-name-needed", field="name")
    for key in mine:
        if key in ("name", "native_name", "place"):
            check_name(key, mine[key], most=120)
        elif key == "contact":
            check_name(key, mine[key], most=LONGEST_CONTACT)
        elif key in QUIET and len(mine[key]) > LONGEST_DESCRIPTION:
            raise Refusal("name-too-long", field=key, length=len(mine[key]), limit=LONGEST_DESCRIPTION)
    _check_sites(mine.get("framed_by", ""))
    if "documents" in mine:
        _check_documents(mine["documents"])
    if "slug" in mine:
        check_slug_form(mine["slug"])
        check_address(mine["slug"], of=event)
        # What is being rendered carries the address.
        for round_ in Round.objects.filter(section__event=event).exclude(state=Round.State.CLOSED):
            refuse_while_busy(round_)
    if "time_zone" in mine:
        _zone(mine["time_zone"])
    if {"starts", "ends", "time_zone"} & mine.keys():
        _check_days(event, now, mine, moved)


def _check_sites(text: str) -> None:
    """Raises ``site-invalid``."""
    for site in () if text == NO_SITE else text.split():
        if not SITE.fullmatch(site):
            raise Refusal("site-invalid", field="framed_by", site=site)


def _check_documents(text: str) -> None:
    """Check that each line is a title, then an address."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_DOCUMENTS:
        raise Refusal("too-many-documents", field="documents", count=len(lines), limit=MOST_DOCUMENTS)
    for line in lines:
        title, _blank, address = line.strip().rpartition(" ")
        try:
            URLValidator(["http", "https"])(address)
        except ValidationError:
            raise Refusal("document-line", field="documents", line=line[:80]) from None
        if not title.strip():
            raise Refusal("document-line", field="documents", line=line[:80])
        check_name("documents", title, most=120)


def _check_days(
    event: Event, now: Mapping[str, Any], mine: Mapping[str, Any], moved: Iterable[tuple[EventTime, date]]
) -> None:
    """``moved``: what stands elsewhere by then. Raises the `Refusal` that names the field."""
    starts, ends, zone = now["starts"], now["ends"], ZoneInfo(now["time_zone"])
    for key in ("starts", "ends"):
        if not is_showable(now[key]):
            raise Refusal("event-year", field=key, first=FIRST_YEAR, last=LAST_YEAR)
    if ends < starts:
        raise Refusal("event-dates", field="ends")
    then = {(type(time.row), time.row.pk): at for time, at in moved if isinstance(at, datetime)}
    by_section: dict[int, list[tuple[int, datetime, bool]]] = {}
    for row, round_, at, match in timed_rounds(event):
        start = then.get((type(row), row.pk), at)
        if match is None:
            by_section.setdefault(round_.section_id, []).append((round_.number, start, start != at))
        day = start.astimezone(zone).date()
        if not starts <= day <= ends:
            field = "starts" if day < starts else "ends"
            raise Refusal(
                "event-days-rounds" if match is None else "event-days-matches",
                field=field if field in mine else "time_zone",
                section=plain_name(round_.section),
                round=round_.number,
                table=match,
                day=day.isoformat(),
                starts=starts.isoformat(),
                ends=ends.isoformat(),
            )
    for rounds in by_section.values():
        for (earlier, first, moved_too), (number, second, moves) in pairwise(sorted(rounds)):
            # Only those that are over stay.
            if second <= first and moves and not moved_too:
                raise Refusal("schedule-order", field="move_days", round=number, earlier=earlier)


def timed_rounds(event: Event) -> Iterator[tuple[Round | Match, Round, datetime, int | None]]:
    """Yield rounds with their starts, then matches of teams that do not start with their rounds."""
    for round_ in _timed_rounds(event):
        if round_.starts_at is not None:
            yield round_, round_, round_.starts_at, None
    for match in _timed_matches(event):
        if match.starts_at is not None:
            yield match, match.round, match.starts_at, match.table


def _timed_matches(event: Event) -> list[Match]:
    matches = Match.objects.filter(round__section__event=event, starts_at__isnull=False)
    matches = matches.exclude(round__state=Round.State.CLOSED).select_related("round__section")
    return list(matches.defer("round__draft_input", "round__draft_changes").order_by("starts_at", "pk"))


def _timed_rounds(event: Event) -> list[Round]:
    rounds = Round.objects.filter(section__event=event, starts_at__isnull=False).select_related("section")
    return list(rounds.defer("draft_input", "draft_changes").order_by("starts_at", "section__position"))


def _move(event: Event, former: str) -> None:
    """Everything that is published stands under the new address."""
    FormerAddress.objects.filter(slug=event.slug).delete()
    FormerAddress.objects.create(event=event, slug=former)
    published.move(f"e/{former}/", paths.event_path(event))


def as_journalled(values: Mapping[str, Any]) -> dict[str, Any]:
    """As the journal keeps them."""
    return {
        key: value.isoformat() if isinstance(value, date) else value
        for key, value in values.items()
        if key not in QUIET
    }


def _notes(planned: Planned) -> dict[str, Any]:
    texts = [key for key in planned.after if key in QUIET]
    whole = not texts and not planned.moved
    notes = {"texts": texts, "told": list(planned.announced), "times": len(planned.moved), "whole": whole}
    return {key: value for key, value in notes.items() if value}
