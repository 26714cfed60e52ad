"""Which papers there are, what each of them shows, and which have been made.

A *kind* belongs to a round, to standings, to a table of a round or to the whole section; the apps register
theirs (`register_kinds`). Its *question* answers with plain values like those of the published pages. How
they are set stands in ``paper``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from django.db.models import Max, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from portal.outbox import Job
from portal.policy import Refusal
from portal.published.documents import extended
from tournaments.models import Entry, Official, Paper, RoundVersion, Section, Standing
from tournaments.queries.departures import Departure, departing, departures
from tournaments.queries.norms import asks_for_norms
from tournaments.queries.notices.officials import OfficialLine, signing_official
from tournaments.queries.public.public import (
    Framed,
    PublicPerson,
    federation_names,
    framing,
    person,
    section_of,
)
from tournaments.queries.public.public_all_rounds import AllRoundsPage, all_rounds
from tournaments.queries.public.public_crosstable import CrosstablePage, cross
from tournaments.queries.public.public_norms import NormsPage, norms_shown
from tournaments.queries.public.public_rounds import public_round_page
from tournaments.queries.public.public_standings import PrizePlace, PublicPrize, StandingsPage, standings_page
from tournaments.queries.public.public_state import NotPublicError, PublicSnapshot, to_the_minute
from tournaments.queries.refereeing.referee_reports import names_in, newest_signed
from tournaments.queries.teams.matches import deciders_of
from tournaments.queries.tournament import entries_with_players, numbered_entries
from tournaments.wording.teams.deciding import step_text

NOW = PublicSnapshot(staff=True)
# Papers that everybody may have quote nothing that was taken back, whoever prints them.
EVERYBODY = PublicSnapshot()


class Scope(StrEnum):
    """To what a paper belongs. A receipt is its ``part`` of the section."""

    ROUND = "round"
    STANDINGS = "standings"
    SECTION = "section"
    TABLE = "table"
    RECEIPT = "receipt"


@dataclass(frozen=True, slots=True)
class PaperKind:
    """Describe a kind of paper; ``question(section id, number, part)`` may raise `Refusal` or
    `NotPublicError`.

    ``public``: everybody may have it without signing in. ``live``: its contents go on changing while the
    version stays. ``numbered``: only once the players have their numbers. ``offered``: whether a section has
    anything for it."""

    key: str
    title: str | Promise
    scope: Scope
    question: Callable[[int, int, int], Framed]
    public: bool = False
    live: bool = False
    numbered: bool = True
    offered: Callable[[Section], bool] = lambda section: True


@dataclass(frozen=True, slots=True)
class WantedPaper:
    """One paper that somebody asks for."""

    section: Section
    kind: PaperKind
    number: int
    part: int
    language: str
    size: str

    @property
    def key(self) -> str:
        """Under which the outbox knows the work."""
        key_in_section = f"{self.kind.key}:{self.number}:{self.part}:{self.language}:{self.size}"
        return f"{prefix_of(self.section)}{key_in_section}"


@dataclass(frozen=True, slots=True)
class PrintoutVersion:
    """Of which version a paper is, since when (ISO 8601, to the minute; empty for none) and its digest.
    ``departures``: of a round, how it departs from the regulations; None where it is of no single round."""

    version: int
    at: str
    digest: str
    departures: Sequence[Departure] | None = None


def prefix_of(section: Section) -> str:
    return f"paper:section:{section.pk}:"


_kinds: dict[str, PaperKind] = {}


def register_kinds(kinds: Iterable[PaperKind]) -> None:
    """Have these papers offered; called in ``AppConfig.ready()``."""
    _kinds.update({kind.key: kind for kind in kinds})


def kinds() -> list[PaperKind]:
    """Every kind, in the order in which they were registered."""
    return list(_kinds.values())


def kind_of_paper(key: str) -> PaperKind | None:
    return _kinds.get(key)


def edition_of(wanted: WantedPaper) -> PrintoutVersion:
    """What the paper would be made of now. Raises `Refusal` ``paper-no-round`` or ``paper-no-standings``."""
    if wanted.kind.scope in (Scope.SECTION, Scope.RECEIPT):
        return PrintoutVersion(0, "", "")
    if wanted.kind.scope is Scope.STANDINGS:
        frozen = Standing.objects.filter(section=wanted.section, after_round=wanted.number)
        standing = frozen.order_by("-version").first()
        if standing is None:
            raise Refusal("paper-no-standings", round=wanted.number)
        return PrintoutVersion(standing.version, to_the_minute(standing.at.isoformat()), standing.digest)
    versions = RoundVersion.objects.filter(round__section=wanted.section, round__number=wanted.number)
    version = versions.annotate(**departing("round__")).order_by("-number").first()
    if version is None:
        raise Refusal("paper-no-round", round=wanted.number)
    at = to_the_minute(version.at.isoformat())
    return PrintoutVersion(version.number, at, version.digest, departures(version))


def contents_of(wanted: WantedPaper) -> Framed:
    """What the paper shows. Raises `Refusal`, also for what the public does not see yet."""
    try:
        return wanted.kind.question(wanted.section.pk, wanted.number, wanted.part)
    except NotPublicError:
        code = "paper-no-standings" if wanted.kind.scope is Scope.STANDINGS else "paper-no-round"
        raise Refusal(code, round=wanted.number) from None


def newest_paper(wanted: WantedPaper) -> Paper | None:
    """The paper of the newest version that there is, without its bytes."""
    return _papers(wanted).defer("body").order_by("-version").first()


def paper_of_contents(wanted: WantedPaper, digest: str) -> Paper | None:
    """The paper of just these contents, if it is kept, without its bytes."""
    return _papers(wanted).defer("body").filter(digest=f"sha256:{digest}").first()


def takes_back(section: Section) -> bool:
    """Whether a round of it was taken back, so that an older paper may quote what nobody is to read."""
    return bool(EVERYBODY.taken_back(section))


def _papers(wanted: WantedPaper) -> QuerySet[Paper]:
    return Paper.objects.filter(
        section=wanted.section,
        kind=wanted.kind.key,
        number=wanted.number,
        part=wanted.part,
        language=wanted.language,
        size=wanted.size,
    )


def newest_papers(section: Section, language: str, size: str) -> dict[tuple[str, int, int], Paper]:
    """The newest of each paper of a section, by kind, number and part, without their bytes. One query."""
    papers = Paper.objects.filter(section=section, language=language, size=size).defer("body")
    return {(paper.kind, paper.number, paper.part): paper for paper in papers.order_by("version")}


def versions_of(section: Section) -> Mapping[tuple[Scope, int], int]:
    """The newest version of each public round and of each frozen standings. Two queries."""
    rounds = RoundVersion.objects.filter(round__section=section).values_list("round__number")
    standings = section.standings.values_list("after_round")
    return {
        **{(Scope.ROUND, n): v for n, v in rounds.order_by().annotate(newest=Max("number"))},
        **{(Scope.STANDINGS, n): v for n, v in standings.order_by().annotate(newest=Max("version"))},
    }


def work_on(section: Section) -> dict[str, Job]:
    """The newest work on each paper of a section, by its key. One query."""
    jobs = Job.objects.filter(kind="paper", key__startswith=prefix_of(section)).order_by("pk")
    return {job.key: job for job in jobs}


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPlayer(PublicPerson):
    """Somebody with all that is known for a list or a badge."""

    title: str
    grade: str
    club: str
    native_club: str
    province: str
    native_province: str
    team: str
    rating: int | None
    federation_names: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersPage(Framed):
    """Everybody who plays on; on a starting list everybody who was there at the start."""

    players: Sequence[PaperPlayer]
    deciders: Sequence[str] = ()
    """How a level match of two goes on: its steps, in the language of the paper."""


def _all_rounds(key: int, number: int, part: int) -> AllRoundsPage:
    try:
        return all_rounds(key, EVERYBODY)
    except NotPublicError:
        raise Refusal("paper-no-all-rounds") from None


def _players(key: int, number: int, part: int) -> PlayersPage:
    section = section_of(key)
    entries = numbered_entries(section)
    if not entries:
        raise Refusal("lots-not-drawn")
    players = [_player(entry, section) for entry in entries if entry.withdrawn_after is None]
    deciders = [] if section.of_teams else [step_text(step, of_teams=False) for step in deciders_of(section)]
    return PlayersPage(**framing(section, NOW), players=players, deciders=deciders)


def _starting(key: int, number: int, part: int) -> PlayersPage:
    section = section_of(key)
    entries = list(entries_with_players(section).exclude(withdrawn_after=0))
    if not entries:
        raise Refusal("paper-no-entries")
    return PlayersPage(**framing(section, NOW), players=[_player(entry, section) for entry in entries])


def _starting_by_number(key: int, number: int, part: int) -> PlayersPage:
    page = _starting(key, number, part)
    if any(player.number is None for player in page.players):
        raise Refusal("lots-not-drawn")
    return page


def _player(entry: Entry, section: Section) -> PaperPlayer:
    about, titled = entry.player, section.event.titles_shown
    return extended(
        PaperPlayer,
        person(entry, section.namesakes),
        title=about.title if titled else "",
        grade=about.grade if titled else "",
        club=about.club,
        native_club=about.native_club,
        province=about.province,
        native_province=about.native_province,
        team=entry.team.name if entry.team else "",
        rating=entry.rating,
        federation_names=federation_names(about.federation),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificatesPage(StandingsPage):
    """``referee``, ``organiser``: whose names stand below the lines; None where the event names nobody."""

    referee: OfficialLine | None = None
    organiser: OfficialLine | None = None


def _certificates(key: int, number: int, part: int) -> CertificatesPage:
    """The prizes of the standings; without lists of prizes the first three."""
    page = standings_page(key, number, NOW)
    first = [PrizePlace(row.rank, row.player) for row in page.rows if row.rank <= 3]
    values = {item.name: getattr(page, item.name) for item in fields(page)}
    values["prizes"] = page.prizes or [PublicPrize("", "", first)]
    section = section_of(key)
    return CertificatesPage(
        **values,
        referee=signing_official(section, Official.Role.CHIEF),
        organiser=signing_official(section, Official.Role.ORGANISER),
    )


def as_published(
    page: Callable[[int, int, PublicSnapshot], Framed],
    *of: str,
    refusal: str = "",
    moment: PublicSnapshot = EVERYBODY,
) -> Callable[[int, int, int], Framed]:
    """Make the question of a paper that shows what a public page shows, or these parts ``of`` it."""

    def question(key: int, number: int, part: int) -> Framed:
        answer = page(key, number, moment)
        # A paper with nothing on it is refused.
        if of and not any(getattr(answer, name) for name in of):
            raise Refusal(refusal, round=number)
        return answer

    return question


def _norm_report(key: int, number: int, part: int) -> NormPaper:
    """Of a section that is over: who has a norm, with the crosstable."""
    section = section_of(key)
    page = norms_shown(section, NOW)
    reached = [norm for norm in page.norms if norm.met]
    if not (page.over and reached):
        raise Refusal("paper-no-norms")
    after = max(NOW.standings_after(section), default=None)
    values = {item.name: getattr(page, item.name) for item in fields(page)} | {"norms": reached}
    return NormPaper(**values, table=None if after is None else cross(key, after, NOW))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPaper(Framed):
    """The chief referee's report as it was signed; ``people`` by number."""

    version: int
    at: str
    by: str
    report_digest: str
    remarks: str
    data: Mapping[str, Any]
    people: Mapping[int, PublicPerson]


