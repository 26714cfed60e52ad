"""Cost cells of which only the costs of texts are known: a photographed sheet, whose texts nobody has
read.

*key*    the text of a move in signs that do not tell how it was written: ``炮2平5`` whoever plays it and in
         whichever characters, ``C2=5``
*floor*  what it costs at most that another text stands there: the writer's slip, a blot, a wrong cut
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from typing import Final

from games.scoresheets.align import illegible_cost, wrong_cost
from games.scoresheets.sheet import Cell
from games.xiangqi.board import Board
from games.xiangqi.notation.reading import moves_of
from games.xiangqi.notation.tokens import letters_of
from games.xiangqi.notation.writing import chinese, english
from games.xiangqi.values import Move

FLOOR: Final = 10.0
# From the costs of typed cells, where a move that was not played costs ten.
_SCALE: Final = FLOOR / 10
_SIGNS: Final = str.maketrans("将士象卒一二三四五六七八九１２３４５６７８９", "帅仕相兵123456789123456789")


class _Key(dict[str, str]):
    def __missing__(self, text: str) -> str:
        key = self[text] = text.translate(_SIGNS)
        return key


_KEYS = _Key()


def _chinese_key(squares: bytes | bytearray, move: Move) -> str:
    return _KEYS[chinese(squares, move)]


KEY_OF: Final[Mapping[str, Callable[[bytes | bytearray, Move], str]]] = {
    "chinese": _chinese_key,
    "english": english,
}


@dataclass(frozen=True, slots=True)
class CostedCell:
    notation: str
    # Key → cost above the network's best for this cell; a key that is not there costs the floor. None: the
    # cell is empty.
    costs: Mapping[str, float] | None
    _softened: dict[str, float] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        least = exp(-FLOOR)
        self._softened.update({key: -log(exp(-cost) + least) for key, cost in (self.costs or {}).items()})

    @property
    def is_blank(self) -> bool:
        return self.costs is None

    @property
    def likeliest(self) -> str:
        """Give the cheapest key; empty where nothing stands."""
        return min(self.costs, key=self.costs.__getitem__) if self.costs else ""

    def costs_of(self, board: Board, moves: Sequence[Move]) -> list[float]:
        if self.costs is None:
            return [0.0] * len(moves)
        key_of, softened, squares = KEY_OF[self.notation], self._softened, board.squares
        return [softened.get(key_of(squares, move), FLOOR) for move in moves]


@dataclass(frozen=True, slots=True)
class TypedCell:
    """A cell that was typed, in the costs of those that were photographed."""

    cell: Cell

    @property
    def is_blank(self) -> bool:
        return self.cell.is_blank

    @property
    def likeliest(self) -> str:
        """Give what stands there; empty where nothing does."""
        return "" if self.cell.is_blank else self.cell.letters

    def costs_of(self, board: Board, moves: Sequence[Move]) -> list[float]:
        cell = self.cell
        if cell.is_blank:
            return [0.0] * len(moves)
        meant = (
            {cell.square}
            if cell.square is not None
            else {move for reading in cell.readings for move in moves_of(board, reading)}
        )
        return [0.0 if move in meant else self._contradicted(board, move) for move in moves]

    def _contradicted(self, board: Board, move: Move) -> float:
        forms = (
            [str(move)]
            if self.cell.square is not None
            else [english(board.squares, move), letters_of(chinese(board.squares, move))]
        )
        cost = wrong_cost if self.cell.is_readable else illegible_cost
        return cost(self.cell.letters, forms) * _SCALE


AnyCell = CostedCell | TypedCell
