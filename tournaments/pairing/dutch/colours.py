"""Give colours in the Dutch system (C.04.3, 5.2): the engine's are not believed where these differ."""

from __future__ import annotations

from tournaments.pairing.dutch.competitors import Competitor, DutchRound, Strength
from tournaments.pairing.reasons import Reason, ReasonCode
from tournaments.state.tournament import Side


def colours_of(entering: DutchRound, number: int, other: int) -> tuple[int, int, Reason]:
    """Numbers of first and second, and why."""
    a, b = higher_first(entering.here[number], entering.here[other])
    (side, strength), (theirs, their_strength) = a.preference, b.preference
    if side is not theirs:
        player, wish = (a, side) if side is not None else (b, theirs)
        both = side is not None and theirs is not None
        code = ReasonCode.DUTCH_BOTH if both else ReasonCode.DUTCH_ONE
        return _seated(player, b if player is a else a, wish, code)
    if side is not None and strength != their_strength:
        player, rival = (a, b) if strength > their_strength else (b, a)
        return _seated(player, rival, side, ReasonCode.DUTCH_STRONGER)
    if strength is Strength.ABSOLUTE and a.difference != b.difference:
        low, high = (a, b) if a.difference < b.difference else (b, a)
        player, rival = (low, high) if side is Side.FIRST else (high, low)
        return _seated(player, rival, side, ReasonCode.DUTCH_WIDER)
    for mine, yours in zip(reversed(a.sides), reversed(b.sides), strict=False):
        if mine is not yours:
            return _seated(a, b, mine.other, ReasonCode.DUTCH_EXCHANGE)
    if side is not None:
        return _seated(a, b, side, ReasonCode.DUTCH_HIGHER)
    begins = (a.place % 2 == 1) is entering.odd_first
    return _seated(a, b, Side.FIRST if begins else Side.SECOND, ReasonCode.DUTCH_LOT)


def higher_first(competitor: Competitor, other: Competitor) -> tuple[Competitor, Competitor]:
    """By pairing score, then pairing number (C.04.3, 1.2)."""
    return (competitor, other) if _rank(competitor) < _rank(other) else (other, competitor)


def _rank(competitor: Competitor) -> tuple[int, int]:
    return -competitor.pairing_score, competitor.place


def _seated(
    player: Competitor, rival: Competitor, side: Side | None, code: ReasonCode
) -> tuple[int, int, Reason]:
    first, second = (player, rival) if side is Side.FIRST else (rival, player)
    params = {"player": player.number, "side": str(side), "place": player.place}
    return first.number, second.number, Reason(code, params)


def table_key(entering: DutchRound, number: int, other: int) -> tuple[int, int, int]:
    """Return the key of the order of tables (C.04.2, 3.6)."""
    # The higher pairing score, the sum, the number of the better placed; the engine takes the smaller number.
    a, b = higher_first(entering.here[number], entering.here[other])
    return -a.pairing_score, -(a.pairing_score + b.pairing_score), a.place
