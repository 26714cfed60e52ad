"""Words for what is wrong with a tournament file."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_noop

from tournaments.exchange.defects import Defect, DefectCode, TournamentFileError
from tournaments.wording.lists import listed

DEFECTS = {
    DefectCode.NOT_JSON: gettext_noop("column %(column)s: not JSON: %(message)s"),
    DefectCode.NOT_UTF8: gettext_noop("this is no UTF-8 text"),
    DefectCode.TOO_DEEP: gettext_noop("nested too deeply"),
    DefectCode.KEY_TWICE: gettext_noop("the key %(key)s stands twice in one object"),
    DefectCode.NOT_A_NUMBER: gettext_noop("%(text)s is no number"),
    DefectCode.NUMBER_TOO_LONG: gettext_noop("a number with too many digits"),
    DefectCode.NOT_OBJECT: gettext_noop("an object is needed, not %(found)s"),
    DefectCode.NOT_LIST: gettext_noop("a list is needed, not %(found)s"),
    DefectCode.NOT_TEXT: gettext_noop("a text is needed, not %(found)s"),
    DefectCode.NOT_INTEGER: gettext_noop("a whole number is needed, not %(found)s"),
    DefectCode.NOT_BOOLEAN: gettext_noop("true or false is needed, not %(found)s"),
    DefectCode.OUT_OF_RANGE: gettext_noop("%(value)s is not from %(least)s to %(most)s"),
    DefectCode.UNKNOWN_KEYS: gettext_noop("unknown keys: %(keys)s"),
    DefectCode.MISSING_KEY: gettext_noop("%(key)s is missing"),
    DefectCode.UNKNOWN_VALUE: gettext_noop("%(value)s is not one of: %(known)s"),
    DefectCode.NOT_UNICODE: gettext_noop("a text that is no valid Unicode"),
    DefectCode.TEXT_TOO_LONG: gettext_noop("a text of more than %(most)s characters"),
    DefectCode.BAD_POINTS: gettext_noop("%(message)s"),
    DefectCode.NUMBER_TWICE: gettext_noop("two entries have number %(number)s"),
    DefectCode.NO_ENTRIES: gettext_noop("there are no entries"),
    DefectCode.UNKNOWN_ENTRY: gettext_noop("no entry has number %(number)s"),
    DefectCode.SELF_PAIR: gettext_noop("number %(number)s cannot meet himself or herself"),
    DefectCode.TWICE_IN_ROUND: gettext_noop("number %(number)s appears twice in round %(round)s"),
    DefectCode.TABLE_TWICE: gettext_noop("table %(table)s of round %(round)s has two pairs"),
    DefectCode.GAME_MISSING: gettext_noop(
        "round %(round)s, table %(table)s: game %(game)s without the games before it"
    ),
    DefectCode.REPLAY: gettext_noop("a second game of one pair, which %(system)s does not know"),
    DefectCode.TOO_MANY_BYES: gettext_noop("a second bye in round %(round)s"),
    DefectCode.ROUND_BEYOND: gettext_noop("round %(round)s, but the tournament has %(rounds)s rounds"),
    DefectCode.BAD_ROW: gettext_noop("a row is a game, a bye or an absence, not two of them"),
    DefectCode.DRAW_BY_FORFEIT: gettext_noop("a forfeit cannot be a draw"),
    DefectCode.HISTORY_ORDER: gettext_noop("until_round must grow from one entry to the next"),
    DefectCode.NOT_A_PAIR: gettext_noop("a forbidden pair is a list of two numbers"),
    DefectCode.FINAL_SIZE: gettext_noop("a final has two or four players, not %(count)s"),
    DefectCode.EVEN_GAMES: gettext_noop("a match is the best of an odd number of games, not of %(games)s"),
    DefectCode.LISTED_TWICE: gettext_noop("number %(number)s is in the list twice"),
    DefectCode.TWICE_FIXED: gettext_noop("number %(number)s is in two fixed pairs of round %(round)s"),
}


def defect_text(defect: Defect) -> str:
    """One sentence with its place: ``entries[3].number: two entries have number 7``."""
    params = {
        key: listed(value) if isinstance(value, list) else value for key, value in defect.params.items()
    }
    sentence = gettext(DEFECTS[defect.code]) % params
    if defect.line is not None:
        place = gettext("line %(line)s") % {"line": defect.line}
        return f"{place}, {sentence}"
    return f"{defect.path}: {sentence}" if defect.path else sentence


def file_error_text(error: TournamentFileError) -> str:
    """The first defect, and how many more there are: one line."""
    first, *rest = error.defects
    sentence = defect_text(first)
    if rest:
        sentence += " " + gettext("(and %(count)s more)") % {"count": len(rest)}
    return sentence
