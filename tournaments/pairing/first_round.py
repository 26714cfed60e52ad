"""Round 1: neighbours by number (WXC 2.1, WMSG 1), and two of one federation kept apart (WXC 2.2, R7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.matching import cheapest
from tournaments.pairing.players import Entering, Player
from tournaments.pairing.problem import NoPairing
from tournaments.pairing.reasons import Reason, ReasonCode

Numbers = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Listed:
    """Pairs in the order of their tables, and why each is there."""

    pairs: tuple[Numbers, ...]
    reasons: dict[Numbers, tuple[Reason, ...]]


def listed(entering: Entering, order: Sequence[Player], allowed: Sequence[int], *, apart: bool) -> Listed:
    """The pairs of round 1 for these players, an even number. ``allowed``: masks over ``order``, which in
    round 1 is the order of numbers. Raises `NoPairing` when forbidden pairs leave none."""
    tables = _Tables(entering, order, apart)
    tables.swap()
    if tables.worst() > tables.least(allowed):
        tables.search(allowed)
    pairs = tuple((one.number, other.number) for one, other in tables.pairs)
    return Listed(pairs, {pair: tuple(tables.reasons[i]) for i, pair in enumerate(pairs)})


class _Tables:
    """The list of tables while players change places."""

    def __init__(self, entering: Entering, order: Sequence[Player], apart: bool) -> None:
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
        self.reasons = [[self._plain(one, other)] for one, other in self.pairs]

    def _plain(self, one: Player, other: Player) -> Reason:
        code = ReasonCode.FIXED if one.number in self.held else ReasonCode.NEIGHBOURS
        return Reason(code, {"first": one.number, "second": other.number})

    def _clash(self, one: Player, other: Player) -> bool:
        return self.apart and one.federation != "" and one.federation == other.federation

    def _bad(self, one: Player, other: Player) -> bool:
        return self._clash(one, other) or self.entering.is_forbidden(one.number, other.number)

    def swap(self) -> None:
        """R7: each table in turn, with the nearest later one, then the nearest earlier one."""
        for here, (one, other) in enumerate(self.pairs):
            if one.number in self.held or not self._bad(one, other):
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
            kept = [r for r in self.reasons[table] if r.code is not ReasonCode.NEIGHBOURS]
            self.reasons[table] = [*kept, why]
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
        found = cheapest(allowed, mask, lambda i, j: int(self._clash(order[i], order[j])))
        if found is None:
            raise NoPairing
        return found

    def search(self, allowed: Sequence[int]) -> None:
        """Where exchanges do not reach the fewest: each in the order of numbers gets the smallest number
        with which the others can still be completed at no higher count."""
        mask = (1 << len(self.order)) - 1
        budget = self.least(allowed)
        pairs = []
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


def _split(pair: tuple[Player, Player]) -> tuple[Player, Player]:
    """Who stays and who moves: the even number moves, of two from one group the larger (R7)."""
    one, other = sorted(pair, key=lambda player: player.number)
    if one.group != other.group and one.number % 2 == 0 and other.number % 2:
        return other, one
    return one, other
