"""Read move text: numbers, moves, comments, variations, a result; shared by PGN and by plain lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial
from typing import Final

from games.records.encodings import lines_of
from games.records.game import FaultCode
from games.records.lines import GameReader, Line
from games.records.results import result_of
from games.records.tidying import tidied_moves
from games.xiangqi.board import Board
from games.xiangqi.fen import Position
from games.xiangqi.notation import algebraic, coordinates, find_move, signless, tokens, vietnamese
from games.xiangqi.notation.writing import CHINESE_DIGITS
from games.xiangqi.values import BLACK, RED, Move

# From a board and a token to the move. Raises `NotationError`.
Dialect = Callable[[Board, str], Move]

PGN_TOKEN: Final = re.compile(r"\{[^}]*\}?|;[^\n]*|[()（）]|[^\s(){};（）]+")
LIST_TOKEN: Final = re.compile(r"\{[^}]*\}?|[()（）]|[^\s(){}（）,;，；、|]+")
_NUMBER = re.compile(r"(?P<number>\d{1,4})(?P<dots>[.．。:：]+|…+|$)(?P<rest>.*)", re.DOTALL)
_GAP = re.compile(r"[.…．。?？□_—\-]+|--")
_BEHIND_CHINESE = re.compile(r"(?<=[进進退平上下][一二三四五六七八九1-9１-９])(?![!?+#！？＋＃])")
_GLUED_ENGLISH = re.compile(
    r"(?:(?:\d{1,3}[.．、])?(?:[KAEHRCPNBMSG][1-9+-]|[+-][KAEHRCPN]|[1-9][+-])[=+.\-][1-9]){2,200}",
    re.IGNORECASE,
)
_BEHIND_ENGLISH = re.compile(
    r"(?<=[KAEHRCPNBMSG+-][1-9+\-KAEHRCPN][=+.\-][1-9])(?=[A-Z0-9+-])", re.IGNORECASE
)
_GLUED_SQUARES = re.compile(r"(?:(?:\d{1,3}[.．])?[a-i](?:10|\d)-?[a-i](?:10|\d)){2,400}+", re.IGNORECASE)
_SQUARES = re.compile(r"(?:\d{1,3}[.．])?[a-i](?:10|\d)-?[a-i](?:10|\d)", re.IGNORECASE)
_SPACED_CHINESE = re.compile(
    r"(?:(?<!\w)([前中后後])[ \t　]{0,3}|(?<!\w)([一二三四五]))?"
    r"([帅帥将將仕士相象马馬傌车車俥炮砲包兵卒])[ \t　]{0,3}"
    r"(?:([前后後中一二三四五六七八九1-9１-９])[ \t　]{0,3})?([进進退平上下])[ \t　]{0,3}"
    r"([一二三四五六七八九1-9１-９])"
)
_SPACED_ENGLISH = re.compile(
    r"(?<![A-Za-z0-9+=-])([KAEHRCPNBMSG])[ \t]{0,2}([1-9+-])[ \t]{0,2}([=+.-])[ \t]{0,2}([1-9])"
    r"(?![0-9A-Za-z=+-])",
    re.IGNORECASE,
)
_LETTERS: Final = {
    **dict.fromkeys(["king", "general"], "K"),
    **dict.fromkeys(["advisor", "guard", "mandarin"], "A"),
    **dict.fromkeys(["elephant", "bishop", "minister"], "E"),
    **dict.fromkeys(["horse", "knight"], "H"),
    **dict.fromkeys(["chariot", "rook"], "R"),
    "cannon": "C",
    **dict.fromkeys(["pawn", "soldier"], "P"),
}
# ``Cannon 2 traverse 5``: moves in whole words.
_ENGLISH_WORDS: Final = re.compile(
    rf"\b(?:(?P<place>front|rear)[ \t]{{1,3}})?(?P<piece>{'|'.join(_LETTERS)})"
    r"(?:[ \t]{0,3}(?P<file>[1-9]))?[ \t]{0,3}(?:(?P<sign>[=+-])|(?P<way>advances?|forwards?|"
    r"retreats?|backwards?|traverses?|sideways|moves to|to)\b)[ \t]{0,3}(?P<value>[1-9])\b",
    re.IGNORECASE,
)
# What no text has whose moves are written together.
_IS_SPACED = re.compile(
    r"[进進退平上下=+][ \t　][1-9１-９一二三四五六七八九]"
    r"|[ \t　][进進退平上下=+.-][ \t　]{0,3}[1-9１-９一二三四五六七八九]"
    r"|[A-Za-z帅帥将將仕士相象马馬傌车車俥炮砲包兵卒][ \t　][1-9+１-９一二三四五六七八九-][进進退平上下=+.-]"
    r"|[前中后後][ \t　][相象马馬傌车車俥炮砲包兵卒]"
)
# So many moves tell in which notation a text is written.
_FEW: Final = 400
_SCORE = frozenset(["0", "1", "2", "½", "1/2", "0.5", "０", "１", "２"])


def pieces_of(token: str) -> list[str]:
    """Cut a token that is several moves and numbers without a blank between; else give the token alone."""
    if len(token) < 6 or is_plain_move(token):
        return [token]
    if not token.isascii() and (pieces := _BEHIND_CHINESE.split(token)) and len(pieces) > 1:
        return [piece for piece in pieces if piece]
    if token.isascii() and _GLUED_ENGLISH.fullmatch(token):
        return _BEHIND_ENGLISH.split(token)
    if token.isascii() and len(token) > 6 and _GLUED_SQUARES.fullmatch(token):
        return [match.group() for match in _SQUARES.finditer(token)]
    return [token]


def joined(text: str) -> str:
    """Join moves that stand by themselves (``炮 二 平 五``, ``C2 = 5``, ``1炮二平五``); lines stay."""
    text = _ENGLISH_WORDS.sub(_in_signs, tidied_moves(text))
    if _IS_SPACED.search(text) is None:
        return text
    text = _SPACED_CHINESE.sub(lambda match: "".join(part or "" for part in match.groups()), text)
    return _SPACED_ENGLISH.sub(r"\1\2\3\4", text)


def _in_signs(match: re.Match[str]) -> str:
    piece, where = _LETTERS[match["piece"].lower()], (match["place"] or "").lower()
    place = {"front": "+", "rear": "-"}.get(where, "")
    sign = match["sign"] or {"a": "+", "f": "+", "r": "-", "b": "-"}.get(match["way"][:1].lower(), "=")
    return f"{place}{piece}{match['file'] or ''}{sign}{match['value']}"


class MoveText:
    """Read one game's move text into a `GameReader`; ``offset_line``: the line where the text begins."""

    def __init__(
        self, text: str, start: Position, *, pattern: re.Pattern[str] = PGN_TOKEN, offset_line: int = 1
    ) -> None:
        self.text = text
        self.pattern = pattern
        self.offset_line = offset_line
        self.tokens: list[str] = []
        self._starts: list[int] = []
        self._cut(vietnamese.in_signs(joined(text)) if "{" not in text else text)
        self.result: str | None = None
        self._open: list[Line] = []
        self._skipped = 0
        self._lines: list[int] = []
        self._start = start
        first_rank, any_numerals = _dialect(self.tokens, text)
        if self._black_begins():
            start = Position(start.squares, BLACK, start.quiet, start.number)
        self._start = start
        self.bare = self._bare()
        # Who leaves out the sign of traverses alone writes the others.
        self._has_no_signs = any(map(signless.needs_board, self.bare)) or (
            any(map(signless.looks_like, self.bare)) and not any(map(tokens.parse, self.bare))
        )
        dialect = None
        if algebraic_moves(self.bare):
            first_rank = None
            dialect = self._likeliest([_algebraic_from(0), _algebraic_from(1)])
        elif first_rank == -1:
            first_rank = self._likelier_rank()
        elif first_rank is None:
            dialect = self._of_letters(any_numerals)
        self.reader = GameReader(
            start, line_of=self.line_of, first_rank=first_rank, any_numerals=any_numerals, dialect=dialect
        )

    def _cut(self, text: str) -> None:
        self.text = text
        for match in self.pattern.finditer(text):
            token = match.group()
            start = match.start()
            for piece in (token,) if len(token) < 6 or token[0] in "{;()（）" else pieces_of(token):
                self.tokens.append(_without_stop(piece) if piece[-1] in "。，." else piece)
                self._starts.append(start)
        for at in [place for place, token in enumerate(self.tokens) if token in _SCORE][::-1]:
            three = self.tokens[at : at + 3]
            if len(three) == 3 and three[2] in _SCORE and (result := result_of("".join(three))):
                self._join(at, at + 3, result)
        for count in range(6, 1, -1):
            last = self.tokens[-count:]
            if len(last) == count and not any(map(_is_move, last)) and (result := result_of(" ".join(last))):
                self._join(len(self.tokens) - count, len(self.tokens), result)
                break

    def _join(self, begin: int, end: int, result: str) -> None:
        self.tokens[begin:end] = [result]
        del self._starts[begin + 1 : end]

    def _bare(self) -> list[str]:
        """What should be moves of the game itself, without numbers, up to the first result."""
        bare: list[str] = []
        depth = 0
        for token in self.tokens:
            if token[0] in "(（":
                depth += 1
            elif token[0] in ")）":
                depth -= 1
            elif depth > 0 or token[0] in "{;$":
                continue
            elif is_plain_move(token):
                bare.append(token)
            else:
                numbered = _numbered(token) if token[0].isdigit() else None
                text = numbered[2] if numbered else token
                if text and result_of(text) is not None and not _GAP.fullmatch(text):
                    break
                if text and text.strip("!?") and not _GAP.fullmatch(text):
                    bare.append(text)
            if len(bare) == _FEW:
                break
        return bare

    def _of_letters(self, any_numerals: bool) -> Dialect | None:
        """How moves with letters or glyphs are meant, where it is not as usual."""
        usual: Dialect = partial(find_move, any_numerals=any_numerals)
        others: list[Dialect] = []
        if any(token[0] in "XxMm" or "/" in token for token in self.bare) and (
            sum(map(vietnamese.looks_like, self.bare)) * 2 > len(self.bare)
        ):
            others.append(vietnamese.read)
        if self._has_no_signs:
            others += [
                partial(signless.read, any_numerals=any_numerals),
                partial(signless.read, any_numerals=True),
            ]
        if self.bare and all(map(signless.is_dashed, self.bare)):
            others.append(partial(signless.read, any_numerals=any_numerals))
        if not any_numerals and not any(_side(token) == BLACK for token in self.bare):
            # Numerals tell the sides apart, unless both are written with the same.
            others.append(partial(find_move, any_numerals=True))
        if not others or self._plies(usual) == len(self.bare):
            return None
        # Of readings that come equally far the first is meant.
        best = self._likeliest([*others, usual] if self._has_no_signs else [usual, *others])
        return None if best is usual else best

    def _likeliest(self, dialects: Sequence[Dialect]) -> Dialect:
        """Find the reading in which most plies are legal from the start; of equals the first."""
        return max(dialects, key=self._plies)

    def _plies(self, dialect: Dialect) -> int:
        board = Board(self._start)
        for played, token in enumerate(self.bare):
            try:
                board.play(dialect(board, token))
            except ValueError:
                return played
        return len(self.bare)

    @property
    def is_chess(self) -> bool:
        """Whether the moves are those of the chess of the West."""
        return chess_moves(self.bare) and not self.reader.main.moves[4:]

    def line_of(self, place: int) -> int | None:
        """The line of the token number ``place``."""
        if not self._lines:
            self._lines = [self.offset_line - 1 + line for line in lines_of(self.text, self._starts)]
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
        """Say whether ranks count from 0 or from 1: the reading in which more plies are legal from the
        start."""
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
        """Read everything; `result` is what the text ends with, if it says so."""
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
        """Read a number, a result, a mark or a move; True where the text is over."""
        first = token[0]
        if first in "$!?" and (first == "$" or not token.strip("!?")) and line.begun and first != "?":
            return False
        numbered = _numbered(token) if first.isdigit() else None
        if numbered:
            self._number(line, numbered, token, place)
            token = numbered[2]
            if not token:
                return False
        result = result_of(token) if not _GAP.fullmatch(token) else None
        if result is not None:
            if self._open:
                if not line.begun and self.result is None:
                    self.result = result
                return False
            self.result = result
            return not self._goes_on(place)
        if _GAP.fullmatch(token):
            starts_black = set(token) <= set(".…．") and line.board.side == BLACK
            if not starts_black:
                line.missing(place, token)
            return False
        line.token(token if self._has_no_signs or is_plain_move(token) else signless.with_sign(token), place)
        return False

    def _number(self, line: Line, numbered: tuple[int, str, str], text: str, place: int) -> None:
        number, dots, _after = numbered
        if line.board.side == RED or len(dots) > 1 or line.depth:
            return
        ply = line.ply + (self.reader.start.side == BLACK)
        # The next one while Black is to move means that Black's move is left out.
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
        """Say whether moves follow a result."""
        # Then it was none, or it stands in the wrong place.
        return any(
            tokens.parse(token) or coordinates.looks_like(token)
            for token in self.tokens[place + 1 : place + 4]
        )


