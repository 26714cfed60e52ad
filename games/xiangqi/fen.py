"""Read and write FEN, and find everything that can be wrong with a position.

A position is read whole: every defect is found, not the first. Defects in what the board *is* make the
text unreadable; a position with one of the other defects is a board too, but no game can reach it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.problems import Cause, Problem
from games.xiangqi.geometry import POINTS
from games.xiangqi.lines import DANGERS
from games.xiangqi.values import BLACK, KINDS, KING, RED, SQUARE_NAMES, piece_of

START: Final = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

_FEN_LETTERS = ".kabnrcp"
_LONGEST = 200
# Index: piece.
PIECE_LETTERS: Final = "." + _FEN_LETTERS[1:].upper() + "." + _FEN_LETTERS[1:]
_READ = {letter: piece for piece, letter in enumerate(PIECE_LETTERS) if letter != "."}
_READ |= {"H": _READ["N"], "E": _READ["B"], "h": _READ["n"], "e": _READ["b"]}
# Pieces in hand, of which there are none: programs for many games write them.
_POCKET: Final = re.compile(r" ?\[-?\]")
_SIDES: Final = {
    **dict.fromkeys(["w", "r", "red", "white", "红", "紅", "红方", "紅方", "红先", "紅先"], RED),
    **dict.fromkeys(["b", "black", "黑", "黑方", "黑先"], BLACK),
}
_MOST = {1: 1, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 5}


class FileErrorCode(StrEnum):
    """What is wrong with a position."""

    NOT_FEN = "not-fen"
    RANK_COUNT = "rank-count"
    RANK_LENGTH = "rank-length"
    UNKNOWN_PIECE = "unknown-piece"
    UNKNOWN_SIDE = "unknown-side"
    BAD_COUNTER = "bad-counter"
    NO_GENERAL = "no-general"
    TOO_MANY = "too-many"
    MISPLACED = "misplaced"
    FACING = "generals-facing"
    CAN_CAPTURE_GENERAL = "general-left-attacked"


def _defect(code: FileErrorCode, where: str) -> Problem:
    """Note a defect of a square, a rank of the text, a piece's letter, or the text itself."""
    return Problem(Cause.UNREADABLE, code, text=where)


class FenError(ValueError):
    """A text or position that is no position of the game; ``defects`` names everything."""

    def __init__(self, text: str, defects: tuple[Problem, ...]) -> None:
        super().__init__(f"{text!r}: " + ", ".join(f"{defect.code} {defect.text}" for defect in defects))
        self.text = text
        self.defects = defects


@dataclass(frozen=True, slots=True)
class Position:
    """The pieces by square (90 bytes), who moves, plies since the last capture, number of the next move."""

    squares: bytes
    side: int = RED
    quiet: int = 0
    number: int = 1

    def __str__(self) -> str:
        return self.fen()

    def placement(self) -> str:
        ranks = []
        for rank in range(9, -1, -1):
            text = "".join(PIECE_LETTERS[piece] for piece in self.squares[rank:90:10])
            ranks.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), text))
        return "/".join(ranks)

    def fen(self) -> str:
        """All six fields, pieces as ``K A B N R C P``."""
        return f"{self.placement()} {'wb'[self.side]} - - {self.quiet} {self.number}"

    def defects(self) -> tuple[Problem, ...]:
        """Find everything that no game can reach: counts, points, generals facing, a general left
        attacked."""
        defects_found = []
        for side in (RED, BLACK):
            for kind in KINDS:
                piece = piece_of(kind, side)
                count = self.squares.count(piece)
                if count > _MOST[kind]:
                    defects_found.append(_defect(FileErrorCode.TOO_MANY, PIECE_LETTERS[piece]))
                elif kind == KING and not count:
                    defects_found.append(_defect(FileErrorCode.NO_GENERAL, PIECE_LETTERS[piece]))
        defects_found += [
            _defect(FileErrorCode.MISPLACED, SQUARE_NAMES[square])
            for square, piece in enumerate(self.squares)
            if piece and square not in POINTS[piece]
        ]
        if not any(
            defect.code in (FileErrorCode.NO_GENERAL, FileErrorCode.MISPLACED, FileErrorCode.TOO_MANY)
            for defect in defects_found
        ):
            defects_found += self._threats()
        return tuple(defects_found)

    def _threats(self) -> list[Problem]:
        red, black = (self.squares.index(piece_of(KING, side)) for side in (RED, BLACK))
        if red // 10 == black // 10 and not any(self.squares[red + 1 : black]):
            return [_defect(FileErrorCode.FACING, SQUARE_NAMES[red])]
        waiting = black if self.side == RED else red
        if DANGERS[1 - self.side][waiting].attacked(self.squares):
            return [_defect(FileErrorCode.CAN_CAPTURE_GENERAL, SQUARE_NAMES[waiting])]
        return []

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a FEN; raise `FenError` with every defect of the text, or of the position."""
        # Fields after the first may be missing, ``h e`` stand for ``n b``, ``r`` for ``w``.
        position, defects = read_fen(text)
        if position is None or defects:
            raise FenError(text[:_LONGEST], defects)
        return position


def read_fen(text: str) -> tuple[Position | None, tuple[Problem, ...]]:
    """The position, or None where the text is none, and all defects of text and position."""
    plain = unicodedata.normalize("NFKC", text[:_LONGEST]).strip().strip('"').strip()
    fields = _POCKET.sub("", plain if " " in plain else plain.replace("_", " ")).split()
    if not fields or len(fields) > 6 or len(text) > _LONGEST:
        return None, (_defect(FileErrorCode.NOT_FEN, text[:_LONGEST]),)
    defects_found: list[Problem] = []
    squares = _read_placement(fields[0], defects_found)
    side = RED
    if len(fields) > 1:
        side = _SIDES.get(fields[1].lower(), -1)
        if side < 0:
            defects_found.append(_defect(FileErrorCode.UNKNOWN_SIDE, fields[1]))
    counters = [0, 1]
    for place, field in enumerate(fields[4:]):
        if re.fullmatch(r"[0-9]{1,6}", field):
            counters[place] = int(field)
        elif field != "-":
            defects_found.append(_defect(FileErrorCode.BAD_COUNTER, field))
    if defects_found:
        return None, tuple(defects_found)
    position = Position(bytes(squares), side, counters[0], max(counters[1], 1))
    return position, position.defects()


def _read_placement(text: str, defects_found: list[Problem]) -> bytearray:
    squares = bytearray(90)
    ranks = text.split("/")
    if len(ranks) != 10:
        defects_found.append(_defect(FileErrorCode.RANK_COUNT, str(len(ranks))))
    for rank, row in zip(range(9, -1, -1), ranks, strict=False):
        file = 0
        for letter in row:
            if "1" <= letter <= "9":
                file += int(letter)
            elif letter in _READ:
                if file < 9:
                    squares[10 * file + rank] = _READ[letter]
                file += 1
            else:
                defects_found.append(_defect(FileErrorCode.UNKNOWN_PIECE, letter))
                file += 1
        if file != 9:
            defects_found.append(_defect(FileErrorCode.RANK_LENGTH, row))
    return squares


START_POSITION: Final = Position.parse(START)
