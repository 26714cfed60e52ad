"""The door of FIDE's Swiss for teams: one round of it by C.04.6.

The bye comes first. Then, while teams are left, those of the highest score (*residents*) are completed by
*upfloaters* from below, as few and with as high scores as leave everybody a legal opponent, and the bracket
is paired. Sides are given when the whole round is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from tournaments.pairing.completing import has_perfect
from tournaments.pairing.matching import bits, largest
from tournaments.pairing.problem import mask_of
from tournaments.pairing.refusal import unpairable
from tournaments.pairing.team_swiss.bracket import pairs_of
from tournaments.pairing.team_swiss.colours import first_of
from tournaments.pairing.team_swiss.entering import Entrant, entrants
from tournaments.pairing.values import CannotPair, Pair, PairedRound, RefusalCode
from tournaments.state.team_matches import TeamEvent

NAME = "fide-team"


def pair_teams(event: TeamEvent, round_number: int) -> PairedRound:
    """The pairing of ``round_number``; numbers are those of teams, the first team of a match first.

    Raises `CannotPair` when no legal pairing exists, `PairingInputError` when the event is not in a state
    from which this round can be paired.
    """
    teams = entrants(event, round_number)
    if not teams:
        raise CannotPair(RefusalCode.NOBODY, round=round_number)
    round_ = _Round(event, round_number, teams)
    bye = round_.bye()
    drawn = round_.pairs(bye)
    by_number = {team.number: team for team in teams}
    pairs = [first_of(event, by_number[one], by_number[other]) for one, other in drawn]
    pairs.sort(key=lambda pair: _table_key(by_number[pair[0]], by_number[pair[1]]))
    return PairedRound(
        round=round_number,
        system=NAME,
        pairs=tuple(Pair(table, *pair) for table, pair in enumerate(pairs, 1)),
        bye=None if bye is None else teams[bye].number,
    )


def _table_key(one: Entrant, other: Entrant) -> tuple[int, int, int]:
    better = min(one, other, key=lambda team: (-team.score, team.number))
    return -better.score, -(one.score + other.score), better.number


@dataclass(frozen=True, slots=True)
class _Candidates:
    """Upfloaters of one bracket, and what speaks against them: C6, then C7."""

    teams: tuple[int, ...]
    leaves_hole: bool
    floated: int


class _Round:
    """One round's teams by index, in order of numbers."""

    def __init__(self, event: TeamEvent, round_number: int, teams: Sequence[Entrant]) -> None:
        self.event = event
        self.teams = teams
        self.last_two = round_number > event.rounds - 2
        size = len(teams)
        self.adj = [0] * size
        for i, one in enumerate(teams):
            for j in range(i + 1, size):
                if self.may_meet(one, teams[j]):
                    self.adj[i] |= 1 << j
                    self.adj[j] |= 1 << i
        self.scores = sorted({team.score for team in teams}, reverse=True)

    def may_meet(self, one: Entrant, other: Entrant) -> bool:
        """C1: no second match, unless the first one was not played; and no forbidden pair."""
        pair = (min(one.number, other.number), max(one.number, other.number))
        return other.number not in one.met and pair not in self.event.forbidden

    def can_pair(self, mask: int) -> bool:
        return not mask or has_perfect(self.adj, mask)

    def bye(self) -> int | None:
        """Who has the bye (C2, 3.4): the lowest score, of these most matches played, of these the largest
        number, among all without whom the others can be paired."""
        size = len(self.teams)
        if size % 2 == 0:
            return None
        everybody = (1 << size) - 1
        order = sorted(
            (i for i, team in enumerate(self.teams) if team.may_have_bye),
            key=lambda i: (self.teams[i].score, -len(self.teams[i].sides), -self.teams[i].number),
        )
        for i in order:
            if self.can_pair(everybody & ~(1 << i)):
                return i
        helper = [*self.adj, 0]
        for i in order:
            helper[i] |= 1 << size
            helper[size] |= 1 << i
        raise self._refusal(helper)

    def pairs(self, bye: int | None) -> list[tuple[int, int]]:
        """Who meets whom, bracket by bracket."""
        left = (1 << len(self.teams)) - 1
        if bye is not None:
            left &= ~(1 << bye)
        if not self.can_pair(left):
            raise self._refusal(self.adj)
        made = []
        while left:
            highest = max(self.teams[i].score for i in bits(left))
            residents = mask_of(i for i in bits(left) if self.teams[i].score == highest)
            floaters = self._upfloaters(residents, left)
            bracket = residents | mask_of(floaters)
            made += pairs_of(
                [self.teams[i] for i in bits(bracket)],
                frozenset(self.teams[i].number for i in floaters),
                self.may_meet,
                last_two=self.last_two,
            )
            left &= ~bracket
        return made

    def _upfloaters(self, residents: int, left: int) -> tuple[int, ...]:
        below = left & ~residents
        count = residents.bit_count()
        # Who cannot be paired among the residents needs somebody from below each.
        least = count - 2 * len(largest(self.adj, residents))
        groups = [self._of_score(below, score) for score in self.scores]
        for size in range(least, below.bit_count() + 1, 2):
            for shares in _shares([len(group) for group in groups], size):
                best = self._best(residents, below, groups, shares)
                if best is not None:
                    return best.teams
        raise AssertionError("everybody who is left could be paired")

    def _best(
        self, residents: int, below: int, groups: Sequence[Sequence[int]], shares: Sequence[int]
    ) -> _Candidates | None:
        """The upfloaters when each score gives so many: those after whom the next score can be paired (C6),
        with the fewest who floated in the round before (C7), the first of these."""
        least = 0
        if not self.last_two:
            for group, share in zip(groups, shares, strict=True):
                least += max(0, share - sum(not self.teams[i].floated for i in group))
        best: _Candidates | None = None
        for parts in product(
            *(combinations(group, share) for group, share in zip(groups, shares, strict=True))
        ):
            chosen = tuple(i for part in parts for i in part)
            mask = mask_of(chosen)
            floated = 0 if self.last_two else sum(self.teams[i].floated for i in chosen)
            if best is not None and not best.leaves_hole and floated >= best.floated:
                continue
            if not (self.can_pair(residents | mask) and self.can_pair(below & ~mask)):
                continue
            hole = not self._next_score_can_play(residents, below & ~mask)
            if best is None or (hole, floated) < (best.leaves_hole, best.floated):
                best = _Candidates(chosen, hole, floated)
            if not hole and floated == least:
                break
        return best

    def _next_score_can_play(self, residents: int, rest: int) -> bool:
        """C6 as T9 reads it: what the next lower score has left can be paired within itself, if it is odd
        with one team from below, and the others too."""
        score = self.teams[next(bits(residents))].score
        lower = [value for value in self.scores if value < score]
        if not lower:
            return True
        group = mask_of(i for i in bits(rest) if self.teams[i].score == lower[0])
        others = rest & ~group
        if group.bit_count() % 2 == 0:
            return self.can_pair(group) and self.can_pair(others)
        return any(self.can_pair(group | 1 << i) and self.can_pair(others & ~(1 << i)) for i in bits(others))

    def _of_score(self, mask: int, score: int) -> list[int]:
        return [i for i in bits(mask) if self.teams[i].score == score]

    def _refusal(self, adj: Sequence[int]) -> CannotPair:
        lost = unpairable(adj, len(self.teams))
        return CannotPair(
            RefusalCode.NO_PAIRING, players=[self.teams[i].number for i in lost], odd=len(self.teams) % 2 == 1
        )


def _shares(sizes: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """How many of ``count`` each score gives, best first: the lowest score of all as high as possible, then
    the next lowest (C4, C5). ``sizes``: from the highest score down."""
    if sum(sizes) < count:
        return
    if not sizes:
        yield ()
        return
    # The fewest that the lowest score must give, then more of them.
    above = sum(sizes[:-1])
    for lowest in range(max(0, count - above), min(sizes[-1], count) + 1):
        for rest in _shares(sizes[:-1], count - lowest):
            yield (*rest, lowest)
