"""From what the bracket rule did to the reasons of each pair."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.brackets import Bracket, Solution
from tournaments.pairing.players import Entering, PairingPlayer
from tournaments.pairing.problem import RoundProblem
from tournaments.pairing.reasons import Cause, Reason, ReasonCode
from tournaments.pairing.within_group import Choice
from tournaments.state.points import Points

Numbers = tuple[int, int]


def swiss_reasons(
    entering: Entering, order: Sequence[PairingPlayer], problem: RoundProblem, solution: Solution
) -> dict[Numbers, tuple[Reason, ...]]:
    """Reasons by pair of numbers, in processing order within the pair."""
    floats: dict[int, list[Reason]] = {}
    reasons: dict[Numbers, tuple[Reason, ...]] = {}
    held = {number for pair in entering.fixed for number in (pair.first, pair.second)}
    points = entering.tournament.points
    for bracket in solution.brackets:
        _departures(order, bracket, floats, points.text(order[bracket.residents[0]].score))
        for choice in bracket.choices:
            pair = sorted((choice.player, choice.opponent))
            numbers = (order[pair[0]].number, order[pair[1]].number)
            scores = scores_of(order[pair[0]], order[pair[1]], points)
            if numbers[0] in held:
                fixed = Reason(ReasonCode.FIXED, {"first": numbers[0], "second": numbers[1]})
                reasons[numbers] = (fixed, scores)
            else:
                float_reasons = [reason for i in pair for reason in floats.get(i, [])]
                reasons[numbers] = (scores, *float_reasons, *_choice(entering, order, problem, choice, held))
    return reasons


def scores_of(player: PairingPlayer, other: PairingPlayer, points: Points) -> Reason:
    if player.score == other.score:
        return Reason(ReasonCode.SAME_SCORE, {"score": points.text(player.score)})
    higher, lower = (player, other) if player.score > other.score else (other, player)
    return Reason(
        ReasonCode.OTHER_SCORES,
        {
            "player": higher.number,
            "score": points.text(higher.score),
            "opponent": lower.number,
            "opponent_score": points.text(lower.score),
        },
    )


def _departures(
    order: Sequence[PairingPlayer], bracket: Bracket, floats: dict[int, list[Reason]], score: str
) -> None:
    for departure in bracket.departures:
        number = order[departure.player].number
        why = floats.setdefault(departure.player, [])
        if departure.forced:
            params = {"player": number, "score": score, "count": departure.leaving}
            why.append(Reason(ReasonCode.FLOAT_FORCED, params))
        else:
            params = {"player": number, "score": score, "count": departure.members}
            why.append(Reason(ReasonCode.FLOAT_ODD, params))
        if departure.by_cost:
            why.append(Reason(ReasonCode.FLOAT_CHEAPEST, {"player": number, "cost": departure.cost}))
        if departure.by_order:
            why.append(Reason(ReasonCode.FLOAT_LAST, {"player": number}))


def _choice(
    entering: Entering, order: Sequence[PairingPlayer], problem: RoundProblem, choice: Choice, held: set[int]
) -> list[Reason]:
    params = {"player": order[choice.player].number, "opponent": order[choice.opponent].number}
    why = []
    if choice.floated:
        cost = problem.costs[choice.opponent]
        why.append(Reason(ReasonCode.FLOATER_OPPONENT, {**params, "cost": cost}))
    if choice.passed is None:
        return [*why, Reason(ReasonCode.TOP_CHOICE, params)]
    passed = order[choice.passed]
    cause = choice.cause or _never(entering, order[choice.player], passed, held)
    return [*why, Reason(ReasonCode.NOT_BEFORE, {**params, "passed": passed.number, "cause": str(cause)})]


def _never(entering: Entering, player: PairingPlayer, passed: PairingPlayer, held: set[int]) -> Cause:
    """Why these two could not be paired whatever the others did."""
    if passed.number in held:
        return Cause.FIXED
    if entering.is_forbidden(player.number, passed.number):
        return Cause.FORBIDDEN
    return Cause.MET
