"""Play a game, xiangqi or weiqi alike: moves as texts, taken or refused, and taken back exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from games.records.movetext import joined
from games.rulebooks.findings import Finding, Kind
from games.rulebooks.prompting import NO_CHANGE, Change, Table
from games.rulebooks.weiqi import IN_REGISTER, OFFENCE_OF, PRACTICE, REPETITION, WeiqiRuling
from games.weiqi.board import Board, Cycle, IllegalPlayError
from games.weiqi.values import BLACK, parse_point, point_name, points_of
from games.weiqi.values import Move as Play
from games.xiangqi.board import Board as XiangqiBoard
from games.xiangqi.board import IllegalMoveError
from games.xiangqi.fen import START_POSITION, FileErrorCode, Position
from games.xiangqi.moves import Ending, ending, legal_moves
from games.xiangqi.notation import AmbiguousError, NotationError, coordinates, signless
from games.xiangqi.values import Move

PASS: Final = "--"  # noqa: S105 - a move


class RefusedMoveError(ValueError):
    """A move that the rules forbid here; ``reason`` is a code, ``move`` the text."""

    def __init__(self, move: str, reason: str) -> None:
        super().__init__(f"{move}: {reason}")
        self.move = move
        self.reason = reason


class UnreadableMoveError(ValueError):
    """A text that names no move, or several; ``candidates``: those, as squares."""

    def __init__(self, text: str, candidates: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.text = text
        self.candidates = tuple(candidates)


class Game(Protocol):
    """What a stream asks of a game."""

    def __len__(self) -> int:
        """Plies so far."""

    def push(self, move: str) -> Change:
        """Add a ply; raise `RefusedMoveError` and change nothing for an illegal one."""

    def back(self, ply: int) -> Change:
        """Takes plies back until so many are left."""

    def prompts(self) -> tuple[Finding, ...]:
        """The prompts that stand after the last ply."""

    def disabled(self) -> Mapping[str, Finding]:
        """The legal moves that the rulebook takes off the offers."""

    def legal(self) -> list[str]:
        """The legal moves."""

    def ending(self) -> str | None:
        """``mate``, ``stalemate`` or ``passes``, where the board has ended the game."""

    def side(self, ply: int) -> int:
        """Who is to make the ply: 0 first, 1 second."""

    def meant(self, text: str) -> str:
        """Read the move that a text names after the last ply, or raise `UnreadableMoveError`."""

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
        try:
            return self.table.push(Move.parse(move))
        except IllegalMoveError as error:
            raise RefusedMoveError(move, error.reason) from None
        except ValueError:
            raise RefusedMoveError(move, "not-a-move") from None

    def back(self, ply: int) -> Change:
        return self.table.back(ply)

    def prompts(self) -> tuple[Finding, ...]:
        """What the rulebook's series are at."""
        return self.table.prompts

    def disabled(self) -> Mapping[str, Finding]:
        """Moves that xiangqi.com's limits disable."""
        return self.table.disabled

    def legal(self) -> list[str]:
        return [text for move in legal_moves(self._board()) if (text := str(move)) not in self.table.disabled]

    def ending(self) -> str | None:
        over = ending(self._board())
        return None if over is Ending.UNDECIDED else str(over)

    def side(self, ply: int) -> int:
        return (self._start.side + ply - 1) % 2

    def meant(self, text: str) -> str:
        """Read squares (``h2e2``, ``H2-E2``), or English and Chinese notation as the board stands now."""
        text = text.strip()
        if coordinates.looks_like(text):
            return str(coordinates.read(text, 0))
        try:
            # People write it with blanks as well (``炮 二 平 五``), or without its sign (``C25``, ``H87``).
            return str(signless.read(self._board(), signless.with_sign(joined(text)), any_numerals=True))
        except AmbiguousError as error:
            raise UnreadableMoveError(text, [str(move) for move in error.candidates]) from None
        except NotationError:
            raise UnreadableMoveError(text) from None

    # On an illegal move the texts of the rulebooks say nothing.
    def foul(self, ply: int, error: RefusedMoveError) -> Finding:
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

    # ``stones``: Black's, which stand before the first ply.
    def __init__(
        self, rulebook: str = PRACTICE, size: int = 19, first: int = BLACK, stones: Iterable[str] = ()
    ) -> None:
        self.rulebook = rulebook
        self.board = Board(size, REPETITION[rulebook or PRACTICE], first)
        if points := [parse_point(stone) for stone in stones]:
            self.board.set_up(black=points)
        self._cycles: list[Cycle | None] = []
        self._warnings: list[Finding | None] = []

    def __len__(self) -> int:
        return self.board.ply

    def push(self, move: str) -> Change:
        """Add a ply."""
        try:
            play = Play(self.board.turn, None if move == PASS else parse_point(move))
            cycle = self.board.play(play)
        except IllegalPlayError as error:
            raise RefusedMoveError(move, error.reason) from None
        except ValueError:
            raise RefusedMoveError(move, "not-a-move") from None
        before = self._cycles[-1] if self._cycles else None
        goes_on = cycle is not None and before is not None and before.length == cycle.length
        # A longer cycle, which the referee has to rule on, is prompted where it begins.
        warning = None if cycle is None else self._warnings[-1] if goes_on else self._warning(cycle, play)
        self._cycles.append(cycle)
        self._warnings.append(warning)
        return NO_CHANGE if warning is None or goes_on else Change((warning,), ())

    def back(self, ply: int) -> Change:
        over: list[Finding] = []
        while self.board.ply > ply:
            self.board.pop()
            self._cycles.pop()
            warning = self._warnings.pop()
            if warning is not None and warning not in self._warnings[-1:]:
                over.append(warning)
        return Change((), tuple(reversed(over)))

    def prompts(self) -> tuple[Finding, ...]:
        """The cycle that the last ply is in."""
        return tuple(warning for warning in self._warnings[-1:] if warning is not None)

    def disabled(self) -> Mapping[str, Finding]:
        # Weiqi's rules disable no legal play.
        return {}

    def legal(self) -> list[str]:
        """The points that may be played, and the pass."""
        board = self.board
        plays = (Play(board.turn, point) for point in points_of(board.size))
        return [
            point_name(play.point) for play in plays if play.point is not None and board.is_legal(play)
        ] + [PASS]

    def ending(self) -> str | None:
        return "passes" if self.board.is_over else None

    def side(self, ply: int) -> int:
        return (self.board.first - BLACK + ply - 1) % 2

    def meant(self, text: str) -> str:
        """A point as SGF has it (``pd``), or a pass."""
        text = text.strip().lower()
        if text in (PASS, "pass"):
            return PASS
        try:
            return point_name(parse_point(text))
        except ValueError:
            raise UnreadableMoveError(text) from None

    def foul(self, ply: int, error: RefusedMoveError) -> Finding:
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
            "rulings": list(map(str, WeiqiRuling)),
        }
        return Finding(self.rulebook, "6, 20", Kind.WARNING, "cycle", play.colour - BLACK, cycle.ply, facts)
