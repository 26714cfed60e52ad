"""*WhyNot not Z instead of Y?*: what would break, or get worse, if a player met another one.

The two opponents are exchanged, or the bye with an opponent. First our own check: C1 to C3, what the arbiter
forbade. Only a list that breaks nothing is analysed by the engine, whose analysis does not look for rematches
(measured). Its first difference, bracket by bracket from the top, is the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tournaments.pairing.dutch import engine
from tournaments.pairing.dutch.check import FaultCode, pairing_faults
from tournaments.pairing.dutch.colours import colours_of
from tournaments.pairing.dutch.competitors import DutchRound, dutch_state
from tournaments.pairing.dutch.engine_file import engine_input, ids_of
from tournaments.pairing.dutch.pairing import pair_dutch
from tournaments.pairing.values import CannotPair, PairedRound, RefusalCode
from tournaments.state.tournament import Side, Tournament


class WhyCode(StrEnum):
    """The answer; the comment lists the parameters."""

    SAME = "same"  # player, opponent: they do meet
    NOT_HERE = "not-here"  # player: is not paired in this round
    FIXED = "fixed"  # player: in a pair that the arbiter set
    MET = "met"  # first, second, round: C1
    ABSOLUTE = "absolute"  # first, second: C3
    FORBIDDEN = "forbidden"  # first, second: the arbiter's word
    BYE = "bye"  # player: C2
    BYE_SCORE = "bye-score"  # player, score, opponent, opponent_score: C5
    WORSE = "worse"  # criterion, score, amount, instead
    ORDER = "order"  # nothing gets worse: the order of the list decides


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Answer a question; ``pairs``: who would meet, as (first, second), ``bye``: who would have none."""

    code: WhyCode
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)
    pairs: tuple[tuple[int, int], ...] = ()
    bye: int | None = None


# In place of an opponent.
BYE = 0


def why_not(
    tournament: Tournament, round_number: int, player: int, other: int, *, paired: PairedRound | None = None
) -> WhyNot:
    """Say why ``player`` does not meet ``other`` in this round (`BYE`: have the bye). Raises as `pair_dutch`
    does.

    By the rule's own pairing: ``paired``, or what it gives now."""
    entering = dutch_state(tournament, round_number)
    rule = paired or pair_dutch(tournament, round_number, explain=False)
    for number in (player, other):
        if number != BYE and number not in entering.here:
            return WhyNot(WhyCode.NOT_HERE, {"player": number})
    mates = _mates(rule)
    wished = {number for wish in entering.fixed for number in (wish.first, wish.second)}
    if held := next((number for number in (player, other) if number in wished), None):
        return WhyNot(WhyCode.FIXED, {"player": held})
    if mates.get(player) == other or player == other or (other == BYE and BYE not in mates):
        return WhyNot(WhyCode.SAME, {"player": player, "opponent": other})
    changed = [(player, other), (mates[player], mates[other])]
    swapped = {**mates}
    for number, two in changed:
        swapped[number], swapped[two] = two, number
    made = _seated(entering, swapped, wished)
    pairs = tuple(pair for pair in made.pairs if set(pair) & {number for both in changed for number in both})
    if broken := _broken(entering, made, wished):
        code, params = broken
        return WhyNot(code, params, pairs, made.bye)
    if higher := _higher_bye(entering, rule.bye, made.bye):
        return WhyNot(WhyCode.BYE_SCORE, higher, pairs, made.bye)
    ours = _analysed(entering, _seated(entering, mates, wished), wished)
    theirs = _analysed(entering, made, wished)
    difference = _first_difference(entering, ours, theirs)
    if difference is None:
        return WhyNot(WhyCode.ORDER, {}, pairs, made.bye)
    return WhyNot(WhyCode.WORSE, difference, pairs, made.bye)


def _mates(rule: PairedRound) -> dict[int, int]:
    mates = {}
    for pair in rule.pairs:
        mates[pair.first], mates[pair.second] = pair.second, pair.first
    if rule.bye is not None:
        mates[rule.bye], mates[BYE] = BYE, rule.bye
    return mates


@dataclass(frozen=True, slots=True)
class _Round:
    pairs: tuple[tuple[int, int], ...]
    bye: int | None


def _seated(entering: DutchRound, mates: Mapping[int, int], wished: set[int]) -> _Round:
    pairs = [
        colours_of(entering, number, other)[:2]
        for number, other in mates.items()
        if BYE < number < other and number not in wished
    ]
    return _Round(tuple(pairs), mates.get(BYE))


def _broken(entering: DutchRound, made: _Round, wished: set[int]) -> tuple[WhyCode, dict[str, Any]] | None:
    codes = {
        FaultCode.MET: WhyCode.MET,
        FaultCode.ABSOLUTE: WhyCode.ABSOLUTE,
        FaultCode.FORBIDDEN: WhyCode.FORBIDDEN,
    }
    byes = [] if made.bye is None else [made.bye]
    for code, players in pairing_faults(entering, made.pairs, byes, held=wished):
        if code is FaultCode.BYE:
            return WhyCode.BYE, {"player": players[0]}
        first, second = players
        params: dict[str, Any] = {"first": first, "second": second}
        if code is FaultCode.MET:
            params["round"] = entering.here[first].met[second]
        return codes[code], params
    return None


def _higher_bye(entering: DutchRound, bye: int | None, instead: int | None) -> dict[str, Any] | None:
    """C5: the bye goes to the lowest score that can have it."""
    if bye is None or instead is None:
        return None
    ours, theirs = entering.here[bye].pairing_score, entering.here[instead].pairing_score
    if theirs <= ours:
        return None
    text = entering.tournament.points.text
    return {"player": instead, "score": text(theirs), "opponent": bye, "opponent_score": text(ours)}


def _analysed(entering: DutchRound, made: _Round, wished: set[int]) -> Sequence[Mapping[str, Any]]:
    sides: dict[int, tuple[int, Side]] = {}
    for first, second in made.pairs:
        sides[first], sides[second] = (second, Side.FIRST), (first, Side.SECOND)
    if made.bye is not None:
        sides[made.bye] = (BYE, Side.FIRST)
    text = engine_input(entering, without=wished, made=sides)
    answer = engine.answer(text, entering.round, check=True)
    if code := answer.get("refused"):
        raise CannotPair(RefusalCode.ENGINE_REFUSED, kind=str(code), words=str(answer["words"]))
    brackets: Sequence[Mapping[str, Any]] = answer["brackets"]
    return brackets


def _first_difference(
    entering: DutchRound, ours: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """The first criterion of the first bracket, from the top, by which the rule's pairing is better."""
    by_level = {row["level"]: row for row in theirs}
    numbers = {place: number for number, place in ids_of(entering).items()}
    names = ("QC6", "QC7", "QC8", *(f"QC{n}" for n in range(9, 22)))
    for row in sorted(ours, key=lambda row: -row["level"]):
        other = by_level.get(row["level"], {"costs": {}})
        for name in names:
            amount, instead = _text(row["costs"].get(name)), _text(other["costs"].get(name))
            if amount != instead:
                members = [numbers[i] for i in row["players"] if i in numbers]
                level = min((entering.here[n].pairing_score for n in members), default=0)
                return {
                    "criterion": name.removeprefix("Q"),
                    "score": entering.tournament.points.text(level),
                    "amount": amount,
                    "instead": instead,
                }
    return None


def _text(amount: Any) -> str:
    """How often a criterion was not kept; by score differences, where it counts so."""
    if isinstance(amount, list):
        return "+".join(map(str, amount)) if any(amount) else "0"
    return str(amount or 0)
