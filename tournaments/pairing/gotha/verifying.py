"""Does a round on record equal what the rules give? Sums are compared, not pairs: several pairings may have
the greatest sum, and OpenGotha's choice among them depends on the order in its memory (M11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tournaments.pairing.gotha.entering import GothaEntering, GothaMember, enter
from tournaments.pairing.gotha.grounds import colours
from tournaments.pairing.gotha.rounds import DrawnRound, draw
from tournaments.pairing.gotha.terms import Valuation
from tournaments.pairing.values import InputCode, PairingInputError
from tournaments.state.gotha.values import GoEvent, GoGame


class DeviationCode(StrEnum):
    """How a recorded round differs; the comment lists the parameters."""

    SUM = "sum"  # expected, found: the recorded pairs have a smaller sum
    BYE = "bye"  # expected, found: lists of numbers
    NOT_PAIRED = "not-paired"  # player: present, without a game or a bye
    NOT_PRESENT = "not-present"  # player: signed off, and in a game
    COLOUR = "colour"  # white, black: on record the other way round
    HANDICAP = "handicap"  # white, black, expected, found


@dataclass(frozen=True, slots=True)
class Deviation:
    code: DeviationCode
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Checked:
    """``expected``: with the bye on record; ``sum``: of the recorded pairs."""

    expected: DrawnRound
    sum: int
    deviations: tuple[Deviation, ...]

    @property
    def ok(self) -> bool:
        return not self.deviations


def verify(event: GoEvent, round_number: int) -> Checked:
    """Recompute the round from what was known before it. Raises as `draw` does, and `PairingInputError`."""
    games = [game for game in event.games if game.round == round_number]
    byes = sorted(bye.number for bye in event.byes if bye.round == round_number)
    if not games and not byes:
        raise PairingInputError(InputCode.ROUND_MISSING, round=round_number)
    entering = enter(event, round_number)
    members = {member.number: member for member in entering.members}
    couples = [(members[g.white], members[g.black]) for g in games if {g.white, g.black} <= set(members)]
    met = any(black.number in white.met for white, black in couples)
    expected = draw(event, round_number, allow_rematch=met)
    valuation = Valuation(entering)
    total = sum(valuation.terms(*couple).total for couple in couples)
    deviations = [*_who(members, games, byes), *_how(entering, members, games)]
    wanted = [expected.bye] if expected.bye else []
    if wanted != byes:
        deviations.append(Deviation(DeviationCode.BYE, {"expected": wanted, "found": byes}))
    if len(byes) == len(members) % 2 and 2 * len(couples) + len(byes) == len(members):
        # Whoever named the bye: the others may still have been paired by the rule.
        if wanted != byes:
            expected = draw(event, round_number, bye=byes[0], allow_rematch=met)
        if total != _whole(expected):
            deviations.append(Deviation(DeviationCode.SUM, {"expected": _whole(expected), "found": total}))
    return Checked(expected, total, tuple(deviations))


def _whole(drawn: DrawnRound) -> int:
    return sum(pair.terms.total for pair in drawn.pairs)


def _who(
    members: Mapping[int, GothaMember], games: Sequence[GoGame], byes: Sequence[int]
) -> Iterator[Deviation]:
    there = {number for game in games for number in (game.white, game.black)} | set(byes)
    for number in sorted(there - set(members)):
        yield Deviation(DeviationCode.NOT_PRESENT, {"player": number})
    for number in sorted(set(members) - there):
        yield Deviation(DeviationCode.NOT_PAIRED, {"player": number})


def _how(
    entering: GothaEntering, members: Mapping[int, GothaMember], games: Sequence[GoGame]
) -> Iterator[Deviation]:
    for game in games:
        if {game.white, game.black} <= set(members):
            white, _, handicap, _ = colours(entering, members[game.white], members[game.black])
            params = {"white": game.white, "black": game.black}
            if handicap != game.handicap:
                params |= {"expected": handicap, "found": game.handicap}
                yield Deviation(DeviationCode.HANDICAP, params)
            elif white.number != game.white and game.colour_known:
                yield Deviation(DeviationCode.COLOUR, params)
