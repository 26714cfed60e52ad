"""When the rounds of an event or a section start, for calendars that follow them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from portal import published
from portal.journal.models import JournalEntry
from tournaments.models import Event, Section
from tournaments.queries.public import (
    EventRef,
    SectionRef,
    event_ref,
    path_of,
    rounds_by_number,
    section_of,
    section_ref,
)
from tournaments.queries.public_state import PUBLIC_STATES

MOVES = 60
"""Of each side, in a game that is long: how much of the day a round takes from whoever plays or watches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A round with a start. ``key``: the id of its section; ``path``: where it can be read of; ``cancelled``:
    it had this start, and has none now."""

    key: int
    section: SectionRef
    number: int
    starts: datetime
    ends: datetime
    control: str
    path: str
    cancelled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarPage:
    """``path``: of the page for people; ``key``: the event's id; ``stamp``: when the schedule was last set,
    the first day of the event before that."""

    key: int
    event: EventRef
    section: SectionRef | None
    path: str
    stamp: datetime
    sittings: Sequence[Sitting]


def event_calendar(key: int) -> CalendarPage:
    """The rounds of every public section."""
    event = Event.objects.get(pk=key)
    sections = event.sections.exclude(state=Section.State.DRAFT).select_related("event")
    found = sections.prefetch_related(rounds_by_number())
    shown = [one for one in found if not published.is_withheld(path_of(one))]
    return _calendar(event, shown, None, f"e/{event.slug}/")


def section_calendar(key: int) -> CalendarPage:
    section = section_of(key)
    return _calendar(section.event, [section], section_ref(section), path_of(section))


def _calendar(
    event: Event, sections: Sequence[Section], section: SectionRef | None, path: str
) -> CalendarPage:
    earlier, last_set = _earlier_starts(sections)
    return CalendarPage(
        key=event.pk,
        event=event_ref(event),
        section=section,
        path=path,
        stamp=last_set or datetime.combine(event.starts, time(), UTC),
        sittings=_sittings(sections, earlier),
    )


Starts = Mapping[int, Mapping[int, datetime]]
"""By section and round."""


def _sittings(sections: Sequence[Section], earlier: Starts) -> list[Sitting]:
    found = []
    for section in sections:
        rounds = {one.number: one for one in section.round_set.all()}
        starts = {number: one.starts_at for number, one in rounds.items() if one.starts_at}
        gone = {n: at for n, at in earlier.get(section.pk, {}).items() if n not in starts}
        control = section.time_control
        length = timedelta(seconds=2 * (control.main + MOVES * control.increment))
        for number, at in sorted((starts | gone).items()):
            public = number in rounds and rounds[number].state in PUBLIC_STATES
            path = f"{path_of(section)}round/{number}/" if public else path_of(section)
            found.append(
                Sitting(
                    key=section.pk,
                    section=section_ref(section),
                    number=number,
                    starts=at,
                    ends=at + length,
                    control=str(control),
                    path=path,
                    cancelled=number in gone,
                )
            )
    return found


def _earlier_starts(sections: Sequence[Section]) -> tuple[Starts, datetime | None]:
    """The last starts that the journal knows of, and when one was last set. One query."""
    targets = {f"section:{one.pk}": one.pk for one in sections}
    entries = JournalEntry.objects.filter(target__in=targets, act="set_schedule").order_by("pk")
    found: dict[int, dict[int, datetime]] = {}
    last = None
    for target, set_at, before, after in entries.values_list("target", "at", "before", "after"):
        last = set_at
        for facts in (before, after):
            for number, at in (facts or {}).get("start_times", {}).items():
                if at:
                    found.setdefault(targets[target], {})[int(number)] = datetime.fromisoformat(at)
    return found, last
