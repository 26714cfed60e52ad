"""The reasons of ``wxc2015``: the finished pairing walked through in the order in which players chose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.pairing.completing import has_perfect
from tournaments.pairing.explaining import scores_of
from tournaments.pairing.players import Entering, PairingPlayer
from tournaments.pairing.problem import RoundProblem, mask_of
from tournaments.pairing.reasons import Cause, Reason, ReasonCode
from tournaments.pairing.swiss import Reasons
from tournaments.pairing.weighted_matching import by_distance


def need_reasons(
    entering: Entering, order: Sequence[PairingPlayer], problem: RoundProblem, mate: Sequence[int]
) -> Reasons:
    """Reasons by pair of numbers, the earlier in the order of need first."""
    return _Walk(entering, order, problem, mate).reasons


class _Walk:
    """``free``: by index, who has no opponent yet as the walk goes on."""

    def __init__(
        self, entering: Entering, order: Sequence[PairingPlayer], problem: RoundProblem, mate: Sequence[int]
    ) -> None:
        self.entering = entering
        self.order = order
        self.problem = problem
        self.mate = mate
        self.points = entering.tournament.points
        self.reasons: Reasons = {}
        self.free = [True] * problem.size
        fixed = [i for both in problem.ease.fixed for i in range(problem.size) if both >> i & 1]
        for i in fixed:
            if i < mate[i]:
                self._say(i, mate[i], [], fixed=True)
        for group in problem.groups:
            self._group([i for i in group if self.free[i]])

    def _say(self, i: int, j: int, why: Iterable[Reason], *, fixed: bool = False) -> None:
        player, other = self.order[i], self.order[j]
        scores = scores_of(player, other, self.points)
        both = {"first": player.number, "second": other.number}
        head = [Reason(ReasonCode.FIXED, both), scores] if fixed else [scores]
        self.reasons[player.number, other.number] = (*head, *why)
        self.free[i] = self.free[j] = False

    def _group(self, members: Sequence[int]) -> None:
        if not members:
            return
        last = members[-1]
        leaving = [i for i in members if self.mate[i] > last]
        for i in members:
            j = self.mate[i]
            if i < j <= last:
                passed = self._before(i, j, last)
                self._say(i, j, [self._need(i), self._nearest(i, j), *self._passed(i, j, passed)])
        leaving.sort(key=self.problem.ranks.__getitem__)
        for i in leaving:
            self._down(i, members, len(leaving))

    def _down(self, i: int, members: Sequence[int], count: int) -> None:
        j = self.mate[i]
        player = self.order[i]
        forced = count > 1 or len(members) % 2 == 0
        code = ReasonCode.FLOAT_FORCED if forced else ReasonCode.FLOAT_ODD
        params = {"player": player.number, "score": self.points.text(player.score)}
        why = [Reason(code, {**params, "count": count if forced else len(members)})]
        if len(members) > count:
            why.append(Reason(ReasonCode.LEFT_OVER, {"player": player.number}))
        below = mask_of(k for k in range(members[-1] + 1, self.problem.size) if self.free[k])
        passed = None
        for k in by_distance(self.problem, i, below):
            if k == j:
                break
            passed = k
        both = {"player": player.number, "opponent": self.order[j].number}
        first = ReasonCode.NEAREST_BELOW_NEED if self.problem.needy else ReasonCode.NEAREST_BELOW
        why.append(Reason(first, both))
        self._say(i, j, [*why, *self._passed(i, j, passed)])

    def _need(self, i: int) -> Reason:
        player = self.order[i]
        if abs(player.balance) >= 2:
            params = {"player": player.number, "side": str(player.must), "balance": player.balance}
            return Reason(ReasonCode.CHOSE_BALANCE, params)
        if player.must:
            return Reason(ReasonCode.CHOSE_STREAK, {"player": player.number, "side": str(player.must)})
        return Reason(ReasonCode.CHOSE_RANK, {"player": player.number})

    def _nearest(self, i: int, j: int) -> Reason:
        both = {"player": self.order[i].number, "opponent": self.order[j].number}
        due = self.order[j].due
        if self.problem.clash(i, j):
            return Reason(ReasonCode.NEAREST_SAME, {**both, "side": str(due)})
        if self.order[i].due and due:
            return Reason(ReasonCode.NEAREST_DUE, {**both, "side": str(due)})
        return Reason(ReasonCode.NEAREST, both)

    def _passed(self, i: int, j: int, passed: int | None) -> list[Reason]:
        if passed is None:
            return []
        numbers = [self.order[k].number for k in (i, j, passed)]
        params = dict(zip(("player", "opponent", "passed"), numbers, strict=True))
        return [Reason(ReasonCode.NOT_BEFORE, {**params, "cause": str(self._why_not(i, passed))})]

    def _why_not(self, i: int, passed: int) -> Cause:
        player, other = self.order[i], self.order[passed]
        if self.entering.is_forbidden(player.number, other.number):
            return Cause.FORBIDDEN
        if other.number in player.met:
            return Cause.MET
        if player.must and player.must is other.must:
            return Cause.MUST
        if player.score == other.score:
            others_free = mask_of(k for k, free in enumerate(self.free) if free and k not in (i, passed))
            if has_perfect(self.problem.clean, others_free, self.problem.ease):
                return Cause.DOWN
        return Cause.REST

    def _before(self, i: int, j: int, last: int) -> int | None:
        """Who stands just before ``j`` in the list from which ``i`` chose."""
        clash = self.problem.clash
        for k in range(j - 1, i, -1):
            if self.free[k] and clash(i, k) == clash(i, j):
                return k
        if clash(i, j):
            for k in range(last, i, -1):
                if self.free[k] and not clash(i, k):
                    return k
        return None
