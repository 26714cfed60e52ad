"""A position as a line of text, as FEN does: rows from the top, ``b`` and ``w``, numbers for empty points.

``9/9/2b3b2/9/4w4/9/9/9/9 w``: the colour to move comes last.
"""

from __future__ import annotations

import re
from typing import Final

from games.weiqi.board import Board, Repetition
from games.weiqi.values import BLACK, COLOUR_LETTERS, SIZES, WHITE, point_at

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
    """Lines, and point → colour, of what `write_position` writes. Raises `ValueError`."""
    found = _TEXT.fullmatch(text)
    rows = found.group(1).split("/") if found else []
    size = len(rows)
    if found is None or size not in SIZES:
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
    """What `write_position` writes, as a board without a past. Raises `ValueError`."""
    size, held = placed_stones(text)
    board = Board(size, repetition, _COLOURS[text[-1]])
    if board.set_up(*([at for at, colour in held.items() if colour == one] for one in (BLACK, WHITE))):
        raise ValueError(f"stones without a liberty: {text[:80]!r}")
    return board
