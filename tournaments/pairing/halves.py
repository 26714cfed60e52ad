"""Pair round 1 by halves, as the Chinese team championship of 2016 did (option ``first_round``)."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.colours import Colours
from tournaments.pairing.first_round import ListedPairs, Numbers
from tournaments.pairing.matching import cheapest
from tournaments.pairing.players import Entering, PairingPlayer
from tournaments.pairing.problem import NoPairing
from tournaments.pairing.reasons import Reason, ReasonCode
from tournaments.state.lots import LotTicket, drawn_order

# The lots of the lower half are drawn for this (R1).
PURPOSE = "first-round"


def listed(entering: Entering, order: Sequence[PairingPlayer], allowed: Sequence[int]) -> ListedPairs:
    """Pair these players, an even number, in round 1. Raises `NoPairing` when forbidden pairs leave nothing.

    ``allowed``: masks over ``order``, which in round 1 is the order of numbers."""
    held = {number for pair in entering.fixed for number in (pair.first, pair.second)}
    players = {player.number: place for place, player in enumerate(order)}
    free = [player.number for player in order if player.number not in held]
    upper, lower = free[: len(free) // 2], free[len(free) // 2 :]
    tickets = [LotTicket(number, str(number), "") for number in lower]
    drawn = drawn_order(tickets, entering.tournament.seed, PURPOSE)
    # Each of the upper half in turn gets the first of the lower half's lots that is left.
    pairs = list(zip(upper, drawn, strict=True))
    # Else the first with whom as few as possible meet inside their half.
    if any(entering.is_forbidden(*pair) for pair in pairs):
        pairs = _around_forbidden(players, allowed, upper, drawn)
    pairs += [(min(pair.first, pair.second), max(pair.first, pair.second)) for pair in entering.fixed]
    pairs.sort()
    return ListedPairs(tuple(pairs), {pair: (_reason(pair, held),) for pair in pairs})


def colours(entering: Entering, player: PairingPlayer, other: PairingPlayer, _table: int) -> Colours:
    """The sum of both numbers is odd: the upper one is first; even: the lower one."""
    upper, lower = sorted((player.number, other.number))
    total = upper + lower
    first, second = (upper, lower) if total % 2 else (lower, upper)
    return first, second, Reason(ReasonCode.COLOUR_SUM, {"player": first, "sum": total})


def _reason(pair: Numbers, held: set[int]) -> Reason:
    code = ReasonCode.FIXED if pair[0] in held else ReasonCode.HALVES
    return Reason(code, {"first": pair[0], "second": pair[1]})


def _around_forbidden(
    players: dict[int, int], allowed: Sequence[int], upper: Sequence[int], drawn: Sequence[int]
) -> list[Numbers]:
    """Pairs with the fewest inside one half, the earlier in the list of the upper half choosing first."""
    number_at = {place: number for number, place in players.items()}
    halves = set(upper)

    def inside(i: int, j: int) -> int:
        return int((number_at[i] in halves) == (number_at[j] in halves))

    def least(left: Sequence[int]) -> int | None:
        matching = cheapest(allowed, sum(1 << players[number] for number in left), inside)
        return None if matching is None else matching[0]

    left = [*upper, *drawn]
    budget = least(left)
    if budget is None:
        raise NoPairing
    pairs = []
    while left:
        number, *others = left
        # The opponents in the order in which they are preferred: the other half as drawn, then one's own.
        wanted = [n for n in others if n not in halves] + [n for n in others if n in halves]
        for other in wanted:
            if not allowed[players[number]] >> players[other] & 1:
                continue
            cost = inside(players[number], players[other])
            if least([n for n in others if n != other]) == budget - cost:
                break
        else:
            raise NoPairing
        budget -= cost
        left = [n for n in others if n != other]
        pairs.append((min(number, other), max(number, other)))
    return pairs
