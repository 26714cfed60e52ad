"""Say why a round of FIDE's Swiss for teams is as it is: upfloaters, opponents, colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.reasons import Cause, Reason, ReasonCode
from tournaments.pairing.team_swiss.bracket import TeamBracket, cost_with
from tournaments.pairing.team_swiss.entering import Entrant
from tournaments.state.points import Points

Numbers = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Completed:
    """A bracket as it was made: its residents' ``score``, the numbers of its ``floaters``. ``passed``: who
    come before these in order, and ``cause`` why others came; None where the first in order did."""

    bracket: TeamBracket
    score: int
    floaters: tuple[int, ...]
    passed: tuple[int, ...] = ()
    cause: Cause | None = None


def team_reasons(
    completed: Completed, pairs: Sequence[Numbers], points: Points, forbidden: frozenset[Numbers]
) -> dict[Numbers, tuple[Reason, ...]]:
    """By pair of the bracket, its smaller number first, in the order of the pairs."""
    order = completed.bracket.order
    at = {team.number: i for i, team in enumerate(order)}
    made: list[tuple[int, int]] = []
    reasons = {}
    for pair in pairs:
        team, other = (order[at[number]] for number in pair)
        pair_reasons = [
            reason
            for number in pair
            if number in completed.floaters
            for reason in _came_up(completed, number, points)
        ]
        reasons[pair] = (
            team_scores_reason(team, other, points),
            *pair_reasons,
            _chosen(completed.bracket, made, at, pair, forbidden),
        )
        made.append((at[pair[0]], at[pair[1]]))
    return reasons


def team_scores_reason(team: Entrant, other: Entrant, points: Points) -> Reason:
    if team.score == other.score:
        return Reason(ReasonCode.SAME_SCORE, {"score": points.text(team.score)})
    high, low = (team, other) if team.score > other.score else (other, team)
    params = {"player": high.number, "score": points.text(high.score)}
    params |= {"opponent": low.number, "opponent_score": points.text(low.score)}
    return Reason(ReasonCode.OTHER_SCORES, params)


def _came_up(completed: Completed, number: int, points: Points) -> list[Reason]:
    score = points.text(completed.score)
    params = {"player": number, "score": score, "count": len(completed.floaters)}
    why = [Reason(ReasonCode.UPFLOATED, params)]
    if completed.cause is not None and completed.passed:
        passed = {"players": list(completed.passed), "cause": str(completed.cause)}
        why.append(Reason(ReasonCode.UPFLOATED_NOT, passed))
    elif completed.cause is not None:
        why.append(Reason(ReasonCode.UPFLOATED_ALONE, {"score": score}))
    return why


def _chosen(
    bracket: TeamBracket,
    made: Sequence[tuple[int, int]],
    at: Mapping[int, int],
    pair: Numbers,
    forbidden: frozenset[Numbers],
) -> Reason:
    """Say why the smaller number of a pair has this opponent; ``made``: the earlier pairs, as indexes."""
    i, j = at[pair[0]], at[pair[1]]
    used = {k for both in made for k in both}
    params = {"player": pair[0], "opponent": pair[1]}
    # One with a number before the opponent's would have been chosen, if nothing spoke against it.
    for k in range(i + 1, j):
        if k in used:
            continue
        passed = bracket.order[k]
        if bracket.adj[i] >> k & 1:
            cause = _worse(bracket, [*made, (i, j)], [*made, (i, k)])
        else:
            cause = Cause.FORBIDDEN if (pair[0], passed.number) in forbidden else Cause.MET
        return Reason(ReasonCode.NOT_BEFORE, {**params, "passed": passed.number, "cause": str(cause)})
    return Reason(ReasonCode.TOP_CHOICE, params)


def _worse(bracket: TeamBracket, held: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]]) -> Cause:
    """What speaks against the pairs of ``other``, by the first criterion that differs."""
    ours, theirs = cost_with(bracket, held), cost_with(bracket, other)
    if theirs is None or ours is None:
        return Cause.REST
    if theirs.same != ours.same:
        return Cause.DUE
    if theirs.strong != ours.strong:
        return Cause.STRONG
    return Cause.FLOATED if theirs.again != ours.again else Cause.UPPER
