"""Say where handicap stones stand, and what Black gives back for them when areas are counted."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.weiqi.values import point_at

# Komi ½ in quarters of a stone; it replaces the section's, so that no handicap game is drawn.
HANDICAP_COMPENSATION: Final = 1
MOST: Final = 9


# Article 9 leaves the result of a handicap game to another rule. In use are: nothing (Ing, New Zealand), a
# point for each stone (China, KGS), a point for each stone but one (AGA). One stone is none on the board, and
# gives nothing back: Black moves first and compensation is a quarter.
class Return(StrEnum):
    NONE = "none"
    STONES = "stones"
    STONES_MINUS_ONE = "stones-minus-one"


class Placement(StrEnum):
    # Where Black puts them.
    FREE = "free"
    # On the star points.
    FIXED = "fixed"


def given_back(handicap: int, rule: Return) -> int:
    """Quarters of a stone: a point is half a stone.

    >>> [given_back(4, rule) for rule in Return]
    [0, 8, 6]
    """
    if handicap < 2 or rule is Return.NONE:
        return 0
    return 2 * (handicap if rule is Return.STONES else handicap - 1)


def compensation_of(handicap: int, even: int) -> int:
    """Say what Black gives back by komi, in quarters; ``even``: in a game without handicap."""
    return HANDICAP_COMPENSATION if handicap else even


def fixed_points(size: int, handicap: int) -> tuple[int, ...]:
    """Place the stones of a fixed handicap, in order; raise `ValueError` where the board has no such
    points."""
    if not 0 <= handicap <= MOST or size < 7 or (handicap > 4 and (size % 2 == 0 or size < 9)):
        raise ValueError(f"no fixed places for {handicap} stones on {size} lines")
    if handicap < 2:
        return ()
    low = 3 if size > 12 else 2
    high, middle = size - 1 - low, size // 2
    # Upper right, lower left, lower right, upper left, then the sides, the centre last for 5, 7 and 9.
    corners = [(high, low), (low, high), (high, high), (low, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    if handicap <= 4:
        places = corners[:handicap]
    else:
        even = handicap - handicap % 2
        places = corners + sides[: even - 4] + [(middle, middle)] * (handicap % 2)
    return tuple(point_at(column, row) for column, row in places)
