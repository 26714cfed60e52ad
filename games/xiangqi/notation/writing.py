"""Write moves as text. Everything takes the board as it stood before the move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.xiangqi.notation.spelling import SPELLED, TANDEM_KINDS, front_to_back, tandem_files
from games.xiangqi.values import LETTERS, PAWN, RED, SQUARE_NAMES, Move

CHINESE_DIGITS: Final = ".一二三四五六七八九"
FULL_WIDTH_DIGITS: Final = ".１２３４５６７８９"
_GLYPHS = (".帅仕相马车炮兵", ".将士象马车炮卒")
_DIRECTIONS = {"+": "进", "-": "退", "=": "平"}
_TRADITIONAL = str.maketrans("帅将马车进后", "帥將馬車進後")
_ONLY_TRADITIONAL = frozenset(_TRADITIONAL.values())
# Pieces on the file → the place of each in English, front to back; the middle one is written plain.
_PLACES = {
    2: ("+", "-"),
    3: ("+", "", "-"),
    4: ("++", "+", "-", "--"),
    5: ("++", "+", "", "-", "--"),
}
_CHINESE_PLACES = {2: "前后", 3: "前中后", 4: "前二三后", 5: "前二三四后"}


class _Plain(dict[tuple[int, Move], str]):
    """(piece, move) → its plain text; there are some 8,000."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def __missing__(self, key: tuple[int, Move]) -> str:
        piece, move = key
        side, kind = piece >> 3, piece & 7
        file, direction, value = SPELLED[piece][move]
        if self.language == "english":
            text = f"{LETTERS[kind]}{file}{direction}{value}"
        else:
            digits = CHINESE_DIGITS if side == RED else FULL_WIDTH_DIGITS
            text = _GLYPHS[side][kind] + digits[file] + _DIRECTIONS[direction] + digits[value]
        self[key] = text
        return text


_ENGLISH = _Plain("english")
_CHINESE = _Plain("chinese")


def _shares_file(squares: bytes | bytearray, move: Move, piece: int) -> bool:
    low = move[0] - move[0] % 10
    return piece & 7 in TANDEM_KINDS and squares.count(piece, low, low + 10) > 1


def english(squares: bytes | bytearray, move: Move) -> str:
    """Write ``C2=5``; with a second one on the file ``C+=5``; pawns as the AXF writes them."""
    piece = squares[move[0]]
    if not _shares_file(squares, move, piece):
        return _ENGLISH[piece, move]
    file, direction, value = SPELLED[piece][move]
    line = front_to_back(squares, piece, file)
    place = _PLACES[len(line)][line.index(move.origin)]
    letter = LETTERS[piece & 7]
    if piece & 7 == PAWN and len(tandem_files(squares, piece)) > 1:
        letter = str(file)
    if len(place) == 2:
        return f"{place}{direction}{value}"
    return f"{letter}{place or file}{direction}{value}"


def chinese(squares: bytes | bytearray, move: Move) -> str:
    """Write ``炮二平五``, ``马８进７``; two on the file: ``前炮退二``; two doubled files: ``前三进一``."""
    piece = squares[move[0]]
    if not _shares_file(squares, move, piece):
        return _CHINESE[piece, move]
    side = piece >> 3
    file, direction, value = SPELLED[piece][move]
    line = front_to_back(squares, piece, file)
    place = _CHINESE_PLACES[len(line)][line.index(move.origin)]
    digits = CHINESE_DIGITS if side == RED else FULL_WIDTH_DIGITS
    which = _GLYPHS[side][piece & 7]
    if piece & 7 == PAWN and len(tandem_files(squares, piece)) > 1:
        which = digits[file]
    return place + which + _DIRECTIONS[direction] + digits[value]


def in_traditional(text: str) -> str:
    """Moves that `chinese` wrote, in traditional characters: ``馬８進７``."""
    return text.translate(_TRADITIONAL)


def chinese_traditional(squares: bytes | bytearray, move: Move) -> str:
    """As `chinese` writes it, in traditional characters."""
    return in_traditional(chinese(squares, move))


def chinese_like(text: str, *, traditional: bool = False) -> Callable[[bytes | bytearray, Move], str]:
    """Say how to write moves as a text does; ``traditional``: where the text does not tell."""
    is_traditional_text = is_traditional(text)
    return (
        chinese_traditional
        if (traditional if is_traditional_text is None else is_traditional_text)
        else chinese
    )


def is_traditional(text: str) -> bool | None:
    """Say in which characters moves are written; ``None`` where all of them are common to both."""
    if any(ord(character) in _ONLY_TRADITIONAL for character in text):
        return True
    return False if any(ord(character) in _TRADITIONAL for character in text) else None


def iccs(move: Move) -> str:
    """Write ``H2-E2``, as records do; ``str(move)`` is the short form."""
    return f"{SQUARE_NAMES[move.origin]}-{SQUARE_NAMES[move.target]}".upper()
