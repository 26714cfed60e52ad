"""The crosstable, in the order of the frozen standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _

from tournaments.queries.public import Person, section_of
from tournaments.queries.public_standings import AfterRound, about
from tournaments.queries.public_state import Moment
from tournaments.queries.tournament import tournament_of
from tournaments.standings.crosstable import Cell as Met
from tournaments.standings.crosstable import crosstable
from tournaments.standings.ranking import Row, Standings
from tournaments.state.tournament import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
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
    player: Person
    points: str
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrosstablePage(AfterRound):
    rows: Sequence[CrossRow]


def cross(key: int, after: int, moment: Moment) -> CrosstablePage:
    """Every round of every player, in the order of the frozen standings. Raises `NotPublicError`."""
    section = section_of(key)
    version, frozen = moment.standing(section, after)
    rows = crosstable(tournament_of(section).until(after), table=_as_standings(frozen))
    points = {row["number"]: row["points"] for row in frozen["rows"]}
    shared = about(section, after, version, moment)
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
        adjourned=cell.adjourned,
    )
