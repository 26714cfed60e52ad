"""Say what reading a record yields: headers, moves, comments, variations and every fault.

The shape is that of ``games.records.game``, the xiangqi records.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from games.problems import Cause, Problem
from games.weiqi import sgf
from games.weiqi.board import Illegal
from games.weiqi.results import NO_CLAIM, ResultClaim
from games.weiqi.values import BLACK, Move

MOST_BYTES: Final = 1_000_000
MOST_MOVES: Final = 2_000
MOST_GAMES: Final = 1_000
MOST_FAULTS: Final = 200
LONGEST_TEXT: Final = 80
DEFAULT_SIZE: Final = 19


class FaultCode(StrEnum):
    """What is wrong besides what `Illegal` names; the comment lists the parameters."""

    # of the file
    NO_GAME = "no-game"
    FILE_TOO_LARGE = "file-too-large"  # bytes, most
    TOO_MANY_GAMES = "too-many-games"  # most
    BAD_CHARACTERS = "bad-characters"  # encoding
    OUTSIDE_GAME = "outside-game"
    # of the text
    NOT_SGF = "not-sgf"
    UNESCAPED = "unescaped"
    UNCLOSED = "unclosed"
    STRAY_VALUE = "stray-value"
    STRAY_NAME = "stray-name"
    NO_VALUE = "no-value"
    BAD_VARIATION = "bad-variation"
    # of the root
    WRONG_GAME = "wrong-game"  # found
    BAD_SIZE = "bad-size"  # most
    BAD_KOMI = "bad-komi"
    KOMI_IN_STONES = "komi-in-stones"
    BAD_HANDICAP = "bad-handicap"
    HANDICAP_DIFFERS = "handicap-differs"  # said, stones
    UNPLACED_HANDICAP = "unplaced-handicap"  # said
    WHITE_FIRST = "white-first"
    BAD_SETUP = "bad-setup"
    SETUP_WITHOUT_LIBERTY = "setup-without-liberty"  # stones
    # of a move
    BAD_MOVE = "bad-move"
    TWO_MOVES = "two-moves"
    SAME_COLOUR = "same-colour-twice"
    SETUP_AFTER_ROOT = "setup-after-root"
    TOO_MANY_MOVES = "too-many-moves"  # most
    MORE_FAULTS = "more-faults"  # count


# Faults of a record whose moves may all be read and legal.
HARMLESS: Final = frozenset(
    {
        FaultCode.BAD_CHARACTERS,
        FaultCode.OUTSIDE_GAME,
        FaultCode.NOT_SGF,
        FaultCode.UNESCAPED,
        FaultCode.UNCLOSED,
        FaultCode.STRAY_NAME,
        FaultCode.SETUP_AFTER_ROOT,
        FaultCode.NO_VALUE,
        FaultCode.BAD_VARIATION,
        FaultCode.BAD_KOMI,
        FaultCode.KOMI_IN_STONES,
        FaultCode.BAD_HANDICAP,
        FaultCode.HANDICAP_DIFFERS,
        FaultCode.WHITE_FIRST,
    }
)
# Code → cause; whatever is not here could not be read.
CAUSES: Final[Mapping[str, Cause]] = MappingProxyType(
    {
        **dict.fromkeys(Illegal, Cause.ILLEGAL),
        FaultCode.KOMI_IN_STONES: Cause.AMBIGUOUS,
        FaultCode.HANDICAP_DIFFERS: Cause.AMBIGUOUS,
        FaultCode.UNPLACED_HANDICAP: Cause.AMBIGUOUS,
        FaultCode.WHITE_FIRST: Cause.AMBIGUOUS,
        FaultCode.TWO_MOVES: Cause.ILLEGAL,
        FaultCode.SAME_COLOUR: Cause.ILLEGAL,
        FaultCode.SETUP_AFTER_ROOT: Cause.ILLEGAL,
        FaultCode.SETUP_WITHOUT_LIBERTY: Cause.ILLEGAL,
    }
)


def fault(
    code: FaultCode | Illegal,
    text: str = "",
    *,
    line: int | None = None,
    ply: int | None = None,
    candidates: tuple[str, ...] = (),
    params: Mapping[str, object] | None = None,
) -> Problem:
    """A fault with the cause that its code has."""
    cause = CAUSES.get(code, Cause.UNREADABLE)
    return Problem(cause, str(code), line, ply, text[:LONGEST_TEXT], candidates, params=params or {})


@dataclass(frozen=True, slots=True)
class Setup:
    """Stones put down, and points emptied, without a move."""

    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    empty: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.black or self.white or self.empty)


@dataclass(frozen=True, slots=True)
class Variation:
    """A variation off the main line after ``ply`` plies: its SGF, kept, not judged."""

    ply: int
    sgf: str


@dataclass(frozen=True, slots=True)
class WeiqiRecord:
    """A game as read."""

    # Which of the file's games, from 0.
    index: int = 0
    # The root's properties that are text: SGF identifier → value.
    properties: Mapping[str, str] = field(default_factory=dict)
    size: int = DEFAULT_SIZE
    # The colour that moves first.
    first: int = BLACK
    # The stones before the first move.
    setup: Setup = Setup()
    # Ply → stones set up after that many plies (a fault, but the board needs them).
    setups: Mapping[int, Setup] = field(default_factory=dict)
    # All of them, those that are wrong too; a point that could not be read is `UNREADABLE`.
    moves: tuple[Move, ...] = ()
    # Ply → text; 0 is before the first move.
    comments: Mapping[int, str] = field(default_factory=dict)
    # Ply → whole seconds that remained to whoever made it (``BL``, ``WL``).
    clocks: Mapping[int, int] = field(default_factory=dict)
    # Ply → moves to go, or periods left, of its overtime (``OB``, ``OW``).
    overtime: Mapping[int, int] = field(default_factory=dict)
    variations: tuple[Variation, ...] = ()
    # What White gets in half points, which are quarters of a stone given back; None where the file does not
    # say, or says it unclearly.
    komi: int | None = None
    # Stones; 0 for none.
    handicap: int = 0
    claim: ResultClaim = NO_CLAIM
    faults: tuple[Problem, ...] = ()
    source: bytes = field(default=b"", repr=False, compare=False)
    offset: int = field(default=0, repr=False, compare=False)
    # Where the moves stand: the file, the game in it, each move's node of the main line.
    nodes: tuple[int, ...] = field(default=(), repr=False, compare=False)

    def line_of(self, ply: int) -> int | None:
        """The line of the file that the move stands on."""
        if not 0 < ply <= len(self.nodes):
            return None
        return sgf.line_of_node(self.source, self.offset, self.nodes[-1] + 1, self.nodes[ply - 1])

    @property
    def headers(self) -> dict[str, str]:
        """The properties by the names that PGN uses, as for xiangqi."""
        named = {name: self.properties[key] for key, name in HEADERS.items() if key in self.properties}
        if self.komi is not None:
            named["Komi"] = f"{self.komi / 2:g}"
        return {**named, "Result": self.claim.score}


# SGF identifier → header.
HEADERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "GN": "Name",
        "EV": "Event",
        "PC": "Site",
        "DT": "Date",
        "RO": "Round",
        "PB": "Black",
        "PW": "White",
        "BR": "BlackRank",
        "WR": "WhiteRank",
        "BT": "BlackTeam",
        "WT": "WhiteTeam",
        "SZ": "Size",
        "HA": "Handicap",
        "KM": "Komi",
        "RU": "Rules",
        "RE": "SgfResult",
        "TM": "TimeLimit",
        "OT": "Overtime",
        "SO": "Source",
        "US": "Transcriber",
        "AN": "Annotator",
        "CP": "Copyright",
    }
)
