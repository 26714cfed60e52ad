"""A game that is played, xiangqi or weiqi alike: moves as texts, taken or refused, and taken back exactly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from games.rulebooks.findings import Finding, Kind
from games.rulebooks.prompting import NO_CHANGE, Change, Table
from games.rulebooks.weiqi import IN_REGISTER, OFFENCE_OF, PRACTICE, REPETITION, Ruling
from games.weiqi.board import Board, Cycle, IllegalPlayError
from games.weiqi.values import BLACK, parse_point, point_name, points_of
from games.weiqi.values import Move as Play
from games.xiangqi.board import Board as XiangqiBoard
from games.xiangqi.board import IllegalMoveError
from games.xiangqi.fen import START_POSITION, FileErrorCode, Position
from games.xiangqi.moves import Ending, ending, legal_moves
from games.xiangqi.values import Move

PASS: Final = "--"  # noqa: S105 - a move


class RefusedMoveError(ValueError):
    """A move that the rules forbid here; ``reason`` is a code, ``move`` the text."""

    def __init__(self, move: str, reason: str) -> None:
        super().__init__(f"{move}: {reason}")
        self.move = move
        self.reason = reason


class Game(Protocol):
    """What a stream asks of a game."""

    def __len__(self) -> int:
        """Plies so far."""

    def push(self, move: str) -> Change:
        """Adds a ply. Raises `RefusedMoveError` and changes nothing for an illegal one."""

    def back(self, ply: int) -> Change:
        """Takes plies back until so many are left."""

    def disabled(self) -> Mapping[str, Finding]:
        """The legal moves that the rulebook takes off the offers."""

    def legal(self) -> list[str]:
        """The legal moves."""

    def ending(self) -> str | None:
        """``mate``, ``stalemate`` or ``passes``, where the board has ended the game."""

    def side(self, ply: int) -> int:
        """Who is to make the ply: 0 first, 1 second."""

    def foul(self, ply: int, error: RefusedMoveError) -> Finding:
        """What an illegal move that was played is to the referee."""


class Xiangqi:
    """A game of xiangqi; moves are ICCS. Without a rulebook nothing is judged."""

    def __init__(self, rulebook: str, start: Position = START_POSITION) -> None:
        self.table = Table.of(rulebook, (), start, allowed=frozenset(FileErrorCode))
        self._start = start

    def __len__(self) -> int:
        return len(self.table.played)

    def push(self, move: str) -> Change:
        """Adds a ply."""
        try:
            return self.table.push(Move.parse(move))
        except IllegalMoveError as error:
            raise RefusedMoveError(move, error.reason) from None
        except ValueError:
            raise RefusedMoveError(move, "not-a-move") from None

    def back(self, ply: int) -> Change:
        """Takes plies back."""
        return self.table.back(ply)

    def disabled(self) -> Mapping[str, Finding]:
        """Moves that xiangqi.com's limits disable."""
        return self.table.disabled

    def legal(self) -> list[str]:
        """The legal moves, those that are disabled left out."""
        return [text for move in legal_moves(self._board()) if (text := str(move)) not in self.table.disabled]

    def ending(self) -> str | None:
        """Mate or stalemate."""
        over = ending(self._board())
        return None if over is Ending.UNDECIDED else str(over)

    def side(self, ply: int) -> int:
        """Who is to make the ply."""
        return (self._start.side + ply - 1) % 2

    def foul(self, ply: int, error: RefusedMoveError) -> Finding:
        """An illegal move, on which the texts of the rulebooks say nothing."""
        facts = {"move": error.move, "why": str(error.reason)}
        return Finding(self.table.rulebook, "-", Kind.FOUL, "illegal-move", self.side(ply), ply, facts)

    def _board(self) -> XiangqiBoard:
        played = self.table.played
        here = len(played)
        return XiangqiBoard(
            Position(played.stills[here].squares, self.side(here + 1)), allowed=frozenset(FileErrorCode)
        )


class Weiqi:
    """A game of weiqi; moves are points as in SGF, `PASS` a pass, the colours in turn."""

    def __init__(self, rulebook: str = PRACTICE, size: int = 19, first: int = BLACK) -> None:
        self.rulebook = rulebook
        self.board = Board(size, REPETITION[rulebook or PRACTICE], first)
        self._cycles: list[Cycle | None] = []

    def __len__(self) -> int:
        return self.board.ply

    def push(self, move: str) -> Change:
        """Adds a ply; a longer cycle, which the referee has to rule on, is prompted where it begins."""
        try:
            play = Play(self.board.turn, None if move == PASS else parse_point(move))
            cycle = self.board.play(play)
        except IllegalPlayError as error:
            raise RefusedMoveError(move, error.reason) from None
        except ValueError:
            raise RefusedMoveError(move, "not-a-move") from None
        before = self._cycles[-1] if self._cycles else None
        self._cycles.append(cycle)
        if cycle is None or (before is not None and before.length == cycle.length):
            return NO_CHANGE
        return Change((self._warning(cycle, play),), ())

    def back(self, ply: int) -> Change:
        """Takes plies back."""
        over: list[Finding] = []
        while self.board.ply > ply:
            cycle = self._cycles.pop()
            play = self.board.pop()
            before = self._cycles[-1] if self._cycles else None
            if cycle is not None and (before is None or before.length != cycle.length):
                over.append(self._warning(cycle, play))
        return Change((), tuple(reversed(over)))

    def disabled(self) -> Mapping[str, Finding]:
        """None: weiqi's rules disable no legal play."""
        return {}

    def legal(self) -> list[str]:
        """The points that may be played, and the pass."""
        board = self.board
        plays = (Play(board.turn, point) for point in points_of(board.size))
        return [
            point_name(play.point) for play in plays if play.point is not None and board.is_legal(play)
        ] + [PASS]

    def ending(self) -> str | None:
        """Two passes."""
        return "passes" if self.board.is_over else None

    def side(self, ply: int) -> int:
        """Who is to make the ply."""
        return (self.board.first - BLACK + ply - 1) % 2

    def foul(self, ply: int, error: RefusedMoveError) -> Finding:
        """The offence as the register of fouls has it."""
        offence = OFFENCE_OF.get(error.reason)
        facts = {"move": error.move, "why": str(error.reason)}
        if offence is None:
            return Finding(self.rulebook, "-", Kind.FOUL, "illegal-move", self.side(ply), ply, facts)
        article = IN_REGISTER[offence].article
        return Finding(self.rulebook, article, Kind.FOUL, offence, self.side(ply), ply, facts)

    def _warning(self, cycle: Cycle, play: Play) -> Finding:
        facts = {
            "move": str(play),
            "repeats": cycle.repeats,
            "length": cycle.length,
            "rulings": list(map(str, Ruling)),
        }
        return Finding(self.rulebook, "6, 20", Kind.WARNING, "cycle", play.colour - BLACK, cycle.ply, facts)
