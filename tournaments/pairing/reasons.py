"""Why a pair is as it is, as codes with parameters; `tournaments.wording` has the words.

Parameters are plain JSON values. Those named in `PLAYER_PARAMS` are entry numbers, so that a page can
put names in their place; scores are texts as `Points.text` writes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tournaments.pairing.ground_codes import GroundCode

# These parameters hold an entry number; those that hold a list have several.
PLAYER_PARAMS = frozenset(
    {"player", "opponent", "passed", "first", "second", "partner", "upper", "lower", "white", "black"}
)


def numbers_in(params: Mapping[str, Any]) -> Iterator[int]:
    """The entry numbers that the parameters of a reason or a notice name."""
    for key, value in params.items():
        if key in PLAYER_PARAMS:
            yield value
        elif isinstance(value, list):
            yield from value


class ReasonCode(StrEnum):
    """Every code a pair's reasons can carry; the comment lists the parameters."""

    NEIGHBOURS = "neighbours"  # first, second: consecutive numbers in round 1 (WXC 2.1, WMSG 1)
    HALVES = "halves"  # first, second: of the upper and the lower half, drawn in round 1 (CXA 2016)
    FEDERATION_SWAP = "federation-swap"  # player, partner, federation: R7
    FORBIDDEN_SWAP = "forbidden-swap"  # player, partner: the same for a forbidden pair
    ROUND_ONE_SEARCH = "round-one-search"  # forbidden pairs made the whole list move
    SAME_SCORE = "same-score"  # score
    OTHER_SCORES = "other-scores"  # player, score, opponent, opponent_score: higher score first
    FLOAT_ODD = "float-odd"  # player, score, count: an odd number of players in the bracket
    FLOAT_FORCED = "float-forced"  # player, score, count: so many had to leave the bracket
    FLOAT_CHEAPEST = "float-cheapest"  # player, cost: nobody with a smaller float cost could leave
    FLOAT_LAST = "float-last"  # player: the tie between equal costs went to the last in order
    FLOATER_OPPONENT = "floater-opponent"  # player, opponent, cost: the resident who owes the float back
    TOP_CHOICE = "top-choice"  # player, opponent: first in the list
    CHOSE_BALANCE = "chose-balance"  # player, side, balance: must have the colour, so chose before others
    CHOSE_STREAK = "chose-streak"  # player, side: the same after two games with one colour
    CHOSE_RANK = "chose-rank"  # player: must have no colour, chose by rank
    NEAREST_DUE = "nearest-due"  # player, opponent, side: the nearest who is due the other colour
    NEAREST = "nearest"  # player, opponent: one of the two is due nothing
    NEAREST_SAME = "nearest-same"  # player, opponent, side: nobody due another colour could be had
    LEFT_OVER = "left-over"  # player: goes down after the others of the group have chosen
    NEAREST_BELOW = "nearest-below"  # player, opponent: the first below, by rank
    NEAREST_BELOW_NEED = "nearest-below-need"  # player, opponent: the first below, in the order of need (R11)
    NOT_BEFORE = "not-before"  # player, opponent, passed, cause (a `Cause`)
    FIXED = "fixed"  # first, second: WXC 2.4
    BERGER = "berger"  # round: the schedule of a round robin
    SCHEVENINGEN = "scheveningen"  # round: who meets whom at the boards of two teams
    EARLY_FEDERATION = "early-federation"  # federation: places that make its players meet early
    BRACKET = "bracket"  # first, second: the draw of a knock-out leads to this match
    THIRD_PLACE = "third-place"  # first, second: the losers of the semi-finals
    FINAL = "final"  # first, second, round: leaders after this round of a Swiss
    COLOUR_DRAWN = "colour-drawn"  # player: first in game 1 by lot
    COLOUR_FIXED = "colour-fixed"  # player
    COLOUR_MUST = "colour-must"  # player, side, balance: R8 (1)
    COLOUR_MUST_BOTH = "colour-must-both"  # player, side, balance: R8 (1), both must have it
    COLOUR_DUE_BOTH = "colour-due-both"  # first, second: R8 (2)
    COLOUR_DUE_ONE = "colour-due-one"  # player, side
    COLOUR_IMBALANCE = "colour-imbalance"  # player, side, balance: R8 (3)
    COLOUR_ALTERNATES = "colour-alternates"  # player, side, round: R8 (4)
    COLOUR_NUMBER = "colour-number"  # player, table: counted from 1; `printed_reasons`: R8 (5), WXC 2.1
    COLOUR_BALANCE = "colour-balance"  # player, side, balance: WMSG 3
    COLOUR_RANK = "colour-rank"  # player, side, round: WMSG 3
    COLOUR_LOT = "colour-lot"  # player: WMSG 1
    COLOUR_SUM = "colour-sum"  # player, sum: of both numbers; odd: the upper one is first (CXA 2016)
    COLOUR_SCHEDULE = "colour-schedule"  # player
    UPFLOATED = "upfloated"  # player, score, count: so many from below complete the group of that score
    UPFLOATED_ALONE = "upfloated-alone"  # score: its group alone could be paired, but then not the others
    UPFLOATED_NOT = "upfloated-not"  # players, cause: who come before them, and were passed over
    BYE_FRESH = "bye-fresh"  # nobody has a second bye while somebody has had none
    BYE_AGAIN = "bye-again"  # everybody has had one
    BYE_LARGEST = "bye-largest"  # player, score: the largest number of that score
    BYE_SMALLEST = "bye-smallest"  # player, score: the smallest, in even rounds
    BYE_PASSED = "bye-passed"  # players: who come before, and without whom the others cannot be paired
    BYE_BRACKET = "bye-bracket"  # player: without an opponent in this round of a knock-out
    TEAM_BYE = "team-bye"  # player, score, count: matches played
    TEAM_LOT = "team-lot"  # player: first by the lot of colours and the number; no match was played yet
    TEAM_STRONGER = "team-stronger"  # player, side: both have a claim to it, this one a strong one
    TEAM_EXCHANGE = "team-exchange"  # player: first, as the last matches with different colours are reversed
    TEAM_LEADS = "team-leads"  # player, side: both have a claim to it, this one stands higher
    TEAM_ALTERNATES = "team-alternates"  # player, side: after its last match; the one that stands higher
    DUTCH_BYE = "dutch-bye"  # player, score, count: rounds without a game so far; C5, C9
    DUTCH_COSTS = "dutch-costs"  # costs: criteria of C.04.3 with how often, that the bracket could not keep
    DUTCH_BOTH = "dutch-both"  # player, side: both get the colour that is due to them; 5.2.1
    DUTCH_ONE = "dutch-one"  # player, side: only this one is due a colour; 5.2.1
    DUTCH_STRONGER = "dutch-stronger"  # player, side: both are due it, this one more strongly; 5.2.2
    DUTCH_WIDER = "dutch-wider"  # player, side: both absolutely, this one's difference is wider; 5.2.2
    DUTCH_EXCHANGE = "dutch-exchange"  # player, side: after their last games with different colours; 5.2.3
    DUTCH_HIGHER = "dutch-higher"  # player, side: the better placed gets what is due to both; 5.2.4
    DUTCH_LOT = "dutch-lot"  # player, side, place: by the colour drawn and the pairing number; 5.2.5
    ACCELERATED = "accelerated"  # points of the acceleration are in the scores (C.04.7)


