"""What all public pages share: who and where. Each page has a module of its own beside this one, with a
question that answers in one frozen dataclass. Every question takes the `PublicSnapshot` that it is asked for;
nothing of a draft is answered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypedDict, cast, get_args

from django.db.models import Exists, OuterRef, Prefetch, QuerySet, Value
from django.db.models.functions import Concat
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from portal import published
from portal.published.documents import ADDRESS, Day, Hidden, Time, component, extended
from portal.published.reading import read_once
from tournaments import models
from tournaments.models import Entry, Event, Federation, Organisation, ResultReport, Round, Section
from tournaments.models.site import the_site
from tournaments.queries.addresses import api_address, organisation_address
from tournaments.queries.departures import Departure
from tournaments.queries.public.public_state import PublicSnapshot, with_rounds_back
from tournaments.queries.teams.matches import as_seated
from tournaments.standings.tiebreaks import default_tie_breaks
from tournaments.state.causes import is_in_lists
from tournaments.state.namesakes import Apart
from tournaments.state.time_control import TimeControl as Control
from tournaments.wording.causes import cause_text
from tournaments.wording.options import acts_by_itself, time_control

ResultValue = Literal["1-0", "0-1", "1/2", "0-0", "1/2-0", "0-1/2"]
# What a game can end in.
RESULTS: tuple[ResultValue, ...] = get_args(ResultValue)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    slug: str
    name: str
    native_name: Annotated[str, _("In Chinese; may be empty.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganisationLine(Named):
    level: Annotated[str, _("world, continent, nation, province or club.")]
    url: Annotated[str, ADDRESS]

    @property
    def path(self) -> str:
        return f"o/{self.slug}/"

    @property
    def level_name(self) -> str:
        return str(Organisation.Level(self.level).label)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRef(Named):
    url: Annotated[str, ADDRESS]
    place: Hidden[str]
    starts: Hidden[Day]
    ends: Hidden[Day]
    zone: Hidden[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionRef(Named):
    game: Section.Game
    rounds: Annotated[int, _("Number of rounds.")]
    rulebook: Annotated[str, _("The rulebook that games are played and judged by; empty for none.")]
    automatic: Annotated[
        bool, _("Whether its rules act by themselves (played online); otherwise the referee rules.")
    ]
    first_move: Annotated[
        Section.FirstMove,
        _("Empty where colours are as paired; otherwise they are decided at the table by this."),
    ]
    url: Annotated[str, ADDRESS]
    byes: Hidden[bool]
    # Paired as European tournaments of go are, which cite no Chinese articles.
    is_by_value: Hidden[bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What can be read of a section: its public rounds, after which rounds there are standings, and whether
    there is a bracket, a list of teams, a crosstable, lists by board, a list of games; whether its prizes are
    awarded, its ratings estimated, its norms shown, entries taken on line; which rounds depart from the
    regulations, how; ``main``: what its points are, a criterion; ``host``: whose name heads its pages
    (`heading_host`)."""

    published: Sequence[int]
    standings: Sequence[int]
    bracket: bool
    teams: bool
    crosstable: bool
    boards: bool
    games: bool
    prizes: bool
    all_rounds: bool
    ratings: bool
    norms: bool
    entry_form: bool
    departures: Mapping[int, Sequence[Departure]]
    main: str
    host: Named | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Framed:
    # What all pages of a section begin with.
    event: EventRef
    section: SectionRef
    frame: Hidden[Frame]


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePart:
    """Which part of a long table a page shows (`queries.public_parts`)."""

    number: Annotated[int, _("From 1.")]
    count: Annotated[int, _("How many parts there are.")]
    rows: Annotated[int, _("Rows of all parts together.")]
    previous: Annotated[str | None, _("URL of the document of the part before; null for the first.")]
    next: Annotated[str | None, _("URL of the document of the next part; null for the last.")]
    places: Annotated[str, _("URL of the document that says where everybody is.")]
    labels: Hidden[Sequence[str]]
    of_rounds: Hidden[int] = 0
    """How many of the labels, the last ones, are of rounds and not of rows."""

    @property
    def is_first(self) -> bool:
        return self.number == 1

    @property
    def names(self) -> list[str]:
        """The labels in the reader's language."""
        rows = len(self.labels) - self.of_rounds
        rounds = [gettext("R%(number)s") % {"number": label} for label in self.labels[rows:]]
        return [*self.labels[:rows], *rounds]


