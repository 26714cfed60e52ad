"""A go tournament as OpenGotha holds one: players, games, byes, and every setting of its pairing.

Vocabulary: *rank* see `ranks`; *MMS* McMahon score; *NBW* number of wins. Scores are integers times two.
A *bar* cuts the start scores above, a *floor* below. Black moves first in an even game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.state.gotha.settings import (
    CRITERIA_OF,
    MCMAHON_SYSTEM,
    Handicaps,
    Scoring,
    Weights,
)
from tournaments.state.tournament import Bye, FixedPair, ForbiddenPair

MOST_ROUNDS = 20


class GoOutcome(StrEnum):
    """The result of one game. Unlike elsewhere both may win: in a game that was not played."""

    WHITE = "white"
    BLACK = "black"
    EQUAL = "equal"
    BOTH_WIN = "both-win"
    BOTH_LOSE = "both-lose"
    UNKNOWN = "unknown"


# By OpenGotha's names.
OUTCOMES: Mapping[str, GoOutcome] = {
    "WHITEWINS": GoOutcome.WHITE,
    "BLACKWINS": GoOutcome.BLACK,
    "EQUAL": GoOutcome.EQUAL,
    "BOTHWIN": GoOutcome.BOTH_WIN,
    "BOTHLOSE": GoOutcome.BOTH_LOSE,
    "UNKNOWN": GoOutcome.UNKNOWN,
}
_WHITE2 = {GoOutcome.WHITE: 2, GoOutcome.EQUAL: 1, GoOutcome.BOTH_WIN: 2}
_BLACK2 = {GoOutcome.BLACK: 2, GoOutcome.EQUAL: 1, GoOutcome.BOTH_WIN: 2}


@dataclass(frozen=True, slots=True)
class GoPlayer:
    """``rank`` pairs, ``grade`` is what the player claims; ``away``: rounds signed off; ``final``: whether
    the registration is; one that is not is listed and never paired."""

    number: int
    surname: str
    given_name: str = ""
    rank: int = -30
    rating: int = -900
    grade: str = ""
    country: str = ""
    club: str = ""
    egf_pin: str = ""
    ffg_licence: str = ""
    ffg_status: str = ""
    aga_id: str = ""
    aga_expiry: str = ""
    rating_origin: str = ""
    mms_correction: int = 0
    away: frozenset[int] = frozenset()
    final: bool = True

    @property
    def name(self) -> str:
        return f"{self.surname} {self.given_name}".strip()

    def plays_in(self, round_number: int) -> bool:
        return self.final and round_number not in self.away


@dataclass(frozen=True, slots=True)
class GoGame:
    """``handicap`` 0 to 9; ``komi``: its own, in half points; ``by_default``: it was not played;
    ``colour_known`` False: who was White is not on record."""

    round: int
    table: int
    white: int
    black: int
    outcome: GoOutcome = GoOutcome.UNKNOWN
    by_default: bool = False
    handicap: int = 0
    colour_known: bool = True
    komi: int | None = None

    @property
    def white2(self) -> int:
        """White's points, times two."""
        return _WHITE2.get(self.outcome, 0)

    @property
    def black2(self) -> int:
        return _BLACK2.get(self.outcome, 0)

    @property
    def is_odd(self) -> bool:
        """Whether nobody can enter such a result here: both win, a draw without play."""
        return self.outcome is GoOutcome.BOTH_WIN or (self.outcome is GoOutcome.EQUAL and self.by_default)

    @property
    def played(self) -> bool:
        """Over the board, and with a result."""
        return not self.by_default and self.outcome is not GoOutcome.UNKNOWN


@dataclass(frozen=True, slots=True)
class GoEvent:
    """One tournament. ``criteria`` by OpenGotha's names; ``clubs_groups``: names of clubs that count as
    near each other; ``forbidden`` for good, ``forbidden_once`` for a round; ``fixed``: pairs that stand;
    ``tables``: (player, table) of those who sit at one table in every round."""

    players: tuple[GoPlayer, ...]
    games: tuple[GoGame, ...] = ()
    byes: tuple[Bye, ...] = ()
    rounds: int = 5
    criteria: tuple[str, ...] = ("MMS", "SOSM", "SOSOSM")
    scoring: Scoring = field(default_factory=Scoring)
    handicaps: Handicaps = field(default_factory=Handicaps)
    weights: Weights = field(default_factory=Weights)
    clubs_groups: tuple[frozenset[str], ...] = ()
    forbidden: tuple[tuple[int, int], ...] = ()
    forbidden_once: tuple[ForbiddenPair, ...] = ()
    fixed: tuple[FixedPair, ...] = ()
    tables: tuple[tuple[int, int], ...] = ()

    @property
    def by_mms(self) -> bool:
        """Whether the main score is the McMahon score: it or the wins, whichever comes first."""
        return next((name for name in self.criteria if name in ("MMS", "NBW")), "NBW") == "MMS"

    def to_be_paired(self, round_number: int) -> tuple[GoPlayer, ...]:
        return tuple(player for player in self.players if player.plays_in(round_number))

    def category(self, player: GoPlayer) -> int:
        """From 0, the strongest."""
        limits = self.scoring.categories
        return next((i for i, limit in enumerate(limits) if player.rank >= limit), len(limits))

    def start(self, player: GoPlayer) -> int:
        """The McMahon score before round 1, in whole points."""
        s = self.scoring
        return min(max(player.rank, s.floor), s.bar) - s.zero + player.mms_correction


# The profile of a McMahon tournament (M13).
MCMAHON = GoEvent((), criteria=CRITERIA_OF[MCMAHON_SYSTEM])
