"""Find the move that the text of one means on a board."""

from __future__ import annotations

from typing import Final

from games.xiangqi.board import Board
from games.xiangqi.notation.errors import AmbiguousError, NoSuchMoveError, UnreadableError
from games.xiangqi.notation.spelling import STEP_TO, file_range, front_to_back, own_file, tandem_files
from games.xiangqi.notation.tokens import Token, TokenReading, parse
from games.xiangqi.notation.writing import chinese, english
from games.xiangqi.values import PAWN, Move, piece_of

_Plain = tuple[int, int, int, list[Move | None]]
_FULL = 16_384
# Side → plain token → piece, its file's squares, the move from each square. Emptied when full.
_plain: Final[tuple[dict[str, _Plain], dict[str, _Plain]]] = ({}, {})


def find_move(board: Board, text: str, *, any_numerals: bool = False) -> Move:
    """Find the move that a token in English or Chinese means here; raise a `NotationError`.

    `Board.play` has the last word on it: where the token fits one piece only, the move may be illegal.
    ``any_numerals``: do not take Chinese numerals for Red's and Arabic ones for Black's.
    """
    move_known = _plain[board.side].get(text)
    if move_known:
        piece, low, high, steps = move_known
        square = board.squares.find(piece, low, high)
        if square >= 0 and board.squares.find(piece, square + 1, high) < 0:
            move = steps[square]
            if move is not None:
                return move
    return _search(board, text, any_numerals)


def _search(board: Board, text: str, any_numerals: bool) -> Move:
    token = parse(text)
    if token is None:
        raise UnreadableError(text, "not-notation")
    if token.side not in (None, board.side) and not any_numerals:
        raise NoSuchMoveError(text, "wrong-side")
    if token.side in (None, board.side):
        _remember(board.side, text, token)
    meant = [move for reading in token.readings for move in moves_of(board, reading)]
    legal = list(dict.fromkeys(move for move in meant if board.is_legal(move)))
    if len(legal) == 1:
        return legal[0]
    if legal:
        return _as_written(board, text, token, legal)
    if meant:
        return meant[0]
    pieces = [piece_of(kind, board.side) for reading in token.readings for kind in reading.kinds]
    stands = any(
        square >= 0 and (reading.file is None or own_file(square, board.side) == reading.file)
        for reading in token.readings
        for piece in pieces
        for square in range(90)
        if board.squares[square] == piece
    )
    raise NoSuchMoveError(text, "piece-does-not-move-so" if stands else "no-such-piece")


def _remember(side: int, text: str, token: Token) -> None:
    (kinds, file, place, direction, value), *others = token.readings
    if others or place or file is None or len(kinds) > 1:
        return
    piece = piece_of(kinds[0], side)
    steps = STEP_TO[piece].get((direction, value))
    if steps:
        if len(_plain[side]) >= _FULL:
            _plain[side].clear()
        _plain[side][text] = (piece, *file_range(file, side), steps)


def _as_written(board: Board, text: str, token: Token, legal: list[Move]) -> Move:
    # Several moves fit: the one that is written exactly so is meant, else the text is ambiguous.
    exact = [
        move
        for move in legal
        if any(parse(write(board.squares, move)) == token for write in (english, chinese))
    ]
    if len(exact) != 1:
        raise AmbiguousError(text, legal)
    return exact[0]


def moves_of(board: Board, reading: TokenReading) -> list[Move]:
    """List the moves that a reading can mean, legal or not: of pieces that stand where it says."""
    moves = []
    for kind in reading.kinds:
        piece = piece_of(kind, board.side)
        steps = STEP_TO[piece].get((reading.direction, reading.value))
        if steps:
            moves += [move for square in _fitting(board, piece, reading) if (move := steps[square])]
    return moves


def _fitting(board: Board, piece: int, reading: TokenReading) -> list[int]:
    squares = board.squares
    files = [reading.file] if reading.file else range(1, 10)
    place = reading.place
    if place in tuple("abcde"):
        doubled = [
            square for file in tandem_files(squares, piece) for square in front_to_back(squares, piece, file)
        ]
        return doubled["abcde".index(place) :][:1]
    candidates: list[int] = []
    for file in files:
        line = front_to_back(squares, piece, file)
        candidates += line if not place else _at_place(line, place, piece & 7 == PAWN)
    if piece & 7 == PAWN and place in tuple("12345") and not reading.file:
        tandem = tandem_files(squares, piece)
        if len(tandem) > 1:
            # Soldiers doubled on two files are numbered through: from the right, on each file from the front.
            through = [square for file in tandem for square in front_to_back(squares, piece, file)]
            candidates += through[int(place) - 1 : int(place)]
    return candidates


def _at_place(line: list[int], place: str, pawns: bool) -> list[int]:
    count = len(line)
    if count < 2:
        return []
    many = count >= 4 and pawns
    index = {
        "+": 1 if many else 0,
        "-": count - 2 if many else count - 1,
        "++": 0 if many else count,
        "--": count - 1 if many else count,
        "f": 0,
        "r": count - 1,
        "m": count // 2 if count % 2 else count,
    }.get(place)
    if index is None:
        index = int(place) - 1
    return line[index : index + 1]
