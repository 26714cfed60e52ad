"""What the readers and writers of foreign formats share: bytes to text, tables, plain losses, last check."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

from tournaments.exchange.conversion import MOST_BYTES, ForeignErrorCode, LossCode, Losses, Problems, Reading
from tournaments.exchange.file_errors import TournamentFileError
from tournaments.exchange.reading import PARTICULARS
from tournaments.exchange.tournament_file import from_tournament, to_tournament
from tournaments.pairing.dutch.competitors import lent_points, upper_half
from tournaments.pairing.registry import FIDE_DUTCH, FIDE_TEAM
from tournaments.pairing.team_swiss.entering import table_order
from tournaments.standings.criterion import CriteriaError
from tournaments.standings.ranking import standings
from tournaments.state.team_matches import TeamEvent
from tournaments.state.team_section import in_natural_order, team_event
from tournaments.state.teams_as_players import as_tournament
from tournaments.state.time_control import TimeControl, TimeControlError
from tournaments.state.tournament import Entry, Game, Tournament, history

# Windows-1252 and its like must be named: any bytes decode with them, so they can never be detected.
ENCODINGS = {
    "utf-8": "utf-8",
    "utf-16": "utf-16",
    "gb18030": "gb18030",
    "gbk": "gb18030",
    "gb2312": "gb18030",
    "big5": "big5hkscs",
    "windows-1250": "cp1250",
    "windows-1251": "cp1251",
    "windows-1252": "cp1252",
    "windows-1258": "cp1258",
    "iso-8859-1": "cp1252",
    "iso-8859-2": "iso8859-2",
    "iso-8859-15": "iso8859-15",
    "us-ascii": "utf-8",
}
_LINES = re.compile(r"\r\n|\r|\n")


def decode_foreign(data: bytes, encoding: str | None, problems: Problems) -> tuple[str, str] | None:
    """Text and encoding: a byte order mark decides, then ``encoding``, else strict UTF-8. None: a problem."""
    if len(data) > MOST_BYTES:
        problems.add(ForeignErrorCode.TOO_LARGE, bytes=len(data), most=MOST_BYTES)
        return None
    name = _marked(data) or (encoding or "utf-8").strip().lower()
    if name not in ENCODINGS:
        problems.add(ForeignErrorCode.UNKNOWN_ENCODING, text=name, known=", ".join(ENCODINGS))
        return None
    try:
        text = data.decode(ENCODINGS[name]).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = len(_LINES.findall(before.decode("latin-1"))) + 1
        column = error.start - max(before.rfind(b"\n"), before.rfind(b"\r"))
        problems.add(ForeignErrorCode.UNREADABLE, line, column, encoding=name)
        return None
    if not text.strip():
        problems.add(ForeignErrorCode.EMPTY)
        return None
    return text, name


def _marked(data: bytes) -> str | None:
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8"
    return "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else None


def split_lines(text: str) -> list[str]:
    """Lines however they end; U+2028 and form feeds are characters like any other."""
    return _LINES.split(text)


def single_line(text: str) -> str:
    """Without line ends, tabs, control characters and double spaces."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def with_tables(tournament: Tournament) -> Tournament:
    """Number tables round by round as pairing numbers them, for files that do not hold them."""
    dutch = tournament.system == FIDE_DUTCH
    upper = upper_half(tournament, [entry.number for entry in tournament.entries]) if dutch else ()
    scores = {
        (seen.round, number): seen.entering
        + lent_points(tournament, number in upper, seen.round, tournament.rounds)
        for number, appearances in history(tournament).items()
        for seen in appearances
    }

    # By the higher score of the two, the sum, the pairing rank of the player ahead.
    def order(game: Game) -> tuple[int, int, int]:
        sign = 1 if dutch or game.round % 2 else -1
        keys = sorted((-scores[game.round, number], sign * number) for number in (game.first, game.second))
        return keys[0][0], keys[0][0] + keys[1][0], keys[0][1]

    games: list[Game] = []
    for round_number in sorted({game.round for game in tournament.games}):
        here = sorted((game for game in tournament.games if game.round == round_number), key=order)
        games += [replace(game, table=table) for table, game in enumerate(here, 1)]
    return replace(tournament, games=tuple(games))


def tables_of_matches(event: TeamEvent, system: str) -> dict[tuple[int, int], int]:
    """The same for matches of teams, by round and first team."""
    if system != FIDE_TEAM:
        return {
            (game.round, game.first): game.table for game in with_tables(as_tournament(event, system)).games
        }
    return {
        (round_number, first): table
        for round_number in {match.round for match in event.matches}
        for table, (first, _) in enumerate(table_order(event, round_number), 1)
    }


