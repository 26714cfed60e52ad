"""What pairing yields, and the two ways in which it can fail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tournaments.pairing.reasons import Notice, Reason


@dataclass(frozen=True, slots=True)
class Pair:
    """A table of the round: entry numbers of who moves first and who second."""

    table: int
    first: int
    second: int
    reasons: tuple[Reason, ...] = field(default=(), compare=False)
    notices: tuple[Notice, ...] = field(default=(), compare=False)
    handicap: int = 0

    def __str__(self) -> str:
        return f"{self.table}: {self.first}-{self.second}"


@dataclass(frozen=True, slots=True)
class Table:
    """A pair as somebody hands it in. ``colours_given`` False: the rule may turn it round."""

    first: int
    second: int
    colours_given: bool = False
    table: int | None = None


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A whole round. ``bye`` is an entry number; ``free`` lists the free players of a round robin, and in a
    knock-out who else goes on without a game.

    ``digest`` is ``sha256:`` and the hash of the canonical JSON of the pairing's input and result.
    """

    round: int
    system: str
    pairs: tuple[Pair, ...]
    bye: int | None = None
    free: tuple[int, ...] = ()
    rematches: int = 0
    notices: tuple[Notice, ...] = field(default=(), compare=False)
    digest: str = ""
    bye_reasons: tuple[Reason, ...] = field(default=(), compare=False)

    def as_numbers(self) -> tuple[tuple[int, int, int], ...]:
        """(table, first, second), by table."""
        return tuple((p.table, p.first, p.second) for p in self.pairs)

    @property
    def handicaps(self) -> dict[int, int]:
        """By table, of those that have one."""
        return {p.table: p.handicap for p in self.pairs if p.handicap}


class RefusalCode(StrEnum):
    """Why a round cannot be paired; the comment lists the parameters."""

    NO_PAIRING = "no-pairing"  # players: a smallest set that no pairing can cover, odd
    NO_PAIRING_LIFTED = "no-pairing-lifted"  # players: the same though rematches are allowed
    NOBODY = "nobody"  # round: no player is present
    FIXED_ABSENT = "fixed-absent"  # player, first, second
    FIXED_TWICE = "fixed-twice"  # player
    FIXED_FORBIDDEN = "fixed-forbidden"  # first, second
    FIXED_MET = "fixed-met"  # first, second
    BYE_UNFIT = "bye-unfit"  # player
    TOO_MANY = "too-many"  # count, most: players that the engine of the Dutch system pairs
    ENGINE_REFUSED = "engine-refused"  # kind, words: the engine's own
    ENGINE_WRONG = "engine-wrong"  # fault, players: what its answer breaks
    ENGINE_STOPPED = "engine-stopped"  # kind: of time, memory, or too much work at once
    NO_SUCH_ROUND = "no-such-round"  # round, rounds


class CannotPair(Exception):  # noqa: N818 - the rule's own word for it
    """The rules allow no pairing of this round: code and parameters; nothing is stored."""

    def __init__(self, code: RefusalCode, **params: Any) -> None:
        super().__init__(f"{code}: {params}")
        self.code = code
        self.params: Mapping[str, Any] = params


class InputCode(StrEnum):
    """Why a tournament is no basis for pairing this round; the comment lists the parameters."""

    UNKNOWN_SYSTEM = "unknown-system"  # system
    BAD_ROUND = "bad-round"  # round
    RESULT_MISSING = "result-missing"  # round, table, first, second
    ROUND_MISSING = "round-missing"  # round
    TOO_FEW = "too-few"  # count
    MATCH_OPEN = "match-open"  # round, table, first, second, game: the one to be played next
    MATCH_MISSING = "match-missing"  # round, first, second
    NO_BRACKET = "no-bracket"  # pairs, byes
    NO_GRADE = "no-grade"  # players: to be paired by their strength, and without grade and rating
    TWO_TEAMS = "two-teams"  # count: Scheveningen is for two
    POINTS_OF_DUTCH = "points-of-dutch"  # losing or staying away gives points, or draws by colour
    POINTS_OF_BAKU = "points-of-baku"  # a win is not worth two draws (C.04.7)
    FINALISTS_MISSING = "finalists-missing"  # round: the one after which the final begins


class PairingInputError(ValueError):
    """The tournament is not in a state from which this round can be paired: code and parameters."""

    def __init__(self, code: InputCode, **params: Any) -> None:
        super().__init__(f"{code}: {params}")
        self.code = code
        self.params: Mapping[str, Any] = params