PartOfTable = Annotated[TablePart | None, _("Which part of a long table this is; null where it is whole.")]


class Framing(TypedDict):
    """The fields of `Framed`."""

    event: EventRef
    section: SectionRef
    frame: Frame


TITLE_HELP = _("A code such as GM, IM or NM; as it was written where it is none that is known.")
BOARD_HELP = _("Number of the board in a match of teams; null elsewhere.")
GRADE_HELP = _("5d dan, 3k kyu, 9p professional dan; as it was written where it is neither.")


@component("Person")
@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPerson:
    number: Annotated[int | None, _("Drawn by lot; null before the draw.")]
    name: str
    native_name: Annotated[str, _("May be empty.")]
    federation: Annotated[str, _("Three-letter code.")]
    apart: Hidden[Apart | None] = None
    called: Hidden[str] = ""
    """The title that stands behind the name; empty where the event does not wish it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonReference:
    """Somebody who has a public page."""

    code: Annotated[str, _("The same on every site that an event of the person is restored on.")]
    name: str
    native_name: Annotated[str, _("May be empty.")]
    federation: Annotated[str, _("Three-letter code.")]


@component("Result")
@dataclass(frozen=True, slots=True)
class PublicResult:
    value: Annotated[ResultValue, _("From the point of view of the seats at the table.")]
    forfeit: bool
    cause: Annotated[str, _("How the game ended; empty for ordinary play.")] = ""
    article: Annotated[str, _("Of the section's rulebook, that decides; may be empty.")] = ""
    margin: Annotated[int | None, _("Of a count: quarters of a stone above the line.")] = None
    rated: Annotated[
        str, _("What it counts as for ratings alone, from the same point of view; empty where the same.")
    ] = ""

    @property
    def words(self) -> str:
        """What public lists say of how the game ended."""
        return cause_text(self.cause, margin=self.margin) if is_in_lists(self.cause) else ""

    @property
    def all_words(self) -> str:
        """What the page of a game says of it, with the article."""
        return cause_text(self.cause, self.article, self.margin)


@component("TimeControl")
@dataclass(frozen=True, slots=True, kw_only=True)
class PublicTimeControl:
    base_seconds: int
    increment_seconds: int
    move_limit: int | None
    overtime_periods: Annotated[int, _("Periods of byo-yomi; 0 without.")]
    overtime_seconds: Annotated[int, _("Of each period, byo-yomi or Canadian.")]
    overtime_moves: Annotated[int, _("Moves within each Canadian period; 0 without.")]
    text: Annotated[str, _("As people write it.")]

    def __str__(self) -> str:
        control = Control(
            self.base_seconds,
            self.increment_seconds,
            self.overtime_periods,
            self.overtime_seconds,
            self.overtime_moves,
        )
        return time_control(control, self.move_limit)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    number: int
    starts: Time | None
    url: Annotated[str | None, _("null until the round is published.")]


@dataclass(frozen=True, slots=True)
class FileLink:
    """A file that can be kept: its page, and its name, untranslated."""

    path: str
    text: str


def listed_events() -> QuerySet[Event]:
    """Select the events that everybody may know of: listed, and not taken back from the public."""
    # No prefix that is withheld is shorter than an event's.
    address = Concat(Value("e/"), OuterRef("slug"), Value("/"))
    return Event.objects.filter(~Exists(published.Withheld.objects.filter(prefix=address)), listed=True)


def unlisted_prefixes() -> list[str]:
    """Below which pages are only for those who know their address. One query."""
    return [f"e/{slug}/" for slug in Event.objects.filter(listed=False).values_list("slug", flat=True)]


def section_of(key: int) -> Section:
    """A section with its event and rounds, in two queries; once for the pages that are rendered together."""
    sections = Section.objects.select_related("event__organisation", "entry_form", "appeal_rules")
    return read_once(("section", key), lambda: sections.prefetch_related(rounds_by_number()).get(pk=key))


def rounds_by_number() -> Prefetch[str]:
    """Prefetch the rounds of sections in order, each with whether it was taken back."""
    # What their drafts were computed from is large, and no page shows it.
    rounds = Round.objects.defer("draft_input", "draft_changes").order_by("number")
    return Prefetch("round_set", with_rounds_back(rounds))


def framing(section: Section, moment: PublicSnapshot) -> Framing:
    """Answer what all pages of a section share; ``section`` comes from `section_of`."""
    # Read once for pages that are rendered together.
    return read_once(("framing", section.pk), lambda: _framing(section, moment))


def _framing(section: Section, moment: PublicSnapshot) -> Framing:
    modes = moment.modes(section)
    frame = Frame(
        published=[r.number for r in moment.rounds(section)],
        standings=moment.standings_after(section),
        bracket=has_bracket(section, moment),
        teams=section.teams.exists(),
        # In a knock-out the bracket shows all that a crosstable could.
        crosstable=section.system != Section.System.KNOCK_OUT,
        boards=section.of_teams,
        games=published.Page.objects.filter(path=f"{path_of(section)}games/", withdrawn=False).exists(),
        prizes=section.awards.exists(),
        all_rounds=section.all_rounds_public,
        ratings=section.shows_ratings,
        norms=section.norms_public,
        entry_form=hasattr(section, "entry_form") and section.state == Section.State.OPEN,
        departures={mode.round: mode.departures for mode in modes if mode.departures},
        main=main_score(section),
        host=heading_host(section.event),
    )
    return {"event": event_ref(section.event), "section": section_ref(section), "frame": frame}


def heading_host(event: Event) -> Named | None:
    """Return whose name and mark head all pages of an event; None where nobody has a name."""
    if event.organisation:
        return public_name(event.organisation)
    # The site has no address of its own.
    return named_site(read_once("site", the_site).name)


def named_site(name: str) -> Named | None:
    return Named(slug="", name=name, native_name="") if name else None


def path_of(section: Section) -> str:
    """The section's page. Below it stand those of its rounds, standings and players."""
    return f"e/{section.event.slug}/{section.slug}/"


