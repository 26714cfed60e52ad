"""Whether an answer of the engine is a pairing at all: nothing of it is believed before.

What the search has chosen among legal pairings cannot be checked without searching; that no law is broken
can, from our own numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from tournaments.pairing.dutch.colours import colours_of
from tournaments.pairing.dutch.competitors import DutchRound, InObstacle


class FaultCode(StrEnum):
    """What an answer breaks; the comment lists the parameters."""

    STRANGER = "stranger"  # player: not to be paired
    TWICE = "twice"  # player
    LEFT_OUT = "left-out"  # player
    BYES = "byes"  # count
    BYE = "bye"  # player: C2
    MET = "met"  # first, second: C1
    COLOURS = "colours"  # first, second: not those of 5.2
    ABSOLUTE = "absolute"  # first, second: C3
    FORBIDDEN = "forbidden"  # first, second


_OF_PAIRS = {
    InObstacle.MET: FaultCode.MET,
    InObstacle.COLOUR: FaultCode.ABSOLUTE,
    InObstacle.FORBIDDEN: FaultCode.FORBIDDEN,
}
CheckFailure = tuple[FaultCode, tuple[int, ...]]


def pairing_faults(
    entering: DutchRound,
    pairs: Sequence[tuple[int, int]],
    byes: Sequence[int],
    *,
    held: Iterable[int] = (),
    again: Iterable[tuple[int, int]] = (),
) -> list[CheckFailure]:
    """List everything that ``pairs`` (first, second) and ``byes`` break.

    ``held``: who is in a fixed pair and so not among them; ``again``: pairs that may meet again."""
    expected = set(entering.here) - set(held)
    seats = Counter([*(number for pair in pairs for number in pair), *byes])
    faults: list[CheckFailure] = [(FaultCode.STRANGER, (n,)) for n in sorted(set(seats) - expected)]
    faults += [(FaultCode.TWICE, (n,)) for n, count in sorted(seats.items()) if count > 1]
    faults += [(FaultCode.LEFT_OUT, (n,)) for n in sorted(expected - set(seats))]
    if len(byes) != len(expected) % 2:
        faults.append((FaultCode.BYES, (len(byes),)))
    if faults:
        return faults
    # Who is in a fixed pair is absent to the engine, which numbers the others anew before the first game.
    skipped = expected != set(entering.here)
    lifted = {frozenset(pair) for pair in again}
    faults += [(FaultCode.BYE, (number,)) for number in byes if entering.here[number].had_bye]
    for first, second in pairs:
        obstacle = entering.obstacle(first, second)
        if obstacle is not None and not (obstacle is InObstacle.MET and frozenset((first, second)) in lifted):
            faults.append((_OF_PAIRS[obstacle], (first, second)))
        elif not skipped and colours_of(entering, first, second)[:2] != (first, second):
            faults.append((FaultCode.COLOURS, (first, second)))
    return faults
