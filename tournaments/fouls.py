"""Fouls as data: their kinds, what a referee can log, and what the next one costs.

A *ladder* says what the first, second, … counted foul of a player in one game costs; its last step holds for
every further one. An *offence* is a line that a referee chooses: its kind, its article, its own penalty. The
words stand in ``tournaments.wording.fouls``. Another federation's rules are another ladder; another game's
offences another entry of `OFFENCES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class FoulKind(StrEnum):
    """``technical`` breaks ties (WXC 6.1 G); ``recording`` only counts toward the loss (4.3, S6)."""

    TECHNICAL = "technical"
    RECORDING = "recording"
    OTHER = "other"


TIE_BREAKING_KINDS = frozenset({FoulKind.TECHNICAL})


class Cost(StrEnum):
    """What a counted foul costs beyond being counted."""

    NOTED = "noted"
    LOSS = "loss"


class Penalty(StrEnum):
    """What an offence costs by itself, whatever its count."""

    NONE = ""
    FIVE_MINUTES = "five-minutes"
    # What a referee of weiqi may rule.
    WARNING = "warning"
    VOID_AND_PASS = "void-and-pass"  # noqa: S105 - not that pass
    LOSS = "loss"
    REPLAY = "replay"
    NO_RESULT = "no-result"
    BOTH_LOSE = "both-lose"


# Nothing is counted after these rulings: the void play, or the game, has borne it.
UNCOUNTED: Final = frozenset({Penalty.VOID_AND_PASS, Penalty.REPLAY, Penalty.NO_RESULT})
# These rulings lose the game whatever the count; `Penalty.BOTH_LOSE` loses it for both.
LOSES: Final = frozenset({Penalty.LOSS, Penalty.BOTH_LOSE})


@dataclass(frozen=True, slots=True)
class FoulRule:
    """``costs``: of the first, second, … foul in a game; ``counts``: the kinds that climb it."""

    key: str
    costs: tuple[Cost, ...]
    counts: frozenset[str] = frozenset(FoulKind)

    def cost(self, foul: int) -> Cost:
        """What the ``foul``-th foul (from 1) costs."""
        return self.costs[min(foul, len(self.costs)) - 1]

    @property
    def loses_at(self) -> int | None:
        """The number of fouls that loses the game; None when none does."""
        return self.costs.index(Cost.LOSS) + 1 if Cost.LOSS in self.costs else None

    def is_lost(self, fouls: int) -> bool:
        """Whether so many fouls lose the game."""
        return self.loses_at is not None and fouls >= self.loses_at


def _up_to(fouls: int) -> tuple[Cost, ...]:
    """The ``fouls``-th one loses."""
    return (*(Cost.NOTED,) * (fouls - 1), Cost.LOSS)


LADDERS: Final[Mapping[str, FoulRule]] = {
    ladder.key: ladder
    for ladder in (
        # WXC 4.3: "4 fouls in the same game causes lost"; it does not tell the kinds apart.
        FoulRule("four", _up_to(4)),
        FoulRule("three", _up_to(3)),
        # Weiqi: two warnings in a game lose.
        FoulRule("two", _up_to(2)),
        FoulRule("none", (Cost.NOTED,)),
    )
}
LADDER_OF_GAME: Final[Mapping[str, str]] = {"xiangqi": "four", "weiqi": "two"}


@dataclass(frozen=True, slots=True)
class Offence:
    """What a referee logs with one tap. ``article``: as it is cited; empty where none is. ``rulings``: what
    may be ruled in place of ``penalty``."""

    key: str
    kind: FoulKind
    article: str = ""
    penalty: Penalty = Penalty.NONE
    rulings: tuple[Penalty, ...] = ()


TECHNICAL: Final = Offence("technical", FoulKind.TECHNICAL)
WRONG_CLAIM: Final = Offence("wrong-claim", FoulKind.TECHNICAL, "5", Penalty.FIVE_MINUTES)
MISSED_MOVES: Final = Offence("missed-moves", FoulKind.RECORDING, "4.3")
WRONG_MOVES: Final = Offence("wrong-moves", FoulKind.RECORDING, "4.1")


# What a referee of weiqi may rule, the usual one first.
RULINGS: Final = tuple(penalty for penalty in Penalty if penalty not in (Penalty.NONE, Penalty.FIVE_MINUTES))


def _offence(key: str, article: str) -> Offence:
    """One of weiqi: a warning, unless the referee rules otherwise."""
    return Offence(key, FoulKind.TECHNICAL, article, Penalty.WARNING, RULINGS)


# The most frequent offences of each game stand first.
OFFENCES: Final[Mapping[str, tuple[Offence, ...]]] = {
    "xiangqi": (
        TECHNICAL,
        MISSED_MOVES,
        WRONG_CLAIM,
        WRONG_MOVES,
        Offence("other", FoulKind.OTHER),
    ),
    "weiqi": (
        _offence("forbidden-point", "5, 19"),
        _offence("immediate-recapture", "6, 20"),
        _offence("two-plays", "2.1, 19"),
        _offence("stone-lifted", "2.3, 18"),
        _offence("clock-before-play", "12, 23"),
        _offence("colours-swapped", "10, 19"),
        _offence("stones-displaced", "2.3, 25"),
        _offence("technical", ""),
        Offence("other", FoulKind.OTHER),
    ),
}

# WXC 4.3: from so many missed plies on, so many fouls; the first step that is reached holds.
RECORDING_STEPS: Final = ((8, 2), (4, 1))


def recording_fouls(missed: int) -> int:
    """How many fouls ``missed`` plies on a scoresheet are (WXC 4.3)."""
    return next((fouls for least, fouls in RECORDING_STEPS if missed >= least), 0)


def further_fouls(missed: int | None, standing: int) -> int:
    """Return how many fouls to log where so many for missed moves stand in the game already.

    ``missed``: all that the scoresheet lacks by now; None: not counted."""
    if missed is None:
        # WXC 4.3: a scoresheet bears the highest step once, two in all.
        return int(standing < RECORDING_STEPS[0][1])
    return max(0, recording_fouls(missed) - standing)


def offence_of(game: str, key: str) -> Offence | None:
    """The offence of that name in a game."""
    return next((offence for offence in OFFENCES.get(game, ()) if offence.key == key), None)