def _referee_report(key: int, number: int, part: int) -> ReportPaper:
    section = section_of(key)
    signed = newest_signed(section)
    if signed is None:
        raise Refusal("paper-no-report")
    return ReportPaper(
        **framing(section, NOW),
        version=signed.number,
        at=to_the_minute(signed.at.isoformat()),
        by=str(signed.by or ""),
        report_digest=signed.digest,
        remarks=signed.remarks,
        data=signed.data,
        people={number: person(entry, section.namesakes) for number, entry in names_in(section).items()},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NormPaper(NormsPage):
    """``table``: the crosstable after the last round; None where none was frozen."""

    table: CrosstablePage | None


KINDS = (
    PaperKind("starting-number", _("Starting list by number"), Scope.SECTION, _starting_by_number, live=True),
    PaperKind(
        "starting-name", _("Starting list by name"), Scope.SECTION, _starting, live=True, numbered=False
    ),
    PaperKind(
        "starting-rating", _("Starting list by rating"), Scope.SECTION, _starting, live=True, numbered=False
    ),
    PaperKind(
        "starting-federation",
        _("Starting list by federation"),
        Scope.SECTION,
        _starting,
        live=True,
        numbered=False,
    ),
    PaperKind(
        "all-rounds",
        _("All rounds"),
        Scope.SECTION,
        _all_rounds,
        public=True,
        live=True,
        offered=lambda section: section.all_rounds_public,
    ),
    PaperKind(
        "pairings",
        _("Pairings by table"),
        Scope.ROUND,
        as_published(public_round_page, "tables", "byes", refusal="paper-no-pairings"),
        public=True,
        offered=lambda section: not section.of_teams,
    ),
    PaperKind("by-name", _("Pairings by name"), Scope.ROUND, as_published(public_round_page), public=True),
    PaperKind(
        "scoresheets",
        _("Blank scoresheets"),
        Scope.ROUND,
        as_published(public_round_page, "tables", refusal="paper-no-pairings", moment=NOW),
    ),
    PaperKind("standings", _("Standings"), Scope.STANDINGS, as_published(standings_page), public=True),
    PaperKind("crosstable", _("Crosstable"), Scope.STANDINGS, as_published(cross), public=True),
    PaperKind(
        "teams",
        _("Teams"),
        Scope.STANDINGS,
        as_published(standings_page, "teams", refusal="paper-no-teams"),
        public=True,
        offered=lambda section: not section.of_teams and section.teams.exists(),
    ),
    PaperKind(
        "prize-list",
        _("Prize list"),
        Scope.STANDINGS,
        as_published(standings_page, "prizes", refusal="paper-no-prizes"),
        public=True,
        live=True,
        offered=lambda section: section.prizes.exists(),
    ),
    PaperKind("certificates", _("Certificates"), Scope.STANDINGS, _certificates),
    PaperKind(
        "norm-report",
        _("Report of norms (IT1)"),
        Scope.SECTION,
        _norm_report,
        live=True,
        offered=asks_for_norms,
    ),
    PaperKind(
        "norm-certificates",
        _("Certificates of norms"),
        Scope.SECTION,
        _norm_report,
        live=True,
        offered=asks_for_norms,
    ),
    PaperKind(
        "referee-report",
        _("Referee’s report"),
        Scope.SECTION,
        _referee_report,
        live=True,
        offered=lambda section: section.state == Section.State.FINISHED,
    ),
    PaperKind("table-cards", _("Table cards"), Scope.SECTION, _players),
    PaperKind("badges", _("Badges"), Scope.SECTION, _players),
)