def organisation_line(organisation: Organisation) -> OrganisationLine:
    return OrganisationLine(
        slug=organisation.slug,
        name=organisation.name,
        native_name=organisation.native_name,
        level=organisation.level,
        url=organisation_address(organisation.slug),
    )


# What the site's menu leads to besides the front page, and the pages of an organisation, below its address.
DIRECTORIES = ("organisations/", "players/", "games/")
OF_ORGANISATIONS = ("", "players/", "documents/")


def directory_paths(most: int) -> list[str]:
    """Of what the site's menu leads to, and of organisations' pages, the newest first: at most ``most``, for
    the site map. One query."""
    slugs = Organisation.objects.order_by("-pk").values_list("slug", flat=True)[
        : most // len(OF_ORGANISATIONS)
    ]
    below = [f"o/{slug}/{page}" for slug in slugs for page in OF_ORGANISATIONS]
    return [*DIRECTORIES, *below][:most]


def public_name(item: Event | Section | Organisation) -> Named:
    return Named(slug=item.slug, name=item.name, native_name=item.native_name)


def event_ref(event: Event) -> EventRef:
    return extended(
        EventRef,
        public_name(event),
        url=api_address(f"e/{event.slug}/"),
        place=event.place,
        starts=event.starts.isoformat(),
        ends=event.ends.isoformat(),
        zone=event.time_zone,
    )


