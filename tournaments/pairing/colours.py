"""Who moves first (``pairing.md`` section 5): a function for each system, with the rule that decided."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.pairing.players import Entering, PairingPlayer
from tournaments.pairing.reasons import Reason, ReasonCode
from tournaments.state.tournament import Side

# Numbers of first and second, and why.
Colours = tuple[int, int, Reason]

# `(entering, higher, lower, table)`: the pair with the better pairing rank first, and its table.
Rule = Callable[[Entering, PairingPlayer, PairingPlayer, int], Colours]


def _seat(
    player: PairingPlayer, other: PairingPlayer, side: Side | None, code: ReasonCode, **params: int | str
) -> Colours:
    first, second = (player, other) if side is Side.FIRST else (other, player)
    return first.number, second.number, Reason(code, {"player": player.number, "side": str(side), **params})


def by_number(player: PairingPlayer, other: PairingPlayer, table: int) -> Colours:
    """Odd tables: the smaller number is first, even tables: the larger (WXC 2.1)."""
    low, high = sorted((player.number, other.number))
    first, second = (low, high) if table % 2 else (high, low)
    return first, second, Reason(ReasonCode.COLOUR_NUMBER, {"player": first, "table": table})


def wxc(_entering: Entering, higher: PairingPlayer, lower: PairingPlayer, table: int) -> Colours:
    """R8."""
    return wxc_of(higher, lower, table)


def wxc_of(one_side: PairingPlayer, other: PairingPlayer, table: int) -> Colours:
    """R8: must, due, larger imbalance, alternation, number: the first that decides."""
    if one_side.must is not other.must:
        player, rival = (one_side, other) if one_side.must else (other, one_side)
        return _seat(player, rival, player.must, ReasonCode.COLOUR_MUST, balance=player.balance)
    larger, smaller = (one_side, other) if abs(one_side.balance) >= abs(other.balance) else (other, one_side)
    unequal = abs(larger.balance) > abs(smaller.balance)
    if larger.must and unequal:
        return _seat(larger, smaller, larger.must, ReasonCode.COLOUR_MUST_BOTH, balance=larger.balance)
    if one_side.due is not other.due:
        if one_side.due and other.due:
            first, second = (one_side, other) if one_side.due is Side.FIRST else (other, one_side)
            params = {"first": first.number, "second": second.number}
            return first.number, second.number, Reason(ReasonCode.COLOUR_DUE_BOTH, params)
        player, rival = (one_side, other) if one_side.due else (other, one_side)
        return _seat(player, rival, player.due, ReasonCode.COLOUR_DUE_ONE)
    if larger.due and unequal:
        return _seat(larger, smaller, larger.due, ReasonCode.COLOUR_IMBALANCE, balance=larger.balance)
    for turn in reversed(one_side.turns):
        if -turn in other.turns:
            player, rival = (other, one_side) if turn > 0 else (one_side, other)
            return _seat(player, rival, Side.FIRST, ReasonCode.COLOUR_ALTERNATES, round=abs(turn))
    return by_number(one_side, other, table)


def wmsg(entering: Entering, higher: PairingPlayer, lower: PairingPlayer, _table: int) -> Colours:
    """WMSG 3: the smaller balance is first; equal: in odd rounds the higher-ranked, in even the lower."""
    if higher.balance != lower.balance:
        player, rival = (higher, lower) if higher.balance < lower.balance else (lower, higher)
        return _seat(player, rival, Side.FIRST, ReasonCode.COLOUR_BALANCE, balance=player.balance)
    player, rival = (higher, lower) if entering.odd else (lower, higher)
    return _seat(player, rival, Side.FIRST, ReasonCode.COLOUR_RANK, round=entering.round)


def wmsg_first_round(
    _entering: Entering, player: PairingPlayer, other: PairingPlayer, _table: int
) -> Colours:
    """WMSG 1: the smaller number is first."""
    low, high = sorted((player, other), key=lambda p: p.number)
    return low.number, high.number, Reason(ReasonCode.COLOUR_LOT, {"player": low.number})


def wxc_first_round(_entering: Entering, player: PairingPlayer, other: PairingPlayer, table: int) -> Colours:
    """WXC 2.1."""
    return by_number(player, other, table)
