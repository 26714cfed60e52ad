"""What an organiser chooses beyond the system's name; the key ``options`` of the tournament file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.state.gotha.settings import GoSettings

FINAL_SIZES = (2, 4)
# Lines of a weiqi board; the smaller ones are for juniors.
BOARD_SIZES = (19, 13, 9)
MOST_QUARTERS = 400
# Black gives back for handicap stones nothing, a point for each, or a point for each but one.
RETURNS = ("none", "stones", "stones-minus-one")
PLACEMENTS = ("free", "fixed")
# Players of FIDE's Dutch system are numbered by rating (C.04.2, 2), or by lots as elsewhere here.
NUMBERS_BY = ("rating", "lot")
TWO_FINALS = "double-two-finals"
# One loss puts out of a knock-out, or two. With two, whoever comes from the lower bracket and wins the final
# has won, or must win a second one.
ELIMINATIONS = ("", "double", TWO_FINALS)
# FIDE's acceleration, C.04.7.
BAKU = "baku"
# Black gives back 2¾ (article 11), counted in quarters; handicap is left to the regulations (9).
WEIQI_DEFAULTS: dict[str, Any] = {
    "size": 19,
    "compensation": 11,
    "handicap_return": 0,
    "handicap_rule": "none",
    "handicap_placement": "free",
}


# Of earlier stages nothing counts, what those who come have played against each other, or all that they have
# done.
CARRIES = ("", "mutual", "all")


@dataclass(frozen=True, slots=True)
class CarriedResult:
    """A result of an earlier stage, by the numbers of this one; 0: somebody who is not here, or nobody."""

    first: int
    second: int
    result: str
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class CarriedMatch:
    """A match of teams in an earlier stage, by the numbers of this one; 0: a team that is not here, or none.
    ``boards``: as `team_matches.board_text` writes them; ``lost_by``: ``first``, ``second``, ``both`` without
    play; ``alone``: the letter of a bye instead."""

    first: int
    second: int = 0
    boards: tuple[str, ...] = ()
    lost_by: str = ""
    alone: str = ""


@dataclass(frozen=True, slots=True)
class Final:
    """A Swiss whose leaders play knock-out from round ``after`` + 1 on. ``players``: their numbers in the
    order of the standings after that round, two or four, or none while they are not known. ``adds_points``:
    what its matches give counts among the points, for the opponents' sums as well."""

    after: int
    players: tuple[int, ...] = ()
    third_place: bool = True
    best_of: int = 1
    adds_points: bool = True

    @property
    def rounds(self) -> int:
        """How many rounds the final takes once its players are known."""
        return (len(self.players) - 1).bit_length() if self.players else 0


@dataclass(frozen=True, slots=True)
class Options:
    """Hold what an organiser chooses beyond system and rounds."""

    third_place: bool = False
    # Games of a match of a knock-out.
    best_of: int = 1
    # Numbers, the highest first.
    seeds: tuple[int, ...] = ()
    # Of a round robin: players of one federation meet early.
    early_federation: bool = False
    final: Final | None = None
    # R11, wxc2015: a bye counts in the colours like a game, and who goes down chooses in the order of need.
    practice_2009: bool = False
    # `cxa-2016`: the upper half of a Swiss draws its opponents of round 1 from the lower half; empty: the
    # system's own rule.
    first_round: str = ""
    # Of McMahon and its Swiss; None: their profile.
    go: GoSettings | None = None
    # Of FIDE's Dutch system: `BAKU` or none.
    acceleration: str = ""
    # The last number of the upper half as round 1 had it, 0 while that is not paired.
    accelerated_to: int = 0
    # Of a knock-out, one of `ELIMINATIONS`.
    elimination: str = ""
    # Of a knock-out whose bracket is set instead of drawn, who stands in it from top to bottom, 0 for nobody.
    places: tuple[int, ...] = ()
    # The decider games of a level match, as `deciding.Step` writes them; with none a drawn game is replayed.
    steps: tuple[str, ...] = ()
    # Whence the places of a later stage are filled, as `stages.Source` writes them.
    sources: tuple[str, ...] = ()
    # Results of earlier stages that count here, in a round robin and in a Swiss by our own rules.
    carried: tuple[CarriedResult, ...] = ()
    # The same of matches, where teams meet in a round robin.
    carried_matches: tuple[CarriedMatch, ...] = ()


NONE = Options()
