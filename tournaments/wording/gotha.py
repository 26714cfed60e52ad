"""Words for why a pair of European go is as it is: its nine terms, handicap, colours, the bye."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

from tournaments.pairing.ground_codes import GroundCode
from tournaments.pairing.reasons import Reason
from tournaments.wording.handicaps import game_text, komi_text
from tournaments.wording.lists import listed

Name = Callable[[int], str]
# These parameters hold an entry number.
PLAYERS = frozenset({"player", "opponent", "upper", "lower", "white", "black"})

NOT_MET = gettext_noop("They have not met.")
SAME_SCORE = gettext_noop("Both have %(upper_score)s points.")
NO_FLOAT = gettext_noop("No one floats: both are in the same group.")
NO_SEED = gettext_noop("No seeding: they are in different groups.")
EVEN = gettext_noop(
    "An even game: their strengths differ by %(difference)s, the correction is %(correction)s."
)
APART = gettext_noop("They come from different countries and clubs.")
NO_LOT = gettext_noop("No lot: it has no weight in this tournament.")
NO_CATEGORIES = gettext_noop("No categories in this tournament.")
ANY_HANDICAP = gettext_noop("Large handicaps are not avoided in this tournament.")
NO_BALANCE = gettext_noop("A handicap game: its colours do not count for the balance.")

GROUNDS: Mapping[GroundCode, str] = {
    GroundCode.DUPLICATE: gettext_noop("They have met in round %(rounds)s."),
    GroundCode.RANDOM: gettext_noop("A lot drawn from the names: %(value)s of %(most)s."),
    GroundCode.COLOUR: gettext_noop(
        "Games as White minus games as Black: %(player)s %(balance)s, %(opponent)s %(opponent_balance)s."
    ),
    GroundCode.CATEGORY: gettext_noop("Categories %(one)s and %(other)s of %(categories)s."),
    GroundCode.SCORE: gettext_noop(
        "%(upper)s has %(upper_score)s points, %(lower)s %(lower_score)s: %(apart)s of %(groups)s groups "
        "apart."
    ),
    GroundCode.DUDD: gettext_noop(
        "%(upper)s floats down (before: down %(upper_down)s, up %(upper_up)s), place %(upper_position)s of "
        "%(upper_size)s; %(lower)s floats up (before: down %(lower_down)s, up %(lower_up)s), place "
        "%(lower_position)s of %(lower_size)s."
    ),
    GroundCode.SEED: gettext_noop(
        "In a group of %(size)s, place %(position)s (%(player)s) meets place %(opponent_position)s "
        "(%(opponent)s)."
    ),
    GroundCode.HANDICAP: gettext_noop("They are %(apart)s of %(of)s apart in strength."),
    GroundCode.GEO: gettext_noop("Geography: %(facts)s."),
    GroundCode.STONES: gettext_noop(
        "Their strengths differ by %(difference)s; the correction is %(correction)s, the most %(ceiling)s: "
        "handicap %(handicap)s."
    ),
    GroundCode.WHITE_STRONGER: gettext_noop("%(white)s is stronger, so White."),
    GroundCode.WHITE_BALANCE: gettext_noop(
        "%(white)s has been White less often (%(balance)s, the opponent %(black_balance)s), so White."
    ),
    GroundCode.WHITE_NAMES: gettext_noop(
        "Both have been White equally often; a lot drawn from the names makes %(white)s White."
    ),
    GroundCode.FORBIDDEN: gettext_noop("The chief referee has forbidden %(player)s to meet %(opponent)s."),
    GroundCode.WHITE_FIXED: gettext_noop("The chief referee made %(white)s White."),
    GroundCode.STONES_GIVEN: gettext_noop(
        "The chief referee decided for this game: %(black)s is Black, %(given)s."
    ),
    GroundCode.BYE: gettext_noop(
        "%(player)s has the bye: the lowest by rank, score and earlier byes (%(value)s)."
    ),
    GroundCode.BYE_NAMED: gettext_noop("The chief referee gave %(player)s the bye."),
}
REFUSALS = {
    "no-handicap-games": gettext_noop(
        "Only McMahon sections and Swiss sections as OpenGotha pairs them have handicap games."
    ),
    "bar-below-floor": gettext_noop("The bar (%(bar)s) is below the floor (%(floor)s)."),
    "bar-range": gettext_noop("A bar is %(least)s to %(most)s."),
    "floor-range": gettext_noop("A floor is %(least)s to %(most)s."),
    "komi-range": gettext_noop("A komi is 0 to %(most)s points."),
    "handicap-range": gettext_noop("A handicap is 0 to %(most)s."),
    "not-at-table": gettext_noop("No. %(player)s does not sit at table %(table)s."),
    "handicap-after-result": gettext_noop(
        "Table %(table)s has a result. Clear it first, if the game is to count with another handicap."
    ),
    "colours-after-start": gettext_noop(
        "The game at table %(table)s has begun: moves, a count, a foul or a report by a player is on record. "
        "Its colours stay as they are."
    ),
    "handicap-differs": gettext_noop(
        "Table %(table)s: %(given)s. The rule says: %(said)s. Confirm that the game was played so: tick the "
        "box at the table, or end the line with “!”."
    ),
    "draw-with-handicap": gettext_noop(
        "Table %(table)s: the komi of this game is %(komi)s, so it cannot be a draw."
    ),
}
FACTS = {
    "country": gettext_noop("the same country"),
    "club": gettext_noop("the same club"),
    "near": gettext_noop("clubs of one group"),
    "above": gettext_noop("%(players)s above the thresholds"),
}


def go_params(code: str, params: Mapping[str, Any]) -> dict[str, str]:
    """What a refusal of `REFUSALS` says of handicap and komi, in words."""
    if code == "draw-with-handicap":
        # Half a point, where the game has no komi of its own.
        return {"komi": komi_text(1 if params["komi"] is None else params["komi"])}
    if code != "handicap-differs":
        return {}
    return {"given": game_text(params["handicap"], params["komi"]), "said": game_text(params["rule"])}


def ground_text(ground: Reason, name: Name = str) -> str:
    """One sentence; ``name`` gives the words for an entry number."""
    params: dict[str, Any] = dict(ground.params)
    text = _variant(GroundCode(ground.code), params)
    if ground.code is GroundCode.GEO:
        params["facts"] = listed(_facts(params, name))
    if ground.code is GroundCode.DUPLICATE:
        params["rounds"] = listed(params["met"])
    if ground.code is GroundCode.STONES_GIVEN:
        params["given"] = game_text(params["handicap"], params.get("komi"))
    return gettext(text) % {key: name(value) if key in PLAYERS else value for key, value in params.items()}


def _variant(code: GroundCode, params: Mapping[str, Any]) -> str:
    """Where a term has nothing to say it says so."""
    match code:
        case GroundCode.DUPLICATE if not params["met"]:
            return NOT_MET
        case GroundCode.RANDOM if not params["most"]:
            return NO_LOT
        case GroundCode.COLOUR if params["handicap"]:
            return NO_BALANCE
        case GroundCode.CATEGORY if params["categories"] == 1:
            return NO_CATEGORIES
        case GroundCode.HANDICAP if "of" not in params:
            return ANY_HANDICAP
        case GroundCode.SCORE if not params["apart"]:
            return SAME_SCORE
        case GroundCode.DUDD if "upper" not in params:
            return NO_FLOAT
        case GroundCode.SEED if "size" not in params:
            return NO_SEED
        case GroundCode.STONES if not params["handicap"]:
            return EVEN
        case GroundCode.GEO if not any(params[fact] for fact in FACTS):
            return APART
    return GROUNDS[code]


def _facts(params: Mapping[str, Any], name: Name) -> list[str]:
    players = {"players": listed([name(number) for number in params["above"]])}
    return [gettext(text) % players for fact, text in FACTS.items() if params[fact]]
