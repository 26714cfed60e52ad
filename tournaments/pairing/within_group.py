"""Pairs inside a bracket once it is known who leaves: items e to h of the key.

*list*      the remaining residents in processing order; item h wants each one's partner as early in the list
            as the items before it allow.
*clashes*, *upper*   how many pairs of item f and item g the pairing has; held while h is decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.completing import has_perfect
from tournaments.pairing.fast_path import pair_evenly
from tournaments.pairing.matching import cheapest
from tournaments.pairing.problem import NoPairing, RoundProblem, masks_apart
from tournaments.pairing.reasons import Cause

# With so many players left, the cause of a refusal is looked for among all pairings of the rest.
MOST_SEARCHED = 200


@dataclass(frozen=True, slots=True)
class Choice:
    """``player`` got ``opponent``; ``passed`` stood just before in the list, and ``cause`` is why not."""

    player: int
    opponent: int
    floated: bool
    passed: int | None = None
    cause: Cause | None = None


def pair_incoming(problem: RoundProblem, stayers: Sequence[int], residents: Sequence[int]) -> list[Choice]:
    """Decide item e: each incoming player in turn takes a resident, the others still being paired."""
    if not stayers:
        return []
    choices: list[Choice] = []
    remaining = _FreePlayers(problem, stayers, residents)
    taken: set[int] = set()
    for place, i in enumerate(stayers):
        # The highest float cost, then one due another colour, then the first in order.
        ranked = sorted((-problem.costs[r], problem.clash(i, r), r) for r in residents if r not in taken)
        passed: tuple[int | None, Cause | None] = (None, None)
        for _cost, _clash, r in ranked:
            if not problem.allowed[i] >> r & 1:
                passed = (r, None)
            elif remaining.take(i, r, waiting=len(stayers) - 1 - place):
                choices.append(Choice(i, r, True, *passed))
                taken.add(r)
                break
            else:
                passed = (r, Cause.REST)
        else:
            raise NoPairing
    return choices


class _FreePlayers:
    """Those of a bracket's inner players who are still free, and whether they can be completed."""

    def __init__(self, problem: RoundProblem, stayers: Sequence[int], residents: Sequence[int]) -> None:
        self.problem = problem
        self.mask = sum(1 << i for i in (*stayers, *residents))
        self.adj = masks_apart(problem.allowed, stayers)
        self.budget = 0
        if problem.costly:
            matching = cheapest(self.adj, self.mask, problem.excess_of)
            if matching is None:
                raise NoPairing
            self.budget = matching[0]

    def take(self, i: int, r: int, *, waiting: int) -> bool:
        """Pair i and r if the others, ``waiting`` of them incoming, can still be paired."""
        mask = self.mask & ~((1 << i) | (1 << r))
        if not self.problem.costly:
            if not has_perfect(self.adj, mask, self.problem.ease, waiting):
                return False
        else:
            # With no more excess than necessary.
            budget = self.budget - self.problem.excess_of(i, r)
            matching = cheapest(self.adj, mask, self.problem.excess_of) if budget >= 0 else None
            if matching is None or matching[0] != budget:
                return False
            self.budget = budget
        self.mask = mask
        return True


def pair_up(problem: RoundProblem, residents: Sequence[int], *, explain: bool) -> list[Choice]:
    """Items f, g and h for the remaining residents, who stand in processing order."""
    if not residents:
        return []
    if not problem.costly:
        evenly = pair_evenly(problem, residents)
        if evenly is not None:
            if not explain:
                return [Choice(i, j, False) for i, j in evenly]
            return _List(problem, residents, evenly).explained(evenly)
    return _List(problem, residents).decide()


