"""Words for why a pair of European go is as it is: its nine terms, handicap, colours, the bye."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

from tournaments.pairing.ground_codes import GroundCode
from tournaments.pairing.reasons import Reason
from tournaments.wording.lists import listed

Name = Callable[[int], str]
PLAYERS = frozenset({"player", "opponent", "upper", "lower", "white", "black"})
"""Names of parameters that hold an entry number."""

NOT_MET = gettext_noop("They have not met.")
SAME_SCORE = gettext_noop("Both have %(upper_score)s points.")
NO_FLOAT = gettext_noop("Nobody floats: both are in one group.")
NO_SEED = gettext_noop("No seeding: they are in different groups.")
EVEN = gettext_noop(
    "An even game: their strengths differ by %(difference)s, the correction is %(correction)s."
)
APART = gettext_noop("They come from different countries and clubs.")
OFF = gettext_noop("Not used in this tournament.")

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
    GroundCode.WHITE_FIXED: gettext_noop("The arbiter made %(white)s White."),
    GroundCode.BYE: gettext_noop(
        "%(player)s has the bye: the lowest by rank, score and earlier byes (%(value)s)."
    ),
    GroundCode.BYE_NAMED: gettext_noop("The arbiter gave %(player)s the bye."),
}
REFUSALS = {
    "draw-with-handicap": gettext_noop(
        "Table %(table)s: with a handicap the komi is ½, so the game cannot be a draw."
    ),
}
FACTS = {
    "country": gettext_noop("the same country"),
    "club": gettext_noop("the same club"),
    "near": gettext_noop("clubs of one group"),
    "above": gettext_noop("%(players)s above the thresholds"),
}


def ground_text(ground: Reason, name: Name = str) -> str:
    """One sentence; ``name`` gives the words for an entry number."""
    params: dict[str, Any] = dict(ground.params)
    text = _variant(GroundCode(ground.code), params)
    if ground.code is GroundCode.GEO:
        params["facts"] = listed(_facts(params, name))
    if ground.code is GroundCode.DUPLICATE:
        params["rounds"] = listed(params["met"])
    return gettext(text) % {key: name(value) if key in PLAYERS else value for key, value in params.items()}


def _variant(code: GroundCode, params: Mapping[str, Any]) -> str:
    """Where a term has nothing to say it says so."""
    match code:
        case GroundCode.DUPLICATE if not params["met"]:
            return NOT_MET
        case GroundCode.RANDOM if not params["most"]:
            return OFF
        case GroundCode.CATEGORY if params["categories"] == 1:
            return OFF
        case GroundCode.HANDICAP if "of" not in params:
            return OFF
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
