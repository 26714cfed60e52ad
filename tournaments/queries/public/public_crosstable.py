"""The crosstable, in the order of the frozen standings; where teams meet teams theirs as well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden, component
from tournaments.models import Section
from tournaments.queries.adjourned import resumed_places
from tournaments.queries.public.public import PartOfTable, PublicPerson, section_of
from tournaments.queries.public.public_matches import TeamRef, team_refs
from tournaments.queries.public.public_standings import AfterRound, standings_context
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.tournament import tournament_of
from tournaments.standings.crosstable import CrosstableCell as Met
from tournaments.standings.crosstable import crosstable
from tournaments.standings.ranking import RankedRow, Standings
from tournaments.state.tournament import Side


@component("Cell")
@dataclass(frozen=True, slots=True, kw_only=True)
class PublicCell:
    round: int
    kind: str | None
    opponent: int | None
    opponent_rank: int | None
    side: Side | None
    outcome: str | None
    adjourned: Annotated[bool, _("Broken off, to be finished later.")]


@dataclass(frozen=True, slots=True)
class CrossRow:
    rank: int
    player: PublicPerson
    points: str
    cells: Sequence[PublicCell]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamCell:
    round: int
    opponent: Annotated[TeamRef | None, _("null without a match.")]
    opponent_rank: int | None
    side: Annotated[str, _("first, second; empty without a match that was played.")]
    kind: Annotated[str, _("Of a round without a match: bye, half-bye, free, absent; else empty.")]
    match_points: str
    board_points: str
    against: Annotated[str, _("The opponent's board points; empty without a match.")]

    @property
    def forfeit(self) -> bool:
        """Whether the match was paired and not played."""
        return self.opponent is not None and not self.side


@dataclass(frozen=True, slots=True)
class TeamCrossRow:
    rank: int
    team: TeamRef
    match_points: str
    board_points: str
    cells: Sequence[TeamCell]


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A player or a team against everybody else: ``columns`` by opponent, the games or matches that they have
    played; None against oneself."""

    rank: int
    who: PublicPerson | TeamRef
    points: str
    columns: Sequence[Sequence[PublicCell | TeamCell] | None]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Of a system in which everybody meets everybody, or every player of one team every one of the other:
    ``heads`` of the columns, rank and whom."""

    heads: Sequence[tuple[int, PublicPerson | TeamRef]]
    rows: Sequence[MatrixRow]
    of_teams: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CrosstablePage(AfterRound):
    rows: Sequence[CrossRow]
    teams: Annotated[Sequence[TeamCrossRow], _("Of teams that meet teams; else empty.")]
    part: PartOfTable = None
    # How many parts show the same rows, each of them other rounds.
    windows: Hidden[int] = 1
    matrix: Hidden[Matrix | None] = None
    # Whether teams are ranked by board points rather than by match points.
    by_boards: Hidden[bool] = False


# A line of a matrix: rank, whose, points, games or matches.
Line = tuple[int, PublicPerson | TeamRef, str, Sequence[PublicCell | TeamCell]]


def cross(key: int, after: int, moment: PublicSnapshot) -> CrosstablePage:
    """Every round of every player, in the order of the frozen standings. Raises `NotPublicError`."""
    section = section_of(key)
    version, frozen = moment.standing(section, after)
    rows = crosstable(tournament_of(section).until(after), table=_as_standings(frozen))
    points = {row["number"]: row["points"] for row in frozen["rows"]}
    shared = standings_context(section, after, version, moment)
    broken_off = any(cell.adjourned for row in rows for cell in row.cells)
    going_on = resumed_places(section) if broken_off else ()
    back = moment.taken_back(section)
    cross_rows = [
        CrossRow(
            row.rank,
            shared["people"][row.number],
            points[row.number],
            [
                _cell(cell, goes_on=(cell.round, row.number) in going_on)
                if cell.round not in back
                else _nothing_of(cell.round)
                for cell in row.cells
            ],
        )
        for row in rows
    ]
    teams = _teams(section, frozen, back)
    return CrosstablePage(
        **shared,
        rows=cross_rows,
        teams=teams,
        matrix=_matrix(section, cross_rows, teams, [map(_cell_of_before, row.carried) for row in rows]),
        by_boards=frozen.get("team_table", {}).get("criteria", [])[:1] == ["board-points"],
    )


def _cell_of_before(cell: Met) -> PublicCell:
    return _cell(cell, goes_on=False)


def _matrix(
    section: Section,
    rows: Sequence[CrossRow],
    teams: Sequence[TeamCrossRow],
    carried: Sequence[Iterable[PublicCell]],
) -> Matrix | None:
    """Make the matrix, if everybody meets everybody and fits on a page."""
    if section.system not in MATRICES:
        return None
    of_players = [
        (row.rank, row.player, row.points, [*before, *row.cells])
        for row, before in zip(rows, carried, strict=True)
    ]
    if section.system != Section.System.SCHEVENINGEN:
        if not section.of_teams:
            return _against(of_players, of_players)
        of_teams = [(row.rank, row.team, row.match_points, row.cells) for row in teams]
        return _against(of_teams, of_teams, of_teams=True)
    # Those of the first one's team have met nobody but those of the other.
    sides = dict(section.entries.exclude(number=None).values_list("number", "team"))
    first = sides.get(rows[0].player.number) if rows else None
    home = [row for row in of_players if sides.get(row[1].number) == first]
    return _against(home, [row for row in of_players if row not in home])


MATRICES = frozenset(
    {Section.System.ROUND_ROBIN, Section.System.DOUBLE_ROUND_ROBIN, Section.System.SCHEVENINGEN}
)
MOST_IN_A_MATRIX = 30


def _against(down: Sequence[Line], across: Sequence[Line], *, of_teams: bool = False) -> Matrix | None:
    if not down or not across or max(len(down), len(across)) > MOST_IN_A_MATRIX:
        return None
    rows = []
    for rank, who, points, cells in down:
        met: dict[int | None, list[PublicCell | TeamCell]] = {}
        for cell in cells:
            met.setdefault(_number_of(cell.opponent), []).append(cell)
        columns = [None if other == who else met.get(other.number, []) for _, other, _, _ in across]
        rows.append(MatrixRow(rank, who, points, columns))
    return Matrix([(rank, who) for rank, who, _, _ in across], rows, of_teams)


def _number_of(opponent: int | TeamRef | None) -> int | None:
    return opponent.number if isinstance(opponent, TeamRef) else opponent


def _nothing_of(number: int) -> PublicCell:
    """Where the round was taken back."""
    return PublicCell(
        round=number, kind=None, opponent=None, opponent_rank=None, side=None, outcome=None, adjourned=False
    )


def _nothing_of_teams(number: int) -> TeamCell:
    return TeamCell(
        round=number,
        opponent=None,
        opponent_rank=None,
        side="",
        kind="",
        match_points="",
        board_points="",
        against="",
    )


def _teams(section: Section, frozen: Mapping[str, Any], back: Set[int]) -> list[TeamCrossRow]:
    """Every round of every team, as frozen with the standings; names are read in now."""
    rows = frozen.get("team_table", {}).get("rows", [])
    if not rows:
        return []
    refs = team_refs(section)
    ranks = {row["team"]: row["rank"] for row in rows}
    kinds = {"U": "bye", "F": "bye", "H": "half-bye", "Z": "absent" if section.has_byes else "free"}
    gained = {(row["team"], cell["round"]): cell["board_points"] for row in rows for cell in row["rounds"]}
    return [
        TeamCrossRow(
            row["rank"],
            refs[row["team"]],
            row["match_points"],
            row["board_points"],
            [
                TeamCell(
                    round=cell["round"],
                    opponent=refs.get(cell["opponent"]),
                    opponent_rank=ranks.get(cell["opponent"]),
                    side=cell["side"],
                    kind=kinds.get(cell["kind"], ""),
                    match_points=cell["match_points"],
                    board_points=cell["board_points"],
                    against=gained.get((cell["opponent"], cell["round"]), ""),
                )
                if cell["round"] not in back
                else _nothing_of_teams(cell["round"])
                for cell in row["rounds"]
            ],
        )
        for row in rows
    ]


def _as_standings(frozen: Mapping[str, Any]) -> Standings:
    """As much of the frozen rows as the crosstable looks at: who stands where."""
    rows = tuple(RankedRow(row["rank"], row["number"], 0, {}, None, {}) for row in frozen["rows"])
    return Standings(frozen["after"], tuple(frozen["criteria"]), rows, (), {})


def _cell(cell: Met, *, goes_on: bool) -> PublicCell:
    return PublicCell(
        round=cell.round,
        kind=cell.kind,
        opponent=cell.opponent,
        opponent_rank=cell.opponent_rank,
        side=cell.side,
        outcome=cell.outcome,
        adjourned=cell.adjourned and not goes_on,
    )
