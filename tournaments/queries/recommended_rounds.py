"""What the sources advise about the number of rounds of a Swiss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Section

# Rounds of OpenGotha's tournaments where nobody has said how many.
OPENGOTHA_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Advice:
    """Advise how many rounds to play; ``planned``: those that the section has.

    ``certain``: for so many a pairing without a rematch exists; ``tight``: it is no longer certain to exist
    in the last ones; ``impossible``: it cannot exist."""

    players: int
    rounds: int
    planned: int
    certain: int
    tight: bool
    impossible: bool


def most_rounds(players: int) -> int:
    """For so many rounds everybody has an opponent not met yet, or, where the number is odd, the bye."""
    return players - 1 + players % 2


def swiss_rounds(rounds: int, options: Mapping[str, Any]) -> int:
    """Return how many of a section's ``rounds`` are paired by the Swiss."""
    final = options.get("final")
    # In a final, which comes after them, two may meet again.
    return int(final["after"]) if final else rounds


def usual_rounds(players: int, *, by_value: bool = False) -> int:
    """Return the usual number of rounds, as far as there are opponents."""
    # WMSG 2008: about twice a knock-out's.
    return min(OPENGOTHA_ROUNDS if by_value else 2 * (players - 1).bit_length(), most_rounds(players))


def advise(section: Section, players: int) -> Advice | None:
    """Advise on the number of rounds; None where the system settles it, or with too few players."""
    if not section.is_swiss or players < 2:
        return None
    rounds = swiss_rounds(section.rounds, section.options)
    return Advice(
        players=players,
        rounds=max(1, min(OPENGOTHA_ROUNDS, players // 2)) if section.is_by_value else usual_rounds(players),
        planned=rounds,
        # Dirac's theorem: while everybody has at least half of the field left to meet in every round, a
        # pairing exists.
        certain=players // 2,
        tight=2 * rounds > players,
        impossible=rounds > most_rounds(players),
    )
