"""Move text: numbers, moves, comments, variations, a result; shared by PGN and by plain lists."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import Final

from games.records.encodings import lines_of
from games.records.game import BLACK_WON, DRAWN, RED_WON, UNKNOWN, FaultCode
from games.records.lines import GameReader, Line
from games.xiangqi.board import Board
from games.xiangqi.fen import Position
from games.xiangqi.notation import coordinates, tokens
from games.xiangqi.notation.writing import CHINESE_DIGITS
from games.xiangqi.values import BLACK, RED

PGN_TOKEN: Final = re.compile(r"\{[^}]*\}?|;[^\n]*|[()（）]|[^\s(){};（）]+")
LIST_TOKEN: Final = re.compile(r"\{[^}]*\}?|[()（）]|[^\s(){}（）,;，；、|]+")
_NUMBER = re.compile(r"(?P<number>\d{1,4})(?P<dots>[.．。:：]+|…+|$)(?P<rest>.*)", re.DOTALL)
_GAP = re.compile(r"[.…．。?？□_—\-]+|--")
_GLUED = re.compile(
    r"[前后後中一二三四五]?[帅帥将將仕士相象马馬傌车車俥炮砲包兵卒前后後中]?"
    r"[一二三四五六七八九1-9１-９]?[进進退平上下][一二三四五六七八九1-9１-９]"
)
RESULTS: Final = {
    "1-0": RED_WON,
    "0-1": BLACK_WON,
    "1/2-1/2": DRAWN,
    "1/2": DRAWN,
    "½-½": DRAWN,
    "0.5-0.5": DRAWN,
    "*": UNKNOWN,
    "红胜": RED_WON,
    "紅勝": RED_WON,
    "红方胜": RED_WON,
    "紅方勝": RED_WON,
    "先胜": RED_WON,
    "先勝": RED_WON,
    "黑胜": BLACK_WON,
    "黑勝": BLACK_WON,
    "黑方胜": BLACK_WON,
    "黑方勝": BLACK_WON,
    "先负": BLACK_WON,
    "先負": BLACK_WON,
    "和": DRAWN,
    "和棋": DRAWN,
    "和局": DRAWN,
    "先和": DRAWN,
    "未知": UNKNOWN,
    "": UNKNOWN,
}
"""How a result is written → the result. Full-width forms are narrowed before."""


def result_of(text: str) -> str | None:
    """The result that a text states, None where it states none."""
    return RESULTS.get(text.strip().translate(_NARROW))


_NARROW = {0xFF01 + offset: 0x21 + offset for offset in range(94)} | {
    ord("–"): "-",
    ord("—"): "-",
    ord("−"): "-",
}


class MoveText:
    """Reads one game's move text into a `GameReader`. ``offset_line``: the line where the text begins."""

    def __init__(
        self, text: str, start: Position, *, pattern: re.Pattern[str] = PGN_TOKEN, offset_line: int = 1
    ) -> None:
        self.text = text
        self.pattern = pattern
        self.offset_line = offset_line
        self.tokens: list[str] = pattern.findall(text)
        self.result: str | None = None
        self._open: list[Line] = []
        self._skipped = 0
        self._lines: list[int] = []
        self._start = start
        first_rank, any_numerals = _dialect(self.tokens, text)
        if first_rank == -1:
            first_rank = self._likelier_rank()
        if self._black_begins():
            start = Position(start.squares, BLACK, start.quiet, start.number)
        self.reader = GameReader(
            start, line_of=self.line_of, first_rank=first_rank, any_numerals=any_numerals
        )

    def line_of(self, place: int) -> int | None:
        """The line of the token number ``place``."""
        if not self._lines:
            starts = [found.start() for found in self.pattern.finditer(self.text)]
            self._lines = [self.offset_line - 1 + line for line in lines_of(self.text, starts)]
        return self._lines[place] if place < len(self._lines) else None

    def _black_begins(self) -> bool:
        """Whether the text says ``...`` before its first move and the position leaves it open."""
        if self._start.side == BLACK:
            return False
        for token in self.tokens[:2]:
            numbered = _numbered(token)
            if numbered and numbered[1] != "." and (len(numbered[1]) > 2 or "…" in numbered[1]):
                return True
            if not numbered:
                return len(token) > 1 and not token.strip(".…．")
        return False

    def _likelier_rank(self) -> int:
        """Ranks from 0 or from 1: the reading in which more plies are legal from the start."""
        played = []
        for rank in (0, 1):
            board = Board(self._start)
            for token in self.tokens:
                if coordinates.looks_like(token):
                    try:
                        board.play(coordinates.read(token, rank))
                    except ValueError:
                        break
            played.append(len(board.history))
        return int(played[1] > played[0])

    def read(self) -> GameReader:
        """Reads everything; `result` is what the text ends with, if it says so."""
        line = self.reader.main
        for place, token in enumerate(self.tokens):
            first = token[0]
            if first in "()（）":
                line = self._bracket(line, first, place)
            elif self._skipped:
                continue
            elif first in "{;":
                self._comment(line, token, place)
            elif is_plain_move(token):
                line.token(token, place)
            elif self._word(line, token, place):
                break
        if self._open or self._skipped:
            self.reader.note(FaultCode.UNBALANCED, "(", place=len(self.tokens) - 1)
        return self.reader

    def _bracket(self, line: Line, bracket: str, place: int) -> Line:
        """The line that goes on after a bracket."""
        if bracket in "(（":
            if not self._skipped and not self.reader.too_deep(line):
                self._open.append(line)
                return line.branch(back=1)
            if not self._skipped:
                self.reader.note(FaultCode.TOO_DEEP, bracket, place=place)
            self._skipped += 1
        elif self._skipped:
            self._skipped -= 1
        elif self._open:
            return self._open.pop()
        else:
            self.reader.note(FaultCode.UNBALANCED, bracket, place=place)
        return line

    def _comment(self, line: Line, token: str, place: int) -> None:
        text = token[1:-1] if token.endswith("}") else token[1:]
        if token[0] == "{" and not token.endswith("}"):
            self.reader.note(FaultCode.UNBALANCED, token, place=place)
        line.comment(text)

    def _word(self, line: Line, token: str, place: int) -> bool:
        """A number, a result, a mark or a move; true where the text is over."""
        first = token[0]
        if first in "$!?" and (first == "$" or not token.strip("!?")) and line.begun and first != "?":
            return False
        numbered = _numbered(token) if first.isdigit() else None
        if numbered:
            self._number(line, numbered, token, place)
            token = numbered[2]
            if not token:
                return False
        if token[0] in "10½*红紅黑先和０１＊":
            result = result_of(token)
            if result is not None:
                if self._open:
                    return False
                self.result = result
                return not self._goes_on(place)
        if _GAP.fullmatch(token):
            starts_black = set(token) <= set(".…．") and line.board.side == BLACK
            if not starts_black:
                line.missing(place, token)
            return False
        self._move(line, token, place)
        return False

    def _move(self, line: Line, token: str, place: int) -> None:
        for piece in split_glued(token) or (token,):
            line.token(piece, place)

    def _number(self, line: Line, numbered: tuple[int, str, str], text: str, place: int) -> None:
        """A move number: the next one while Black is to move means that Black's move is left out."""
        number, dots, _rest = numbered
        if line.board.side == RED or len(dots) > 1 or line.depth:
            return
        ply = line.ply + (self.reader.start.side == BLACK)
        if number == self.reader.start.number + ply // 2 and not self._numbers_plies:
            line.missing(place, text)

    @cached_property
    def _numbers_plies(self) -> bool:
        """Whether every number stands before a single move, as where plies are numbered."""
        numbers = moves = 0
        for token in self.tokens:
            numbered = _numbered(token)
            if numbered:
                numbers += 1
                moves += bool(numbered[2])
            elif token[0] not in "{;()（）$" and result_of(token) is None:
                moves += 1
        return moves <= numbers

    def _goes_on(self, place: int) -> bool:
        """Whether moves follow a result: then it was none, or it stands in the wrong place."""
        return any(
            tokens.parse(token) or coordinates.looks_like(token)
            for token in self.tokens[place + 1 : place + 4]
        )


