"""Give the small values of the game: colours, points, moves. They print as SGF writes them."""

from __future__ import annotations

from typing import Final, NamedTuple

EMPTY: Final = 0
BLACK: Final = 1
WHITE: Final = 2
OFF_BOARD: Final = 3
COLOURS: Final = (BLACK, WHITE)
COLOUR_LETTERS: Final = ".BW"
# Index: colour.
SIDE_NAMES: Final = ("", "first", "second")

SIZES: Final = range(2, 26)
STRIDE: Final = 32
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
# As players say them: there is no I.
HUMAN_COLUMNS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


# The point of a move in a record whose point could not be read.
UNREADABLE: Final = -1


def point_at(column: int, row: int) -> int:
    """The point in column 0–25 from the left and row 0–25 from the top."""
    return STRIDE * row + column


def point_name(point: int) -> str:
    """Write ``pd``: column, then row, as SGF does; ``?`` for `UNREADABLE`."""
    if point < 0:
        return "?"
    return LETTERS[point % STRIDE] + LETTERS[point // STRIDE]


def parse_point(name: str) -> int:
    """Read what `point_name` writes; raise `ValueError`."""
    if len(name) == 2:
        column, row = LETTERS.find(name[0]), LETTERS.find(name[1])
        if column >= 0 and row >= 0:
            return point_at(column, row)
    raise ValueError(f"not a point in SGF: {name!r}")


def spoken_point(point: int, size: int) -> str:
    """Write ``Q16``: as players say it, rows counted from below."""
    return f"{HUMAN_COLUMNS[point % STRIDE]}{size - point // STRIDE}"


def opponent(colour: int) -> int:
    return 3 - colour


class Move(NamedTuple):
    """A stone on a point, or a pass (``point`` None); ``str`` gives SGF, which `Move.parse` reads."""

    colour: int
    point: int | None

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read ``B[pd]``, ``W[]``; raise `ValueError`."""
        colour = COLOUR_LETTERS.find(text[:1], 1) if text else -1
        if colour < 0 or text[1:2] != "[" or text[-1:] != "]" or len(text) < 3:
            raise ValueError(f"not a move in SGF: {text!r}")
        return cls(colour, parse_point(text[2:-1]) if text[2:-1] else None)

    def __str__(self) -> str:
        return f"{COLOUR_LETTERS[self.colour]}[{'' if self.point is None else point_name(self.point)}]"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"


def points_of(size: int) -> list[int]:
    """All points of a board, row by row."""
    return [point_at(column, row) for row in range(size) for column in range(size)]


def star_points(size: int) -> tuple[int, ...]:
    """List the points marked on the board: nine on 19 lines (article 1), five on the boards of juniors (9
    and 13)."""
    if size < 7:
        return ()
    near = 2 if size < 12 else 3
    far = size - 1 - near
    # Corners first (upper right, lower left, lower right, upper left), then the centre, then the sides.
    corners = [(far, near), (near, far), (far, far), (near, near)]
    if size % 2 == 0:
        return tuple(point_at(*at) for at in corners)
    middle = size // 2
    sides = [(near, middle), (far, middle), (middle, near), (middle, far)] if size >= 15 else []
    return tuple(point_at(*at) for at in [*corners, (middle, middle), *sides])