def section_ref(section: Section) -> SectionRef:
    return extended(
        SectionRef,
        public_name(section),
        game=Section.Game(section.game),
        rounds=section.rounds,
        rulebook=section.rulebook,
        automatic=acts_by_itself(section.rulebook, online=section.online),
        first_move=Section.FirstMove(section.first_move),
        url=api_address(path_of(section)),
        byes=section.has_byes,
        is_by_value=section.is_by_value,
    )


def control_of(section: Section) -> PublicTimeControl:
    control = section.time_control
    return PublicTimeControl(
        base_seconds=control.main,
        increment_seconds=control.increment,
        move_limit=section.move_limit,
        overtime_periods=control.periods,
        overtime_seconds=control.period,
        overtime_moves=control.moves,
        text=str(control),
    )


def starts_of(round_: Round) -> str | None:
    return round_.starts_at.isoformat() if round_.starts_at else None


def ranked_by(section: Section) -> list[str]:
    """List what decides, in order."""
    if section.is_by_value:
        return list(section.tiebreaks or default_tie_breaks(section.system))
    criteria = ["points", *(section.tiebreaks or default_tie_breaks(section.system))]
    # By how far everybody came, and nothing else.
    if section.system == Section.System.KNOCK_OUT:
        return ["knock-out"]
    # Who plays a final stands before all points.
    return ["knock-out", *criteria] if section.options.get("final") else criteria


def main_score(section: Section) -> str:
    """What the column of points holds: the McMahon score, or the wins, where that comes first."""
    first = ranked_by(section)[0]
    return first if section.is_by_value and first in ("MMS", "NBW") else "points"


def has_bracket(section: Section, moment: PublicSnapshot) -> bool:
    """Tell whether the public sees a bracket."""
    public = moment.unbroken(section)
    if section.system == Section.System.KNOCK_OUT:
        return bool(public or section.options.get("places"))
    final = section.options.get("final")
    return bool(final and final.get("players") and public and public[-1].number > final["after"])


def results_of(reports: Iterable[ResultReport]) -> list[PublicResult]:
    """The results of a table's games, seen from its seats."""
    return [
        public_result(
            report,
            cast("ResultValue", as_seated(report.value, report.game)),
            rated=as_seated(report.detail.get("rated", ""), report.game),
        )
        for report in reports
    ]


def public_result(report: ResultReport, value: ResultValue, *, rated: str = "") -> PublicResult:
    """The report as the public sees it, with the ``value``, and what is ``rated``, as it is looked at."""
    margin = report.detail.get("margin")
    return PublicResult(value, report.forfeit, report.cause, report.article, margin, rated)


def person(
    entry: Entry, namesakes: Mapping[int, Apart] | None = None, *, titled: bool = False
) -> PublicPerson:
    """Answer who it is; ``entry`` comes with its player, ``namesakes`` of its section, in a list."""
    player = entry.player
    return PublicPerson(
        number=entry.number,
        name=player.name,
        native_name=player.native_name,
        federation=player.federation_id,
        apart=namesakes.get(entry.pk) if namesakes else None,
        # The event may wish the title behind the name.
        called=(player.title or player.grade) if titled else "",
    )


def public_person(person: models.Person) -> PersonReference:
    return PersonReference(
        code=str(person.uid),
        name=person.name,
        native_name=person.native_name,
        federation=person.federation_id,
    )


def people(section: Section, among: Collection[int] | None = None) -> dict[int, PublicPerson]:
    """Everybody who has a number, by number; or only those ``among`` these numbers."""
    entries = section.entries.filter(number__isnull=False).select_related("player").order_by("number")
    if among is not None:
        entries = entries.filter(number__in=among)
    titled = section.event.titles_shown
    return {entry.number or 0: person(entry, section.namesakes, titled=titled) for entry in entries}


def federation_names(federation: Federation) -> Mapping[str, str]:
    """The name in every language, by language."""
    return {
        "en": federation.name_en,
        "zh-hans": federation.name_zh_hans,
        "zh-hant": federation.name_zh_hant,
        "vi": federation.name_vi,
    }
