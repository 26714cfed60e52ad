"""Read positions that are listed piece by piece, as books and people write them.

``红方：帅五1 车九1；黑方：将5·1``, ``Red: Ke0 Ra0; Black: Ke9``.

*place*     a piece with its square: file and rank as its side counts them, or file and rank of the board
*listing*   places of both sides, both generals among them, on lines of their own
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from games.xiangqi.fen import Position
from games.xiangqi.notation.writing import CHINESE_DIGITS
from games.xiangqi.values import BLACK, FILES, KING, LETTERS, RED, piece_of

_GLYPHS: Final = {
    "K": "帅帥将將",
    "A": "仕士",
    "E": "相象",
    "H": "马馬傌",
    "R": "车車俥",
    "C": "炮砲包",
    "P": "兵卒",
}
_KINDS: Final = {letter: kind for kind, letter in enumerate(LETTERS) if kind} | {"N": 4, "B": 3, "G": KING}
_KIND_OF: Final = {glyph: _KINDS[letter] for letter, glyphs in _GLYPHS.items() for glyph in glyphs}
# Glyphs that one side alone has.
_SIDE_OF: Final = dict.fromkeys("帅帥仕相兵", RED) | dict.fromkeys("将將士象卒", BLACK)
_NUMERALS: Final = {numeral: digit for digit, numeral in enumerate(CHINESE_DIGITS) if digit} | {"十": 10}
_GLYPH: Final = "".join(_KIND_OF)
_FIRST: Final = re.compile(
    r"(?P<begins>[红紅黑])(?:方|棋)?先(?:行|走|手|胜|勝|和|负|負)?"
    r"|(?P<moves>red|white|black) (?:to (?:move|play)|moves first|plays first)(?: and \w{1,9})?",
    re.IGNORECASE,
)
_SIDE: Final = re.compile(
    r"(?P<red>[红紅](?:方|棋|子)?|red\b|white\b)|(?P<black>黑(?:方|棋|子)?|black\b)", re.IGNORECASE
)
_NUMERAL: Final = "[1-9一二三四五六七八九]"
_PLACE: Final = re.compile(
    rf"(?:(?P<glyph>[{_GLYPH}])|(?P<letter>[KAEHRCPNBG]))[ \t:]{{0,2}}"
    r"(?:(?P<column>[a-i])(?P<row>10|[0-9])(?![0-9])"
    rf"|[(]?(?P<file>{_NUMERAL})[ \t,·.、路]{{0,2}}(?P<rank>10|[0十]|{_NUMERAL})(?![0-9进進退平上下])[)线]?)",
    re.IGNORECASE,
)
_BESIDE: Final = re.compile(
    r"\(\d{1,2}子?\)|局面|初始|开始|起始|排局|残局|position\b|[\s,;:，；：、。.()\[\]|/*#-]", re.IGNORECASE
)
# A general and where it stands, in words that nobody reads here: ``帅五路底线``.
_OF_GENERALS: Final = (
    re.compile(rf"[帅帥][ \t:(在]{{0,2}}(?:{_NUMERAL}[路线]|[a-i][0-9])"),
    re.compile(rf"[将將][ \t:(在]{{0,2}}(?:{_NUMERAL}[路线]|[a-i][0-9])"),
)
# Pieces with letters of whatever language.
_HEADED: Final = re.compile(r"[ \t]{0,9}(\w{2,6})[ \t]{0,2}:(?P<places>[^:]{1,200})")
_LETTERED: Final = re.compile(r"[^\W\d_]{1,3}[ .]?[1-9a-i][.,]?(?:10|[0-9])", re.IGNORECASE)
_MOVES: Final = re.compile(r"[进進退平上下]|(?<![a-z])[a-z][1-9][+=-][1-9]", re.IGNORECASE)
_LONGEST: Final = 400


class Listing(NamedTuple):
    """Hold a position and where it stands.

    ``position``: a FEN, or the words themselves where they can be read in no way or in several; ``lines``:
    from 0.
    """

    position: str
    lines: tuple[int, ...]


class _Place(NamedTuple):
    """Hold a piece and its square.

    ``side``: None where nobody can tell; ``file``, ``rank``: as written; ``of_board``: the file is a
    letter's, from Red's left and from 0.
    """

    side: int | None
    kind: int
    file: int
    rank: int
    of_board: bool


def listing_of(lines: list[str]) -> Listing | None:
    """Find the listing above the moves of a text; None where there is none."""
    head = [unicodedata.normalize("NFKC", line) for line in _head(lines)]
    places: list[_Place] = []
    numbers: list[int] = []
    first = RED
    side: int | None = None
    for number, line in enumerate(head):
        parts = _read_line(line, side)
        if parts is None:
            continue
        places_here, side, begins = parts
        first = first if begins is None else begins
        if places_here or begins is not None:
            places += places_here
            numbers.append(number)
    if {(RED, KING), (BLACK, KING)} <= {(place.side, place.kind) for place in places}:
        positions = _readings(places, first)
        text = positions.pop() if len(positions) == 1 else _words(lines, numbers)
        return Listing(text, tuple(numbers))
    return _unread(lines, head)


def _head(lines: list[str]) -> Iterator[str]:
    """Yield the lines above the first one with moves."""
    for line in lines:
        if len(line) > _LONGEST or _MOVES.search(line):
            return
        yield line


def _read_line(line: str, side: int | None) -> tuple[list[_Place], int | None, int | None] | None:
    """Read places, the side that was named last, who begins; None where something else stands."""
    at, begins = 0, None
    places: list[_Place] = []
    while at < len(line):
        if match := _FIRST.match(line, at):
            begins = BLACK if (match["begins"] or match["moves"]).lower() in ("黑", "black") else RED
        elif match := _SIDE.match(line, at):
            side = RED if match["red"] else BLACK
        elif match := _PLACE.match(line, at):
            if match["letter"] and side is None:
                return None
            places.append(_placed(match, side, places[-1].side if places else None))
        elif (match := _BESIDE.match(line, at)) is None:
            return None
        at = match.end()
    return places, side, begins


def _placed(match: re.Match[str], side: int | None, before: int | None) -> _Place:
    """Read a place. ``side``: as it was named; ``before``: whose the piece before is."""
    # Who names no sides tells them apart by glyphs and numerals.
    glyph, letter = match["glyph"] or "", match["letter"]
    if side is None:
        side = _SIDE_OF.get(glyph, before)
        if glyph not in _SIDE_OF and match["file"]:
            side = RED if match["file"] in _NUMERALS else BLACK if before == BLACK else None
    kind = _KINDS[letter.upper()] if letter else _KIND_OF[glyph]
    if match["column"]:
        return _Place(side, kind, FILES.index(match["column"].lower()), int(match["row"]), True)
    file, rank = (_NUMERALS.get(text) or int(text) for text in (match["file"], match["rank"]))
    return _Place(side, kind, file, rank, False)


def _readings(places: list[_Place], first: int) -> set[str]:
    """Collect every position that the places can mean and that a game can have."""
    # Ranks go from 1, or from 0 where one is 0; Black's are counted from Black's side, or all from Red's.
    ranks = {place.rank for place in places}
    bases = (
        [0] if 0 in ranks else [1] if 10 in ranks or not any(place.of_board for place in places) else [0, 1]
    )
    positions: set[str] = set()
    for base in bases:
        for from_red in (False, True):
            position = _position(places, base, first, from_red=from_red)
            if position is not None and not position.defects():
                positions.add(position.fen())
    return positions


def _position(places: list[_Place], base: int, first: int, *, from_red: bool) -> Position | None:
    squares = bytearray(90)
    for place in places:
        if place.side is None:
            return None
        file, rank = place.file if place.of_board else 9 - place.file, place.rank - base
        if not place.of_board and place.side == BLACK and not from_red:
            file, rank = 8 - file, 9 - rank
        if rank not in range(10) or squares[10 * file + rank]:
            return None
        squares[10 * file + rank] = piece_of(place.kind, place.side)
    return Position(bytes(squares), first)


def _unread(lines: list[str], head: list[str]) -> Listing | None:
    """Find a listing in words or letters that nobody reads here: its game has not the usual start."""
    numbers = [
        number for number, line in enumerate(head) if any(general.search(line) for general in _OF_GENERALS)
    ]
    whole = "\n".join(head[number] for number in numbers)
    if not all(general.search(whole) for general in _OF_GENERALS):
        numbers = [number for number, line in enumerate(head) if _is_lettered(line)]
        if len(numbers) < 2:
            return None
    return Listing(_words(lines, numbers), tuple(numbers))


def _words(lines: list[str], numbers: list[int]) -> str:
    return " ".join(lines[number].strip() for number in numbers)[:200]


def _is_lettered(line: str) -> bool:
    match = _HEADED.fullmatch(line)
    if match is None:
        return False
    places = [part for part in re.split(r"[\s,;]{1,9}", match["places"]) if part]
    return bool(places) and all(map(_LETTERED.fullmatch, places))
