"""Words for why a pair is as it is, for what deserves a look, and for why a round cannot be paired."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop, pgettext

from tournaments.pairing.ground_codes import GroundCode
from tournaments.pairing.reasons import PLAYER_PARAMS, Cause, Notice, NoticeCode, Reason, ReasonCode
from tournaments.pairing.values import CannotPair, InputCode, PairingInputError, RefusalCode
from tournaments.pairing.verifying import Difference, DifferenceCode
from tournaments.wording.gotha import ground_text
from tournaments.wording.handicaps import game_text
from tournaments.wording.lists import listed

Name = Callable[[int], str]

REASONS = {
    ReasonCode.NEIGHBOURS: gettext_noop("%(first)s and %(second)s have adjacent numbers in the draw."),
    ReasonCode.HALVES: gettext_noop(
        "%(first)s drew %(second)s: in round 1 the upper half of the numbers draws its opponents from the "
        "lower half."
    ),
    ReasonCode.FEDERATION_SWAP: gettext_noop(
        "%(player)s swapped with %(partner)s: players of %(federation)s do not meet in round 1."
    ),
    ReasonCode.FORBIDDEN_SWAP: gettext_noop(
        "%(player)s swapped with %(partner)s because of a forbidden pair."
    ),
    ReasonCode.ROUND_ONE_SEARCH: gettext_noop(
        "Forbidden pairs changed the drawn order: the lowest numbers that still let everyone play."
    ),
    ReasonCode.SAME_SCORE: gettext_noop("Both entered the round with a score of %(score)s."),
    ReasonCode.OTHER_SCORES: gettext_noop(
        "%(player)s entered the round with a score of %(score)s, %(opponent)s with %(opponent_score)s."
    ),
    ReasonCode.FLOAT_ODD: gettext_noop(
        "%(player)s floated out of the group with a score of %(score)s, which has an odd number of "
        "players (%(count)s)."
    ),
    ReasonCode.FLOAT_FORCED: gettext_noop(
        "%(player)s floated out of the group with a score of %(score)s: at least %(count)s players had "
        "to leave it to keep the rules."
    ),
    ReasonCode.FLOAT_CHEAPEST: gettext_noop(
        "%(player)s was chosen to float: float balance %(cost)s, the smallest among those who could."
    ),
    ReasonCode.FLOAT_LAST: gettext_noop(
        "%(player)s was chosen to float: last in order among those with the same float balance."
    ),
    ReasonCode.FLOATER_OPPONENT: gettext_noop(
        "%(opponent)s meets %(player)s, who floated in from another group, with a float balance of %(cost)s."
    ),
    ReasonCode.TOP_CHOICE: gettext_noop("%(opponent)s was the first opponent in the list for %(player)s."),
    ReasonCode.CHOSE_BALANCE: gettext_noop(
        "%(player)s must move %(side)s (balance %(balance)s). Players who need a colour by balance "
        "choose first."
    ),
    ReasonCode.CHOSE_STREAK: gettext_noop(
        "%(player)s must move %(side)s after two games with the other colour, and so chose before "
        "players who may have either."
    ),
    ReasonCode.CHOSE_RANK: gettext_noop("%(player)s has no colour that must be and chose by rank."),
    ReasonCode.NEAREST_DUE: gettext_noop("%(opponent)s was the nearest player due to move %(side)s."),
    ReasonCode.NEAREST: gettext_noop("%(opponent)s was the nearest in the order of need."),
    ReasonCode.NEAREST_SAME: gettext_noop(
        "Both are due to move %(side)s. No one else was available, and %(opponent)s was the nearest."
    ),
    ReasonCode.LEFT_OVER: gettext_noop(
        "%(player)s was left over after the others in the group had chosen in the order of need."
    ),
    ReasonCode.NEAREST_BELOW: gettext_noop(
        "%(opponent)s was the first below for %(player)s: nearest score, then a player due the other "
        "colour, then by rank."
    ),
    ReasonCode.NEAREST_BELOW_NEED: gettext_noop(
        "%(opponent)s was the first below for %(player)s: nearest score, then a player due the other "
        "colour, then in the order of need."
    ),
    ReasonCode.NOT_BEFORE: gettext_noop(
        "%(passed)s was ahead of %(opponent)s in the list for %(player)s, but %(cause)s."
    ),
    ReasonCode.FIXED: gettext_noop("The chief referee fixed this pair before pairing."),
    ReasonCode.BERGER: gettext_noop("Round %(round)s of the round-robin schedule."),
    ReasonCode.SCHEVENINGEN: gettext_noop(
        "Round %(round)s of the Scheveningen tables: each player meets every player of the other team once."
    ),
    ReasonCode.EARLY_FEDERATION: gettext_noop("Players of %(federation)s meet in the earliest rounds."),
    ReasonCode.BRACKET: gettext_noop("The bracket brings %(first)s and %(second)s to this match."),
    ReasonCode.THIRD_PLACE: gettext_noop(
        "%(first)s and %(second)s lost the semi-finals and play for third place."
    ),
    ReasonCode.FINAL: gettext_noop(
        "%(first)s and %(second)s are among the leaders after round %(round)s, who play a knock-out."
    ),
    ReasonCode.COLOUR_DRAWN: gettext_noop("By lot, %(player)s moves first in the first game."),
    ReasonCode.COLOUR_FIXED: gettext_noop("%(player)s moves first, as fixed by the chief referee."),
    ReasonCode.COLOUR_MUST: gettext_noop(
        "%(player)s must move %(side)s: colour balance %(balance)s, and never the same colour three "
        "times in a row."
    ),
    ReasonCode.COLOUR_MUST_BOTH: gettext_noop(
        "Both must move %(side)s; %(player)s has the larger imbalance (%(balance)s)."
    ),
    ReasonCode.COLOUR_DUE_BOTH: gettext_noop(
        "%(first)s was due to move first and %(second)s to move second."
    ),
    ReasonCode.COLOUR_DUE_ONE: gettext_noop(
        "%(player)s was due to move %(side)s; the opponent had no colour due."
    ),
    ReasonCode.COLOUR_IMBALANCE: gettext_noop(
        "Both were due to move %(side)s; %(player)s has the larger imbalance (%(balance)s)."
    ),
    ReasonCode.COLOUR_ALTERNATES: gettext_noop(
        "Both were due the same colour; their colours last differed in round %(round)s and alternate "
        "from there: %(player)s moves %(side)s."
    ),
    ReasonCode.COLOUR_NUMBER: gettext_noop(
        "Table %(table)s: the lower number moves first at odd tables, the higher at even tables; here "
        "%(player)s."
    ),
    ReasonCode.COLOUR_BALANCE: gettext_noop(
        "%(player)s moves first with the smaller colour balance (%(balance)s)."
    ),
    ReasonCode.COLOUR_RANK: gettext_noop(
        "Equal colour balances: by pairing rank in round %(round)s, %(player)s moves first."
    ),
    ReasonCode.COLOUR_LOT: gettext_noop("%(player)s has the lower number and moves first."),
    ReasonCode.COLOUR_SUM: gettext_noop(
        "%(player)s moves first: the two numbers add up to %(sum)s; the upper one is first where the sum is "
        "odd, the lower one where it is even."
    ),
    ReasonCode.COLOUR_SCHEDULE: gettext_noop("%(player)s moves first by the schedule."),
    ReasonCode.UPFLOATED: gettext_noop(
        "%(player)s came up into the group with a score of %(score)s, which needed %(count)s from below."
    ),
    ReasonCode.UPFLOATED_ALONE: gettext_noop(
        "The group with a score of %(score)s could have been paired by itself, but then not the others."
    ),
    ReasonCode.UPFLOATED_NOT: gettext_noop(
        "First in order to come up would have been %(players)s, but %(cause)s."
    ),
    ReasonCode.BYE_FRESH: gettext_noop(
        "No one has the bye again, or after a win by forfeit, while someone else can have it."
    ),
    ReasonCode.BYE_AGAIN: gettext_noop(
        "Everyone here has had a bye or a win by forfeit, so someone has the bye again."
    ),
    ReasonCode.BYE_LARGEST: gettext_noop(
        "The bye goes to the lowest score and, on the same score, to the largest number: %(player)s, with a "
        "score of %(score)s."
    ),
    ReasonCode.BYE_SMALLEST: gettext_noop(
        "The bye goes to the lowest score and, on the same score in an even round, to the smallest number: "
        "%(player)s, with a score of %(score)s."
    ),
    ReasonCode.BYE_PASSED: gettext_noop(
        "Earlier in that order: %(players)s. Without them the others could not be paired by the rules."
    ),
    ReasonCode.BYE_BRACKET: gettext_noop(
        "%(player)s has no opponent in this round of the bracket and goes on without a game."
    ),
    ReasonCode.TEAM_BYE: gettext_noop(
        "%(player)s has the bye: of those who have had none, and without whom all others can be "
        "paired, it has the lowest score (%(score)s), then the most matches played (%(count)s), then the "
        "largest number."
    ),
    ReasonCode.TEAM_LOT: gettext_noop(
        "Neither has played yet: by the drawn colour and the number, %(player)s moves first on board 1."
    ),
    ReasonCode.TEAM_STRONGER: gettext_noop(
        "Both were due to move %(side)s on board 1; %(player)s has the strong claim."
    ),
    ReasonCode.TEAM_EXCHANGE: gettext_noop(
        "The colours of their latest matches that differ are exchanged: %(player)s moves first on board 1."
    ),
    ReasonCode.TEAM_LEADS: gettext_noop(
        "Both were due to move %(side)s on board 1; %(player)s is ranked higher and does."
    ),
    ReasonCode.TEAM_ALTERNATES: gettext_noop(
        "%(player)s is ranked higher and alternates: it moves %(side)s on board 1."
    ),
    ReasonCode.DUTCH_BYE: gettext_noop(
        "%(player)s has the bye: the lowest score (%(score)s) of those who may have one and without whom the "
        "others can be paired (C5), so many rounds without a game so far: %(count)s (C9)."
    ),
    ReasonCode.DUTCH_COSTS: gettext_noop("What the pairing of this score group could not avoid: %(costs)s."),
    ReasonCode.DUTCH_BOTH: gettext_noop("Both have the colour that was due to them (5.2.1)."),
    ReasonCode.DUTCH_ONE: gettext_noop("Only %(player)s was due a colour, and moves %(side)s (5.2.1)."),
    ReasonCode.DUTCH_STRONGER: gettext_noop(
        "Both were due to move %(side)s; %(player)s has the stronger claim (5.2.2)."
    ),
    ReasonCode.DUTCH_WIDER: gettext_noop(
        "Both had to move %(side)s; %(player)s has the wider colour difference (5.2.2)."
    ),
    ReasonCode.DUTCH_EXCHANGE: gettext_noop(
        "The colours of their latest games that differ are exchanged: %(player)s moves %(side)s (5.2.3)."
    ),
    ReasonCode.DUTCH_HIGHER: gettext_noop(
        "Both were due to move %(side)s; %(player)s is placed higher and does (5.2.4)."
    ),
    ReasonCode.DUTCH_LOT: gettext_noop(
        "Neither is due a colour: by the drawn colour and pairing number %(place)s, %(player)s moves "
        "%(side)s (5.2.5)."
    ),
    ReasonCode.ACCELERATED: gettext_noop("The scores hold the points of the acceleration (C.04.7)."),
}

# `ReasonCode.COLOUR_NUMBER` at a table whose printed number is not the rule's.
OWN_COUNT = gettext_noop(
    "Table %(table)s is number %(place)s by the count of the pairing: the lower number moves first at odd "
    "numbers of that count, the higher at even ones; here %(player)s."
)
OF_MATCH = gettext_noop(
    "Match %(match)s: the lower number moves first on board 1 of odd matches, the higher of even ones; here "
    "%(player)s."
)

CAUSES = {
    Cause.MET: gettext_noop("they have met"),
    Cause.FORBIDDEN: gettext_noop("the chief referee has forbidden the pair"),
    Cause.MUST: gettext_noop("both must have the same colour"),
    Cause.AGAIN: gettext_noop("this would need more rematches than necessary"),
    Cause.DOWN: gettext_noop("more players would then have to float out of the group"),
    Cause.DUE: gettext_noop("more pairs than necessary would be due the same colour"),
    Cause.UPPER: gettext_noop(
        "the upper half would then not be paired with the lower half as far as possible"
    ),
    Cause.REST: gettext_noop("the others could then not be paired"),
    Cause.FIXED: gettext_noop("the chief referee has fixed another opponent"),
    Cause.GROUP: gettext_noop("the group could then not be paired without a rematch"),
    Cause.NEXT_GROUP: gettext_noop("the next score group could then not be paired"),
    Cause.FLOATED: gettext_noop("more than necessary would float in two rounds running"),
    Cause.STRONG: gettext_noop("more pairs than necessary would both have a strong claim to one colour"),
}

NOTICES = {
    NoticeCode.REMATCH: gettext_noop("%(first)s and %(second)s have met in round %(round)s."),
    NoticeCode.FORBIDDEN_PAIR: gettext_noop("The pair %(first)s and %(second)s is forbidden."),
    NoticeCode.UNFIXED_PAIR: gettext_noop("The fixed pair %(first)s and %(second)s is not in the list."),
    NoticeCode.FIXED_PAIR: gettext_noop("The chief referee fixed the pair %(first)s and %(second)s."),
    NoticeCode.FIXED_WMSG: gettext_noop(
        "Fixed pair %(first)s and %(second)s: players may not choose their opponents, and nation, "
        "territory or team may not influence pairings (WMSG P.S. 3 and 4)."
    ),
    NoticeCode.FORBIDDEN_WMSG: gettext_noop(
        "Forbidden pair %(first)s and %(second)s: players may not choose their opponents, and nation, "
        "territory or team may not influence pairings (WMSG P.S. 3 and 4)."
    ),
    NoticeCode.SAME_FEDERATION: gettext_noop("%(first)s and %(second)s both play for %(federation)s."),
    NoticeCode.SAME_MUST: gettext_noop("%(first)s and %(second)s both must move %(side)s."),
    NoticeCode.THIRD_COLOUR: gettext_noop("%(player)s moves %(side)s for the third time in a row."),
    NoticeCode.BALANCE_BEYOND: gettext_noop("%(player)s would reach a colour balance of %(balance)s."),
    NoticeCode.FLOAT_REPEATED: gettext_noop("%(player)s floats %(direction)s as in the round before."),
    NoticeCode.OTHER_COLOURS: gettext_noop(
        "By the rules, the colours of %(first)s and %(second)s would be reversed."
    ),
    NoticeCode.OTHER_HANDICAP: gettext_noop(
        "By the rule the handicap of %(first)s and %(second)s is %(rule)s, not %(handicap)s."
    ),
    NoticeCode.SECOND_BYE: gettext_noop("%(player)s has already had a bye or a forfeit win."),
    NoticeCode.BYE_EVEN: gettext_noop("%(player)s cannot have a bye: the number of players is even."),
    NoticeCode.BYE_OTHER: gettext_noop("By the rules the bye goes to %(opponent)s, not %(player)s."),
    NoticeCode.TWO_BYES: gettext_noop("A second bye, for %(player)s."),
    NoticeCode.NOT_PAIRED: gettext_noop("%(player)s is present but not paired."),
    NoticeCode.NOT_PRESENT: gettext_noop("%(player)s is withdrawn or absent in this round."),
    NoticeCode.KNOCKED_OUT: gettext_noop("%(player)s does not play in this round of the knock-out."),
    NoticeCode.OFF_BRACKET: gettext_noop("%(first)s and %(second)s: the bracket gives them other opponents."),
    NoticeCode.PAIRED_TWICE: gettext_noop("%(player)s appears twice in the list."),
    NoticeCode.UNKNOWN_PLAYER: gettext_noop("No entry has number %(number)s."),
    NoticeCode.FREE_OPPONENT: gettext_noop(
        "%(player)s sits out: %(opponent)s, the scheduled opponent, does not play in this round."
    ),
}

REFUSALS = {
    RefusalCode.NO_PAIRING: gettext_noop(
        "Without a rematch or a forbidden pair this round cannot be paired: there are not enough opponents "
        "for %(players)s."
    ),
    RefusalCode.NO_PAIRING_LIFTED: gettext_noop(
        "Even with rematches this round cannot be paired: there are not enough opponents for %(players)s."
    ),
    RefusalCode.NOBODY: gettext_noop("Nobody plays in round %(round)s."),
    RefusalCode.FIXED_ABSENT: gettext_noop(
        "The fixed pair %(first)s and %(second)s: %(player)s does not play in this round."
    ),
    RefusalCode.FIXED_TWICE: gettext_noop("%(player)s is in two fixed pairs."),
    RefusalCode.FIXED_FORBIDDEN: gettext_noop("The pair %(first)s and %(second)s is fixed and forbidden."),
    RefusalCode.FIXED_MET: gettext_noop(
        "The players of the fixed pair %(first)s and %(second)s have already met. Allow rematches in "
        "this round first."
    ),
    RefusalCode.BYE_UNFIT: gettext_noop("%(player)s cannot have the bye of this round."),
    RefusalCode.TOO_MANY: gettext_noop(
        "%(count)s players are more than FIDE's Dutch system is paired for here (%(most)s). Split the "
        "section."
    ),
    RefusalCode.ENGINE_REFUSED: gettext_noop("The pairing engine gave no answer: %(words)s"),
    RefusalCode.ENGINE_WRONG: gettext_noop(
        "The answer of the pairing engine breaks the rules (%(fault)s: %(players)s) and was not used."
    ),
    RefusalCode.ENGINE_STOPPED: gettext_noop(
        "The pairing engine was stopped: it needed too much time or memory. Pair again, or split the section."
    ),
    RefusalCode.NO_SUCH_ROUND: gettext_noop(
        "There is no round %(round)s: the schedule has %(rounds)s rounds."
    ),
}

INPUT_ERRORS = {
    InputCode.UNKNOWN_SYSTEM: gettext_noop("This program cannot pair the system %(system)s."),
    InputCode.BAD_ROUND: gettext_noop("%(round)s is not a round of this tournament."),
    InputCode.RESULT_MISSING: gettext_noop("Round %(round)s, table %(table)s has no result yet."),
    InputCode.ROUND_MISSING: gettext_noop("Round %(round)s has no pairings yet."),
    InputCode.TOO_FEW: gettext_noop("At least two players are needed, not %(count)s."),
    InputCode.TWO_TEAMS: gettext_noop("Scheveningen is for two teams, not %(count)s."),
    InputCode.MATCH_OPEN: gettext_noop(
        "Round %(round)s, table %(table)s: the match of No. %(first)s and No. %(second)s is open; "
        "game %(game)s is to be played."
    ),
    InputCode.MATCH_MISSING: gettext_noop(
        "Round %(round)s has no game between No. %(first)s and No. %(second)s, who meet there by the bracket."
    ),
    InputCode.NO_BRACKET: gettext_noop(
        "%(pairs)s pairs and %(byes)s byes in round 1 do not form a knock-out bracket."
    ),
    InputCode.NO_GRADE: gettext_noop(
        "A McMahon tournament needs to know how strong everyone is. Enter a grade or a rating for "
        "%(players)s."
    ),
    InputCode.POINTS_OF_DUTCH: gettext_noop(
        "FIDE's Dutch system pairs where losing and staying away give nothing and a draw gives both the same."
    ),
    InputCode.POINTS_OF_BAKU: gettext_noop(
        "Baku's acceleration needs a win that is worth two draws (C.04.7)."
    ),
    InputCode.FINALISTS_MISSING: gettext_noop(
        "The final begins after round %(round)s; its two or four players are not known yet."
    ),
}

DIFFERENCES = {
    DifferenceCode.MISSING: gettext_noop("The rules pair %(first)s with %(second)s; the file does not."),
    DifferenceCode.EXTRA: gettext_noop("The file pairs %(first)s with %(second)s; the rules do not."),
    DifferenceCode.COLOURS: gettext_noop("By the rules, %(first)s moves first against %(second)s."),
    DifferenceCode.TABLE: gettext_noop(
        "%(first)s and %(second)s belong at table %(table)s; the file has them at table %(found)s."
    ),
    DifferenceCode.HANDICAP: gettext_noop(
        "By the rules, %(first)s against %(second)s has handicap %(handicap)s; the file says %(found)s."
    ),
    DifferenceCode.DIGEST: gettext_noop(
        "The check sum of this pairing is %(expected)s, not %(found)s: it was not published from this input."
    ),
    DifferenceCode.BYE: gettext_noop(
        "Without an opponent by the rules: %(expected)s; in the file: %(found)s."
    ),
}


def number_text(number: int) -> str:
    return gettext("No. %(number)s") % {"number": number}


def _side(side: str) -> str:
    return pgettext("side", "first") if side == "first" else pgettext("side", "second")


def _direction(direction: str) -> str:
    return pgettext("float", "down") if direction == "down" else pgettext("float", "up")


def _params(params: Mapping[str, Any], name: Name) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in params.items():
        if key in PLAYER_PARAMS:
            values[key] = name(value)
        elif isinstance(value, list):
            values[key] = listed(name(number) for number in value) or gettext("nobody")
        elif key == "side":
            values[key] = _side(value)
        elif key == "direction":
            values[key] = _direction(value)
        elif key == "cause":
            values[key] = gettext(CAUSES[Cause(value)])
        elif key in ("balance", "cost"):
            values[key] = f"{value:+d}" if value else "0"
        else:
            values[key] = value
    return values


def _thousands(value: int) -> str:
    return f"{value:,}".replace(",", "\u202f")


def reason_text(reason: Reason, name: Name = number_text) -> str:
    """One sentence. ``name`` gives the words for an entry number; without it, "No. 7"."""
    if isinstance(reason.code, GroundCode):
        value = reason.params.get("value")
        sentence = ground_text(reason, name)
        # A term of the pair's value with its number.
        return sentence if value is None else f"{sentence} ({_thousands(value)})"
    words = REASONS[reason.code]
    if reason.code is ReasonCode.COLOUR_NUMBER:
        if "match" in reason.params:
            words = OF_MATCH
        elif reason.params.get("place", reason.params["table"]) != reason.params["table"]:
            words = OWN_COUNT
    return gettext(words) % _params(reason.params, name)


def notice_text(notice: Notice, name: Name = number_text) -> str:
    """One sentence about a pair or a round."""
    return gettext(NOTICES[notice.code]) % _params(notice.params, name)


def difference_text(difference: Difference, name: Name = number_text) -> str:
    """How a recorded round differs from the rules' own, in one sentence."""
    return gettext(DIFFERENCES[difference.code]) % _params(difference.params, name)


