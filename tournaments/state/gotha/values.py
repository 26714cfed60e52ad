"""A go tournament as OpenGotha holds one: players, games, byes, and every setting of its pairing.

Vocabulary: *rank* see `ranks`; *MMS* McMahon score; *NBW* number of wins. Scores are integers times two.
A *bar* cuts the start scores above, a *floor* below. Black moves first in an even game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.state.tournament import Bye, FixedPair, ForbiddenPair

MOST_ROUNDS = 20


class Outcome(StrEnum):
    """The result of one game. Unlike elsewhere both may win: in a game that was not played."""

    WHITE = "white"
    BLACK = "black"
    EQUAL = "equal"
    BOTH_WIN = "both-win"
    BOTH_LOSE = "both-lose"
    UNKNOWN = "unknown"


_WHITE2 = {Outcome.WHITE: 2, Outcome.EQUAL: 1, Outcome.BOTH_WIN: 2}
_BLACK2 = {Outcome.BLACK: 2, Outcome.EQUAL: 1, Outcome.BOTH_WIN: 2}


@dataclass(frozen=True, slots=True)
class Player:
    """``rank`` pairs, ``grade`` is what the player claims; ``away``: rounds signed off; ``final``: whether
    the registration is; one that is not is listed and never paired."""

    number: int
    surname: str
    given: str = ""
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
        return f"{self.surname} {self.given}".strip()

    def plays_in(self, round_number: int) -> bool:
        return self.final and round_number not in self.away


@dataclass(frozen=True, slots=True)
class Game:
    """``handicap`` 0 to 9; ``by_default``: it was not played; ``colour_known`` False: who was White is not
    on record."""

    round: int
    table: int
    white: int
    black: int
    outcome: Outcome = Outcome.UNKNOWN
    by_default: bool = False
    handicap: int = 0
    colour_known: bool = True

    @property
    def white2(self) -> int:
        """White's points, times two."""
        return _WHITE2.get(self.outcome, 0)

    @property
    def black2(self) -> int:
        return _BLACK2.get(self.outcome, 0)

    @property
    def played(self) -> bool:
        """Over the board, and with a result."""
        return not self.by_default and self.outcome is not Outcome.UNKNOWN


@dataclass(frozen=True, slots=True)
class Scoring:
    """Ranks ``floor``, ``bar``, ``zero``; what absences and byes give, in half points; ``round_down``: the
    sum of these to a whole point; ``unplayed_half``: a round not played counts ½ in what opponents get from
    it; ``categories``: the lower limits of all categories but the last."""

    floor: int = -20
    bar: int = 3
    zero: int = -30
    absent_nbw2: int = 0
    bye_nbw2: int = 2
    absent_mms2: int = 1
    bye_mms2: int = 2
    round_down: bool = True
    unplayed_half: bool = False
    categories: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Handicaps:
    """``by_mms``: strength is the score, else the rank. Players at the ``threshold`` or above are equal."""

    by_mms: bool = True
    threshold: int = 0
    correction: int = 1
    ceiling: int = 9


class Seeding(StrEnum):
    """How a group's players are brought together: first with last, halves side by side, halves by lot."""

    FOLD = "SPLITANDFOLD"
    SLIP = "SPLITANDSLIP"
    RANDOM = "SPLITANDRANDOM"


class FloatMode(StrEnum):
    """Who of a group floats."""

    TOP = "TOP"
    MID = "MID"
    BOT = "BOT"


class Additional(StrEnum):
    """What orders equal players of a group after the criteria."""

    NONE = "NULL"
    RATING = "Rating"
    RANK = "Rank"


@dataclass(frozen=True, slots=True)
class Weights:
    """The settings of the cost of a pair, as OpenGotha calls them after ``pai``. The nine terms:
    ``duplicate``, ``random``, ``colour``, ``category``, ``score``, ``dudd``, ``seed``, ``handicap``, ``geo``.
    """

    nx1: float = 0.5
    duplicate: int = 500_000_000_000_000
    random: int = 0
    deterministic: bool = True
    colour: int = 1_000_000
    category: int = 0
    score: int = 100_000_000_000
    dudd: int = 100_000_000
    compensate: bool = True
    upper: FloatMode = FloatMode.MID
    lower: FloatMode = FloatMode.MID
    seed: int = 5_000_000
    last_round_of_first: int = 2
    first_seeding: Seeding = Seeding.RANDOM
    second_seeding: Seeding = Seeding.SLIP
    first_additional: Additional = Additional.RATING
    second_additional: Additional = Additional.NONE
    bar_threshold: bool = True
    rank_threshold: int = 0
    wins_threshold: bool = False
    secondary: int = 100_000_000_000
    handicap: int = 0
    geo: int = 100_000_000_000
    country: int = 1
    club: int = 3
    clubs_group: int | None = 2

    def seeding(self, round_number: int) -> Seeding:
        first = round_number <= self.last_round_of_first
        return self.first_seeding if first else self.second_seeding

    def additional(self, round_number: int) -> Additional:
        first = round_number <= self.last_round_of_first
        return self.first_additional if first else self.second_additional


@dataclass(frozen=True, slots=True)
class Event:
    """One tournament. ``criteria`` by OpenGotha's names; ``clubs_groups``: names of clubs that count as
    near each other; ``forbidden`` for good, ``forbidden_once`` for a round; ``fixed``: pairs that stand;
    ``tables``: (player, table) of those who sit at one table in every round."""

    players: tuple[Player, ...]
    games: tuple[Game, ...] = ()
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

    def to_be_paired(self, round_number: int) -> tuple[Player, ...]:
        return tuple(player for player in self.players if player.plays_in(round_number))

    def category(self, player: Player) -> int:
        """From 0, the strongest."""
        limits = self.scoring.categories
        return next((i for i, limit in enumerate(limits) if player.rank >= limit), len(limits))

    def start(self, player: Player) -> int:
        """The McMahon score before round 1, in whole points."""
        s = self.scoring
        return min(max(player.rank, s.floor), s.bar) - s.zero + player.mms_correction


MCMAHON = Event(())
"""The profile of a McMahon tournament (M13)."""
SWISS = Event(
    (),
    criteria=("NBW", "SOSW", "SOSOSW"),
    scoring=Scoring(floor=-30, bar=8),
    handicaps=Handicaps(by_mms=False, threshold=-30, correction=0, ceiling=0),
    weights=Weights(
        first_seeding=Seeding.SLIP,
        second_additional=Additional.RATING,
        rank_threshold=-30,
        wins_threshold=True,
        secondary=20_000_000_000_000,
        geo=0,
        country=0,
        club=0,
        clubs_group=0,
    ),
)
"""The profile of OpenGotha's Swiss."""
CATEGORIES = Event(
    (),
    criteria=("CAT", "NBW", "EXT", "EXR"),
    scoring=Scoring(floor=-30, bar=8, categories=(0, -5)),
    handicaps=Handicaps(threshold=8),
    weights=Weights(
        category=20_000_000_000_000,
        second_seeding=Seeding.FOLD,
        wins_threshold=True,
        secondary=20_000_000_000_000,
        handicap=20_000_000_000_000,
        geo=20_000_000_000_000,
    ),
)
"""The profile of a Swiss with categories."""
