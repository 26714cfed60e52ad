"""Write and read a position as text: a line as in FEN, or a board drawn with characters.

``9/9/2b3b2/9/4w4/9/9/9/9 w``: rows from the top, ``b`` and ``w``, numbers for empty points; the colour to
move comes last. Drawn, a row is a line with a character for each point.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from games.weiqi.board import Board, Repetition
from games.weiqi.values import BLACK, COLOUR_LETTERS, EMPTY, SIZES, WHITE, point_at, points_of

# Character → colour, as the usual programs and books draw boards.
_DRAWN: Final = {
    **dict.fromkeys("bBxX#●⚫", BLACK),
    **dict.fromkeys("wWoO○⚪", WHITE),
    **dict.fromkeys(".+,*·_-", EMPTY),
}
_COLOURS: Final = {"b": BLACK, "w": WHITE}
_RUN: Final = re.compile(r"\d{1,2}|[bw]")
_TEXT: Final = re.compile(r"([bw0-9]{1,50}(?:/[bw0-9]{1,50})*) ([bw])")


def write_position(board: Board) -> str:
    """The board's position and whose turn it is."""
    rows = []
    for row in range(board.size):
        stones = board.stones[point_at(0, row) : point_at(board.size, row)]
        text = "".join(COLOUR_LETTERS[stone] for stone in stones).lower()
        rows.append(re.sub(r"\.+", lambda run: str(len(run.group())), text))
    return f"{'/'.join(rows)} {COLOUR_LETTERS[board.turn].lower()}"


def placed_stones(text: str) -> tuple[int, dict[int, int]]:
    """Read lines, and point → colour, of what `write_position` writes; raise `ValueError`."""
    match = _TEXT.fullmatch(text)
    rows = match.group(1).split("/") if match else []
    size = len(rows)
    if match is None or size not in SIZES:
        raise ValueError(f"not a position: {text[:80]!r}")
    held: dict[int, int] = {}
    for row, runs in enumerate(rows):
        points = "".join("." * int(run) if run not in _COLOURS else run for run in _RUN.findall(runs))
        if len(points) != size:
            raise ValueError(f"row {row + 1} has {len(points)} points, not {size}: {text[:80]!r}")
        for column, letter in enumerate(points):
            if letter in _COLOURS:
                held[point_at(column, row)] = _COLOURS[letter]
    return size, held


def read_position(text: str, repetition: Repetition = Repetition.PRACTICE) -> Board:
    """Read what `write_position` writes, as a board without a past; raise `ValueError`."""
    size, held = placed_stones(text)
    board = Board(size, repetition, _COLOURS[text[-1]])
    if board.set_up(*([at for at, colour in held.items() if colour == side] for side in (BLACK, WHITE))):
        raise ValueError(f"stones without a liberty: {text[:80]!r}")
    return board


class NotABoardError(ValueError):
    """A drawn board that cannot be read: ``code`` is ``board-rows``, ``board-row`` or ``board-character``."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


def read_drawing(text: str) -> tuple[int, dict[int, int]]:
    """Read lines, and point → colour, of a board drawn with characters; raise `NotABoardError`."""
    rows = [row for line in text.splitlines() if (row := _row(line)) is not None]
    size = len(rows)
    if size not in SIZES:
        raise NotABoardError("board-rows", size=size)
    held: dict[int, int] = {}
    for number, row in enumerate(rows, start=1):
        if len(row) != size:
            raise NotABoardError("board-row", row=number, points=len(row), size=size)
        for column, character in enumerate(row):
            if character not in _DRAWN:
                sign = character if character.isprintable() else f"U+{ord(character):04X}"
                raise NotABoardError("board-character", row=number, text=sign)
            if _DRAWN[character]:
                held[point_at(column, number - 1)] = _DRAWN[character]
    return size, held


def _row(line: str) -> str | None:
    """Give the points of a line; None for one that holds none."""
    # Blanks do not count, nor the numbers of rows on both sides and lines of letters that name columns.
    row = re.sub(r"^\s*\d+\s+|(?<!\s)\s+\d+\s*$", "", line)
    row = "".join(row.split())
    letters = row.upper()
    return None if not row or letters.startswith("ABC") else row


def write_drawing(size: int, held: Mapping[int, int]) -> str:
    """Write what `read_drawing` reads: ``.``, ``B``, ``W``."""
    letters = [COLOUR_LETTERS[held.get(point, EMPTY)] for point in points_of(size)]
    return "\n".join("".join(letters[at : at + size]) for at in range(0, size * size, size))


def position_text(size: int, held: Mapping[int, int]) -> str:
    """The stones as `write_position` writes them, Black to move."""
    board = Board(size)
    board.set_up(*([point for point, colour in held.items() if colour == side] for side in (BLACK, WHITE)))
    return write_position(board)
