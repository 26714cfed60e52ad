"""Read DhtmlXQ: ``[DhtmlXQ_movelist]7747…`` in UBB text or inside an HTML page.

A square is two digits: the file from Red's left, the rank from Black's back rank. ``binit`` lists the
squares of 32 pieces, Red's first, 99 for a piece that is not on the board. ``move_P_I_K`` is variation K,
which replaces ply I of variation P (0 is the game); ``commentI`` and ``commentK_I`` stand at ply I.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from games.problems import Cause, Problem
from games.records.encodings import lines_of
from games.records.game import MOST_BYTES_OF_A_GAME, UNKNOWN, FaultCode, Game, unreadable
from games.records.lines import GameReader, Line, TooManyPliesError
from games.records.results import result_of
from games.xiangqi.fen import START_POSITION, Position, read_fen
from games.xiangqi.geometry import MOVES
from games.xiangqi.notation.errors import UnreadableError
from games.xiangqi.values import BLACK, RED, Move, square_at

_FIELD = re.compile(
    # A value ends where the next tag begins, so that an open tag is not searched for over the whole text.
    r"\[DhtmlXQ_(\w+)\]([^\[]*(?:\[(?!/?DhtmlXQ)[^\[]*)*)\[/DhtmlXQ_\w+\]",
    re.IGNORECASE,
)
GAME: Final = re.compile(r"\[DhtmlXQ(?:HTML)?\]", re.IGNORECASE)
# Field → PGN name.
NAMES: Final = {
    "title": "Title",
    "event": "Event",
    "date": "Date",
    "place": "Site",
    "round": "Round",
    "red": "Red",
    "redteam": "RedTeam",
    "redrating": "RedElo",
    "black": "Black",
    "blackteam": "BlackTeam",
    "blackrating": "BlackElo",
    "result": "Result",
    "open": "Opening",
    "author": "Annotator",
    "remark": "Remark",
    "timerule": "TimeControl",
}
# Kinds in the order of the 32 places; XQF has the same.
PIECE_ORDER: Final = (5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7, 7, 7)
_LETTER_RESULTS = {"W": "1-0", "L": "0-1", "D": "1/2-1/2"}


_BARE: Final = re.compile(
    r"(?:movelist[ \t]?[:=][ \t]?)?((?:[0-8][0-9][ ,]?[0-8][0-9][\s,;|-]{0,2}){4,})", re.IGNORECASE
)
_NO_DIGIT: Final = re.compile(r"\D")


def bare_moves(text: str) -> str:
    """Give a text that is nothing but a list of moves in digits (``77477062…``) as its field; else empty."""
    match = _BARE.fullmatch(text.strip())
    return f"[DhtmlXQ_movelist]{_NO_DIGIT.sub('', match[1])}[/DhtmlXQ_movelist]" if match else ""


def read_dhtmlxq(text: str, *, faults: tuple[Problem, ...] = ()) -> Iterator[Game]:
    starts = [match.start() for match in GAME.finditer(text)] or [0]
    lines = lines_of(text, starts)
    for number, (start, line) in enumerate(zip(starts, lines, strict=True)):
        end = starts[number + 1] if number + 1 < len(starts) else len(text)
        if end - start > MOST_BYTES_OF_A_GAME:
            yield unreadable(FaultCode.GAME_TOO_LARGE, line=line, most=MOST_BYTES_OF_A_GAME)
        else:
            yield _read_game(text[start:end], line, faults if not number else ())


def _read_game(text: str, first_line: int, faults: tuple[Problem, ...]) -> Game:
    def line_of(place: int) -> int:
        return first_line + text.count("\n", 0, place)

    fields: dict[str, str] = {}
    places: dict[str, int] = {}
    for match in _FIELD.finditer(text):
        name = match[1].lower()
        fields.setdefault(name, html.unescape(match[2]).strip())
        places.setdefault(name, match.start(2))
    headers = {NAMES[name]: value for name, value in fields.items() if name in NAMES and value}
    claimed = headers.pop("Result", "")
    result = result_of(claimed) or _LETTER_RESULTS.get(claimed.upper())
    if claimed and result is None:
        headers["ResultText"] = claimed
    headers["Result"] = result or UNKNOWN
    if "movelist" not in fields:
        return Game(headers, faults=(*faults, *unreadable(FaultCode.NO_GAME, line=first_line).faults))
    setup = "binit" if fields.get("binit") else "fen"
    position, bad = _position(fields.get("binit", ""), fields["movelist"])
    if setup == "fen" and fields.get("fen"):
        position, defects = read_fen(fields["fen"])
        bad = tuple(f"{defect.code} {defect.text}" for defect in defects)
    if bad or position is None:
        line = line_of(places.get(setup, 0))
        fault = Problem(
            Cause.UNREADABLE,
            FaultCode.BAD_START,
            line,
            text=fields.get(setup, "")[:80],
            params={"defects": bad},
        )
        faults = (*faults, fault)
        position = None
    reader = GameReader(position or START_POSITION, line_of=line_of, first_rank=0)
    reader.faults += faults
    if position is None:
        reader.without_position()
    try:
        _read_lines(reader, fields, places)
    except TooManyPliesError:
        reader.note(FaultCode.TOO_MANY_PLIES, ply=reader.main.ply)
    return reader.game(headers)


def _position(setup: str, moves: str) -> tuple[Position | None, tuple[str, ...]]:
    if not setup:
        return START_POSITION, ()
    places = re.findall(r"\d\d", setup)
    if len(setup) != 64 or len(places) != 32:
        return None, (f"binit {len(setup)}",)
    squares = bytearray(90)
    bad = []
    for index, place in enumerate(places):
        if place == "99":
            continue
        square = _square(place)
        if square is None:
            bad.append(f"binit {place}")
            continue
        squares[square] = PIECE_ORDER[index % 16] + 8 * (index // 16)
    first = _square(moves[:2])
    side = BLACK if first is not None and squares[first] >= 8 else RED
    position = Position(bytes(squares), side)
    return position, (*bad, *(f"{defect.code} {defect.text}" for defect in position.defects()))


def _square(digits: str) -> int | None:
    if len(digits) != 2 or not digits.isdecimal() or digits[0] == "9":
        return None
    return square_at(int(digits[0]), 9 - int(digits[1]))


def _read_lines(reader: GameReader, fields: dict[str, str], places: dict[str, int]) -> None:
    """Read the game, then the variations."""
    wanted: dict[int, list[tuple[int, int, str]]] = {}
    comments: dict[int, dict[int, str]] = {}
    for name, text in fields.items():
        if match := re.fullmatch(r"move_(\d{1,4})_(\d{1,4})_(\d{1,4})", name):
            parent, ply, number = map(int, match.groups())
            wanted.setdefault(parent, []).append((ply, number, name))
        elif (match := re.fullmatch(r"comment(?:(\d{1,4})_)?(\d{1,4})", name)) and text:
            comments.setdefault(int(match[1] or 0), {})[int(match[2])] = text
    todo: list[tuple[Line, int, str]] = [(reader.main, 0, "movelist")]
    while todo:
        line, number, name = todo.pop()
        # In the order of their numbers: a parent comes before its children.
        branches = sorted(wanted.pop(number, []), reverse=True)
        comments_of_line = comments.get(number, {})
        if not line.depth and 0 in comments_of_line:
            line.comment(comments_of_line[0])
        for at, digits in enumerate(re.findall(r"\S{1,4}", re.sub(r"\s+", "", fields[name]))):
            here = places[name] + 4 * at
            while branches and branches[-1][0] <= line.ply:
                _ply, child, child_name = branches.pop()
                if reader.too_deep(line):
                    reader.note(FaultCode.TOO_DEEP, child_name, place=here)
                else:
                    todo.append((line.branch(), child, child_name))
            _read_move(line, digits, here)
            if line.ply - 1 in comments_of_line:
                line.comment(comments_of_line[line.ply - 1])


def _read_move(line: Line, digits: str, place: int) -> None:
    origin, target = _square(digits[:2]), _square(digits[2:])
    move = None if origin is None or target is None else Move(origin, target)
    if move is None:
        line.fail(UnreadableError(digits, "not-notation"), digits, place)
    else:
        line.move(MOVES.get(move, move), digits, place)
