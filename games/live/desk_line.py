"""Read what the technical desk types for a table: moves, a take-back, clocks, how the game ended.

``12 C2=5 H8+7``          moves in any notation, of table 12
``12.2 C2=5``             of the second game there
``12 <``, ``12 <3``       takes one ply back, or three
``12 c 1:02:11 58:40``    what the clocks show, the first side's first
``12 c 0:00 3x30 15/25``  with what is left of overtime: periods of byo-yomi, moves to go of a Canadian period
``12 r``                  whoever is to move has resigned
``12 1 t``, ``12 = n``    how the game ended, as results are typed (`tournaments.exchange.result_lines`)
``C2=5``                  for the same table as the line before
``/``                     nothing but the table whose last ply is the oldest
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Final

from tournaments.exchange.result_lines import TypedResult, read_result_line

NEXT: Final = "/"
RESIGNS: Final = "r"
MOST_MOVES: Final = 60
LONGEST: Final = 600
_TABLE: Final = re.compile(r"(\d{1,5})(?:\.(\d{1,2}))?")
_BACK: Final = re.compile(r"<(\d{0,3})")
_OVERTIME: Final = re.compile(r"\d{1,2}[x*×]\d{1,4}s?|\d{1,3}/\d{1,3}", re.IGNORECASE)
_CLOCK: Final = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):(\d{2})")


class DeskLineError(ValueError):
    """A line that says nothing; ``code`` why, ``text`` what it choked on."""

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text


@dataclass(frozen=True, slots=True)
class TypedClock:
    """Seconds of main time, and overtime as people write it, empty where it has not begun."""

    seconds: int
    overtime: str = ""


@dataclass(frozen=True, slots=True)
class DeskLine:
    # None where the line before says which.
    table: int | None = None
    game: int = 1
    moves: tuple[str, ...] = ()
    # How many plies are taken back.
    back: int = 0
    clocks: tuple[TypedClock, TypedClock] | None = None
    # Whether the side to move has.
    resigned: bool = False
    ended: TypedResult | None = None
    # Whether only the next table is asked for.
    oldest: bool = False


def read_desk_line(text: str, of: str) -> DeskLine:
    """Read a line of a section that plays the game ``of``; raise `DeskLineError` for one that says
    nothing."""
    if len(text) > LONGEST:
        raise DeskLineError("desk-line-long")
    words = unicodedata.normalize("NFKC", text).split()
    if words == [NEXT]:
        return DeskLine(oldest=True)
    table, game = None, 1
    if words and (place := _TABLE.fullmatch(words[0])):
        table, game = int(place[1]), int(place[2] or 1)
        words = words[1:]
    if not words:
        raise DeskLineError("desk-line-empty")
    if back := _BACK.fullmatch("".join(words)):
        return DeskLine(table, game, back=int(back[1] or 1))
    if words[0].lower() == "c" and len(words) > 1:
        return DeskLine(table, game, clocks=_clocks(words[1:]))
    if words == [RESIGNS]:
        return DeskLine(table, game, resigned=True)
    if table is not None and (ended := read_result_line(f"{table} {' '.join(words)}", of)):
        return DeskLine(table, game, ended=ended)
    if len(words) > MOST_MOVES:
        raise DeskLineError("desk-line-long")
    return DeskLine(table, game, moves=tuple(words))


def _clocks(words: list[str]) -> tuple[TypedClock, TypedClock]:
    # An overtime belongs to the time before it; one by itself says that the main time is over.
    sides: list[TypedClock] = []
    for word in words:
        if not _OVERTIME.fullmatch(word):
            sides.append(TypedClock(_seconds(word)))
        elif sides and not sides[-1].overtime:
            sides[-1] = replace(sides[-1], overtime=word)
        else:
            sides.append(TypedClock(0, word))
    if len(sides) != 2:
        raise DeskLineError("desk-line-clock", " ".join(words))
    return sides[0], sides[1]


def _seconds(word: str) -> int:
    """``1:02:11``, ``58:40`` in minutes and seconds."""
    parts = _CLOCK.fullmatch(word)
    if parts is None or int(parts[3]) > 59 or (parts[1] and int(parts[2]) > 59):
        raise DeskLineError("desk-line-clock", word)
    return int(parts[1] or 0) * 3600 + int(parts[2]) * 60 + int(parts[3])
