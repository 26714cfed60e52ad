"""Frozen standings and the crosstable. Numbers and texts were frozen when the round was closed; names are
read in now (law 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden
from tournaments.models import Round, Section
from tournaments.queries.public import (
    EventRef,
    Frame,
    Framed,
    Person,
    SectionRef,
    framing,
    people,
    section_of,
)
from tournaments.queries.public_state import Moment
from tournaments.queries.tournament import tournament_of
from tournaments.standings.crosstable import Cell as Met
from tournaments.standings.crosstable import crosstable
from tournaments.standings.ranking import Row, Standings
from tournaments.state.tournament import Side
from tournaments.wording.names import plain_name
from tournaments.wording.standings import kind_name, separation

COUNTS = frozenset({"wins", "black-wins", "black-games", "fewer-fouls"})
"""Criteria whose summands are all 1: the rounds say enough."""
SUMMED_ELSEWHERE = frozenset({"best-opponent"})
"""Criteria whose summands are those of Buchholz."""

People = Mapping[int, Person]


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterRound(Framed):
    after: Annotated[int, _("The round.")]
    edition: Annotated[int, _("Version of the frozen standings.")]
    final: bool
    reopened: Annotated[
        bool, _("The round has been reopened; the standings are provisional until it is closed.")
    ]
    people: Hidden[People]


@dataclass(frozen=True, slots=True)
class Term:
    """A summand of a criterion."""

    round: int
    opponent: int | None
    points: str
    kind: str
    counted: bool


class Summand(NamedTuple):
    """A term in words: ``who`` and ``points`` where the round does not say enough."""

    round: int
    who: str
    points: str
    counted: bool


class Sum(NamedTuple):
    """A criterion as its value was counted."""

    key: str
    value: str
    terms: Sequence[Summand]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    # ``neighbour``: the rank of the row above; of the row below for the first.
    rank: int
    player: Person
    points: str
    tiebreaks: Annotated[Mapping[str, str | None], _("Tie-break → value.")]
    separated_by: Annotated[str | None, _("The tie-break that decided against the row above.")]
    arithmetic: Annotated[Mapping[str, Sequence[Term]], _("Tie-break → terms.")]
    criteria: Hidden[Sequence[str]]
    is_first: Hidden[bool]
    neighbour: Hidden[int | None]

    @property
    def shared(self) -> bool:
        """Whether the row above has the same rank."""
        return not self.is_first and self.neighbour == self.rank

    @property
    def separated(self) -> str:
        """Which rule separates the row from its neighbour, in a sentence."""
        if not self.separated_by or self.neighbour is None:
            return ""
        return separation(self.separated_by, self.neighbour, first_row=self.is_first)

    @property
    def values(self) -> list[tuple[str, str | None]]:
        return [(key, self.tiebreaks.get(key)) for key in self.criteria]

    def sums(self, people: People) -> list[Sum]:
        """The arithmetic of every value there is, in the reader's language."""
        return [
            Sum(key, value, self._terms(key, people))
            for key, value in [("points", self.points), *self.values]
            if value is not None
        ]

    def _terms(self, key: str, people: People) -> list[Summand]:
        terms = () if key in SUMMED_ELSEWHERE else self.arithmetic.get(key, ())
        if key in COUNTS:
            return [Summand(one.round, "", "", one.counted) for one in terms]
        return [
            Summand(
                one.round,
                plain_name(people[one.opponent]) if one.opponent else kind_name(one.kind),
                one.points,
                one.counted,
            )
            for one in terms
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    rank: Annotated[int | None, _("null if the team has too few players.")]
    team: str
    sum: int | None
    best: int | None
    members: Sequence[Person]


@dataclass(frozen=True, slots=True)
class CategoryRow:
    rank: int
    overall: int
    player: Person


@dataclass(frozen=True, slots=True)
class Category:
    name: str
    native_name: str
    rows: Sequence[CategoryRow]


@dataclass(frozen=True, slots=True)
class Place:
    place: int
    player: Person


@dataclass(frozen=True, slots=True)
class Prize:
    name: str
    native_name: str
    places: Sequence[Place]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage(AfterRound):
    criteria: Sequence[str]
    rows: Sequence[Standing]
    teams: Sequence[Team]
    categories: Sequence[Category]
    prizes: Sequence[Prize]

    @property
    def columns(self) -> int:
        return len(self.criteria) + 5

    @property
    def ranks(self) -> Mapping[int | None, int]:
        return {row.player.number: row.rank for row in self.rows}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    round: int
    kind: str | None
    opponent: int | None
    opponent_rank: int | None
    side: Side | None
    outcome: str | None


@dataclass(frozen=True, slots=True)
class CrossRow:
    rank: int
    player: Person
    points: str
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrosstablePage(AfterRound):
    rows: Sequence[CrossRow]


def standings(key: int, after: int, moment: Moment) -> StandingsPage:
    """The frozen rows with teams, categories and prizes. Raises `NotPublicError`."""
    section = section_of(key)
    version, frozen = moment.standing(section, after)
    shared = _about(section, after, version, moment)
    everybody = shared["people"]
    ranks = [row["rank"] for row in frozen["rows"]]
    neighbours = [ranks[1] if len(ranks) > 1 else None, *ranks]
    return StandingsPage(
        **shared,
        criteria=frozen["criteria"],
        rows=[
            _standing(row, neighbour, everybody, criteria=frozen["criteria"], is_first=not index)
            for index, (row, neighbour) in enumerate(zip(frozen["rows"], neighbours, strict=False))
        ],
        teams=[
            Team(
                rank=team["rank"],
                team=team["team"],
                sum=team["sum"],
                best=team["best"],
                members=[everybody[number] for number in team["members"]],
            )
            for team in frozen["teams"]
        ],
        categories=_categories(section, frozen, everybody),
        prizes=_prizes(section, frozen, everybody),
    )


def cross(key: int, after: int, moment: Moment) -> CrosstablePage:
    """Every round of every player, in the order of the frozen standings. Raises `NotPublicError`."""
    section = section_of(key)
    version, frozen = moment.standing(section, after)
    rows = crosstable(tournament_of(section).until(after), table=_as_standings(frozen))
    points = {row["number"]: row["points"] for row in frozen["rows"]}
    shared = _about(section, after, version, moment)
    return CrosstablePage(
        **shared,
        rows=[
            CrossRow(
                row.rank,
                shared["people"][row.number],
                points[row.number],
                [_cell(cell) for cell in row.cells],
            )
            for row in rows
        ],
    )


class _About(TypedDict):
    event: EventRef
    section: SectionRef
    frame: Frame
    after: int
    edition: int
    final: bool
    reopened: bool
    people: People


def _about(section: Section, after: int, version: int, moment: Moment) -> _About:
    states = {one.number: moment.state(one) for one in section.round_set.all()}
    return {
        **framing(section, moment),
        "after": after,
        "edition": version,
        "final": after == section.rounds,
        "reopened": states.get(after) != Round.State.CLOSED,
        "people": people(section),
    }


def _standing(
    row: Mapping[str, Any],
    neighbour: int | None,
    people: People,
    *,
    criteria: Sequence[str],
    is_first: bool,
) -> Standing:
    return Standing(
        rank=row["rank"],
        player=people[row["number"]],
        points=row["points"],
        tiebreaks=row["tiebreaks"],
        separated_by=row["separated_by"],
        arithmetic={
            key: [
                Term(term["round"], term["opponent"], term["points"], term["kind"], term["counted"])
                for term in terms
            ]
            for key, terms in row["arithmetic"].items()
        },
        criteria=criteria,
        is_first=is_first,
        neighbour=neighbour,
    )


def _as_standings(frozen: Mapping[str, Any]) -> Standings:
    """As much of the frozen rows as the crosstable looks at: who stands where."""
    rows = tuple(Row(row["rank"], row["number"], 0, {}, None, {}) for row in frozen["rows"])
    return Standings(frozen["after"], tuple(frozen["criteria"]), rows, (), {})


def _cell(cell: Met) -> Cell:
    return Cell(
        round=cell.round,
        kind=cell.kind,
        opponent=cell.opponent,
        opponent_rank=cell.opponent_rank,
        side=cell.side,
        outcome=cell.outcome,
    )


def _categories(section: Section, frozen: Mapping[str, Any], people: People) -> list[Category]:
    found = {category.key: category for category in section.categories.all()}
    return [
        Category(
            found[key].name,
            found[key].native_name,
            [CategoryRow(row["rank"], row["overall"], people[row["number"]]) for row in rows],
        )
        for key, rows in frozen["categories"].items()
        if key in found
    ]


def _prizes(section: Section, frozen: Mapping[str, Any], people: People) -> list[Prize]:
    found = {prize.pk: prize for prize in section.prizes.all()}
    return [
        Prize(
            found[row["prize"]].name,
            found[row["prize"]].native_name,
            [Place(place["place"], people[place["number"]]) for place in row["places"]],
        )
        for row in frozen["prizes"]
        if row["prize"] in found and row["places"]
    ]
