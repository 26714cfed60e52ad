"""Answer when rounds and matches start, for calendars that follow them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from portal import published
from portal.journal.models import JournalEntry
from tournaments.models import Event, Match, Section
from tournaments.queries.public.public import (
    EventRef,
    SectionRef,
    event_ref,
    path_of,
    rounds_by_number,
    section_of,
    section_ref,
)
from tournaments.queries.public.public_matches import TeamRef, moved_matches, rounds_of_teams, team_ref
from tournaments.queries.public.public_state import PUBLIC_STATES, PublicSnapshot

# Of each side, in a long game: how much of the day a round takes from whoever plays or watches.
MOVES = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A round with a start, or one ``match`` of it that has its own; ``teams``: who plays that. ``key``: the
    id of its section; ``path``: where it can be read of; ``cancelled``: it had this start, and has none
    now."""

    key: int
    section: SectionRef
    number: int
    match: int | None = None
    teams: Sequence[TeamRef] = ()
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
    sections_with_rounds = sections.prefetch_related(rounds_by_number())
    public = [section for section in sections_with_rounds if not published.is_withheld(path_of(section))]
    return _calendar(event, public, None, f"e/{event.slug}/")


def section_calendar(key: int) -> CalendarPage:
    section = section_of(key)
    return _calendar(section.event, [section], section_ref(section), path_of(section))


def _calendar(
    event: Event, sections: Sequence[Section], section: SectionRef | None, path: str
) -> CalendarPage:
    earlier, last_set = _earlier_starts(sections)
    matches, last_moved = _match_sittings(sections)
    stamp = max((at for at in (last_set, last_moved) if at), default=None)
    return CalendarPage(
        key=event.pk,
        event=event_ref(event),
        section=section,
        path=path,
        stamp=stamp or datetime.combine(event.starts, time(), UTC),
        sittings=[*_sittings(sections, earlier), *matches],
    )


# By section and round.
Starts = Mapping[int, Mapping[int, datetime]]


def _sittings(sections: Sequence[Section], earlier: Starts) -> list[Sitting]:
    sittings = []
    for section in sections:
        rounds = {round_.number: round_ for round_ in section.round_set.all()}
        starts = {number: round_.starts_at for number, round_ in rounds.items() if round_.starts_at}
        gone = {n: at for n, at in earlier.get(section.pk, {}).items() if n not in starts}
        length = _length(section)
        for number, at in sorted((starts | gone).items()):
            public = number in rounds and rounds[number].state in PUBLIC_STATES
            path = f"{path_of(section)}round/{number}/" if public else path_of(section)
            sittings.append(
                Sitting(
                    key=section.pk,
                    section=section_ref(section),
                    number=number,
                    starts=at,
                    ends=at + length,
                    control=str(section.time_control),
                    path=path,
                    cancelled=number in gone,
                )
            )
    return sittings


def _length(section: Section) -> timedelta:
    control = section.time_control
    return timedelta(seconds=2 * (control.main + MOVES * control.increment))


def _match_sittings(sections: Sequence[Section]) -> tuple[list[Sitting], datetime | None]:
    """List the matches of public rounds with own starts, and when one was last moved."""
    rounds = rounds_of_teams(sections, PublicSnapshot())
    earlier, last = _earlier_moves(rounds)
    by_key = {section.pk: section for section in sections}
    sittings = [
        _match_sitting(by_key[key], match, match.starts_at)
        for key, moved in moved_matches(sections, rounds).items()
        for match in moved
        if match.starts_at
    ]
    # A calendar keeps what it was told: a match that went back to its round's start is told as cancelled.
    unmoved = Match.objects.filter(round__in=rounds, starts_at=None)
    for match in unmoved.select_related("first", "second").order_by("pk") if earlier else ():
        at = earlier.get((match.round_id, match.table))
        if at is not None:
            match.round = rounds[match.round_id]
            sittings.append(_match_sitting(by_key[match.round.section_id], match, at, cancelled=True))
    return sittings, last


def _match_sitting(section: Section, match: Match, at: datetime, *, cancelled: bool = False) -> Sitting:
    return Sitting(
        key=section.pk,
        section=section_ref(section),
        number=match.round.number,
        match=match.table,
        teams=[team_ref(team) for team in (match.first, match.second) if team],
        starts=at,
        ends=at + _length(section),
        control=str(section.time_control),
        path=f"{path_of(section)}round/{match.round.number}/",
        cancelled=cancelled,
    )


def _earlier_moves(
    rounds: Iterable[int],
) -> tuple[Mapping[tuple[int, int | None], datetime], datetime | None]:
    """Return the last own start of each match that the journal knows of, and when one was last set."""
    targets = {f"round:{key}": key for key in rounds}
    starts: dict[tuple[int, int | None], datetime] = {}
    last = None
    entries = JournalEntry.objects.filter(target__in=targets, act="move_match").order_by("pk")
    # Without rounds nothing is asked.
    lines = entries.values_list("target", "at", "before", "after") if targets else ()
    for target, set_at, before, after in lines:
        last = set_at
        for facts in (before, after):
            if isinstance(facts, dict) and facts.get("match_start"):
                starts[targets[target], facts.get("table")] = datetime.fromisoformat(facts["match_start"])
    return starts, last


def _earlier_starts(sections: Sequence[Section]) -> tuple[Starts, datetime | None]:
    """The last starts that the journal knows of, and when one was last set. One query."""
    targets = {f"section:{section.pk}": section.pk for section in sections}
    entries = JournalEntry.objects.filter(target__in=targets, act="set_schedule").order_by("pk")
    starts: dict[int, dict[int, datetime]] = {}
    last = None
    for target, set_at, before, after in entries.values_list("target", "at", "before", "after"):
        last = set_at
        for facts in (before, after):
            for number, at in (facts or {}).get("start_times", {}).items():
                if at:
                    starts.setdefault(targets[target], {})[int(number)] = datetime.fromisoformat(at)
    return starts, last
