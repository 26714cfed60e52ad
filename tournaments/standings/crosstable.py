"""The crosstable: every round of every player, rows in the order of the standings."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.standings.field import Field, Ranks, field_at
from tournaments.standings.ranking import Standings, standings
from tournaments.standings.tiebreaks import is_drawn
from tournaments.state.tournament import Appearance, Kind, Side, Tournament, history


class CellOutcome(StrEnum):
    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class CrosstableCell:
    """One round of one player. ``kind`` None: nothing is recorded for it. ``outcome`` None: no game, or no
    result yet; ``adjourned``: because the game was broken off. ``points`` in `Points` units. Where a draw was
    replayed it is the deciding game."""

    round: int
    kind: Kind | None
    opponent: int | None = None
    opponent_rank: int | None = None
    side: Side | None = None
    outcome: CellOutcome | None = None
    points: int = 0
    table: int | None = None
    adjourned: bool = False


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """``cells`` for rounds 1, 2, …, in order; ``carried``: of round 0, games of earlier stages."""

    rank: int
    number: int
    points: int
    cells: tuple[CrosstableCell, ...]
    carried: tuple[CrosstableCell, ...] = ()


def crosstable(
    tournament: Tournament, after: int | None = None, *, table: Standings | None = None
) -> tuple[CrosstableRow, ...]:
    """Return rows by rank; ``table``: standings at hand, ``after`` is then theirs. Errors as `standings`."""
    table = table or standings(tournament, after)
    field = field_at(tournament, history(tournament.until(table.after)), table.after, lambda _: None)
    ranks = table.ranks
    rows = []
    for row in table.rows:
        by_round = {a.round: a for a in field.meetings[row.number]}
        cells = tuple(
            _cell(field, by_round[r], ranks) if r in by_round else CrosstableCell(r, None)
            for r in range(1, table.after + 1)
        )
        carried = tuple(_cell(field, a, ranks) for a in field.meetings[row.number] if not a.round)
        rows.append(CrosstableRow(row.rank, row.number, row.points, cells, carried))
    return tuple(rows)


def _cell(field: Field, seen: Appearance, ranks: Ranks) -> CrosstableCell:
    return CrosstableCell(
        round=seen.round,
        kind=seen.kind,
        opponent=seen.opponent,
        opponent_rank=None if seen.opponent is None else ranks[seen.opponent],
        side=seen.side,
        outcome=_outcome(field, seen),
        points=seen.points,
        table=seen.table,
        adjourned=seen.adjourned,
    )


def _outcome(field: Field, seen: Appearance) -> CellOutcome | None:
    if seen.won:
        return CellOutcome.WIN
    if seen.opponent is None or seen.kind is Kind.PENDING or seen.adjourned:
        return None
    return CellOutcome.DRAW if is_drawn(field, seen) else CellOutcome.LOSS
