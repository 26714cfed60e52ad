"""Round 1: neighbours by number (WXC 2.1, WMSG 1), and two of one federation kept apart (WXC 2.2, R7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.matching import cheapest
from tournaments.pairing.players import Entering, PairingPlayer
from tournaments.pairing.problem import NoPairing
from tournaments.pairing.reasons import Reason, ReasonCode

Numbers = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ListedPairs:
    """Pairs in the order of their tables, and why each is there."""

    pairs: tuple[Numbers, ...]
    reasons: dict[Numbers, tuple[Reason, ...]]


def listed(
    entering: Entering, order: Sequence[PairingPlayer], allowed: Sequence[int], *, apart: bool
) -> ListedPairs:
    """Pair these players, an even number, in round 1. Raises `NoPairing` when forbidden pairs leave none.

    ``allowed``: masks over ``order``, which in round 1 is the order of numbers."""
    tables = _Tables(entering, order, apart)
    tables.swap()
    if tables.worst() > tables.least(allowed):
        tables.search(allowed)
    pairs = tuple((player.number, other.number) for player, other in tables.pairs)
    return ListedPairs(pairs, {pair: tuple(tables.reasons[i]) for i, pair in enumerate(pairs)})


class _Tables:
    """The list of tables while players change places."""

    def __init__(self, entering: Entering, order: Sequence[PairingPlayer], apart: bool) -> None:
        self.entering = entering
        self.order = order
        self.apart = apart
        players = entering.players
        self.held = {number for pair in entering.fixed for number in (pair.first, pair.second)}
        free = [player for player in order if player.number not in self.held]
        pairs = list(zip(free[::2], free[1::2], strict=True))
        for pair in entering.fixed:
            low, high = sorted((pair.first, pair.second))
            pairs.append((players[low], players[high]))
        self.pairs = sorted(pairs, key=lambda pair: pair[0].number)
        self.reasons = [[self._plain(player, other)] for player, other in self.pairs]

    def _plain(self, player: PairingPlayer, other: PairingPlayer) -> Reason:
        code = ReasonCode.FIXED if player.number in self.held else ReasonCode.NEIGHBOURS
        return Reason(code, {"first": player.number, "second": other.number})

    def _clash(self, player: PairingPlayer, other: PairingPlayer) -> bool:
        return self.apart and player.federation != "" and player.federation == other.federation

    def _bad(self, player: PairingPlayer, other: PairingPlayer) -> bool:
        return self._clash(player, other) or self.entering.is_forbidden(player.number, other.number)

    def swap(self) -> None:
        """R7: each table in turn, with the nearest later one, then the nearest earlier one."""
        for here, (player, other) in enumerate(self.pairs):
            if player.number in self.held or not self._bad(player, other):
                continue
            for there in (*range(here + 1, len(self.pairs)), *range(here - 1, -1, -1)):
                if self.pairs[there][0].number not in self.held and self._exchange(here, there):
                    break

    def _exchange(self, here: int, there: int) -> bool:
        stays, moves = _split(self.pairs[here])
        other_stays, comes = _split(self.pairs[there])
        if self._bad(stays, comes) or self._bad(other_stays, moves):
            return False
        if self._clash(stays, moves):
            why = Reason(
                ReasonCode.FEDERATION_SWAP,
                {"player": moves.number, "partner": comes.number, "federation": moves.federation},
            )
        else:
            why = Reason(ReasonCode.FORBIDDEN_SWAP, {"player": moves.number, "partner": comes.number})
        self.pairs[here], self.pairs[there] = (stays, comes), (other_stays, moves)
        for table in (here, there):
            reasons_there = [r for r in self.reasons[table] if r.code is not ReasonCode.NEIGHBOURS]
            self.reasons[table] = [*reasons_there, why]
        return True

    def worst(self) -> int:
        """Pairs of one federation; a forbidden pair counts as more than all of them."""
        forbidden = sum(self.entering.is_forbidden(a.number, b.number) for a, b in self.pairs)
        return forbidden * len(self.order) + sum(self._clash(a, b) for a, b in self.pairs)

    def least(self, allowed: Sequence[int]) -> int:
        """The fewest pairs of one federation that any list has."""
        if not self.worst():
            return 0
        return self._cheapest(allowed, (1 << len(self.order)) - 1)[0]

    def _cheapest(self, allowed: Sequence[int], mask: int) -> tuple[int, dict[int, int]]:
        order = self.order
        matching = cheapest(allowed, mask, lambda i, j: int(self._clash(order[i], order[j])))
        if matching is None:
            raise NoPairing
        return matching

    def search(self, allowed: Sequence[int]) -> None:
        """Search where exchanges do not reach the fewest."""
        mask = (1 << len(self.order)) - 1
        budget = self.least(allowed)
        pairs = []
        # Each in the order of numbers gets the smallest number with which the others can still be completed
        # at no higher count.
        while mask:
            i = (mask & -mask).bit_length() - 1
            mask &= mask - 1
            j, budget = self._smallest(allowed, mask, i, budget)
            mask &= ~(1 << j)
            pairs.append((self.order[i], self.order[j]))
        self.pairs = pairs
        self.reasons = [
            [self._plain(*pair) if pair[0].number in self.held else Reason(ReasonCode.ROUND_ONE_SEARCH)]
            for pair in pairs
        ]

    def _smallest(self, allowed: Sequence[int], mask: int, i: int, budget: int) -> tuple[int, int]:
        for j in range(i + 1, len(self.order)):
            if not (mask & allowed[i]) >> j & 1:
                continue
            left = budget - self._clash(self.order[i], self.order[j])
            try:
                if self._cheapest(allowed, mask & ~(1 << j))[0] == left:
                    return j, left
            except NoPairing:
                continue
        raise NoPairing


def _split(pair: tuple[PairingPlayer, PairingPlayer]) -> tuple[PairingPlayer, PairingPlayer]:
    """Who stays and who moves: the even number moves, of two from one group the larger (R7)."""
    lower, other = sorted(pair, key=lambda player: player.number)
    if lower.group != other.group and lower.number % 2 == 0 and other.number % 2:
        return other, lower
    return lower, other
