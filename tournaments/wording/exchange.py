"""Words for what keeps a foreign file from being read, and for what a format cannot hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext, gettext_lazy, gettext_noop

from portal.web.bidi import escape_bidi
from portal.web.words import Words
from tournaments.exchange.conversion import ForeignErrorCode, LossCode
from tournaments.exchange.file_errors import FileErrorCode
from tournaments.exchange.problems import Place, Problem, Severity
from tournaments.wording.lists import listed

FORMATS: Mapping[str, Words] = {
    "json": gettext_lazy("Tournament file (JSON)"),
    "trf16": gettext_lazy("TRF16 (FIDE, Swiss-Manager)"),
    "trf26": gettext_lazy("TRF26 (FIDE)"),
    "trf16-ascii": gettext_lazy("TRF16 (FIDE), plain letters only"),
    "trf26-ascii": gettext_lazy("TRF26 (FIDE), plain letters only"),
    "h9": gettext_lazy("European Go Database (h9)"),
    "opengotha": gettext_lazy("OpenGotha (XML)"),
    "tou": gettext_lazy("French go federation (tou)"),
    "aga": gettext_lazy("American Go Association (results)"),
    "csv": gettext_lazy("Players (CSV)"),
    "xlsx": gettext_lazy("Players (XLSX)"),
    "standings-csv": gettext_lazy("Standings (CSV)"),
    "standings-xlsx": gettext_lazy("Standings (XLSX)"),
    "matches-csv": gettext_lazy("Matches of teams (CSV)"),
    "matches-xlsx": gettext_lazy("Matches of teams (XLSX)"),
    "boards-csv": gettext_lazy("Boards of the matches (CSV)"),
    "boards-xlsx": gettext_lazy("Boards of the matches (XLSX)"),
    "decider-boards-csv": gettext_lazy("Decider boards (CSV)"),
    "decider-boards-xlsx": gettext_lazy("Decider boards (XLSX)"),
    "team-standings-csv": gettext_lazy("Standings of teams (CSV)"),
    "team-standings-xlsx": gettext_lazy("Standings of teams (XLSX)"),
    "rosters-csv": gettext_lazy("Rosters (CSV)"),
    "rosters-xlsx": gettext_lazy("Rosters (XLSX)"),
}

FLAWS = {
    ForeignErrorCode.TOO_LARGE: gettext_noop("the file has %(bytes)s bytes; the limit is %(most)s"),
    ForeignErrorCode.EMPTY: gettext_noop("the file is empty"),
    ForeignErrorCode.UNKNOWN_ENCODING: gettext_noop("the encoding “%(text)s” is not one of: %(known)s"),
    ForeignErrorCode.UNREADABLE: gettext_noop("not valid %(encoding)s text; choose the file's encoding"),
    ForeignErrorCode.NO_PLAYERS: gettext_noop("there are no players"),
    ForeignErrorCode.TOO_MANY_PLAYERS: gettext_noop("more than %(most)s players"),
    ForeignErrorCode.TOO_MANY_ROUNDS: gettext_noop("more than %(most)s rounds"),
    ForeignErrorCode.COLUMN: gettext_noop(
        "record %(record)s must be blank here: its columns are shifted (“%(text)s”)"
    ),
    ForeignErrorCode.NOT_A_NUMBER: gettext_noop("%(field)s: “%(text)s” is not a valid number"),
    ForeignErrorCode.UNKNOWN_VALUE: gettext_noop("%(field)s: “%(text)s” is not one of: %(known)s"),
    ForeignErrorCode.BAD_POINTS: gettext_noop("%(message)s"),
    ForeignErrorCode.TWICE: gettext_noop("number %(number)s appears twice in the file"),
    ForeignErrorCode.TWICE_IN_ROUND: gettext_noop("number %(number)s appears twice in round %(round)s"),
    ForeignErrorCode.TOO_MANY_IN_LINE: gettext_noop("more than %(most)s numbers"),
    ForeignErrorCode.UNKNOWN_PLAYER: gettext_noop("there is no player “%(text)s”"),
    ForeignErrorCode.AGAINST_HIMSELF: gettext_noop(
        "number %(number)s is paired with itself in round %(round)s"
    ),
    ForeignErrorCode.NOT_MUTUAL: gettext_noop(
        "round %(round)s: number %(number)s lists opponent %(opponent)s, who lists someone else"
    ),
    ForeignErrorCode.COLOURS_CLASH: gettext_noop(
        "round %(round)s: numbers %(number)s and %(opponent)s have the same colour"
    ),
    ForeignErrorCode.RESULTS_CLASH: gettext_noop(
        "round %(round)s: the results of numbers %(number)s and %(opponent)s do not match: %(text)s"
    ),
    ForeignErrorCode.TEAM_TWICE: gettext_noop("two teams have number %(team)s"),
    ForeignErrorCode.TEAM_BUSY: gettext_noop(
        "round %(round)s: team %(team)s has a match and a bye, or is listed twice"
    ),
    ForeignErrorCode.TEAM_SETTING: gettext_noop("teams cannot meet like this: %(field)s"),
    ForeignErrorCode.UNKNOWN_TEAM: gettext_noop("no team has number %(team)s"),
    ForeignErrorCode.IN_TWO_TEAMS: gettext_noop("number %(number)s is in two teams, or in one twice"),
    ForeignErrorCode.IN_NO_TEAM: gettext_noop(
        "round %(round)s: number %(number)s has a game, but is in no team"
    ),
    ForeignErrorCode.OWN_TEAM: gettext_noop(
        "round %(round)s: numbers %(number)s and %(opponent)s meet, but both are in team %(team)s"
    ),
    ForeignErrorCode.TWO_OPPONENTS: gettext_noop(
        "round %(round)s: team %(team)s meets team %(opponent)s here, but team %(other)s elsewhere"
    ),
    ForeignErrorCode.NOT_IN_LINE_UP: gettext_noop(
        "round %(round)s: number %(number)s has a game, but is not in the line-up of team %(team)s"
    ),
    ForeignErrorCode.BOARDS_DIFFER: gettext_noop(
        "round %(round)s: number %(number)s sits at board %(board)s, the opponent %(opponent)s at board "
        "%(other_board)s"
    ),
    ForeignErrorCode.BOARD_COLOURS: gettext_noop(
        "round %(round)s: the colours of numbers %(number)s and %(opponent)s at board %(board)s do not go "
        "with the other boards"
    ),
    ForeignErrorCode.NO_GRADE: gettext_noop("no grade (such as 3K or 2D) in this line: “%(text)s”"),
    ForeignErrorCode.RESULT_COUNT: gettext_noop(
        "%(found)s rounds in this line, %(expected)s in the first one"
    ),
    ForeignErrorCode.ROW_COUNT: gettext_noop(
        "the list says that it has %(expected)s players; %(found)s were read"
    ),
    ForeignErrorCode.NO_NAME: gettext_noop("there is no name in this line: “%(text)s”"),
    ForeignErrorCode.NOT_XML: gettext_noop("not XML: %(message)s"),
    ForeignErrorCode.DOCTYPE: gettext_noop("the file declares a document type, which is not allowed"),
    ForeignErrorCode.TOO_MANY_ELEMENTS: gettext_noop("more than %(most)s elements"),
    ForeignErrorCode.WRONG_ROOT: gettext_noop("the root element is “%(text)s”, not %(expected)s"),
    ForeignErrorCode.MISSING: gettext_noop("%(field)s is missing"),
    ForeignErrorCode.NAME_TWICE: gettext_noop("two players have the name “%(text)s”"),
    ForeignErrorCode.SECOND_BYE: gettext_noop("a second bye in round %(round)s"),
    ForeignErrorCode.WRONG_GAME: gettext_noop("a %(game)s tournament cannot be exported as %(format)s"),
    ForeignErrorCode.NUMBER_TOO_LARGE: gettext_noop("number %(number)s is larger than %(most)s"),
    ForeignErrorCode.POINTS_TOO_LONG: gettext_noop("%(text)s points need more than four columns"),
}

LOSSES = {
    LossCode.NATIVE_NAMES: gettext_noop("native names"),
    LossCode.NAMES: gettext_noop("original names: shortened or changed"),
    LossCode.NUMBERS: gettext_noop("pairing numbers: players are renumbered"),
    LossCode.FEDERATIONS: gettext_noop("federations with no code in this format"),
    LossCode.TEAMS: gettext_noop("teams"),
    LossCode.CAPTAINS: gettext_noop("names of captains"),
    LossCode.CARRIED: gettext_noop("results of earlier stages that count here"),
    LossCode.GROUPS: gettext_noop("draw groups"),
    LossCode.RATINGS: gettext_noop("original ratings"),
    LossCode.CATEGORIES: gettext_noop("categories"),
    LossCode.WITHDRAWALS: gettext_noop("withdrawals: they become absences"),
    LossCode.ANNOUNCED: gettext_noop("absences announced for later rounds"),
    LossCode.POINTS: gettext_noop("the points table"),
    LossCode.TABLES: gettext_noop("table numbers: recalculated"),
    LossCode.REPLAYS: gettext_noop("drawn games before the deciding one"),
    LossCode.CORRECTIONS: gettext_noop("earlier values of corrected results"),
    LossCode.SEED: gettext_noop("the draw seed"),
    LossCode.TIEBREAKS: gettext_noop("the list of tie-breaks"),
    LossCode.SYSTEM: gettext_noop("the pairing system"),
    LossCode.ROUNDS: gettext_noop("the number of rounds"),
    LossCode.FORBIDDEN: gettext_noop("forbidden pairs"),
    LossCode.FIXED: gettext_noop("fixed pairs"),
    LossCode.FOULS: gettext_noop("fouls"),
    LossCode.OFFICIAL: gettext_noop("in which mode each round was paired"),
    LossCode.LINE_UP_RULES: gettext_noop(
        "criteria of the teams, rules of line-ups and what decides a level match"
    ),
    LossCode.DECISIONS: gettext_noop("who advances from a level match, if its boards do not decide it"),
    LossCode.MATCH_STARTS: gettext_noop("start times of single matches"),
    LossCode.NOT_REVEALED: gettext_noop("matches whose line-ups are not revealed yet"),
    LossCode.MATCHES: gettext_noop("matches of teams: only the games of their boards stay"),
    LossCode.PEOPLE: gettext_noop("title, grade, club, province, sex, birth date or membership number"),
    LossCode.RECORD: gettext_noop("records with no equivalent in a tournament"),
    LossCode.ROOM: gettext_noop(
        "what this program does not know and is more than the 200,000 characters it keeps of a file: left out"
    ),
    LossCode.PLAYER_COUNT: gettext_noop("the stated number of players: the file has fewer"),
    LossCode.CAUSES: gettext_noop("causes of results (for example lost on time)"),
    LossCode.ADJOURNED: gettext_noop("adjourned games: they have the result they count as"),
    LossCode.HALF_POINT_BYES: gettext_noop("half-point byes: they become absences"),
    LossCode.FULL_POINT_BYES: gettext_noop(
        "full-point byes other than the round's own bye: they become absences"
    ),
    LossCode.SECOND_BYES: gettext_noop("byes allocated beside the round's own: they become full-point byes"),
    LossCode.ABNORMAL_POINTS: gettext_noop("points awarded apart from results"),
    LossCode.POINTS_DIFFER: gettext_noop("points that do not match the results"),
    LossCode.TEAM_POINTS: gettext_noop("points of teams that do not match the boards"),
    LossCode.SHORT_NAMES: gettext_noop("short names of teams"),
    LossCode.UNRATED_GAMES: gettext_noop("the unrated mark of games"),
    LossCode.FORBIDDEN_ROUNDS: gettext_noop("the rounds in which a pair is forbidden"),
    LossCode.HANDICAPS: gettext_noop("handicaps"),
    LossCode.COLOURS: gettext_noop("colours: unknown in the file"),
    LossCode.RESULTS: gettext_noop("results that cannot be imported: left open"),
    LossCode.ODD_RESULTS: gettext_noop(
        "results that cannot be entered here: they count as in the file until others are entered"
    ),
    LossCode.PRELIMINARY: gettext_noop("preliminary registrations: entered as withdrawn"),
    LossCode.OPEN: gettext_noop("games without a result: they count nothing yet"),
    LossCode.GRADES: gettext_noop("grades below 30 kyu or above 9 dan: the limit taken instead"),
    LossCode.RATINGS_CUT: gettext_noop("ratings below -900 or above 2949: the limit taken instead"),
    LossCode.MISSING_VALUES: gettext_noop("missing values: the usual ones are taken"),
    LossCode.ODD_VALUES: gettext_noop("values that are not understood: kept as they are"),
    LossCode.SHORT_ATTENDANCE: gettext_noop("attendance of fewer than 20 rounds: present in the others"),
    LossCode.LONG_ATTENDANCE: gettext_noop("attendance of more than 20 rounds: the others are left out"),
    LossCode.LIMITS: gettext_noop("the number of categories: it does not match their limits"),
    LossCode.CRITERIA: gettext_noop(
        "criteria that appear twice, exclude each other or follow the sixth: left out"
    ),
    LossCode.TIME: gettext_noop("the time control: it cannot be played"),
    LossCode.OTHER_SCORES: gettext_noop("scores that MacMahon counts in another way"),
    LossCode.NO_CLASS: gettext_noop("a rating class: the time is too short for one"),
    LossCode.NO_PLACE: gettext_noop("the country and the town of the event"),
    LossCode.NO_PINS: gettext_noop(
        "numbers of players (PIN): without one a player counts as new, and name, country, club and grade "
        "must be right"
    ),
    LossCode.SHARED_NUMBERS: gettext_noop(
        "a number of their own: several players have one and the same, and count as one"
    ),
    LossCode.NO_COUNTRIES: gettext_noop("countries of players"),
    LossCode.NO_CLUBS: gettext_noop("clubs of players"),
    LossCode.NOT_LATIN: gettext_noop("names in Latin letters"),
}


DEFECTS = {
    FileErrorCode.NOT_JSON: gettext_noop("not JSON: %(message)s"),
    FileErrorCode.NOT_UTF8: gettext_noop("this text is not valid UTF-8"),
    FileErrorCode.NOT_THIS_FORMAT: gettext_noop("not readable in this format: %(why)s"),
    FileErrorCode.TOO_DEEP: gettext_noop("nested too deeply"),
    FileErrorCode.KEY_TWICE: gettext_noop("the key %(key)s appears twice in one object"),
    FileErrorCode.NOT_A_NUMBER: gettext_noop("%(text)s is not a number"),
    FileErrorCode.NOT_A_MOMENT: gettext_noop(
        "“%(text)s” is not a time from %(first)s to %(last)s with a time zone, such as 2026-05-12T14:00+08:00"
    ),
    FileErrorCode.NUMBER_TOO_LONG: gettext_noop("a number has too many digits"),
    FileErrorCode.NOT_OBJECT: gettext_noop("expected an object, found %(found)s"),
    FileErrorCode.NOT_LIST: gettext_noop("expected a list, found %(found)s"),
    FileErrorCode.BAD_SETTING: gettext_noop("no such setting, or not a value that it can have"),
    FileErrorCode.NOT_TEXT: gettext_noop("expected text, found %(found)s"),
    FileErrorCode.NOT_INTEGER: gettext_noop("expected a whole number, found %(found)s"),
    FileErrorCode.NOT_BOOLEAN: gettext_noop("expected true or false, found %(found)s"),
    FileErrorCode.OUT_OF_RANGE: gettext_noop("%(value)s is not between %(least)s and %(most)s"),
    FileErrorCode.UNKNOWN_KEYS: gettext_noop("unknown keys: %(keys)s"),
    FileErrorCode.MISSING_KEY: gettext_noop("%(key)s is missing"),
    FileErrorCode.UNKNOWN_VALUE: gettext_noop("%(value)s is not one of: %(known)s"),
    FileErrorCode.NOT_UNICODE: gettext_noop("the text is not valid Unicode"),
    FileErrorCode.TEXT_TOO_LONG: gettext_noop("the text is longer than %(most)s characters"),
    FileErrorCode.BAD_POINTS: gettext_noop("%(message)s"),
    FileErrorCode.BAD_TIME_CONTROL: gettext_noop("“%(text)s” is not a time control."),
    FileErrorCode.NUMBER_TWICE: gettext_noop("two entries have number %(number)s"),
    FileErrorCode.NO_ENTRIES: gettext_noop("there are no entries"),
    FileErrorCode.UNKNOWN_ENTRY: gettext_noop("no entry has number %(number)s"),
    FileErrorCode.DRAWS_OF_PLAYERS: gettext_noop(
        "only in team matches can a draw give more to who moves second"
    ),
    FileErrorCode.ROUNDS_COUNT_ONCE: gettext_noop(
        "rounds count differently only for teams, and for players in a round robin or in a Swiss by the "
        "rules of WXF or WMSG"
    ),
    FileErrorCode.DECIDERS_GIVE_NOTHING: gettext_noop(
        "decider games give points only to players in a round robin or in a Swiss by the rules of WXF or WMSG"
    ),
    FileErrorCode.SELF_PAIR: gettext_noop("number %(number)s is paired with itself"),
    FileErrorCode.TWICE_IN_ROUND: gettext_noop("number %(number)s appears twice in round %(round)s"),
    FileErrorCode.TABLE_TWICE: gettext_noop("table %(table)s of round %(round)s has two pairs"),
    FileErrorCode.GAME_MISSING: gettext_noop(
        "round %(round)s, table %(table)s: game %(game)s without the games before it"
    ),
    FileErrorCode.REPLAY: gettext_noop(
        "a second game between the same players, which %(system)s does not allow"
    ),
    FileErrorCode.TOO_MANY_BYES: gettext_noop("a second bye in round %(round)s"),
    FileErrorCode.ROUND_BEYOND: gettext_noop("round %(round)s, but the tournament has %(rounds)s rounds"),
    FileErrorCode.BAD_ROW: gettext_noop("a row is a game, a bye or an absence, and only one of them"),
    FileErrorCode.DRAW_BY_FORFEIT: gettext_noop("a forfeit cannot be a draw"),
    FileErrorCode.CAUSE_OF_RESULT: gettext_noop("a game cannot have this result by this cause"),
    FileErrorCode.HALF_LOST: gettext_noop("½–0 and 0–½ are no results of weiqi and of knock-out matches"),
    FileErrorCode.HISTORY_ORDER: gettext_noop("until_round must increase from one entry to the next"),
    FileErrorCode.NOT_A_PAIR: gettext_noop("a forbidden pair must be a list of two numbers"),
    FileErrorCode.FINAL_SIZE: gettext_noop("a final has two or four players, not %(count)s"),
    FileErrorCode.LISTED_TWICE: gettext_noop("number %(number)s is in the list twice"),
    FileErrorCode.TWICE_FIXED: gettext_noop("number %(number)s is in two fixed pairs of round %(round)s"),
    FileErrorCode.UNKNOWN_TEAM: gettext_noop("no team has number %(team)s"),
    FileErrorCode.TEAM_TWICE: gettext_noop("two teams have number %(team)s"),
    FileErrorCode.TEAM_NAME_TWICE: gettext_noop("two teams have the name “%(name)s”"),
    FileErrorCode.MEMBER_TWICE: gettext_noop("number %(number)s is in two teams, or in one twice"),
    FileErrorCode.TEAM_BUSY: gettext_noop("team %(team)s appears twice in round %(round)s"),
    FileErrorCode.LINE_UP_MISSING: gettext_noop(
        "round %(round)s: only one team of the match has a line-up; that of team %(team)s is missing"
    ),
    FileErrorCode.LINE_UP_BOARDS: gettext_noop(
        "round %(round)s: the line-up of team %(team)s does not have %(boards)s boards"
    ),
    FileErrorCode.NOT_A_MEMBER: gettext_noop(
        "round %(round)s: number %(number)s plays for team %(team)s, but is not in it"
    ),
    FileErrorCode.BOARD_COLOURS: gettext_noop(
        "numbers %(first)s and %(second)s: the colours are not those of their board"
    ),
    FileErrorCode.NO_BOARD: gettext_noop(
        "round %(round)s: numbers %(first)s and %(second)s have a game, but no board of a match"
    ),
    FileErrorCode.BOARD_MISSING: gettext_noop(
        "round %(round)s: numbers %(first)s and %(second)s sit at one board, but have no game"
    ),
}


_SENTENCES: Mapping[type[StrEnum], Mapping[Any, str]] = {
    ForeignErrorCode: FLAWS,
    FileErrorCode: DEFECTS,
    LossCode: LOSSES,
}


def problem_text(problem: Problem) -> str:
    """Say in one sentence what is wrong, with its place: ``line 7, column 96: …``, ``entries[3].number: …``,
    ``teams (12: 3, 7, 9 …), first in line 5``."""
    params: dict[str, object] = {"text": problem.place.text, **problem.params}
    params.update((key, listed(value)) for key, value in params.items() if isinstance(value, list | tuple))
    sentence = gettext(_SENTENCES[type(problem.code)][problem.code])
    if problem.severity is Severity.LOSS:
        return _counted(problem, sentence)
    sentence = escape_bidi(sentence % params)
    if "other_line" in params:
        sentence += " " + gettext("(and line %(line)s)") % {"line": params["other_line"]}
    place = _place_text(problem.place)
    return f"{place}: {sentence}" if place else sentence


def _place_text(place: Place) -> str:
    if place.line and place.column:
        return gettext("line %(line)s, column %(column)s") % {"line": place.line, "column": place.column}
    if place.column:
        return gettext("column %(column)s") % {"column": place.column}
    return gettext("line %(line)s") % {"line": place.line} if place.line else place.path


def _counted(loss: Problem, sentence: str) -> str:
    count, numbers, line = loss.params["count"], loss.params["numbers"], loss.place.line
    if loss.place.text:
        sentence = f"{sentence}: {escape_bidi(loss.place.text)}"
    if numbers:
        more = " …" if count > len(numbers) else ""
        counted = {"count": count, "numbers": f"{listed(numbers)}{more}"}
        sentence += " " + gettext("(%(count)s: %(numbers)s)") % counted
    elif count > 1:
        sentence += f" ({count})"
    if line:
        place = gettext("first in line %(line)s") if count > 1 else gettext("line %(line)s")
        sentence += f", {place % {'line': line}}"
    return sentence


def problems_text(problems: Sequence[Problem]) -> str:
    """Say the first problem, and how many more there are: one line."""
    sentence = problem_text(problems[0])
    if len(problems) > 1:
        sentence += " " + gettext("(and %(count)s more)") % {"count": len(problems) - 1}
    return sentence
