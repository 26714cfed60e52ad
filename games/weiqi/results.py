"""The results a game can have, as a record claims them (``RE``)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.weiqi.counting import CountOutcome
from games.weiqi.values import BLACK, COLOUR_LETTERS, EMPTY
from games.weiqi.words import result_in_words


class Ended(StrEnum):
    """How a game ended."""

    COUNT = "count"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    DRAW = "draw"
    NO_RESULT = "no-result"
    BOTH_LOSE = "both-lose"
    # Won, but it is not said how.
    UNSPECIFIED = "unspecified"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ResultClaim:
    """A result as claimed."""

    ended: Ended
    winner: int = EMPTY
    # In quarters of a stone above the line, for a count only.
    margin: int | None = None

    @property
    def score(self) -> str:
        """Give ``1-0``: the first side, Black, won; ``0-0``: both lost; ``*``: no result, or none known."""
        if self.winner:
            return "1-0" if self.winner == BLACK else "0-1"
        return {Ended.DRAW: "1/2-1/2", Ended.BOTH_LOSE: "0-0"}.get(self.ended, "*")

    def difference(self, counted: CountOutcome) -> int | None:
        """Say by how many quarters the count is above the claim, seen from Black; None without a number."""
        if self.ended is Ended.DRAW:
            return counted.margin
        if self.margin is None:
            return None
        return counted.margin - (self.margin if self.winner == BLACK else -self.margin)


NO_CLAIM: Final = ResultClaim(Ended.UNKNOWN)
_HOW: Final = {"": Ended.UNSPECIFIED, "R": Ended.RESIGNATION, "T": Ended.TIME, "F": Ended.FORFEIT}
_WHOLE: Final = {
    "0": Ended.DRAW,
    "DRAW": Ended.DRAW,
    "JIGO": Ended.DRAW,
    "VOID": Ended.NO_RESULT,
    "NO RESULT": Ended.NO_RESULT,
    "BOTH LOST": Ended.BOTH_LOSE,
    "BOTH LOSE": Ended.BOTH_LOSE,
    "B-W-": Ended.BOTH_LOSE,
}


def parse_claim(text: str) -> ResultClaim:
    """Read ``B+1.5 W+R B+T W+F 0 Void Both lost``, and what people write in words (``黑中盘胜``)."""
    upper = text.strip().upper()
    if upper in _WHOLE:
        return ResultClaim(_WHOLE[upper])
    result = result_in_words(text)
    if result is None:
        # Anything else is unknown, and stays in the header as it is.
        return NO_CLAIM
    meant, counted = result
    if meant in _WHOLE:
        return ResultClaim(_WHOLE[meant])
    winner = COLOUR_LETTERS.index(meant[0])
    if counted is None:
        return ResultClaim(_HOW[meant[2:]], winner)
    # Two points of difference between the areas are one stone above the line.
    quarters = 2 * counted.value
    if quarters.denominator != 1:
        return ResultClaim(Ended.UNSPECIFIED, winner)
    return ResultClaim(Ended.COUNT, winner, int(quarters))
