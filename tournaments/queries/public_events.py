"""What everybody reads of events: which there are, one with its sections, and when its rounds start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Annotated
from zoneinfo import ZoneInfo

from django.db.models import Count, Prefetch
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext_lazy as _

from portal import published
from portal.journal.models import JournalEntry
from portal.published.documents import ADDRESS, Day, Hidden, Time, extended
from tournaments.models import Document, Event, Match, Round, Section
from tournaments.queries.addresses import api_address
from tournaments.queries.announcements import Notice, Text, nearest, of_event
from tournaments.queries.documents import document_path, documents_of
from tournaments.queries.logos import logo_of, logo_path
from tournaments.queries.officials import Duty, OfficialLine, duties, shown_officials
from tournaments.queries.public import (
    FileLink,
    Named,
    OrganisationLine,
    RoundLine,
    TimeControl,
    control_of,
    named,
    organisation_line,
    path_of,
    rounds_by_number,
    starts_of,
)
from tournaments.queries.public_matches import TeamRef, moved_matches, rounds_of_teams, team_ref
from tournaments.queries.public_now import SectionLine, section_lines
from tournaments.queries.public_state import TAKEN_BACK, Moment, PublicState, with_sections_back
from tournaments.wording.grounds import reason_text
from tournaments.wording.lists import listed
from tournaments.wording.settings import SETTINGS

MOST_CHANGES = 5


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


@dataclass(frozen=True, slots=True)
class Picture:
    """``path``: of its file, below ``download/``."""

    path: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class EventDocument:
    """``kind``, ``format`` and ``size``: of a file; of a link elsewhere they are empty."""

    title: Annotated[str, _("May be empty for a file; its kind says what it is.")]
    url: str
    kind: Annotated[str, _("regulations, invitation, programme, accommodation, other; empty for a link.")] = (
        ""
    )
    format: Annotated[str, _("Ending of the file's name; empty for a link.")] = ""
    size: Annotated[int | None, _("Bytes; null for a link.")] = None

    @property
    def words(self) -> str:
        return self.title or str(Document.Kind(self.kind).label)

    @property
    def about(self) -> str:
        """What kind of file it is, and how large."""
        if self.size is None:
            return ""
        return f"{Document.Format(self.format).label}, {filesizeformat(self.size)}"


@dataclass(frozen=True, slots=True)
class EventChange:
    at: Time
    settings: Annotated[Sequence[str], _("What was changed after it had been public.")]
    reason: str

    @property
    def words(self) -> str:
        """The settings as a person reads them."""
        return listed(str(SETTINGS[key]) for key in self.settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPage:
    event: Named
    place: str
    starts: Day
    ends: Day
    time_zone: str
    organisation: Annotated[OrganisationLine | None, _("Whose event it is; null where it is nobody's.")]
    logo: Annotated[str | None, _("URL of the logo, PNG.")]
    description: Sequence[Text]
    contact: str
    documents: Sequence[EventDocument]
    changes: Annotated[Sequence[EventChange], _("The newest first.")]
    sections: Sequence[SectionLine]
    officials: Annotated[Sequence[OfficialLine], _("Who serves at the whole event, in order.")]
    announcements: Annotated[Sequence[Notice], _("Of the whole event, pinned ones first.")]
    picture: Hidden[Picture | None]
    scheduled: Hidden[bool]
    # The list of its games, below a language; empty while there are none.
    games: Hidden[str]
    files: Hidden[Sequence[FileLink]] = ()

    @property
    def about(self) -> Text | None:
        """The description that a reader of this page's language gets: in it, in the nearest, in any."""
        return nearest(self.description) if self.description else None

    @property
    def duties(self) -> list[Duty]:
        """The officials by duty."""
        return duties(self.officials)


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(RoundLine):
    state: Annotated[PublicState | None, _("null until the round is published.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStart:
    round: int
    table: Annotated[int, _("Number of the match.")]
    first: TeamRef
    second: TeamRef
    starts: Time


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionTimes(Named):
    time_control: TimeControl
    online: Annotated[bool, _("A player not present ten minutes after the start loses (Tiantian 2020, 3).")]
    rounds: Sequence[Start]
    matches: Annotated[
        Sequence[MatchStart], _("Matches of teams that do not start with their round, of published rounds.")
    ]
    url: Annotated[str, ADDRESS]


@dataclass(frozen=True, slots=True)
class Timed:
    """A round with a start, or a ``match`` of it with one of its own, ``at`` on the event's clock."""

    at: datetime
    section: SectionTimes
    round: Start
    match: MatchStart | None = None

    @property
    def starts(self) -> str | None:
        return self.match.starts if self.match else self.round.starts

    @property
    def key(self) -> str:
        """Names its line on the page."""
        return f"{self.section.slug}-{self.round.number}" + (f"-{self.match.table}" if self.match else "")


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
        """The rounds of all sections, and matches with times of their own, by day and hour of the event's
        clock."""
        zone = ZoneInfo(self.time_zone)
        timed = [
            Timed(datetime.fromisoformat(one.starts).astimezone(zone), section, one)
            for section in self.sections
            for one in section.rounds
            if one.starts
        ]
        for section in self.sections:
            rounds = {one.number: one for one in section.rounds}
            timed += [
                Timed(
                    datetime.fromisoformat(one.starts).astimezone(zone), section, rounds[one.round], match=one
                )
                for one in section.matches
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
    sections = with_sections_back(Section.objects.annotate(players=Count("entries")))
    sections = sections.prefetch_related(rounds_by_number())
    rows = Event.objects.select_related("organisation")
    found = rows.prefetch_related(Prefetch("sections", queryset=sections)).get(pk=key)
    public = public_sections(found)
    logo = logo_of(found)
    games = f"e/{found.slug}/-/games/"
    return EventPage(
        event=named(found),
        place=found.place,
        starts=found.starts.isoformat(),
        ends=found.ends.isoformat(),
        time_zone=found.time_zone,
        organisation=organisation_line(found.organisation) if found.organisation else None,
        logo=f"/en/download/{logo_path(found, logo)}" if logo else None,
        description=[
            Text(code.replace("_", "-"), text) for code, text in sorted(found.description.items()) if text
        ],
        contact=found.contact,
        documents=[
            EventDocument(one.title, f"/en/{document_path(found.slug, one)}", one.kind, one.format, one.size)
            for one in documents_of(found)
        ]
        + [
            EventDocument(title.strip(), address)
            for title, _blank, address in (
                line.strip().rpartition(" ") for line in found.documents.splitlines()
            )
            if title
        ],
        changes=_changes(found),
        sections=list(section_lines(public, moment).values()),
        officials=shown_officials(found),
        announcements=of_event(found),
        picture=Picture(logo_path(found, logo), logo.width, logo.height) if logo else None,
        scheduled=any(r.starts_at for section in public for r in section.round_set.all()),
        games=games if published.Page.objects.filter(path=games, withdrawn=False).exists() else "",
    )


def _changes(found: Event) -> list[EventChange]:
    """What the public was told, as the journal has it: the newest `MOST_CHANGES`. One query."""
    told = JournalEntry.objects.filter(target=f"event:{found.pk}", act="change_event", after__has_key="told")
    return [
        EventChange(
            one.at.isoformat(),
            [key for key in (one.after or {})["told"] if key in SETTINGS],
            reason_text(one.reason),
        )
        for one in told.order_by("-pk")[:MOST_CHANGES]
    ]


def schedule(key: int, moment: Moment) -> SchedulePage:
    """Every section that is open with its time control and rounds."""
    found = Event.objects.get(pk=key)
    sections = list(
        with_sections_back(found.sections.exclude(state=Section.State.DRAFT))
        .filter(**{TAKEN_BACK: False})
        .select_related("event")
        .prefetch_related(rounds_by_number())
    )
    moved = moved_matches(sections, rounds_of_teams(sections, moment))
    return SchedulePage(
        event=named(found),
        time_zone=found.time_zone,
        sections=[_times(section, moved[section.pk], moment) for section in sections],
        place=found.place,
        starts=found.starts.isoformat(),
        ends=found.ends.isoformat(),
    )


def _times(found: Section, moved: Sequence[Match], moment: Moment) -> SectionTimes:
    return extended(
        SectionTimes,
        named(found),
        time_control=control_of(found),
        online=found.online,
        rounds=[_start(round_, path_of(found), moment) for round_ in found.round_set.all()],
        matches=[
            MatchStart(
                round=one.round.number,
                table=one.table or 0,
                first=team_ref(one.first),
                second=team_ref(one.second),
                starts=one.starts_at.isoformat(),
            )
            for one in moved
            if one.second and one.starts_at
        ],
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


def public_sections(found: Event) -> list[Section]:
    """Those that are neither in preparation nor taken back, of an event with its sections
    (`with_sections_back`)."""
    return [
        section
        for section in found.sections.all()
        if section.state != Section.State.DRAFT and not getattr(section, TAKEN_BACK, False)
    ]
