"""Which of the pairs that the chief arbiter has set are made in a round (WXC 2.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.state.tournament import FixedPair, Tournament  # which asks here


def made_in(tournament: Tournament, round_number: int) -> tuple[FixedPair, ...]:
    """List the fixed pairs that are made in this round."""
    pairs_here = [pair for pair in tournament.fixed if pair.until is None and pair.round == round_number]
    wished = [pair for pair in tournament.fixed if pair.until and pair.round <= round_number <= pair.until]
    away = {row.number for row in tournament.absences if row.round == round_number}
    free = {entry.number for entry in tournament.entries if entry.plays_in(round_number)} - away
    free -= {number for pair in pairs_here for number in (pair.first, pair.second)}
    met = {frozenset((game.first, game.second)) for game in tournament.games if game.round < round_number}
    never = met | {frozenset(pair) for pair in tournament.forbidden_in(round_number)}
    for pair in sorted(wished, key=lambda pair: (pair.round, pair.first, pair.second)):
        both = {pair.first, pair.second}
        # One that is set for several rounds waits while one of them does not play, and is done when they have
        # met.
        if both <= free and both not in never:
            pairs_here.append(replace(pair, round=round_number, until=None))
            free -= both
    return tuple(pairs_here)
