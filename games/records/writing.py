"""Write games as text: PGN, plain lists, DhtmlXQ; and as XQF. What is written reads back as the same game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from games.records.dhtmlxq import NAMES, PIECE_ORDER
from games.records.game import Game, Variation
from games.records.xqf import HEADER, ORIGIN, PLAIN_VERSION, RESULTS, STRINGS, TARGET
from games.xiangqi.board import Board
from games.xiangqi.fen import START_POSITION, Position
from games.xiangqi.notation.writing import chinese, chinese_traditional, english, iccs
from games.xiangqi.values import BLACK, Move

Write = Callable[[bytearray, Move], str]

NOTATIONS: Final = ("chinese", "wxf", "iccs")
_FORMATS = {"chinese": "Chinese", "wxf": "WXF", "iccs": "ICCS"}
_TAGS = ("Event", "Site", "Date", "Round", "RedTeam", "Red", "BlackTeam", "Black", "Result")
_OWN_TAGS = {"Game", "FEN", "Format"}
_WIDTH = 100


def writer(notation: str, *, traditional: bool = False) -> Write:
    """How a move is written in one of `NOTATIONS`, given the board before it."""
    if notation == "wxf":
        return english
    if notation == "iccs":
        return lambda _squares, move: iccs(move)
    return chinese_traditional if traditional else chinese


def to_pgn(game: Game, notation: str = "chinese", *, traditional: bool = False) -> str:
    """Write one PGN game with its tags, comments and variations; it ends with a line feed."""
    headers = {"Game": "Chinese Chess"} | {tag: game.headers.get(tag, "") for tag in _TAGS}
    headers["Result"] = game.result
    headers |= {name: text for name, text in game.headers.items() if name not in _OWN_TAGS and text}
    if game.start != START_POSITION:
        headers["FEN"] = game.start.fen()
    headers["Format"] = _FORMATS[notation]
    tags = "".join(f'[{name} "{_tag(text)}"]\n' for name, text in headers.items())
    words = [*_movetext(game, writer(notation, traditional=traditional)), game.result]
    return f"{tags}\n{_wrapped(words)}\n"


def to_list(game: Game, notation: str = "chinese", *, traditional: bool = False) -> str:
    """Write a line for each number with both moves; the moves alone."""
    write = writer(notation, traditional=traditional)
    texts = moves_as(game.start, game.moves, write)
    number = game.start.number
    if game.start.side == BLACK:
        texts.insert(0, "...")
    lines = [f"{number + row // 2}. {' '.join(texts[row : row + 2])}\n" for row in range(0, len(texts), 2)]
    # Another start than the usual one is a tag.
    tag = "" if game.start == START_POSITION else f'[FEN "{game.start.fen()}"]\n\n'
    return tag + "".join(lines)


def moves_as(start: Position, moves: Sequence[Move], write: Write) -> list[str]:
    squares = bytearray(start.squares)
    texts = []
    for move in moves:
        texts.append(write(squares, move))
        squares[move[1]] = squares[move[0]]
        squares[move[0]] = 0
    return texts


def both_languages(start: Position, moves: Sequence[Move]) -> tuple[list[str], list[str]]:
    """The moves in English and in simplified Chinese, in one pass."""
    squares = bytearray(start.squares)
    in_english, in_chinese = [], []
    for move in moves:
        in_english.append(english(squares, move))
        in_chinese.append(chinese(squares, move))
        squares[move[1]] = squares[move[0]]
        squares[move[0]] = 0
    return in_english, in_chinese


def _tag(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def _comment(text: str) -> str:
    # A line of it that began with a bracket could be taken for a tag.
    return "{" + text.replace("}", "｝").replace("\n[", " [") + "}"


def _wrapped(words: Sequence[str]) -> str:
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + len(word) >= _WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def _movetext(game: Game, write: Write) -> Iterator[str]:
    if 0 in game.comments:
        yield _comment(game.comments[0])
    line = Variation(1, game.moves, game.comments, game.variations)
    yield from _line(Board(game.start), line, write)


def _line(board: Board, line: Variation, write: Write) -> Iterator[str]:
    """Give the words of a line; a variation follows the ply that it replaces."""
    hanging: dict[int, list[Variation]] = {}
    for variation in line.variations:
        hanging.setdefault(variation.ply, []).append(variation)
    numbered = False
    for ply, move in enumerate(line.moves, line.ply):
        if board.side == BLACK and not numbered:
            yield f"{board.position().number}..."
        elif board.side != BLACK:
            yield f"{board.position().number}."
        numbered = True
        yield write(board.squares, move)
        if ply in line.comments:
            yield _comment(line.comments[ply])
            numbered = False
        for variation in hanging.get(ply, ()):
            yield "("
            yield from _line(board.copy(), variation, write)
            yield ")"
            numbered = False
        board.push(move)


def to_dhtmlxq(game: Game) -> str:
    """One game as DhtmlXQ text with its comments and variations."""
    fields = [(field, game.headers.get(name, "")) for field, name in NAMES.items() if field != "result"]
    fields.append(("result", game.result))
    fields.append(("binit", _setup(game.start)))
    fields.append(("movelist", _digits(game.moves)))
    fields += [(f"comment{ply}", text) for ply, text in game.comments.items()]
    fields += _numbered(game.variations)
    body = "".join(f"[DhtmlXQ_{name}]{_field(text)}[/DhtmlXQ_{name}]\n" for name, text in fields)
    return f"[DhtmlXQ]\n{body}[/DhtmlXQ]\n"


def _field(text: str) -> str:
    return text.replace("&", "&amp;").replace("[", "&#91;").replace("<", "&lt;")


def _numbered(variations: Sequence[Variation]) -> Iterator[tuple[str, str]]:
    """Variations get numbers from 1, parents before children."""
    todo = [(0, variation) for variation in variations]
    for number, (parent, variation) in enumerate(todo, 1):
        yield f"move_{parent}_{variation.ply}_{number}", _digits(variation.moves)
        for ply, text in variation.comments.items():
            yield f"comment{number}_{ply}", text
        todo += [(number, inner) for inner in variation.variations]


def _digits(moves: Sequence[Move]) -> str:
    return "".join(_place(square) for move in moves for square in move)


def _place(square: int) -> str:
    return f"{square // 10}{9 - square % 10}"


def _setup(start: Position) -> str:
    return "".join("99" if square is None else _place(square) for square in _squares(start))


def _squares(start: Position) -> Iterator[int | None]:
    """Give the squares of the 32 pieces, None for one that is gone; those of a kind in the order of their
    squares."""
    waiting: dict[int, list[int]] = {}
    for square, piece in enumerate(start.squares):
        if piece:
            waiting.setdefault(piece, []).append(square)
    for index in range(32):
        squares = waiting.get(PIECE_ORDER[index % 16] + 8 * (index // 16))
        yield squares.pop(0) if squares else None


def to_xqf(game: Game) -> bytes:
    """Write one game as XQF 1.0, which every program reads: its moves and comments, without variations."""
    head = bytearray(HEADER)
    head[:3] = b"XQ" + bytes([PLAIN_VERSION])
    head[16:48] = bytes(0xFF if square is None else square for square in _squares(game.start))
    head[50] = game.start.side
    head[51] = {text: code for code, text in reversed(RESULTS.items())}[game.result]
    for name, (at, most) in STRINGS.items():
        # Text that is too long for its place is cut at a character.
        raw = _cut(game.headers.get(name, ""), most)
        head[at : at + 1 + len(raw)] = bytes([len(raw)]) + raw
    body = bytearray()
    for ply, move in enumerate([Move(0, 0), *game.moves]):
        goes_on = 0 if ply == len(game.moves) else 0xF0
        comment = game.comments.get(ply, "").encode("gb18030")
        body += bytes([move.origin + ORIGIN, move.target + TARGET, goes_on, 0])
        body += len(comment).to_bytes(4, "little") + comment
    return bytes(head + body)


def _cut(text: str, most: int) -> bytes:
    raw = text.encode("gb18030")
    while len(raw) > most:
        text = text[:-1]
        raw = text.encode("gb18030")
    return raw
