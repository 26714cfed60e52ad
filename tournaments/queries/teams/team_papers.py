"""Answer what papers show where teams meet; boards of secret line-ups are printed empty, to be filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from portal.policy import Refusal
from portal.published.documents import extended
from tournaments.models import Entry, Match, Round, Section, Team
from tournaments.queries.papers import NOW, PaperKind, Scope, as_published
from tournaments.queries.public.public import (
    Framed,
    PublicPerson,
    PublicResult,
    framing,
    person,
    section_of,
    starts_of,
)
from tournaments.queries.public.public_boards import boards
from tournaments.queries.public.public_crosstable import cross
from tournaments.queries.public.public_matches import MatchLine, TeamRef, match_lines, team_ref
from tournaments.queries.public.public_standings import standings_page
from tournaments.queries.seats import seated_pairings
from tournaments.queries.teams.desk_matches import BoardRow, MatchRow, match_rows
from tournaments.queries.teams.team_matches import (
    away_in,
    match_first_sides,
    match_tables,
    matches_in,
    team_settings_of,
    teams_with_rosters,
)
from tournaments.state.namesakes import Apart


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board of a match: its table in the hall, the player of the first team and that of the second, None
    for nobody. ``results`` with the first team's points first."""

    number: int
    table: int
    first: PublicPerson | None
    second: PublicPerson | None
    first_begins: bool
    results: Sequence[PublicResult]

    @property
    def first_side(self) -> str:
        return "first" if self.first_begins else "second"

    @property
    def second_side(self) -> str:
        return "second" if self.first_begins else "first"


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A match with all its boards. ``has_line_ups``: whether it is known who sits at them."""

    line: MatchLine
    boards: Sequence[BoardLine]
    has_line_ups: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesPage(Framed):
    round: int
    starts: str | None
    matches: Sequence[MatchSheet]
    resting: Sequence[TeamRef]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperMember(PublicPerson):
    """``away``: absent in the round, or withdrawn."""

    title: str
    grade: str
    rating: int | None
    away: bool


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """What one captain fills in. ``sides``: by board, with which side the team plays there; ``until``: when
    it is due, None where nobody has said."""

    team: TeamRef
    opponent: TeamRef
    match: int
    sides: Sequence[str]
    members: Sequence[PaperMember]
    until: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpsPage(Framed):
    round: int
    starts: str | None
    boards: int
    sheets: Sequence[TeamSheet]


@dataclass(frozen=True, slots=True)
class Roster:
    team: TeamRef
    members: Sequence[PaperMember]


@dataclass(frozen=True, slots=True, kw_only=True)
class RostersPage(Framed):
    """``boards``: of a match; members behind so many are reserves."""

    boards: int
    teams: Sequence[Roster]


def _matches(key: int, number: int, part: int) -> MatchesPage:
    section = section_of(key)
    round_ = NOW.round(section, number)
    lines, resting = match_lines(round_, seated_pairings([round_]))
    if not (lines or resting):
        raise Refusal("paper-no-pairings", round=number)
    rows = {row.match.table: row for row in match_rows(round_)}
    return MatchesPage(
        **framing(section, NOW),
        round=number,
        starts=starts_of(round_),
        matches=[_sheet(round_, line, rows[line.table]) for line in lines],
        resting=resting,
    )


def _only_matches(key: int, number: int, part: int) -> MatchesPage:
    """Of a round in which teams meet."""
    page = _matches(key, number, part)
    if not page.matches:
        raise Refusal("paper-no-pairings", round=number)
    return page


def _sheet(round_: Round, line: MatchLine, row: MatchRow) -> MatchSheet:
    settings, begins = team_settings_of(round_.section), match_first_sides(row.match, round_)
    by_number = {row.number: row for row in row.boards}
    apart = round_.section.namesakes if row.boards else {}
    return MatchSheet(
        line,
        [
            _board(by_number.get(board), apart, board, table, first_begins=begins[board - 1])
            for board, table in enumerate(match_tables(round_.section, settings, line.table), 1)
        ],
        has_line_ups=bool(row.boards),
    )


def _board(
    row: BoardRow | None, apart: Mapping[int, Apart], number: int, table: int, *, first_begins: bool
) -> BoardLine:
    if row is None:
        return BoardLine(number, table, None, None, first_begins, ())
    first, second = (person(entry, apart) if entry else None for entry in (row.ours, row.theirs))
    results: Sequence[PublicResult] = row.results
    if row.pairing is None:
        # Who has nobody there has lost by forfeit, and both have where nobody is.
        results = [PublicResult("1-0" if first else "0-1" if second else "0-0", forfeit=True)]
    return BoardLine(number, table, first, second, first_begins, results)


def _line_up_sheets(key: int, number: int, part: int) -> LineUpsPage:
    section = section_of(key)
    round_ = NOW.round(section, number)
    settings = team_settings_of(section)
    lines, _resting = match_lines(round_, ())
    until = {line.table: line.line_ups_until for line in lines}
    away = away_in(section, number)
    rosters = {
        team.pk: [_member(entry, section, away=entry.number in away) for entry in team.entries.all()]
        for team in teams_with_rosters(section)
    }
    sheets = [
        TeamSheet(
            team_ref(team),
            team_ref(other),
            match.table or 0,
            _sides(match_first_sides(match, round_), team == match.first),
            rosters[team.pk],
            until.get(match.table or 0),
        )
        for match, team, other in _teams_of(matches_in([round_]))
    ]
    if not sheets:
        raise Refusal("paper-no-pairings", round=number)
    return LineUpsPage(
        **framing(section, NOW),
        round=number,
        starts=starts_of(round_),
        boards=settings.boards,
        sheets=sheets,
    )


def _teams_of(matches: Sequence[Match]) -> Iterator[tuple[Match, Team, Team]]:
    for match in matches:
        if match.second is not None:
            yield match, match.first, match.second
            yield match, match.second, match.first


def _sides(begins: Sequence[bool], first_team: bool) -> list[str]:
    return ["first" if begin is first_team else "second" for begin in begins]


def _rosters(key: int, number: int, part: int) -> RostersPage:
    section = section_of(key)
    going_on = [team for team in teams_with_rosters(section) if team.withdrawn_after != 0]
    if not going_on:
        raise Refusal("paper-no-teams")
    return RostersPage(
        **framing(section, NOW),
        boards=team_settings_of(section).boards,
        teams=[
            Roster(team_ref(team), [_member(entry, section) for entry in team.entries.all()])
            for team in going_on
        ],
    )


def _member(entry: Entry, section: Section, *, away: bool = False) -> PaperMember:
    about, titled = entry.player, section.event.titles_shown
    return extended(
        PaperMember,
        person(entry, section.namesakes),
        title=about.title if titled else "",
        grade=about.grade if titled else "",
        rating=entry.rating,
        away=away,
    )


def of_teams(section: Section) -> bool:
    return section.of_teams


def with_line_ups(section: Section) -> bool:
    """By Scheveningen the table of the round says who sits where."""
    return section.of_teams and section.system != Section.System.SCHEVENINGEN


TEAM_KINDS = (
    PaperKind(
        "starting-teams",
        _("Starting list of teams"),
        Scope.SECTION,
        _rosters,
        live=True,
        numbered=False,
        offered=of_teams,
    ),
    PaperKind("matches", _("Pairings by match"), Scope.ROUND, _matches, public=True, offered=of_teams),
    PaperKind(
        "match-boards", _("Pairings by board"), Scope.ROUND, _only_matches, public=True, offered=of_teams
    ),
    PaperKind("line-up-sheets", _("Line-up sheets"), Scope.ROUND, _line_up_sheets, offered=with_line_ups),
    PaperKind("match-cards", _("Match cards"), Scope.ROUND, _only_matches, offered=of_teams),
    PaperKind(
        "match-protocols", _("Match protocols"), Scope.ROUND, _only_matches, live=True, offered=of_teams
    ),
    PaperKind(
        "team-standings",
        _("Team standings"),
        Scope.STANDINGS,
        as_published(standings_page, "team_rows", refusal="paper-no-teams"),
        public=True,
        offered=of_teams,
    ),
    PaperKind(
        "team-crosstable",
        _("Crosstable of the teams"),
        Scope.STANDINGS,
        as_published(cross, "teams", refusal="paper-no-teams"),
        public=True,
        offered=lambda section: section.of_teams and section.system != Section.System.KNOCK_OUT,
    ),
    PaperKind(
        "boards",
        _("Best players by board"),
        Scope.STANDINGS,
        as_published(boards, "boards", refusal="paper-no-games"),
        public=True,
        live=True,
        offered=of_teams,
    ),
)
