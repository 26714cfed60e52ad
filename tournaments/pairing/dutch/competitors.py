"""What each player brings into a round of the Dutch system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from tournaments.pairing.players import check_results, check_round, present
from tournaments.pairing.values import CannotPair, InputCode, PairingInputError, RefusalCode
from tournaments.state.lots import odd_begin
from tournaments.state.options import BAKU
from tournaments.state.points import Points
from tournaments.state.tournament import Appearance, FixedPair, Kind, Side, Tournament, history

# More are refused: a round of a thousand takes up to twenty seconds and half a gigabyte (measured).
MOST_PLAYERS = 1500


class Strength(IntEnum):
    """Of a colour preference (C.04.3, 1.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Competitor:
    """A player who is to be paired. ``place``: the pairing number; ``score`` without what the acceleration
    lends, ``pairing_score`` with it; ``sides``: of the games over the board; ``met``: the latest round of
    such a game, by opponent; ``had_bye``: C2 keeps the bye away; ``unplayed``: rounds without a game over
    the board; ``top``: a topscorer, when the last round is paired."""

    number: int
    place: int
    score: int
    pairing_score: int
    sides: tuple[Side, ...]
    met: Mapping[int, int]
    had_bye: bool
    unplayed: int
    top: bool

    @property
    def difference(self) -> int:
        """Games as first minus games as second."""
        return 2 * self.sides.count(Side.FIRST) - len(self.sides)

    @property
    def preference(self) -> tuple[Side | None, Strength]:
        """Of several definitions of 1.7 that fit the first in the text decides."""
        difference, last = self.difference, self.sides[-1:]
        twice = last[0] if len(self.sides) > 1 and self.sides[-2] is last[0] else None
        if difference <= -2 or (difference <= 1 and twice is Side.SECOND):
            return Side.FIRST, Strength.ABSOLUTE
        if difference >= 2 or twice is Side.FIRST:
            return Side.SECOND, Strength.ABSOLUTE
        if difference:
            return (Side.FIRST if difference < 0 else Side.SECOND), Strength.STRONG
        return (last[0].other, Strength.MILD) if last else (None, Strength.NONE)


@dataclass(frozen=True, slots=True)
class DutchRound:
    """A round about to be paired: ``everybody`` whose number counts, in order; ``here``: who is to be
    paired, by number. ``rounds``: of the whole tournament; ``odd_first``: the colour drawn for odd pairing
    numbers."""

    tournament: Tournament
    round: int
    rounds: int
    everybody: tuple[int, ...]
    here: Mapping[int, Competitor]
    forbidden: frozenset[tuple[int, int]]
    fixed: tuple[FixedPair, ...]
    upper_half: frozenset[int]
    odd_first: bool

    def is_forbidden(self, number: int, other: int) -> bool:
        return (min(number, other), max(number, other)) in self.forbidden

    def may_meet(self, number: int, other: int, *, again: bool = False) -> bool:
        """C1, C3 and what the arbiter forbade. ``again``: they may have met before."""
        return self.obstacle(number, other) in (None, *((InObstacle.MET,) if again else ()))

    def obstacle(self, number: int, other: int) -> InObstacle | None:
        """What keeps these two apart whatever the others do."""
        a, b = self.here[number], self.here[other]
        if self.is_forbidden(number, other):
            return InObstacle.FORBIDDEN
        side, strength = a.preference
        if strength is Strength.ABSOLUTE and b.preference == (side, strength) and not (a.top or b.top):
            return InObstacle.COLOUR
        return InObstacle.MET if other in a.met else None


class InObstacle(IntEnum):
    """Why two players must not meet: C1, C3, or the arbiter's word."""

    MET = 1
    COLOUR = 3
    FORBIDDEN = 9


def dutch_state(tournament: Tournament, round_number: int) -> DutchRound:
    """The state in which ``round_number`` is paired.

    Raises `PairingInputError` on a wrong round, a missing result or points that the system does not know,
    `CannotPair` when nobody is present, more are than can be paired, or fixed pairs contradict each other.
    """
    check_round(tournament, round_number)
    before = tournament.as_paired_for(round_number)
    check_results(before, round_number)
    check_points(tournament.points, tournament.options.acceleration)
    playing = {entry.number for entry in present(tournament, round_number)}
    if not playing:
        raise CannotPair(RefusalCode.NOBODY, round=round_number)
    if len(playing) > MOST_PLAYERS:
        raise CannotPair(RefusalCode.TOO_MANY, count=len(playing), most=MOST_PLAYERS)
    seen = history(before)
    # Of whom nothing is to be told the number is nobody's: late entries do not shift the others'.
    everybody = tuple(sorted(n for n, rows in seen.items() if n in playing or _was_paired(rows)))
    # Without a word about the end no round is the last.
    rounds = tournament.rounds or round_number + 1
    upper = upper_half(tournament, everybody)
    last = round_number == rounds
    here = {
        number: _competitor(
            number,
            place,
            seen[number],
            lent=lent_points(tournament, number in upper, round_number, rounds),
            top_from=tournament.points.win * (rounds - 1) if last else None,
        )
        for place, number in enumerate(everybody, 1)
        if number in playing
    }
    forbidden = tournament.forbidden_in(round_number)
    fixed = tuple(sorted(tournament.fixed_in(round_number), key=lambda pair: pair.first))
    entering = DutchRound(
        before,
        round_number,
        rounds,
        everybody,
        here,
        forbidden,
        fixed,
        upper,
        odd_begin(tournament.seed),
    )
    _check_fixed(entering)
    return entering


def check_points(points: Points, acceleration: str = "") -> None:
    """Check that the system knows these points. Raises `PairingInputError`."""
    # No points for losing or staying away, and a draw that depends on no colour.
    if points.loss or points.absence or points.draw_second is not None:
        raise PairingInputError(InputCode.POINTS_OF_DUTCH)
    # C.04.7, 1.3.
    if acceleration == BAKU and points.win != 2 * points.draw:
        raise PairingInputError(InputCode.POINTS_OF_BAKU)


def _was_paired(rows: Sequence[Appearance]) -> bool:
    return any(row.opponent is not None or row.kind is Kind.BYE for row in rows)


def _competitor(
    number: int, place: int, rows: Sequence[Appearance], *, lent: int, top_from: int | None
) -> Competitor:
    """``top_from``: twice the score that a topscorer has more than, None before the last round (1.8)."""
    score = sum(row.points for row in rows)
    played = [row for row in rows if row.kind is Kind.PLAYED]
    return Competitor(
        number=number,
        place=place,
        score=score,
        pairing_score=score + lent,
        sides=tuple(row.side for row in played if row.side is not None),
        met={row.opponent: row.round for row in played if row.opponent is not None},
        had_bye=any(row.kind is Kind.BYE or (row.kind is Kind.FORFEIT and row.won) for row in rows),
        unplayed=len(rows) - len(played),
        top=top_from is not None and 2 * (score + lent) > top_from,
    )


def upper_half(tournament: Tournament, everybody: Sequence[int]) -> frozenset[int]:
    """Return who is lent points (C.04.7, 2)."""
    options = tournament.options
    if options.acceleration != BAKU:
        return frozenset()
    # T11: the first 2⌈N/4⌉ as round 1 had them, and late entries who stand before the last of these.
    last = options.accelerated_to or last_of_upper_half(tournament)
    return frozenset(number for number in everybody if number <= last)


def last_of_upper_half(tournament: Tournament) -> int:
    """The last number of the upper half of all who have not left before round 1; 0 where it is empty."""
    entered = sorted(entry.number for entry in tournament.entries if entry.withdrawn_after != 0)
    return entered[2 * -(-len(entered) // 4) - 1] if entered else 0


def lent_points(tournament: Tournament, in_upper_half: bool, round_number: int, rounds: int) -> int:
    """Return what the acceleration lends in this round."""
    if not in_upper_half:
        return 0
    accelerated = -(-rounds // 2)
    if round_number > accelerated:
        return 0
    win = tournament.points.win
    # C.04.7, 3: a win in the first half of the accelerated rounds, half of one in the others.
    return win if round_number <= -(-accelerated // 2) else win // 2


def _check_fixed(entering: DutchRound) -> None:
    used: set[int] = set()
    for pair in entering.fixed:
        both = {"first": pair.first, "second": pair.second}
        for number in both.values():
            if number not in entering.here:
                raise CannotPair(RefusalCode.FIXED_ABSENT, player=number, **both)
            if number in used:
                raise CannotPair(RefusalCode.FIXED_TWICE, player=number)
            used.add(number)
        if entering.is_forbidden(pair.first, pair.second):
            raise CannotPair(RefusalCode.FIXED_FORBIDDEN, **both)
