"""The door of FIDE's Swiss for teams: one round of it by C.04.6.

The bye comes first. Then, while teams are left, those of the highest score (*residents*) are completed by
*upfloaters* from below, as few and with as high scores as leave everybody a legal opponent, and the bracket
is paired. Sides are given when the whole round is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from tournaments.pairing.completing import has_perfect
from tournaments.pairing.matching import bits, cheapest, largest
from tournaments.pairing.problem import mask_of
from tournaments.pairing.reasons import Cause, Notice, NoticeCode, Reason, ReasonCode
from tournaments.pairing.refusal import unpairable
from tournaments.pairing.team_swiss.bracket import bracket_of, pairs_of
from tournaments.pairing.team_swiss.colours import beginning_team
from tournaments.pairing.team_swiss.entering import Entrant, acceleration_points, check_fixed, entrants
from tournaments.pairing.team_swiss.explaining import Completed, team_reasons, team_scores_reason
from tournaments.pairing.team_swiss.inputs import NAME
from tournaments.pairing.values import CannotPair, Pair, PairedRound, RefusalCode
from tournaments.state.points import Points
from tournaments.state.team_matches import Primary, TeamEvent

# By pair, the smaller number first.
Reasons = dict[tuple[int, int], tuple[Reason, ...]]


def pair_teams(
    event: TeamEvent, round_number: int, *, allow_rematch: bool = False, explain: bool = True
) -> PairedRound:
    """Pair ``round_number``; numbers are those of teams, the first team of a match first.

    Raises `CannotPair` when no legal pairing exists, `PairingInputError` when the event is not in a state
    from which this round can be paired."""
    everybody = entrants(event, round_number)
    if not everybody:
        raise CannotPair(RefusalCode.NOBODY, round=round_number)
    check_fixed(event, everybody, allow_rematch=allow_rematch)
    # Pairs that the arbiter has fixed are taken out before all else.
    held = {number for pair in event.fixed for number in pair}
    round_ = _Round(event, round_number, [team for team in everybody if team.number not in held])
    if allow_rematch:
        round_.lift()
    bye = round_.bye()
    why: Reasons = {}
    drawn: list[tuple[int, int]] = []
    points = _points(event)
    for bracket_row in round_.brackets(bye):
        made = pairs_of(bracket_row.bracket)
        drawn += made
        if explain:
            why |= team_reasons(bracket_row, made, points, event.forbidden)
    teams = {team.number: team for team in everybody}
    pairs = [_seated(event, round_number, teams, pair, why if explain else None) for pair in drawn]
    pairs += [_fixed(event, teams, pair, points, explain=explain) for pair in event.fixed]
    pairs.sort(key=lambda pair: _table_key(teams[pair.first], teams[pair.second]))
    return PairedRound(
        round=round_number,
        system=NAME,
        pairs=tuple(replace(pair, table=table) for table, pair in enumerate(pairs, 1)),
        bye=None if bye is None else round_.teams[bye].number,
        rematches=sum(pair.second in teams[pair.first].met for pair in pairs),
        bye_reasons=(_of_bye(round_.teams[bye], points),) if explain and bye is not None else (),
    )


def _points(event: TeamEvent) -> Points:
    """In which the scores count that pair the teams."""
    return event.rules.match_points if event.rules.primary is Primary.MATCH else event.rules.board_points


def _seated(
    event: TeamEvent,
    round_number: int,
    teams: Mapping[int, Entrant],
    pair: tuple[int, int],
    why: Reasons | None,
) -> Pair:
    first, second, colour = beginning_team(event, teams[pair[0]], teams[pair[1]])
    if why is None:
        return Pair(0, first, second)
    lent = any(acceleration_points(event, number, round_number) for number in pair)
    accelerated = (Reason(ReasonCode.ACCELERATED),) if lent else ()
    scores, *others = why[pair]
    return Pair(
        0,
        first,
        second,
        (scores, *accelerated, *others, colour),
        team_rematch_notice(event, teams, first, second),
    )


def _fixed(
    event: TeamEvent, teams: Mapping[int, Entrant], pair: tuple[int, int], points: Points, *, explain: bool
) -> Pair:
    first, second = pair
    if not explain:
        return Pair(0, first, second)
    both = {"first": first, "second": second}
    reasons = (
        Reason(ReasonCode.FIXED, both),
        team_scores_reason(teams[first], teams[second], points),
        Reason(ReasonCode.COLOUR_FIXED, {"player": first}),
    )
    notices = (Notice(NoticeCode.FIXED_PAIR, both), *team_rematch_notice(event, teams, first, second))
    return Pair(0, first, second, reasons, notices)


def team_rematch_notice(
    event: TeamEvent, teams: Mapping[int, Entrant], first: int, second: int
) -> tuple[Notice, ...]:
    if second not in teams[first].met:
        return ()
    last = max(match.round for match in event.matches if {match.first, match.second} == {first, second})
    return (Notice(NoticeCode.REMATCH, {"first": first, "second": second, "round": last}),)


def _of_bye(team: Entrant, points: Points) -> Reason:
    params = {"player": team.number, "score": points.text(team.score), "count": len(team.sides)}
    return Reason(ReasonCode.TEAM_BYE, params)


def _table_key(first: Entrant, other: Entrant) -> tuple[int, int, int]:
    better = min(first, other, key=lambda team: (-team.score, team.number))
    return -better.score, -(first.score + other.score), better.number


@dataclass(frozen=True, slots=True)
class _Candidates:
    """Hold upfloaters of one bracket, and what speaks against them: C6, then C7."""

    teams: tuple[int, ...]
    leaves_hole: bool
    floated: int
    passed: tuple[int, ...] = ()
    cause: Cause | None = None


class _Round:
    """One round's teams by index, in order of numbers."""

    def __init__(self, event: TeamEvent, round_number: int, teams: Sequence[Entrant]) -> None:
        self.event = event
        self.teams = teams
        self.last_two = round_number > event.rounds - 2
        self.lifted: frozenset[tuple[int, int]] = frozenset()
        size = len(teams)
        self.adj = [0] * size
        for i, team in enumerate(teams):
            for j in range(i + 1, size):
                if self.may_meet(team, teams[j]):
                    self.adj[i] |= 1 << j
                    self.adj[j] |= 1 << i
        self.scores = sorted({team.score for team in teams}, reverse=True)

    def may_meet(self, team: Entrant, other: Entrant) -> bool:
        """Tell whether two teams may meet (C1)."""
        pair = (min(team.number, other.number), max(team.number, other.number))
        # A match that was not played is no first one.
        return (other.number not in team.met or pair in self.lifted) and pair not in self.event.forbidden

    def lift(self) -> None:
        """Let as few teams as possible meet again, where the round cannot be paired without."""
        size = len(self.teams)
        adj = [0] * (size + size % 2)
        for i, team in enumerate(self.teams):
            for j in range(i + 1, size):
                if (team.number, self.teams[j].number) not in self.event.forbidden:
                    adj[i] |= 1 << j
                    adj[j] |= 1 << i
            if size % 2 and team.may_have_bye:
                adj[i] |= 1 << size
                adj[size] |= 1 << i

        def again(i: int, j: int) -> int:
            return int(j < size and self.teams[j].number in self.teams[i].met)

        matching = cheapest(adj, (1 << len(adj)) - 1, again)
        if matching is None:
            raise self._refusal(adj, RefusalCode.NO_PAIRING_LIFTED)
        if not matching[0]:
            return
        # Of the pairings with the fewest rematches, the one that the lowest numbers make first.
        self.lifted = self._fewest(adj, again, matching[0])
        at = {team.number: i for i, team in enumerate(self.teams)}
        for pair in self.lifted:
            i, j = (at[number] for number in pair)
            self.adj[i] |= 1 << j
            self.adj[j] |= 1 << i

    def _fewest(
        self, adj: Sequence[int], again: Callable[[int, int], int], count: int
    ) -> frozenset[tuple[int, int]]:
        """Return the ``count`` rematches to allow."""
        everybody = (1 << len(adj)) - 1
        lifted: list[tuple[int, int]] = []
        # Each in turn the first by numbers with which the others stay possible.
        for i, j in combinations(range(len(self.teams)), 2):
            if len(lifted) == count or not (
                adj[i] >> j & 1 and again(i, j) and everybody >> i & everybody >> j & 1
            ):
                continue
            remaining = everybody & ~(1 << i) & ~(1 << j)
            matching = cheapest([mask & remaining for mask in adj], remaining, again)
            if matching is not None and matching[0] == count - len(lifted) - 1:
                lifted.append((self.teams[i].number, self.teams[j].number))
                everybody = remaining
        return frozenset(lifted)

    def can_pair(self, mask: int) -> bool:
        return not mask or has_perfect(self.adj, mask)

    def bye(self) -> int | None:
        """Return who has the bye, among all without whom the others can be paired."""
        size = len(self.teams)
        if size % 2 == 0:
            return None
        everybody = (1 << size) - 1
        # C2, 3.4: the lowest score, of these most matches played, of these the largest number.
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

    def brackets(self, bye: int | None) -> list[Completed]:
        """Score by score from the highest, each with the upfloaters that complete it."""
        left = (1 << len(self.teams)) - 1
        if bye is not None:
            left &= ~(1 << bye)
        if not self.can_pair(left):
            raise self._refusal(self.adj)
        made = []
        while left:
            highest = max(self.teams[i].score for i in bits(left))
            residents = mask_of(i for i in bits(left) if self.teams[i].score == highest)
            best = self._upfloaters(residents, left)
            members = residents | mask_of(best.teams)
            floaters = self._numbers(best.teams)
            bracket = bracket_of(
                [self.teams[i] for i in bits(members)],
                frozenset(floaters),
                self.may_meet,
                last_two=self.last_two,
            )
            made.append(Completed(bracket, highest, floaters, self._numbers(best.passed), best.cause))
            left &= ~members
        return made

    def _numbers(self, indexes: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.teams[i].number for i in indexes)

    def _upfloaters(self, residents: int, left: int) -> _Candidates:
        below = left & ~residents
        count = residents.bit_count()
        # Who cannot be paired among the residents needs somebody from below each.
        least = count - 2 * len(largest(self.adj, residents))
        groups = [self._of_score(below, score) for score in self.scores]
        first: tuple[int, ...] | None = None
        for size in range(least, below.bit_count() + 1, 2):
            for shares in _shares([len(group) for group in groups], size):
                if first is None:
                    first = tuple(
                        i for group, share in zip(groups, shares, strict=True) for i in group[:share]
                    )
                best = self._best(residents, below, groups, shares)
                if best is not None:
                    return best if best.teams == first else self._after(first, best, residents, below)
        raise AssertionError("everybody who is left could be paired")

    def _after(self, passed: tuple[int, ...], best: _Candidates, residents: int, below: int) -> _Candidates:
        """``best`` with why the first candidates in order were not taken."""
        mask = mask_of(passed)
        if not self.can_pair(residents | mask):
            cause = Cause.GROUP
        elif not self.can_pair(below & ~mask):
            cause = Cause.REST
        elif not best.leaves_hole and not self._next_score_can_play(residents, below & ~mask):
            cause = Cause.NEXT_GROUP
        else:
            cause = Cause.FLOATED
        return replace(best, passed=passed, cause=cause)

    def _best(
        self, residents: int, below: int, groups: Sequence[Sequence[int]], shares: Sequence[int]
    ) -> _Candidates | None:
        """Return the best upfloaters when each score gives so many."""
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
            # C6: after them the next score can be paired; then C7: the fewest who floated in the round
            # before.
            hole = not self._next_score_can_play(residents, below & ~mask)
            if best is None or (hole, floated) < (best.leaves_hole, best.floated):
                best = _Candidates(chosen, hole, floated)
            if not hole and floated == least:
                break
        return best

    def _next_score_can_play(self, residents: int, remaining: int) -> bool:
        """Tell whether what the next lower score has left can be paired within itself."""
        score = self.teams[next(bits(residents))].score
        lower = [value for value in self.scores if value < score]
        if not lower:
            return True
        group = mask_of(i for i in bits(remaining) if self.teams[i].score == lower[0])
        others = remaining & ~group
        if group.bit_count() % 2 == 0:
            return self.can_pair(group) and self.can_pair(others)
        # C6 as T9 reads it: if it is odd, with one team from below, and the others too.
        return any(self.can_pair(group | 1 << i) and self.can_pair(others & ~(1 << i)) for i in bits(others))

    def _of_score(self, mask: int, score: int) -> list[int]:
        return [i for i in bits(mask) if self.teams[i].score == score]

    def _refusal(self, adj: Sequence[int], code: RefusalCode = RefusalCode.NO_PAIRING) -> CannotPair:
        lost = unpairable(adj, len(self.teams))
        return CannotPair(code, players=[self.teams[i].number for i in lost], odd=len(self.teams) % 2 == 1)


def _shares(sizes: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """Yield how many of ``count`` each score gives, best first; ``sizes``: from the highest score down."""
    if sum(sizes) < count:
        return
    if not sizes:
        yield ()
        return
    # C4, C5: the lowest score of all as high as possible, then the next lowest.
    # The fewest that the lowest score must give, then more of them.
    above = sum(sizes[:-1])
    for lowest in range(max(0, count - above), min(sizes[-1], count) + 1):
        for earlier in _shares(sizes[:-1], count - lowest):
            yield (*earlier, lowest)
