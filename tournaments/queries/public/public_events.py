"""What everybody reads of events: which there are, one with its sections, and when its rounds start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
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
from tournaments.queries.notices.announcements import PublicNotice, Text, nearest, public_notices
from tournaments.queries.notices.documents import document_path, documents_of
from tournaments.queries.notices.logos import logo_of, logo_path
from tournaments.queries.notices.officials import Duty, OfficialLine, duties, shown_officials
from tournaments.queries.public.public import (
    FileLink,
    Named,
    OrganisationLine,
    PublicTimeControl,
    RoundLine,
    control_of,
    heading_host,
    organisation_line,
    path_of,
    public_name,
    rounds_by_number,
    starts_of,
)
from tournaments.queries.public.public_matches import TeamRef, moved_matches, rounds_of_teams, team_ref
from tournaments.queries.public.public_now import SectionLine, section_lines
from tournaments.queries.public.public_state import (
    TAKEN_BACK,
    PublicSnapshot,
    PublicState,
    with_sections_back,
)
from tournaments.wording.grounds import stored_reason_text
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
class EventPicture:
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
class ProgrammeLine:
    """A round, of one section or of several that start it at the same time. ``path``: of its page, below the
    event's, where it is of one section and public. ``current``: it is played."""

    time: str
    number: int
    sections: Sequence[Named]
    path: str
    current: bool
    reported: int
    games: int


@dataclass(frozen=True, slots=True)
class ProgrammeDay:
    day: Day
    lines: Sequence[ProgrammeLine]

    @property
    def current(self) -> bool:
        return any(line.current for line in self.lines)


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
    announcements: Annotated[Sequence[PublicNotice], _("Of the whole event, pinned ones first.")]
    picture: Hidden[EventPicture | None]
    host: Hidden[Named | None]
    scheduled: Hidden[bool]
    programme: Hidden[Sequence[ProgrammeDay]]
    # The list of its games, below a language; empty while there are none.
    games: Hidden[str]
    files: Hidden[Sequence[FileLink]] = ()

    @property
    def lead(self) -> SectionLine | None:
        """The section that is played, else the first of which a round is public."""
        begun = [line for line in self.sections if line.current]
        return next((line for line in begun if line.in_play), next(iter(begun), None))

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
    time_control: PublicTimeControl
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
class UnsetStarts:
    """A section with the numbers of its rounds to come that have no start."""

    section: SectionTimes
    numbers: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulePage:
    event: Named
    time_zone: str
    sections: Sequence[SectionTimes]
    host: Hidden[Named | None]
    place: Hidden[str]
    starts: Hidden[Day]
    ends: Hidden[Day]

    @property
    def days(self) -> list[tuple[str, list[Timed]]]:
        """Group rounds of all sections, and matches with own times, by day and hour of the event."""
        zone = ZoneInfo(self.time_zone)
        timed = [
            Timed(datetime.fromisoformat(round_.starts).astimezone(zone), section, round_)
            for section in self.sections
            for round_ in section.rounds
            if round_.starts
        ]
        for section in self.sections:
            rounds = {round_.number: round_ for round_ in section.rounds}
            timed += [
                Timed(
                    datetime.fromisoformat(round_.starts).astimezone(zone),
                    section,
                    rounds[round_.round],
                    match=round_,
                )
                for round_ in section.matches
            ]
        timed.sort(key=lambda round_: round_.at)
        return [
            (day.isoformat(), list(rounds)) for day, rounds in groupby(timed, lambda round_: round_.at.date())
        ]

    @property
    def unset(self) -> list[UnsetStarts]:
        """Rounds to come without a start, by section."""
        unset = [
            UnsetStarts(section, [row.number for row in section.rounds if not row.state and not row.starts])
            for section in self.sections
        ]
        return [row for row in unset if row.numbers]


def event_line(event: Event, sections: Sequence[Named] = ()) -> EventLine:
    """An event in a list."""
    return extended(
        EventLine,
        public_name(event),
        place=event.place,
        starts=event.starts.isoformat(),
        ends=event.ends.isoformat(),
        url=api_address(f"e/{event.slug}/"),
        sections=sections,
    )


def public_documents(event: Event, files: Iterable[Document] | None = None) -> list[EventDocument]:
    """Its files, then its links. One query where ``files`` were not read before."""
    documents = [
        EventDocument(
            document.title,
            f"/en/{document_path(event.slug, document)}",
            document.kind,
            document.format,
            document.size,
        )
        for document in (documents_of(event) if files is None else files)
    ]
    links = (line.strip().rpartition(" ") for line in event.documents.splitlines())
    return documents + [EventDocument(title.strip(), address) for title, _blank, address in links if title]


def regulations_of(event: Event) -> list[EventDocument]:
    """List what who enters agrees to; one query."""
    documents = public_documents(event)
    regulations = [document for document in documents if document.kind == Document.Kind.REGULATIONS]
    # Without a file of that kind, the links that the organisers give.
    return regulations or [document for document in documents if not document.kind]