def _without_stop(token: str) -> str:
    """A token without the stop of the sentence that it ends."""
    if token[-1] == ".":
        return token.rstrip(".") if token[0].isalpha() else token
    return token.rstrip("。，") or token


@lru_cache(maxsize=4096)
def _numbered(token: str) -> tuple[int, str, str] | None:
    """Read ``12.C2=5`` as 12, the dots, what follows; None where the token begins with no move number."""
    match = _NUMBER.fullmatch(token)
    if not match or _is_pawn(token) or result_of(token) is not None:
        return None
    return int(match["number"]), match["dots"], match["rest"]


@lru_cache(maxsize=8192)
def is_plain_move(token: str) -> bool:
    """Whether the token can be nothing but a move."""
    return not token[0].isdigit() and (tokens.parse(token) is not None or coordinates.looks_like(token))


# ``33.4`` is a pawn's move with ``.`` for ``=``, not the number 33.
def _is_pawn(token: str) -> bool:
    return len(token) == 4 and token[2] in ".．" and token[:2].isdigit() and token[3].isdigit()


def _dialect(tokens: list[str], text: str) -> tuple[int | None, bool]:
    """Find the first rank of coordinates (-1: either; None: there are none), and whether numerals name no
    side."""
    any_numerals = not any(numeral in text for numeral in CHINESE_DIGITS[1:])
    sample = [
        token for token in tokens if token[0] in "abcdefghiABCDEFGHIａｂｃｄｅｆｇｈｉ" or token[0].isdigit()
    ]
    bare = [token.rpartition(".")[2] if token[0].isdigit() else token for token in sample]
    squares = [token for token in bare if coordinates.looks_like(token)]
    if not squares:
        return None, any_numerals
    rank = coordinates.first_rank(squares)
    return (-1 if rank is None else rank), any_numerals


