"""Say why a round of the Dutch system is as it is; about two given players `why` answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.pairing.dutch.competitors import DutchRound
from tournaments.pairing.reasons import Reason, ReasonCode

# As `engine` has them, in our numbers, with the `pairs` of each.
Brackets = tuple[Mapping[str, Any], ...]
# A bracket is judged by these, in this order (C.04.3, 2.3 and 2.4).
CRITERIA = tuple(f"C{number}" for number in range(6, 22))


def dutch_reasons(entering: DutchRound, brackets: Brackets, first: int, second: int) -> tuple[Reason, ...]:
    """All but the colour's."""
    points = entering.tournament.points
    competitor, other = entering.here[first], entering.here[second]
    accelerated = competitor.pairing_score != competitor.score or other.pairing_score != other.score
    if competitor.pairing_score == other.pairing_score:
        scores = Reason(ReasonCode.SAME_SCORE, {"score": points.text(competitor.pairing_score)})
    else:
        high, low = (
            (competitor, other) if competitor.pairing_score > other.pairing_score else (other, competitor)
        )
        params = {"player": high.number, "score": points.text(high.pairing_score)}
        params |= {"opponent": low.number, "opponent_score": points.text(low.pairing_score)}
        scores = Reason(ReasonCode.OTHER_SCORES, params)
    why = [scores, *((Reason(ReasonCode.ACCELERATED),) if accelerated else ())]
    for number in (first, second):
        why += _floats(entering, brackets, number)
    for bracket in brackets:
        if (first, second) in bracket["pairs"] and (costs := costs_of(bracket)):
            listed = ", ".join(f"{name} {amount}" for name, amount in costs)
            why.append(Reason(ReasonCode.DUTCH_COSTS, {"costs": listed}))
    return tuple(why)


def _floats(entering: DutchRound, brackets: Brackets, number: int) -> Iterator[Reason]:
    points = entering.tournament.points
    for bracket in brackets:
        if number in bracket["down"] and bracket["players"]:
            members, down = len(bracket["players"]), len(bracket["down"])
            level = min(entering.here[number].pairing_score for number in bracket["players"])
            params: dict[str, Any] = {"player": number, "score": points.text(level)}
            if members % 2 and down == 1:
                yield Reason(ReasonCode.FLOAT_ODD, {**params, "count": members})
            else:
                yield Reason(ReasonCode.FLOAT_FORCED, {**params, "count": down})


def costs_of(bracket: Mapping[str, Any]) -> list[tuple[str, str]]:
    """List the criteria that the bracket could not keep, and how often."""
    costs = []
    # Downfloaters and their scores (C6, C7) the floats say themselves, and C8 is about the next bracket.
    for name in CRITERIA[3:]:
        value = bracket["costs"].get(f"Q{name}")
        amounts = value if isinstance(value, list) else [value]
        if any(amounts) and name != "C9":
            costs.append((name, "+".join(str(amount) for amount in amounts if amount)))
    return costs


def bye_reasons(entering: DutchRound, bye: int) -> tuple[Reason, ...]:
    """C5 and C9."""
    competitor = entering.here[bye]
    score = entering.tournament.points.text(competitor.pairing_score)
    params = {"player": bye, "score": score, "count": competitor.unplayed}
    return (Reason(ReasonCode.DUTCH_BYE, params),)