class Cause(StrEnum):
    """Why a candidate who stood earlier in the list was passed over."""

    MET = "met"
    FORBIDDEN = "forbidden"
    MUST = "must"  # both must have the same colour: item 1
    AGAIN = "again"  # more rematches than necessary: item 0
    DOWN = "down"  # more would have to leave the group: item a
    DUE = "due"  # more pairs of equal due colours than necessary: item f
    UPPER = "upper"  # more pairs inside the upper half than necessary: item g
    REST = "rest"  # the rest could then not be paired
    FIXED = "fixed"  # the arbiter has set that player's pair
    GROUP = "group"  # the group could then not be paired without a rematch: C1 of a bracket
    NEXT_GROUP = "next-group"  # the next score could then not be paired: C6
    FLOATED = "floated"  # more than necessary would float twice running: C7, C10
    STRONG = "strong"  # more pairs of equal strong claims than necessary: C9


class NoticeCode(StrEnum):
    """What the chief arbiter should know about a pair; the comment lists the parameters."""

    REMATCH = "rematch"  # first, second, round
    FORBIDDEN_PAIR = "forbidden-pair"  # first, second
    UNFIXED_PAIR = "unfixed-pair"  # first, second: a fixed pair that the list does not hold
    FIXED_PAIR = "fixed-pair"  # first, second
    FIXED_WMSG = "fixed-wmsg"  # first, second: WMSG P.S. 3 and 4
    FORBIDDEN_WMSG = "forbidden-wmsg"  # first, second: WMSG P.S. 3 and 4
    SAME_FEDERATION = "same-federation"  # first, second, federation
    SAME_MUST = "same-must"  # first, second, side
    THIRD_COLOUR = "third-colour"  # player, side
    BALANCE_BEYOND = "balance-beyond"  # player, balance: beyond 2 after this game
    FLOAT_REPEATED = "float-repeated"  # player, direction: the same float as in the round before
    OTHER_COLOURS = "other-colours"  # first, second: the colours are not what the rule gives
    OTHER_HANDICAP = "other-handicap"  # first, second, handicap, rule: not what the rule gives
    SECOND_BYE = "second-bye"  # player
    BYE_EVEN = "bye-even"  # player: a bye though the number of players is even
    BYE_OTHER = "bye-other"  # player, opponent: the rule gives the bye to the latter
    TWO_BYES = "two-byes"  # player
    NOT_PAIRED = "not-paired"  # player: present, and in no pair
    NOT_PRESENT = "not-present"  # player: withdrawn or absent, and in a pair
    KNOCKED_OUT = "knocked-out"  # player: out of the knock-out, and in a pair
    OFF_BRACKET = "off-bracket"  # first, second: the bracket does not lead these two to a match
    PAIRED_TWICE = "paired-twice"  # player
    UNKNOWN_PLAYER = "unknown-player"  # number
    FREE_OPPONENT = "free-opponent"  # player, opponent: a round robin opponent who does not play