def _side(token: str) -> int | None:
    """The side whose numerals the token has."""
    read = tokens.parse(token)
    return read.side if read else None


def _is_move(token: str) -> bool:
    return tokens.parse(token) is not None or coordinates.looks_like(token)


def algebraic_moves(bare: Sequence[str]) -> bool:
    """Say whether a text is written with piece and target square (``Che2``)."""
    targets = sum(algebraic.looks_like(token) for token in bare if not _is_move(token))
    if not targets:
        return False
    squares = sum(map(coordinates.looks_like, bare))
    return 2 * (targets + squares) > len(bare)


def _algebraic_from(rank: int) -> Dialect:
    return partial(algebraic.read, rank=rank)


_CHESS = re.compile(r"O-O(?:-O)?[+#]?|Q[a-h]?[1-8]?x?[a-h][1-8][+#]?|[a-h]x?[a-h]?[18]=[QRBN][+#]?")
_MAYBE_CHESS = re.compile(r"[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?[+#!?]*|O-O(?:-O)?[+#!?]*")


def chess_moves(bare: Sequence[str]) -> bool:
    """Say whether tokens are moves of the chess of the West: all may be, and one can be nothing else."""
    first = bare[:_FEW]
    return (
        len(first) > 1
        and all(_MAYBE_CHESS.fullmatch(token) or _CHESS.fullmatch(token) for token in first)
        and (
            any(map(_CHESS.fullmatch, first))
            or first[0] in ("e4", "d4", "Nf3", "c4", "g3", "b3", "f4", "Nc3")
        )
    )