def numbered(whole: Tournament) -> Tournament:
    """Matches numbered as pairing numbers them, and the boards after them."""
    team_section = whole.teams
    if team_section is None:
        raise ValueError("no section of teams")
    tables = tables_of_matches(team_event(whole), team_section.system)
    matches = tuple(replace(match, table=tables[match.round, match.first]) for match in team_section.matches)
    places = {
        (match.round, player): (match.table - 1) * team_section.settings.boards + board
        for match in matches
        for line_up in match.line_ups or ()
        for board, player in enumerate(line_up, 1)
        if player is not None
    }
    games = tuple(replace(game, table=places[game.round, game.first]) for game in whole.games)
    return replace(whole, games=games, teams=in_natural_order(replace(team_section, matches=matches)))


def deciding_games(tournament: Tournament, losses: Losses) -> tuple[Game, ...]:
    """Return the last game of each pairing."""
    last: dict[tuple[int, frozenset[int]], Game] = {}
    for game in sorted(tournament.games, key=lambda g: (g.round, g.table, g.game)):
        key = game.round, frozenset((game.first, game.second))
        # No foreign format knows replays, corrections, nor how games ended.
        if key in last:
            losses.add(LossCode.REPLAYS, game.first)
        if game.history:
            losses.add(LossCode.CORRECTIONS, game.first)
        if game.cause:
            losses.add(LossCode.CAUSES, game.first)
        last[key] = replace(game, game=1, history=(), cause="", article="", margin=None)
    return tuple(last.values())


def of_deciding_games(tournament: Tournament, losses: Losses) -> Tournament:
    """The tournament with those games, and with everybody who was away as absent."""
    games = deciding_games(tournament, losses)
    return replace(tournament, games=games, absences=tournament.all_absences())


def check_tables(tournament: Tournament, games: Iterable[Game], losses: Losses) -> None:
    """A loss where the tables are not the ones that `with_tables` will give again."""
    games_here = replace(tournament, games=tuple(games))
    again = {(g.round, g.first): g.table for g in with_tables(games_here).games}
    for game in games_here.games:
        if again[game.round, game.first] != game.table:
            losses.add(LossCode.TABLES, about=str(game.round))


def count_plain(
    tournament: Tournament,
    losses: Losses,
    lost: Mapping[LossCode, object],
    held: Callable[[Entry], Mapping[str, str]] = lambda _entry: {},
) -> None:
    """Count what no foreign format carries, and what this one does not; ``lost``, ``held``: what is there."""
    of_none = {LossCode.SEED: tournament.seed, LossCode.OFFICIAL: tournament.official}
    for code, is_there in {**lost, **of_none}.items():
        if is_there:
            losses.add(code)
    for entry in tournament.entries:
        if entry.native_name and entry.name:
            losses.add(LossCode.NATIVE_NAMES, entry.number)
        if entry.categories:
            losses.add(LossCode.CATEGORIES, entry.number)
        if entry.group != 1:
            losses.add(LossCode.GROUPS, entry.number)
        carried = held(entry)
        if any(getattr(entry, key) != carried.get(key, "") for key in PARTICULARS):
            losses.add(LossCode.PEOPLE, entry.number)
    for pair in tournament.fixed:
        losses.add(LossCode.FIXED, pair.first)
    for foul in tournament.fouls:
        losses.add(LossCode.FOULS, foul.number)
    for game in tournament.games:
        if game.adjourned:
            losses.add(LossCode.ADJOURNED, game.first)


def declared_places(tournament: Tournament, after: int) -> tuple[dict[int, int], dict[int, int]]:
    """Rank and points by number. Criteria that this program does not know leave the system's own."""
    try:
        table = standings(tournament, after)
    except CriteriaError:
        table = standings(replace(tournament, tiebreaks=()), after)
    return {row.number: row.rank for row in table.rows}, {row.number: row.points for row in table.rows}


def finish(
    tournament: Tournament | None,
    problems: Problems,
    losses: Losses,
    *,
    headings: dict[str, str] | None = None,
    encoding: str = "utf-8",
) -> Reading:
    """The reading, after the check that every tournament file has to pass."""
    if tournament is not None and not problems:
        try:
            tournament = to_tournament(from_tournament(tournament))
        except TournamentFileError as error:
            problems.extend(error.problems)
    return Reading(
        tournament=None if problems else tournament,
        problems=tuple(problems.problems),
        losses=losses.all(),
        headings=headings or {},
        encoding=encoding,
    )


def time_control_in(text: str) -> TimeControl | None:
    """What a line for people says of the time, where it can be read; it is handed on as it is in any case."""
    with suppress(TimeControlError):
        return TimeControl.parse(text)
    return None
