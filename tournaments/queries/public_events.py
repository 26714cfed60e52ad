"""What everybody reads of events: which there are, one with its sections, and when its rounds start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Annotated
from zoneinfo import ZoneInfo

from django.db.models import Count, Prefetch
from django.utils.translation import gettext_lazy as _

from portal.published.documents import ADDRESS, Day, Hidden, extended
from tournaments.models import Event, Round, Section
from tournaments.queries.addresses import api_address
from tournaments.queries.logos import logo_of, logo_path
from tournaments.queries.public import (
    FileLink,
    Named,
    RoundLine,
    SectionRef,
    TimeControl,
    control_of,
    listed_events,
    named,
    path_of,
    rounds_by_number,
    section_ref,
    starts_of,
)
from tournaments.queries.public_state import Moment, PublicState


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    slug: str
    name: str
    native_name: str
    place: str
    starts: Day
    ends: Day
    url: Annotated[str, ADDRESS]
    sections: Hidden[Sequence[Named]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage:
    events: Sequence[EventLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionLine(SectionRef):
    state: Section.State
    latest_round: Annotated[int | None, _("The latest published round.")]
    players: int


@dataclass(frozen=True, slots=True)
class Picture:
    """``path``: of its file, below ``download/``."""

    path: str
    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPage:
    event: Named
    place: str
    starts: Day
    ends: Day
    time_zone: str
    logo: Annotated[str | None, _("URL of the logo, PNG.")]
    sections: Sequence[SectionLine]
    picture: Hidden[Picture | None]
    scheduled: Hidden[bool]
    files: Hidden[Sequence[FileLink]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(RoundLine):
    state: Annotated[PublicState | None, _("null until the round is published.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionTimes(Named):
    time_control: TimeControl
    online: Annotated[bool, _("A player not present ten minutes after the start loses (Tiantian 2020, 3).")]
    rounds: Sequence[Start]
    url: Annotated[str, ADDRESS]


@dataclass(frozen=True, slots=True)
class Timed:
    """A round with a start, ``at`` on the event's clock."""

    at: datetime
    section: SectionTimes
    round: Start


@dataclass(frozen=True, slots=True)
class Unset:
    """A section with the numbers of its rounds to come that have no start."""

    section: SectionTimes
    numbers: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulePage:
    event: Named
    time_zone: str
    sections: Sequence[SectionTimes]
    place: Hidden[str]
    starts: Hidden[Day]
    ends: Hidden[Day]

    @property
    def days(self) -> list[tuple[str, list[Timed]]]:
        """The rounds of all sections by day and hour of the event's clock."""
        zone = ZoneInfo(self.time_zone)
        timed = [
            Timed(datetime.fromisoformat(one.starts).astimezone(zone), section, one)
            for section in self.sections
            for one in section.rounds
            if one.starts
        ]
        timed.sort(key=lambda one: one.at)
        return [(day.isoformat(), list(rounds)) for day, rounds in groupby(timed, lambda one: one.at.date())]

    @property
    def unset(self) -> list[Unset]:
        """Rounds to come without a start, by section."""
        found = [
            Unset(section, [one.number for one in section.rounds if not one.state and not one.starts])
            for section in self.sections
        ]
        return [one for one in found if one.numbers]


def home() -> HomePage:
    """Listed events that are not archived, the latest first."""
    events = listed_events().filter(archived=False).prefetch_related("sections")
    return HomePage(
        events=[event_line(event, [named(section) for section in _public(event)]) for event in events]
    )


def event_line(found: Event, sections: Sequence[Named] = ()) -> EventLine:
    """An event in a list."""
    return extended(
        EventLine,
        named(found),
        place=found.place,
        starts=found.starts.isoformat(),
        ends=found.ends.isoformat(),
        url=api_address(f"e/{found.slug}/"),
        sections=sections,
    )


def event(key: int, moment: Moment) -> EventPage:
    """One event and its sections."""
    sections = Section.objects.annotate(players=Count("entries")).prefetch_related(rounds_by_number())
    found = Event.objects.prefetch_related(Prefetch("sections", queryset=sections)).get(pk=key)
    public = _public(found)
    logo = logo_of(found)
    return EventPage(
        event=named(found),
        place=found.place,
        starts=found.starts.isoformat(),
        ends=found.ends.isoformat(),
        time_zone=found.time_zone,
        logo=f"/en/download/{logo_path(found.slug, logo.digest)}" if logo else None,
        sections=[_section_line(section, moment) for section in public],
        picture=Picture(logo_path(found.slug, logo.digest), logo.width, logo.height) if logo else None,
        scheduled=any(r.starts_at for section in public for r in section.round_set.all()),
    )


def _section_line(found: Section, moment: Moment) -> SectionLine:
    return extended(
        SectionLine,
        section_ref(found),
        state=moment.section_state(found),
        latest_round=max((r.number for r in moment.rounds(found)), default=None),
        players=found.players,  # type: ignore[attr-defined]  # annotated above
    )


def schedule(key: int, moment: Moment) -> SchedulePage:
    """Every section that is open with its time control and rounds."""
    found = Event.objects.get(pk=key)
    sections = found.sections.exclude(state=Section.State.DRAFT).select_related("event")
    return SchedulePage(
        event=named(found),
        time_zone=found.time_zone,
        sections=[_times(section, moment) for section in sections.prefetch_related(rounds_by_number())],
        place=found.place,
        starts=found.starts.isoformat(),
        ends=found.ends.isoformat(),
    )


def _times(found: Section, moment: Moment) -> SectionTimes:
    return extended(
        SectionTimes,
        named(found),
        time_control=control_of(found),
        online=found.online,
        rounds=[_start(round_, path_of(found), moment) for round_ in found.round_set.all()],
        url=api_address(path_of(found)),
    )


def _start(found: Round, path: str, moment: Moment) -> Start:
    state = moment.public_state(found)
    return Start(
        number=found.number,
        starts=starts_of(found),
        url=api_address(f"{path}round/{found.number}/") if state else None,
        state=state,
    )


def _public(found: Event) -> list[Section]:
    return [section for section in found.sections.all() if section.state != Section.State.DRAFT]