def event(key: int, moment: PublicSnapshot) -> EventPage:
    """One event and its sections."""
    sections = with_sections_back(Section.objects.annotate(players=Count("entries")))
    sections = sections.prefetch_related(rounds_by_number())
    rows = Event.objects.select_related("organisation")
    event_row = rows.prefetch_related(Prefetch("sections", queryset=sections)).get(pk=key)
    public = public_sections(event_row)
    lines = section_lines(public, moment)
    logo = logo_of(event_row)
    games = f"e/{event_row.slug}/-/games/"
    return EventPage(
        event=public_name(event_row),
        place=event_row.place,
        starts=event_row.starts.isoformat(),
        ends=event_row.ends.isoformat(),
        time_zone=event_row.time_zone,
        organisation=organisation_line(event_row.organisation) if event_row.organisation else None,
        logo=f"/en/download/{logo_path(event_row, logo)}" if logo else None,
        description=[
            Text(code.replace("_", "-"), text) for code, text in sorted(event_row.description.items()) if text
        ],
        contact=event_row.contact,
        documents=public_documents(event_row),
        changes=_changes(event_row),
        sections=list(lines.values()),
        officials=shown_officials(event_row),
        announcements=public_notices(event_row),
        picture=EventPicture(logo_path(event_row, logo), logo.width, logo.height) if logo else None,
        host=heading_host(event_row),
        scheduled=any(r.starts_at for section in public for r in section.round_set.all()),
        programme=_programme(event_row, public, lines, moment),
        games=games if published.Page.objects.filter(path=games, withdrawn=False).exists() else "",
    )


def _programme(
    event: Event, sections: Sequence[Section], lines: Mapping[int, SectionLine], moment: PublicSnapshot
) -> list[ProgrammeDay]:
    """The rounds by day and hour of the event's clock; no query."""
    zone = ZoneInfo(event.time_zone)
    starts: dict[tuple[datetime, int], list[tuple[Section, Round]]] = {}
    for section in sections:
        for round_ in section.round_set.all():
            if round_.starts_at:
                starts.setdefault((round_.starts_at.astimezone(zone), round_.number), []).append(
                    (section, round_)
                )
    several = len({section.pk for rounds in starts.values() for section, _round in rounds}) > 1
    days: dict[date, list[ProgrammeLine]] = {}
    for (at, number), rounds in sorted(starts.items(), key=lambda item: item[0]):
        in_play = [lines[section.pk].current for section, _round in rounds if lines[section.pk].in_play]
        now = [current for current in in_play if current and current.number == number]
        (section, round_), alone = rounds[0], len(rounds) == 1
        line = ProgrammeLine(
            time=f"{at:%H:%M}",
            number=number,
            sections=[public_name(section) for section, _round in rounds] if several else [],
            path=f"{section.slug}/round/{number}/" if alone and moment.public_state(round_) else "",
            current=bool(now),
            reported=sum(current.reported for current in now),
            games=sum(current.games for current in now),
        )
        days.setdefault(at.date(), []).append(line)
    return [ProgrammeDay(day.isoformat(), tuple(of_day)) for day, of_day in days.items()]


def _changes(event: Event) -> list[EventChange]:
    """What the public was told, as the journal has it: the newest `MOST_CHANGES`. One query."""
    changes = JournalEntry.objects.filter(
        target=f"event:{event.pk}", act="change_event", after__has_key="told"
    )
    return [
        EventChange(
            change.at.isoformat(),
            [key for key in (change.after or {})["told"] if key in SETTINGS],
            stored_reason_text(change.reason),
        )
        for change in changes.order_by("-pk")[:MOST_CHANGES]
    ]


def schedule(key: int, moment: PublicSnapshot) -> SchedulePage:
    """Every section that is open with its time control and rounds."""
    event = Event.objects.select_related("organisation").get(pk=key)
    sections = list(
        with_sections_back(event.sections.exclude(state=Section.State.DRAFT))
        .filter(**{TAKEN_BACK: False})
        .select_related("event")
        .prefetch_related(rounds_by_number())
    )
    moved = moved_matches(sections, rounds_of_teams(sections, moment))
    return SchedulePage(
        event=public_name(event),
        time_zone=event.time_zone,
        sections=[_times(section, moved[section.pk], moment) for section in sections],
        host=heading_host(event),
        place=event.place,
        starts=event.starts.isoformat(),
        ends=event.ends.isoformat(),
    )


def _times(section: Section, moved: Sequence[Match], moment: PublicSnapshot) -> SectionTimes:
    return extended(
        SectionTimes,
        public_name(section),
        time_control=control_of(section),
        online=section.online,
        rounds=[_start(round_, path_of(section), moment) for round_ in section.round_set.all()],
        matches=[
            MatchStart(
                round=match.round.number,
                table=match.table or 0,
                first=team_ref(match.first),
                second=team_ref(match.second),
                starts=match.starts_at.isoformat(),
            )
            for match in moved
            if match.second and match.starts_at
        ],
        url=api_address(path_of(section)),
    )


def _start(round_: Round, path: str, moment: PublicSnapshot) -> Start:
    state = moment.public_state(round_)
    return Start(
        number=round_.number,
        starts=starts_of(round_),
        url=api_address(f"{path}round/{round_.number}/") if state else None,
        state=state,
    )


def public_sections(event: Event) -> list[Section]:
    """List the sections that are neither in preparation nor taken back, of an event with its sections."""
    return [
        section
        for section in event.sections.all()
        if section.state != Section.State.DRAFT and not getattr(section, TAKEN_BACK, False)
    ]
