"""Make moves one after the other on a board, every fault kept: what all containers read with.

After a fault the game's moves are closed: what follows is still read, on the board as far as it is known,
and kept as *unplayed*. A move that only leaves the general attacked is made there all the same; for any
other the side passes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.problems import Cause, Problem
from games.records.game import (
    BLACK_WON,
    DEEPEST,
    MOST_FAULTS,
    MOST_PLIES,
    RED_WON,
    UNKNOWN,
    FaultCode,
    Game,
    Unplayed,
    Variation,
    outcome_of,
)
from games.xiangqi.board import Board, Illegal, IllegalMoveError
from games.xiangqi.fen import START_POSITION, Position
from games.xiangqi.moves import legal_moves
from games.xiangqi.notation import coordinates, find_move
from games.xiangqi.notation.errors import AmbiguousError, NotationError
from games.xiangqi.notation.writing import CHINESE_DIGITS, chinese_like, english, iccs
from games.xiangqi.values import RED, Move

LONGEST_TEXT: Final = 80
# Candidates that a fault names at most.
NEAR: Final = 6
# Faults of one game that name candidates; a text with more is lost anyway.
MOST_WITH_CANDIDATES: Final = 50
_GENERAL = {Illegal.FACING, Illegal.STILL_IN_CHECK, Illegal.INTO_CHECK}


# Binary files have no lines.
def no_line(_place: int) -> int | None:
    return None


class Line:
    """Read a line; ``place`` is whatever the container locates a token by."""

    def __init__(
        self, reader: GameReader, board: Board, ply: int, depth: int, lost: int | None = None
    ) -> None:
        self.reader = reader
        self.board = board
        self.first_ply = ply
        self.ply = ply
        self.depth = depth
        self.lost = lost
        self.moves: list[Move] = []
        self.comments: dict[int, str] = {}
        self.branches: list[Line] = []
        self.unplayed: list[Unplayed] = []
        self._last_failed = False

    def token(self, text: str, place: int) -> None:
        """The next ply in English, Chinese or coordinates."""
        board = self.board
        reader = self.reader
        try:
            if reader.dialect is not None:
                move = reader.dialect(board, text)
            elif reader.first_rank is None:
                move = find_move(board, text, any_numerals=reader.any_numerals)
            else:
                move = self._from_coordinates(text)
            board.play(move)
        except (NotationError, IllegalMoveError) as error:
            self.fail(error, text, place)
            return
        self._keep(move, text)

    def _from_coordinates(self, text: str) -> Move:
        if self.reader.first_rank is not None and coordinates.looks_like(text):
            return coordinates.read(text, self.reader.first_rank)
        return find_move(self.board, text, any_numerals=self.reader.any_numerals)

    def move(self, move: Move, text: str, place: int) -> None:
        """The next ply as squares."""
        try:
            self.board.play(move)
        except IllegalMoveError as error:
            self.fail(error, text, place)
            return
        self._keep(move, text)

    def _keep(self, move: Move, text: str) -> None:
        if self.lost is None:
            self.moves.append(move)
            if self.ply > MOST_PLIES:
                raise TooManyPliesError
        else:
            self._unplayed(text, move)
        self.ply += 1
        self._last_failed = False

    def _unplayed(self, text: str, move: Move | None) -> None:
        if self.ply > MOST_PLIES:
            raise TooManyPliesError
        move_known = move if self.reader.knows_position else None
        self.unplayed.append(Unplayed(self.ply, text[:LONGEST_TEXT], move_known))

    def fail(self, error: NotationError | IllegalMoveError, text: str, place: int) -> None:
        """Keeps what is wrong with the next ply, and goes on after it."""
        if not self.reader.knows_position:
            self._lose(text, None)
            return
        code = error.reason if isinstance(error, IllegalMoveError) else error.code
        if code == Illegal.WRONG_SIDE and not self._last_failed:
            self.missing(place, text, code=code, cause=Cause.ILLEGAL, error=error)
            if isinstance(error, IllegalMoveError):
                self.move(error.move, text, place)
            else:
                self.token(text, place)
            return
        cause = Cause.ILLEGAL if isinstance(error, IllegalMoveError) else error.cause
        self._tell(cause, code, place, text, error)
        forced = error.move if isinstance(error, IllegalMoveError) and code in _GENERAL else None
        self._lose(text, forced)

    def _tell(
        self, cause: Cause, code: str, place: int, text: str, error: NotationError | IllegalMoveError | None
    ) -> None:
        """Keep a fault."""
        reader = self.reader
        # Of a variation only the first: what follows is no longer what its author saw.
        if self.depth and self.lost is not None:
            return
        if reader.is_full:
            # A text may have hundreds of thousands: the position of each would take longer than the reading.
            reader.unlisted += 1
            return
        near = self._candidates(text, error) if error else ()
        line = reader.line_of(place)
        text_shown, fen = text[:LONGEST_TEXT], self.board.fen()
        reader.add(
            Problem(cause, str(code), line, self.ply, text_shown, near, fen, self.lost, self.depth > 0)
        )

    def _lose(self, text: str, forced: Move | None) -> None:
        if self.lost is None:
            self.lost = self.ply
        self._unplayed(text, forced)
        if forced:
            self.board.push(forced)
        else:
            self.board = self.board.passed()
        self._last_failed = True
        self.ply += 1

    def missing(
        self,
        place: int,
        text: str,
        *,
        code: str = FaultCode.MISSING_PLY,
        cause: Cause = Cause.UNREADABLE,
        error: NotationError | IllegalMoveError | None = None,
    ) -> None:
        """Note a ply that the record leaves out; ``text`` is what stands in its place."""
        if not self.reader.knows_position:
            return
        self._tell(cause, code, place, text, error)
        self._lose("", None)

    def _candidates(self, text: str, error: NotationError | IllegalMoveError) -> tuple[str, ...]:
        if len(self.reader.faults) >= MOST_WITH_CANDIDATES:
            return ()
        write = self.reader.writer(text)
        squares = self.board.squares
        if isinstance(error, AmbiguousError):
            return tuple(write(squares, move) for move in error.candidates)
        near = sorted(
            (distance, written)
            for written in (write(squares, move) for move in legal_moves(self.board))
            if (distance := _distance(text, written))
        )
        return tuple(written for _, written in near[:NEAR])

    @property
    def begun(self) -> bool:
        """Whether a ply was read, well or not."""
        return self.ply > self.first_ply

    def comment(self, text: str) -> None:
        """Keep words about the ply just read."""
        # Their lines stay, blanks at the ends and in rows do not.
        text = "\n".join(filter(None, (" ".join(line.split()) for line in text.splitlines())))
        if not text:
            return
        ply = self.ply - 1
        self.comments[ply] = f"{self.comments[ply]} {text}" if ply in self.comments else text

    def branch(self, *, back: int = 0) -> Line:
        """A variation from here, or (``back=1``) instead of the ply just read."""
        board = self.board.copy()
        ply = self.ply
        if back and not self._last_failed and board.history:
            board.pop()
            ply -= 1
        line = Line(self.reader, board, ply, self.depth + 1, self.lost)
        self.branches.append(line)
        return line

    def variation(self) -> Variation:
        return Variation(self.first_ply, tuple(self.moves), self.comments, self.variations())

    def variations(self) -> tuple[Variation, ...]:
        """List what hangs on this line."""
        # Of an empty variation nothing could be read.
        return tuple(branch.variation() for branch in self.branches if branch.moves)


class TooManyPliesError(Exception):
    """More plies than a game may have; the reader stops."""


class GameReader:
    """Collect one game: containers feed `main`, then take `game`."""

    def __init__(
        self,
        start: Position = START_POSITION,
        *,
        line_of: Callable[[int], int | None] = no_line,
        first_rank: int | None = None,
        any_numerals: bool = False,
        dialect: Callable[[Board, str], Move] | None = None,
    ) -> None:
        self.start = start
        self.dialect = dialect
        self.line_of = line_of
        self.first_rank = first_rank
        self.any_numerals = any_numerals
        self.faults: list[Problem] = []
        self.unlisted = 0
        self.knows_position = True
        self.main = Line(self, Board(start), 1, 0)

    def without_position(self) -> None:
        """Keep all moves as they stand."""
        # Nobody knows the position that they begin from: none can be played or be wrong.
        self.main.lost = self.main.first_ply
        self.knows_position = False

    @property
    def is_full(self) -> bool:
        """Say whether `MOST_FAULTS` are listed: further ones are only counted."""
        return len(self.faults) >= MOST_FAULTS

    def add(self, fault: Problem) -> None:
        if self.is_full:
            self.unlisted += 1
        else:
            self.faults.append(fault)

    def note(self, code: FaultCode, text: str = "", *, place: int | None = None, **params: object) -> None:
        """Keeps a fault that concerns no single move."""
        line = None if place is None else self.line_of(place)
        self.add(Problem(Cause.UNREADABLE, code, line, None, text[:LONGEST_TEXT], params=params))

    def too_deep(self, line: Line) -> bool:
        """Whether a variation of this line would nest deeper than a record may."""
        return line.depth >= DEEPEST

    def writer(self, text: str) -> Callable[[bytearray, Move], str]:
        """How to write candidates so that they look like the text."""
        if self.first_rank is not None:
            rank = self.first_rank
            if rank == 0 and coordinates.looks_like(text) and len(text) > len("h2e2"):
                return lambda _squares, move: iccs(move)
            return lambda _squares, move: coordinates.write(move, rank)
        if text[:1].isascii() or text[:1] > "\uff00":
            return english
        return chinese_like(text)

    def game(self, headers: Mapping[str, str]) -> Game:
        """Give the game as read; check the claimed result against the board."""
        main = self.main
        faults = self.faults
        if self.unlisted:
            faults = [
                *faults,
                Problem(Cause.UNREADABLE, FaultCode.MORE_FAULTS, params={"count": self.unlisted}),
            ]
        headers = dict(headers)
        result = headers.get("Result", UNKNOWN)
        end = outcome_of(main.board, result) if main.lost is None else None
        if end and end.contradicts:
            fault = Problem(
                Cause.ILLEGAL,
                FaultCode.RESULT_CONTRADICTED,
                ply=len(main.moves),
                text=result,
                candidates=(BLACK_WON if end.final.side == RED else RED_WON,),
                fen=end.final.fen(),
                params={"ending": str(end.ending)},
            )
            faults = [*faults, fault]
        return Game(
            headers,
            self.start,
            tuple(main.moves),
            main.comments,
            main.variations(),
            tuple(faults),
            tuple(main.unplayed),
            end,
        )


def _distance(text: str, written: str) -> tuple[int, bool, int] | None:
    """Measure how far two tokens are apart; None for tokens of different lengths."""
    given_text, other = text.translate(_WIDTHS).upper(), written.translate(_WIDTHS).upper()
    if len(given_text) != len(other):
        return None
    differing = [(a, b) for a, b in zip(given_text, other, strict=True) if a != b]
    by = sum(abs(ord(a) - ord(b)) for a, b in differing if a.isdigit() and b.isdigit())
    # Characters that differ, whether the first does, by how much digits do.
    return len(differing), given_text[0] != other[0], by


_WIDTHS: dict[int, int | str] = {0xFF01 + offset: 0x21 + offset for offset in range(94)}
_WIDTHS |= {ord(numeral): str(digit) for digit, numeral in enumerate(CHINESE_DIGITS) if digit}