def refusal_text(error: CannotPair, name: Name = number_text) -> str:
    """Why the round cannot be paired, in one sentence."""
    return gettext(REFUSALS[error.code]) % _params(error.params, name)


def input_error_text(error: PairingInputError, name: Name = number_text) -> str:
    """Say in one sentence why this tournament is no basis for pairing the round."""
    # Whoever is alone in it has the number in the sentence itself.
    listed_ones = {key: listed(map(name, value)) for key, value in error.params.items() if key == "players"}
    return gettext(INPUT_ERRORS[error.code]) % {**error.params, **listed_ones}


def _number(number: int) -> str:
    return gettext("No. %(number)s") % {"number": number}


def change_text(change: Mapping[str, Any], name: Name = _number) -> str:
    """``change`` as a draft keeps it: ``{"change": "swap", "params": {"first": 3, "second": 5}}``."""
    texts = {
        "swap": gettext("%(first)s and %(second)s swapped"),
        "flip": gettext("Table %(table)s: colours switched"),
        "flipmatch": gettext("Match %(table)s: colours switched"),
        "givebye": gettext("%(player)s has the bye"),
        "handicap": gettext("Table %(table)s: %(black)s Black, %(given)s"),
    }
    params = change["params"]
    as_written = ("table", "handicap", "komi")
    values = {key: value if key in as_written else name(value) for key, value in params.items()}
    if change["change"] == "handicap":
        values["given"] = game_text(params["handicap"], params.get("komi"))
    return texts[change["change"]] % values


def changes_text(changes: Iterable[Mapping[str, Any]], name: Name = _number) -> str:
    """Several changes in one line."""
    return "; ".join(change_text(change, name) for change in changes)


def ruled_rounds(first: int | None, until: int | None, rounds: int) -> str:
    """For which rounds a pair is ruled on, of so many ``rounds``; ``first`` None: for every one."""
    if first is None:
        return gettext("this and all later rounds")
    if until is None:
        return gettext("in this round only")
    if until >= rounds:
        return gettext("from round %(first)s on") % {"first": first}
    return gettext("rounds %(first)s to %(last)s") % {"first": first, "last": until}