@lru_cache(maxsize=4096)
def _numbered(token: str) -> tuple[int, str, str] | None:
    """``12.C2=5`` → 12, the dots, what follows; None where the token begins with no move number."""
    found = _NUMBER.fullmatch(token)
    if not found or _is_pawn(token) or result_of(token) is not None:
        return None
    return int(found["number"]), found["dots"], found["rest"]


@lru_cache(maxsize=8192)
def is_plain_move(token: str) -> bool:
    """Whether the token can be nothing but a move."""
    return not token[0].isdigit() and (tokens.parse(token) is not None or coordinates.looks_like(token))


def split_glued(token: str) -> list[str]:
    """The Chinese moves of a token that is several of them without a blank; else nothing."""
    if len(token) < 8 or token.isascii() or tokens.parse(token) is not None:
        return []
    pieces = _GLUED.findall(token)
    return pieces if "".join(pieces) == token else []


def _is_pawn(token: str) -> bool:
    """``33.4`` is a pawn's move with ``.`` for ``=``, not the number 33."""
    return len(token) == 4 and token[2] in ".．" and token[:2].isdigit() and token[3].isdigit()


def _dialect(found: list[str], text: str) -> tuple[int | None, bool]:
    """The first rank of coordinates (-1: either; None: there are none), and whether numerals name no side."""
    any_numerals = not any(numeral in text for numeral in CHINESE_DIGITS[1:])
    sample = [
        token for token in found if token[0] in "abcdefghiABCDEFGHIａｂｃｄｅｆｇｈｉ" or token[0].isdigit()
    ]
    bare = [token.rpartition(".")[2] if token[0].isdigit() else token for token in sample]
    squares = [token for token in bare if coordinates.looks_like(token)]
    if not squares:
        return None, any_numerals
    rank = coordinates.first_rank(squares)
    return (-1 if rank is None else rank), any_numerals