# With these the list is no pairing at all: nobody may accept it, with or without a reason.
IMPOSSIBLE = frozenset(
    {
        NoticeCode.BYE_EVEN,
        NoticeCode.TWO_BYES,
        NoticeCode.NOT_PAIRED,
        NoticeCode.NOT_PRESENT,
        NoticeCode.KNOCKED_OUT,
        NoticeCode.PAIRED_TWICE,
        NoticeCode.UNKNOWN_PLAYER,
    }
)

# These say that a rule is broken; the others only deserve a look.
RULE_BREAKS = IMPOSSIBLE | {
    NoticeCode.REMATCH,
    NoticeCode.FORBIDDEN_PAIR,
    NoticeCode.UNFIXED_PAIR,
    NoticeCode.OFF_BRACKET,
    NoticeCode.SAME_MUST,
    NoticeCode.SECOND_BYE,
}


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason of a pair: its code and parameters. McMahon and its Swiss have codes of their own."""

    code: ReasonCode | GroundCode
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def as_json(self) -> dict[str, Any]:
        """``{"code": …, "params": {…}}``, which `from_json` reads back."""
        return {"code": str(self.code), "params": dict(self.params)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Reason:
        code = data["code"]
        parsed = GroundCode(code) if code in _GROUNDS else ReasonCode(code)
        return cls(parsed, dict(data["params"]))


_GROUNDS = frozenset(GroundCode)


def printed_reasons(
    reasons: Iterable[Mapping[str, Any]], *, table: int | None = None, match: int | None = None
) -> list[dict[str, Any]]:
    """Put the printed number of a table, or of a match of teams, in place of the rule's own count.

    That stays, as ``place``. ``reasons``: as JSON. The rules count the tables of a round from 1 (WXC
    2.1: odd and even); a hall numbers them from its section's first table on, and some players always sit at
    one of them.

    >>> why = [Reason(ReasonCode.COLOUR_NUMBER, {"player": 4, "table": 1}).as_json()]
    >>> printed(why, table=28)
    [{'code': 'colour-number', 'params': {'player': 4, 'table': 28, 'place': 1}}]
    """
    number = {"table": table} if match is None else {"match": match}
    numbered = []
    for reason in reasons:
        params = dict(reason["params"])
        if "table" in params:
            place = params.pop("table")
            params |= number | {"place": place}
        numbered.append({**reason, "params": params})
    return numbered


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to look at: a `NoticeCode` and its parameters."""

    code: NoticeCode
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def breaks_rule(self) -> bool:
        return self.code in RULE_BREAKS

    def as_json(self) -> dict[str, Any]:
        """``{"code": …, "params": {…}}``, which `from_json` reads back."""
        return {"code": str(self.code), "params": dict(self.params)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Notice:
        return cls(NoticeCode(data["code"]), dict(data["params"]))
