"""Say what reading a record yields: headers, moves, comments, variations, and every fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from games.problems import Cause, Problem
from games.xiangqi.board import Board
from games.xiangqi.fen import START_POSITION, Position
from games.xiangqi.moves import Ending, ending
from games.xiangqi.values import RED, Move

# Of records of xiangqi, as `games.records.detect` reads them.
FORMATS: Final = ("text", "pgn", "dhtmlxq", "xqf", "cbl")
MOST_PLIES: Final = 1500
MOST_BYTES_OF_A_GAME: Final = 1_000_000
MOST_BYTES_OF_A_FILE: Final = 20_000_000
MOST_GAMES_OF_A_FILE: Final = 50_000
MOST_FAULTS: Final = 200
# Variations inside variations.
DEEPEST: Final = 64

RED_WON: Final = "1-0"
BLACK_WON: Final = "0-1"
DRAWN: Final = "1/2-1/2"
UNKNOWN: Final = "*"


class FaultCode(StrEnum):
    """What is wrong besides what `Illegal` and the notation's errors name."""

    MISSING_PLY = "missing-ply"
    TRUNCATED = "truncated"
    BAD_CHARACTERS = "bad-characters"
    DECLARED_ENCODING = "declared-encoding"
    GUESSED_ENCODING = "guessed-encoding"
    BAD_START = "bad-start"
    NO_GAME = "no-game"
    GAME_TOO_LARGE = "game-too-large"
    FILE_TOO_LARGE = "file-too-large"
    TOO_MANY_GAMES = "too-many-games"
    TOO_MANY_PLIES = "too-many-plies"
    TOO_DEEP = "too-deep"
    TOO_SLOW = "too-slow"
    TOO_COSTLY = "too-costly"
    READER_FAILED = "reader-failed"
    UNBALANCED = "unbalanced"
    RESULTS_DIFFER = "results-differ"
    RESULT_CONTRADICTED = "result-contradicted"
    MORE_FAULTS = "more-faults"
    UNKNOWN_FORMAT = "unknown-format"


# Faults of a record whose moves may all be read and legal.
HARMLESS: Final = frozenset(
    {
        FaultCode.DECLARED_ENCODING,
        FaultCode.GUESSED_ENCODING,
        FaultCode.RESULTS_DIFFER,
        FaultCode.RESULT_CONTRADICTED,
        FaultCode.UNBALANCED,
    }
)


# Not a fault of the record: the process that read it came to its end.
BROKEN_DOWN: Final = (FaultCode.TOO_SLOW, FaultCode.TOO_COSTLY, FaultCode.READER_FAILED)


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A move after the first fault."""

    ply: int
    text: str
    # What it means, as far as the board is known.
    move: Move | None


@dataclass(frozen=True, slots=True)
class Variation:
    """What could have been played instead of the ply ``ply`` of the line it hangs on."""

    ply: int
    moves: tuple[Move, ...]
    comments: Mapping[int, str]
    variations: tuple[Variation, ...]


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """What the board says about the end of the moves."""

    final: Position
    ending: Ending
    quiet: int
    # Whether the claimed result cannot be: a side without a move has lost.
    contradicts: bool


@dataclass(frozen=True, slots=True)
class Game:
    """A record as read."""

    # PGN names → values; ``Result`` as ``1-0 0-1 1/2-1/2 *``.
    headers: Mapping[str, str] = field(default_factory=dict)
    # The position before ply 1.
    start: Position = START_POSITION
    # The game up to the first fault; all of it where there is none.
    moves: tuple[Move, ...] = ()
    # Ply → text; 0 is before the first move.
    comments: Mapping[int, str] = field(default_factory=dict)
    variations: tuple[Variation, ...] = ()
    faults: tuple[Problem, ...] = ()
    # The moves after the first fault.
    unplayed: tuple[Unplayed, ...] = ()
    # How it stands after its moves, where the reader knows already; `outcome` always tells.
    end: GameOutcome | None = field(default=None, compare=False)

    @property
    def result(self) -> str:
        return self.headers.get("Result", UNKNOWN)

    @property
    def is_valid(self) -> bool:
        """Whether every move of the game was read and is legal."""
        return not any(fault.code not in HARMLESS and not fault.variation for fault in self.faults)


def outcome(game: Game) -> GameOutcome:
    """How the game stands after its moves."""
    if game.end is not None:
        return game.end
    board = Board(game.start)
    for move in game.moves:
        board.push(move)
    return outcome_of(board, game.result)


def outcome_of(board: Board, result: str) -> GameOutcome:
    """How a board stands, and whether the claimed result can be."""
    ended = ending(board)
    won = BLACK_WON if board.side == RED else RED_WON
    contradicts = ended is not Ending.UNDECIDED and result not in (won, UNKNOWN)
    return GameOutcome(board.position(), ended, board.quiet, contradicts)


def unreadable(code: FaultCode, text: str = "", *, line: int | None = None, **params: object) -> Game:
    """A game of which nothing could be read, and why."""
    return Game(faults=(Problem(Cause.UNREADABLE, code, line=line, text=text, params=params),))


class Fact(NamedTuple):
    """A ply and the position after it."""

    move: Move
    # What moved, and what it took (0: nothing).
    piece: int
    captured: int
    # Whether the side to move then stands in check.
    check: bool
    # Plies since the last capture, this one included.
    quiet: int
    # Which occurrence of the position since the last capture.
    repetition: int


def checked_facts(moves: Iterable[Move], start: Position = START_POSITION) -> list[Fact]:
    """Find the facts of a game, or raise `IllegalMoveError` at the first illegal move."""
    board = Board(start)
    play, squares = board.play, board.squares
    facts_found = []
    for move in moves:
        piece, captured = squares[move[0]], squares[move[1]]
        play(move)
        facts_found.append(Fact(move, piece, captured, board.check, board.quiet, board.seen[board.key]))
    return facts_found