class _List:
    """The remaining residents while item h is decided. ``mate`` is always a complete pairing of the rest
    that holds every earlier item: a witness, mended by exchanging partners wherever that is enough."""

    def __init__(
        self, problem: RoundProblem, residents: Sequence[int], chosen: Sequence[tuple[int, int]] | None = None
    ) -> None:
        self.problem = problem
        self.residents = residents
        half = len(residents) // 2
        self.mask = sum(1 << i for i in residents)
        self.upper = sum(1 << i for i in residents[:half]) if problem.halves else 0
        dues = problem.dues
        self.firsts = sum(1 << i for i in residents if dues and dues[i] > 0)
        self.seconds = sum(1 << i for i in residents if dues and dues[i] < 0)
        self.base = len(residents) + 1
        if chosen is not None:
            self.total = sum(self.weight(i, j) for i, j in chosen)
            self.mate = dict(chosen)
            return
        matching = cheapest(problem.allowed, self.mask, self.weight)
        if matching is None:
            raise NoPairing
        self.total, self.mate = matching

    def weight(self, i: int, j: int) -> int:
        """Global items, item f and item g of one pair in one number."""
        both = 1 << i | 1 << j
        problem = self.problem
        value = problem.excess_of(i, j) * self.base + problem.clash(i, j)
        return value * self.base + (self.upper & both == both)

    def decide(self) -> list[Choice]:
        choices = []
        for i in self.residents:
            if not self.mask >> i & 1:
                continue
            self.mask &= ~(1 << i)
            choices.append(self._choose(i))
        return choices

    def explained(self, pairs: Sequence[tuple[int, int]]) -> list[Choice]:
        """The choices behind the right pairs: whom each one passed, and why."""
        choices = []
        left = list(self.residents)
        for i, j in pairs:
            left.remove(i)
            place = left.index(j)
            passed = left[place - 1] if place else None
            left.remove(j)
            self.mask &= ~(1 << i)
            cause = None
            if passed is not None and self.problem.allowed[i] >> passed & 1:
                cause = self._why_not(i, passed)
            self.mask &= ~(1 << j)
            self.total -= self.weight(i, j)
            choices.append(Choice(i, j, False, passed, cause))
        return choices

    def _why_not(self, i: int, j: int) -> Cause:
        weight = self.weight(i, j)
        remaining = self.mask & ~(1 << j)
        cause = self._hopeless(remaining, weight)
        if cause is None and remaining.bit_count() <= MOST_SEARCHED:
            matching = cheapest(self.problem.allowed, remaining, self.weight)
            cause = Cause.REST if matching is None else self._worse(matching[0] + weight)
        return cause or (Cause.DUE if self.problem.clash(i, j) else Cause.REST)

    def _choose(self, i: int) -> Choice:
        passed: tuple[int | None, Cause | None] = (None, None)
        for j in self.residents:
            if not self.mask >> j & 1:
                continue
            cause = None
            if self.problem.allowed[i] >> j & 1:
                cause = self._refused(i, j)
                if cause is None:
                    self.mask &= ~(1 << j)
                    return Choice(i, j, False, *passed)
            passed = (j, cause)
        raise NoPairing

    def _refused(self, i: int, j: int) -> Cause | None:
        """None, and the witness holds the pair, when i and j can be paired; else why they cannot."""
        weight = self.weight(i, j)
        remaining = self.mask & ~(1 << j)
        if self.mate[i] == j:
            self.total -= weight
            return None
        if (cause := self._hopeless(remaining, weight)) is not None:
            return cause
        if self._mend(i, j, remaining):
            self.total -= weight
            return None
        matching = cheapest(self.problem.allowed, remaining, self.weight)
        if matching is not None and matching[0] == self.total - weight:
            self.total, self.mate = matching
            return None
        return Cause.REST if matching is None else self._worse(matching[0] + weight)

    def _worse(self, total: int) -> Cause:
        base = self.base
        if total // (base * base) != self.total // (base * base):
            return Cause.AGAIN
        return Cause.DUE if total // base != self.total // base else Cause.UPPER

    def _hopeless(self, remaining: int, weight: int) -> Cause | None:
        """Prove by counting that ``remaining`` cannot be paired within ``weight``, or return None."""
        base = self.base
        excess = self.total // base // base - weight // base // base
        clashes = self.total // base % base - weight // base % base
        upper = self.total % base - weight % base
        if excess < 0:
            return Cause.AGAIN
        size = remaining.bit_count()
        firsts = (self.firsts & remaining).bit_count()
        seconds = (self.seconds & remaining).bit_count()
        most = max(firsts, seconds)
        if clashes < 0 or 2 * most - size > 2 * clashes:
            return Cause.DUE
        if not self.problem.halves:
            return None
        high = (remaining & self.upper).bit_count()
        low = size - high
        lower = upper + (low - high) // 2
        if min(upper, lower) < 0 or most - low > clashes + upper or most - high > clashes + lower:
            return Cause.UPPER
        return None

    def _mend(self, i: int, j: int, remaining: int) -> bool:
        """Free i and j in the witness by pairing their partners with each other, or over one more pair."""
        allowed, mate, weight = self.problem.allowed, self.mate, self.weight
        a, b = mate[i], mate[j]
        spare = weight(i, a) + weight(j, b) - weight(i, j)
        if allowed[a] >> b & 1 and weight(a, b) == spare:
            mate[a], mate[b] = b, a
            return True
        near = allowed[a] & remaining & ~(1 << b)
        while near:
            bit = near & -near
            near ^= bit
            c = bit.bit_length() - 1
            d = mate[c]
            if allowed[d] >> b & 1 and weight(a, c) + weight(d, b) - weight(c, d) == spare:
                mate[a], mate[c], mate[d], mate[b] = c, a, b, d
                return True
        return False
