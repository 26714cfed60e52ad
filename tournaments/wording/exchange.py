"""Words for what keeps a foreign file from being read, and for what a format cannot hold."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from tournaments.exchange.carrying import Flaw, FlawCode, Loss, LossCode
from tournaments.wording.defects import defect_text
from tournaments.wording.lists import listed

FORMATS: Mapping[str, str | Promise] = {
    "json": gettext_lazy("Tournament file (JSON)"),
    "trf16": gettext_lazy("TRF16 (FIDE, Swiss-Manager)"),
    "trf26": gettext_lazy("TRF26 (FIDE)"),
    "h9": gettext_lazy("European Go Database (h9)"),
    "opengotha": gettext_lazy("OpenGotha (XML)"),
    "csv": gettext_lazy("Players (CSV)"),
    "xlsx": gettext_lazy("Players (XLSX)"),
    "standings-csv": gettext_lazy("Standings (CSV)"),
    "standings-xlsx": gettext_lazy("Standings (XLSX)"),
}

FLAWS = {
    FlawCode.TOO_LARGE: gettext_noop("the file has %(bytes)s bytes; at most %(most)s are read"),
    FlawCode.EMPTY: gettext_noop("the file is empty"),
    FlawCode.UNKNOWN_ENCODING: gettext_noop("the encoding “%(text)s” is not one of: %(known)s"),
    FlawCode.UNREADABLE: gettext_noop("this is not %(encoding)s text; name the encoding of the file"),
    FlawCode.NO_PLAYERS: gettext_noop("there are no players"),
    FlawCode.TOO_MANY_PLAYERS: gettext_noop("more than %(most)s players"),
    FlawCode.TOO_MANY_ROUNDS: gettext_noop("more than %(most)s rounds"),
    FlawCode.NOT_A_TOURNAMENT: gettext_noop("%(defect)s"),
    FlawCode.COLUMN: gettext_noop(
        "record %(record)s must be blank here: its columns are shifted (“%(text)s”)"
    ),
    FlawCode.NOT_A_NUMBER: gettext_noop("%(field)s: “%(text)s” is no number that fits here"),
    FlawCode.UNKNOWN_VALUE: gettext_noop("%(field)s: “%(text)s” is not one of: %(known)s"),
    FlawCode.BAD_POINTS: gettext_noop("%(message)s"),
    FlawCode.TWICE: gettext_noop("number %(number)s stands in the file twice"),
    FlawCode.TWICE_IN_ROUND: gettext_noop("number %(number)s appears twice in round %(round)s"),
    FlawCode.TOO_MANY_IN_LINE: gettext_noop("more than %(most)s numbers"),
    FlawCode.UNKNOWN_PLAYER: gettext_noop("there is no player “%(text)s”"),
    FlawCode.AGAINST_HIMSELF: gettext_noop("number %(number)s meets himself or herself in round %(round)s"),
    FlawCode.NOT_MUTUAL: gettext_noop(
        "in round %(round)s number %(number)s names %(opponent)s as opponent, who names somebody else"
    ),
    FlawCode.COLOURS_CLASH: gettext_noop(
        "in round %(round)s numbers %(number)s and %(opponent)s have the same colour"
    ),
    FlawCode.RESULTS_CLASH: gettext_noop(
        "in round %(round)s the results of numbers %(number)s and %(opponent)s do not fit: %(text)s"
    ),
    FlawCode.NO_GRADE: gettext_noop("no grade (such as 3K or 2D) in this line: “%(text)s”"),
    FlawCode.RESULT_COUNT: gettext_noop("%(found)s rounds in this line, %(expected)s in the first one"),
    FlawCode.NOT_XML: gettext_noop("not XML: %(message)s"),
    FlawCode.DOCTYPE: gettext_noop("the file declares a document type; such files are refused"),
    FlawCode.TOO_MANY_ELEMENTS: gettext_noop("more than %(most)s elements"),
    FlawCode.WRONG_ROOT: gettext_noop("the outermost element is “%(text)s”, not %(expected)s"),
    FlawCode.MISSING: gettext_noop("%(field)s is missing"),
    FlawCode.NAME_TWICE: gettext_noop("two players are called “%(text)s”"),
    FlawCode.WRONG_GAME: gettext_noop("a tournament of %(game)s cannot be written as %(format)s"),
    FlawCode.NUMBER_TOO_LARGE: gettext_noop("number %(number)s is larger than %(most)s"),
    FlawCode.POINTS_TOO_LONG: gettext_noop("%(text)s points need more than four columns"),
}

LOSSES = {
    LossCode.NATIVE_NAMES: gettext_noop("names in their own script"),
    LossCode.NAMES: gettext_noop("names as they were: shortened or changed"),
    LossCode.NUMBERS: gettext_noop("entry numbers: players are numbered anew"),
    LossCode.FEDERATIONS: gettext_noop("federations that the format has no code for"),
    LossCode.TEAMS: gettext_noop("teams"),
    LossCode.GROUPS: gettext_noop("the group for drawing lots"),
    LossCode.RATINGS: gettext_noop("ratings as they were"),
    LossCode.CATEGORIES: gettext_noop("categories"),
    LossCode.WITHDRAWALS: gettext_noop("withdrawals: they become absences"),
    LossCode.ANNOUNCED: gettext_noop("absences announced for later rounds"),
    LossCode.POINTS: gettext_noop("the table of points"),
    LossCode.TABLES: gettext_noop("table numbers: they are worked out anew"),
    LossCode.REPLAYS: gettext_noop("drawn games before the deciding one"),
    LossCode.CORRECTIONS: gettext_noop("earlier values of corrected results"),
    LossCode.SEED: gettext_noop("the seed of the lots"),
    LossCode.TIEBREAKS: gettext_noop("the list of criteria"),
    LossCode.SYSTEM: gettext_noop("the pairing system"),
    LossCode.ROUNDS: gettext_noop("the number of rounds"),
    LossCode.FORBIDDEN: gettext_noop("forbidden pairs"),
    LossCode.FIXED: gettext_noop("fixed pairs"),
    LossCode.FOULS: gettext_noop("fouls"),
    LossCode.PEOPLE: gettext_noop("title, sex, birth date, club or membership number"),
    LossCode.RECORD: gettext_noop("records that a tournament has no place for"),
    LossCode.PLAYER_COUNT: gettext_noop("the number of players, of whom the file does not hold as many"),
    LossCode.HALF_POINT_BYES: gettext_noop("half-point byes: they become absences"),
    LossCode.FULL_POINT_BYES: gettext_noop("full-point byes beside the round's own: they become absences"),
    LossCode.ABNORMAL_POINTS: gettext_noop("points given apart from results"),
    LossCode.POINTS_DIFFER: gettext_noop("points in the file that its results do not give"),
    LossCode.UNRATED_GAMES: gettext_noop("the mark of games that are not rated"),
    LossCode.FORBIDDEN_ROUNDS: gettext_noop("the rounds in which a pair is forbidden"),
    LossCode.HANDICAPS: gettext_noop("handicaps"),
    LossCode.COLOURS: gettext_noop("colours: unknown in the file"),
    LossCode.RESULTS: gettext_noop("results that a tournament cannot hold: they stay open"),
    LossCode.PRELIMINARY: gettext_noop("preliminary registrations: entered as withdrawn"),
}


def flaw_text(flaw: Flaw) -> str:
    """One sentence with its place: ``line 7, column 96: …``."""
    params: dict[str, object] = {"text": flaw.text, **flaw.params}
    if flaw.defect is not None:
        params["defect"] = defect_text(flaw.defect)
    sentence = gettext(FLAWS[flaw.code]) % params
    if flaw.line and flaw.column:
        place = gettext("line %(line)s, column %(column)s") % {"line": flaw.line, "column": flaw.column}
    elif flaw.line:
        place = gettext("line %(line)s") % {"line": flaw.line}
    else:
        return sentence
    return f"{place}: {sentence}"


def flaws_text(flaws: tuple[Flaw, ...]) -> str:
    """The first flaw, and how many more there are: one line."""
    sentence = flaw_text(flaws[0])
    if len(flaws) > 1:
        sentence += " " + gettext("(and %(count)s more)") % {"count": len(flaws) - 1}
    return sentence


def loss_text(loss: Loss) -> str:
    """``teams (12: 3, 7, 9 …)``: what is lost, how often, and for which entries."""
    sentence = gettext(LOSSES[loss.code])
    if loss.about:
        sentence = f"{sentence}: {loss.about}"
    if loss.numbers:
        shown = listed(loss.numbers)
        more = " …" if loss.count > len(loss.numbers) else ""
        sentence += " " + gettext("(%(count)s: %(numbers)s)") % {
            "count": loss.count,
            "numbers": f"{shown}{more}",
        }
    elif loss.count > 1:
        sentence += f" ({loss.count})"
    return sentence
