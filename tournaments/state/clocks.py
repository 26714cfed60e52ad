"""What is left on the clocks of a game: main time as people write it, and the state of overtime.

*remaining*   whole seconds, never negative
*overtime*    ``3 × 30 s``: so many periods of byo-yomi left; ``15 / 25``: of a Canadian period so many moves
              to go in it
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

MOST_REMAINING: Final = 99 * 3600 + 59 * 60 + 59
MOST_TEXT: Final = 20
_CLOCK = re.compile(r"(?:(?:(\d{1,2}):)?(\d{1,3}):(\d{2})|(\d{1,6})s?)")
_BYO_YOMI = re.compile(r"(\d{1,2})[x*×](\d{1,4})s?")
_CANADIAN = re.compile(r"(\d{1,3})/(\d{1,3})")


class ClockTextError(ValueError):
    """What is no clock, or no overtime, with the text."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no clock: {text!r}")
        self.text = text


@dataclass(frozen=True, slots=True)
class OvertimeLeft:
    """``periods`` left of ``period`` seconds each, or ``moves`` to go of ``of``."""

    periods: int = 0
    period: int = 0
    moves: int = 0
    of: int = 0

    @classmethod
    def parse(cls, text: str) -> OvertimeLeft | None:
        """None for an empty text: the main time is not over, or nobody looked. Raises `ClockTextError`."""
        plain = "".join(unicodedata.normalize("NFKC", text).lower().split())
        if not plain:
            return None
        if match := _BYO_YOMI.fullmatch(plain):
            overtime = cls(periods=int(match[1]), period=int(match[2]))
            if overtime.periods and overtime.period:
                return overtime
        elif match := _CANADIAN.fullmatch(plain):
            overtime = cls(moves=int(match[1]), of=int(match[2]))
            if 0 < overtime.moves <= overtime.of:
                return overtime
        raise ClockTextError(text)

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> OvertimeLeft | None:
        """As `as_json` has written it; anything else is none."""
        if not data:
            return None
        figures = [data.get(name, 0) for name in ("periods", "period", "moves", "of")]
        return cls(*figures) if all(type(figure) is int for figure in figures) else None

    def as_json(self) -> dict[str, int | bool]:
        if self.moves:
            return {"main": False, "moves": self.moves, "of": self.of}
        return {"main": False, "periods": self.periods, "period": self.period}

    def __str__(self) -> str:
        return f"{self.moves} / {self.of}" if self.moves else f"{self.periods} × {self.period} s"


def parse_clock(text: str) -> int | None:
    """``12:40``, ``1:02:11`` or ``760 s`` in seconds; None for an empty text. Raises `ClockTextError`."""
    plain = "".join(unicodedata.normalize("NFKC", text).lower().split())
    if not plain:
        return None
    match = _CLOCK.fullmatch(plain)
    if match is None:
        raise ClockTextError(text)
    hours, minutes, seconds, alone = match.groups()
    if alone is not None:
        total = int(alone)
    elif int(seconds) > 59 or (hours and int(minutes) > 59):
        raise ClockTextError(text)
    else:
        total = int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds)
    if total > MOST_REMAINING:
        raise ClockTextError(text)
    return total


def clock_text(seconds: int) -> str:
    """``12:40``, ``1:02:11``."""
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
