"""From parsed JSON to a `Tournament`: shapes first, then what the rows say about each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.exchange.file_errors import FileErrorCode, Reader, TournamentFileError, json_kind
from tournaments.exchange.pair_rules import (
    Forbidden,
    read_fixed,
    read_forbidden,
    read_fouls,
    read_modes,
    read_options,
)
from tournaments.exchange.team_rows import TeamMeaning, read_teams, with_team_names
from tournaments.exchange.team_steps import read_steps
from tournaments.state.causes import CAUSES, DRAWN, HALF_LOST, MOST_MARGIN, ResultCause, cause_outcome
from tournaments.state.gotha.handicap import MOST_KOMI
from tournaments.state.gotha.passthrough import Carried, check_carried
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.options import Options
from tournaments.state.points import WEIGHTED, Points, PointsError, may_weigh
from tournaments.state.team_section import TeamSection
from tournaments.state.time_control import TimeControl, TimeControlError
from tournaments.state.tournament import RATED, Absence, Bye, Entry, Game, Result, Superseded, Tournament

FORMAT = "qiyuan-tournament/1"
SYSTEMS = ("wxc2015", "wmsg2008", "fide-dutch", "round-robin", "double-round-robin", "knock-out", *GO_SYSTEMS)
GROUPINGS = ("halves", "columns")
GAMES = ("xiangqi", "weiqi")
ONE_BYE = ("wxc2015", "wmsg2008", "fide-dutch", *GO_SYSTEMS)
MOST_CORRECTION = 30
RESULTS = {str(result): result for result in Result}

TOP_KEYS = frozenset(
    {
        "format",
        "name",
        "game",
        "system",
        "rounds",
        "grouping",
        "tiebreaks",
        "points",
        "time_control",
        "seed",
        "entries",
        "forbidden",
        "fixed",
        "results",
        "fouls",
        "options",
        "opengotha",
        "official",
        "teams",
    }
)
# What a file holds of an entry besides names and what the games follow from.
PARTICULARS = ("title", "grade", "declared_grade", "club", "native_club", "province", "native_province")
ENTRY_KEYS = frozenset(
    {
        "number",
        "name",
        "native_name",
        "federation",
        *PARTICULARS,
        "team",
        "group",
        "rating",
        "categories",
        "withdrawn_after",
        "absences",
        "half_byes",
        "full_byes",
        "given_name",
        "mms_correction",
        "egf",
        "ffg",
        "aga",
    }
)
POINTS_KEYS = ("win", "draw", "draw_second", "decider", "loss", "absence", "bye", "rounds")
GAME_KEYS = frozenset(
    {
        "round",
        "table",
        "first",
        "second",
        "result",
        "forfeit",
        *("cause", "article", "detail"),
        "game",
        "history",
        "adjourned",
        "handicap",
        "komi",
        *("steps", "rated"),
    }
)


@dataclass(slots=True)
class Rows:
    """The rows of ``results`` by kind, each with its path."""

    games: list[tuple[str, Game]] = field(default_factory=list)
    byes: list[tuple[str, Bye]] = field(default_factory=list)
    absences: list[tuple[str, Absence]] = field(default_factory=list)


def read_tournament(data: object) -> Tournament:
    """The tournament in parsed JSON. Raises `TournamentFileError` with every problem found."""
    reader = Reader()
    top = reader.mapping(data, "", TOP_KEYS, ("system", "entries", "results"))
    reader.text(top.get("format", FORMAT), "format", (FORMAT,))
    entries = [
        _entry(reader, row, f"entries[{i}]")
        for i, row in enumerate(reader.items(top.get("entries", []), "entries"))
    ]
    rows = Rows()
    for i, row in enumerate(reader.items(top.get("results", []), "results")):
        _result(reader, row, f"results[{i}]", rows)
    forbidden = read_forbidden(reader, top.get("forbidden", []))
    points = _points(reader, top.get("points", {}))
    teams = read_teams(reader, top.get("teams"), points)
    if teams is None and points.draw_second is not None:
        reader.blame("points.draw_second", FileErrorCode.DRAWS_OF_PLAYERS)
    paired_by = str(top.get("system", "")) if teams is None else teams.system
    if points.weights and not may_weigh(paired_by, of_teams=teams is not None):
        reader.blame("points.rounds", FileErrorCode.ROUNDS_COUNT_ONCE)
    if points.decider and (teams is not None or top.get("system") not in WEIGHTED):
        reader.blame("points.decider", FileErrorCode.DECIDERS_GIVE_NOTHING)
    tournament = Tournament(
        system=reader.text(top.get("system", SYSTEMS[0]), "system", SYSTEMS),
        entries=tuple(sorted(entries, key=lambda entry: entry.number)),
        games=tuple(sorted((game for _, game in rows.games), key=_game_order)),
        byes=tuple(sorted((bye for _, bye in rows.byes), key=lambda bye: (bye.round, bye.number))),
        absences=tuple(sorted((row for _, row in rows.absences), key=lambda row: (row.round, row.number))),
        name=reader.text(top.get("name", ""), "name"),
        game=reader.text(top.get("game", "xiangqi"), "game", GAMES),
        rounds=reader.integer(top.get("rounds", 0), "rounds", least=0, most=10_000),
        grouping=reader.text(top.get("grouping", "halves"), "grouping", GROUPINGS),
        tiebreaks=reader.texts(top.get("tiebreaks", []), "tiebreaks"),
        points=points,
        time_control=_time_control(reader, top.get("time_control")),
        seed=reader.text(top.get("seed", ""), "seed"),
        forbidden=tuple(pair for _, pair in forbidden.always),
        forbidden_once=tuple(pair for _, pair in forbidden.once),
        fixed=read_fixed(reader, top.get("fixed", [])),
        fouls=read_fouls(reader, top.get("fouls", [])),
        official=read_modes(reader, top.get("official", {})),
        options=_options(reader, top, teams, entries),
        opengotha=_carried(reader, top.get("opengotha", {})),
        teams=teams,
    )
    if not reader.problems:
        _Meaning(reader, tournament).check(entries, rows, forbidden)
    if not reader.problems and tournament.teams is not None:
        TeamMeaning(reader, tournament.teams, tournament.rounds).check(entries, rows.games)
    if reader.problems:
        raise TournamentFileError(tuple(reader.problems))
    return with_team_names(tournament)


def _options(
    reader: Reader, top: Mapping[str, Any], teams: TeamSection | None, entries: list[Entry]
) -> Options:
    """Of the teams, where they meet."""
    if teams is None:
        return read_options(reader, top.get("options"), top.get("system"), {e.number for e in entries})
    numbers = {team.number for team in teams.teams}
    return read_options(reader, top.get("options"), teams.system, numbers)


def _carried(reader: Reader, value: Any) -> Carried:
    try:
        check_carried(value)
    except ValueError as error:
        reader.blame(f"opengotha.{error}".rstrip("."), FileErrorCode.BAD_SETTING)
        return {}
    return dict(value)


def _game_order(game: Game) -> tuple[int, int, int, int]:
    return game.round, game.table, min(game.first, game.second), game.game


def _points(reader: Reader, value: object) -> Points:
    table = reader.mapping(value, "points", POINTS_KEYS, ())
    for key, text in table.items():
        if isinstance(text, bool) or not isinstance(text, str | int):
            reader.blame(f"points.{key}", FileErrorCode.NOT_TEXT, found=json_kind(text))
            return Points()
    try:
        return Points.parse({key: table[key] for key in table if key in POINTS_KEYS})
    except PointsError as error:
        reader.blame("points", FileErrorCode.BAD_POINTS, message=str(error))
        return Points()


def _time_control(reader: Reader, value: object) -> TimeControl | None:
    text = reader.text(value or "", "time_control")
    try:
        return TimeControl.parse(text) if text else None
    except TimeControlError:
        reader.blame("time_control", FileErrorCode.BAD_TIME_CONTROL, text=text)
        return None


def _entry(reader: Reader, row: object, path: str) -> Entry:
    data = reader.mapping(row, path, ENTRY_KEYS, ("number",))
    rating = data.get("rating")
    withdrawn = data.get("withdrawn_after")
    half_byes = frozenset(reader.integers(data.get("half_byes", []), f"{path}.half_byes", most=10_000))
    full_byes = frozenset(reader.integers(data.get("full_byes", []), f"{path}.full_byes", most=10_000))
    about: dict[str, Any] = {key: reader.text(data.get(key, ""), f"{path}.{key}") for key in PARTICULARS}
    return Entry(
        number=reader.integer(data.get("number", 1), f"{path}.number"),
        name=reader.text(data.get("name", ""), f"{path}.name"),
        native_name=reader.text(data.get("native_name", ""), f"{path}.native_name"),
        federation=reader.text(data.get("federation", ""), f"{path}.federation"),
        team=reader.text(data.get("team", ""), f"{path}.team"),
        group=reader.integer(data.get("group", 1), f"{path}.group", least=1, most=2),
        rating=None if rating is None else reader.integer(rating, f"{path}.rating", least=-10_000),
        categories=reader.texts(data.get("categories", []), f"{path}.categories"),
        withdrawn_after=None
        if withdrawn is None
        else reader.integer(withdrawn, f"{path}.withdrawn_after", least=0, most=10_000),
        absences=half_byes
        | full_byes
        | frozenset(reader.integers(data.get("absences", []), f"{path}.absences", most=10_000)),
        half_byes=half_byes - full_byes,
        full_byes=full_byes,
        given_name=reader.text(data.get("given_name", ""), f"{path}.given_name"),
        pins=tuple(
            (key, reader.text(data[key], f"{path}.{key}")) for key in ("egf", "ffg", "aga") if key in data
        ),
        mms_correction=reader.integer(
            data.get("mms_correction", 0),
            f"{path}.mms_correction",
            least=-MOST_CORRECTION,
            most=MOST_CORRECTION,
        ),
        **about,
    )


def _result(reader: Reader, row: object, path: str, rows: Rows) -> None:
    if isinstance(row, dict) and sum(key in row for key in ("first", "bye", "absent")) > 1:
        reader.blame(path, FileErrorCode.BAD_ROW)
    elif isinstance(row, dict) and "bye" in row:
        data = reader.mapping(row, path, ("round", "bye"), ("round",))
        number = reader.integer(data["bye"], f"{path}.bye")
        rows.byes.append((path, Bye(reader.round(data, path), number)))
    elif isinstance(row, dict) and "absent" in row:
        data = reader.mapping(row, path, ("round", "absent", "half", "full"), ("round",))
        number = reader.integer(data["absent"], f"{path}.absent")
        half = reader.boolean(data.get("half", False), f"{path}.half")
        full = reader.boolean(data.get("full", False), f"{path}.full")
        absence = Absence(reader.round(data, path), number, half=half and not full, full=full)
        rows.absences.append((path, absence))
    else:
        rows.games.append((path, _game(reader, row, path)))


def _game(reader: Reader, row: object, path: str) -> Game:
    data = reader.mapping(row, path, GAME_KEYS, ("round", "first", "second"))
    history = [
        _superseded(reader, old, f"{path}.history[{i}]")
        for i, old in enumerate(reader.items(data.get("history", []), f"{path}.history"))
    ]
    if [old.until_round for old in history] != sorted({old.until_round for old in history}):
        reader.blame(f"{path}.history", FileErrorCode.HISTORY_ORDER)
    result = _value(reader, data.get("result"), f"{path}.result")
    forfeit = reader.boolean(data.get("forfeit", False), f"{path}.forfeit")
    if forfeit and result in (*DRAWN, *HALF_LOST):
        reader.blame(path, FileErrorCode.DRAW_BY_FORFEIT)
    cause = reader.text(data.get("cause", ""), f"{path}.cause", ("", *map(str, CAUSES)))
    if cause in CAUSES and (
        result is None or cause_outcome(str(result), forfeit) not in CAUSES[ResultCause(cause)].outcomes
    ):
        reader.blame(f"{path}.cause", FileErrorCode.CAUSE_OF_RESULT)
    detail = reader.mapping(data.get("detail", {}), f"{path}.detail", ("margin",), ())
    rated = _value(reader, data.get("rated"), f"{path}.rated")
    if rated is not None and (forfeit or result in (None, rated) or rated not in RATED):
        reader.blame(f"{path}.rated", FileErrorCode.BAD_ROW)
    return Game(
        round=reader.round(data, path),
        table=reader.integer(data.get("table", 0), f"{path}.table", least=0),
        first=reader.integer(data.get("first", 1), f"{path}.first"),
        second=reader.integer(data.get("second", 1), f"{path}.second"),
        result=result,
        forfeit=forfeit,
        game=reader.integer(data.get("game", 1), f"{path}.game", most=1000),
        history=tuple(history),
        adjourned=reader.boolean(data.get("adjourned", False), f"{path}.adjourned"),
        handicap=reader.integer(data.get("handicap", 0), f"{path}.handicap", least=0, most=9),
        komi=None
        if data.get("komi") is None
        else reader.integer(data["komi"], f"{path}.komi", least=0, most=MOST_KOMI),
        cause=cause,
        article=reader.text(data.get("article", ""), f"{path}.article")[:20],
        margin=reader.integer(detail["margin"], f"{path}.detail.margin", most=MOST_MARGIN)
        if "margin" in detail
        else None,
        steps=read_steps(reader, data.get("steps", []), f"{path}.steps", 1),
        rated=rated,
    )


def _superseded(reader: Reader, row: object, path: str) -> Superseded:
    data = reader.mapping(row, path, ("result", "until_round", "forfeit"), ("result", "until_round"))
    return Superseded(
        result=_value(reader, data.get("result"), f"{path}.result"),
        until_round=reader.integer(data.get("until_round", 1), f"{path}.until_round", most=10_000),
        forfeit=reader.boolean(data.get("forfeit", False), f"{path}.forfeit"),
    )


def _value(reader: Reader, value: object, path: str) -> Result | None:
    if value is None:
        return None
    return RESULTS.get(reader.text(value, path, RESULTS))


class _Meaning:
    """What the rows of a well-formed file say about each other."""

    def __init__(self, reader: Reader, tournament: Tournament) -> None:
        self.blame: Callable[..., None] = reader.blame
        self.tournament = tournament
        self.numbers = {entry.number for entry in tournament.entries}

    def check(self, entries: list[Entry], rows: Rows, forbidden: Forbidden) -> None:
        self._entries(entries)
        seen: set[tuple[int, int]] = set()
        matches: dict[tuple[int, int, int], list[tuple[str, Game]]] = defaultdict(list)
        tables: dict[tuple[int, int], tuple[int, int]] = {}
        for path, game in rows.games:
            pair = self._pair(path, game.first, game.second)
            self._round(path, game.round)
            matches[game.round, *pair].append((path, game))
            if game.result in HALF_LOST and (
                self.tournament.game == "weiqi" or self.tournament.knocks_out_in(game.round)
            ):
                self.blame(path, FileErrorCode.HALF_LOST)
            if game.table and tables.setdefault((game.round, game.table), pair) != pair:
                self.blame(path, FileErrorCode.TABLE_TWICE, table=game.table, round=game.round)
        for (round_number, side, other), games_here in matches.items():
            path, _ = games_here[0]
            for number in sorted({side, other}):
                self._once(seen, path, round_number, number)
            self._match(games_here)
        count: dict[int, int] = defaultdict(int)
        alone: list[tuple[str, Bye | Absence]] = [*rows.byes, *rows.absences]
        for path, row in alone:
            self._check_entry(path, row.number)
            self._round(path, row.round)
            self._once(seen, path, row.round, row.number)
            if isinstance(row, Bye):
                count[row.round] += 1
                if count[row.round] == 2 and self.tournament.system in ONE_BYE:
                    self.blame(path, FileErrorCode.TOO_MANY_BYES, round=row.round)
        self._wishes(forbidden)

    def _entries(self, entries: list[Entry]) -> None:
        if not entries:
            self.blame("entries", FileErrorCode.NO_ENTRIES)
        seen: set[int] = set()
        for i, entry in enumerate(entries):
            if entry.number in seen:
                self.blame(f"entries[{i}].number", FileErrorCode.NUMBER_TWICE, number=entry.number)
            seen.add(entry.number)

    def _check_entry(self, path: str, number: int) -> None:
        if number not in self.numbers:
            self.blame(path, FileErrorCode.UNKNOWN_ENTRY, number=number)

    def _pair(self, path: str, first: int, second: int) -> tuple[int, int]:
        self._check_entry(path, first)
        self._check_entry(path, second)
        if first == second:
            self.blame(path, FileErrorCode.SELF_PAIR, number=first)
        return min(first, second), max(first, second)

    def _round(self, path: str, round_number: int) -> None:
        rounds = self.tournament.rounds
        if rounds and round_number > rounds:
            self.blame(path, FileErrorCode.ROUND_BEYOND, round=round_number, rounds=rounds)

    def _once(self, seen: set[tuple[int, int]], path: str, round_number: int, number: int) -> None:
        if (round_number, number) in seen:
            self.blame(path, FileErrorCode.TWICE_IN_ROUND, number=number, round=round_number)
        seen.add((round_number, number))

    def _match(self, games_here: list[tuple[str, Game]]) -> None:
        games = sorted(game.game for _, game in games_here)
        path, last = games_here[-1]
        if len(set(games)) < len(games):
            self.blame(path, FileErrorCode.TWICE_IN_ROUND, number=last.first, round=last.round)
        elif games != list(range(1, len(games) + 1)):
            self.blame(path, FileErrorCode.GAME_MISSING, round=last.round, table=last.table, game=games[-1])
        elif len(games) > 1 and not self.tournament.replays_in(last.round):
            self.blame(path, FileErrorCode.REPLAY, system=self.tournament.system)
        in_order = sorted(games_here, key=lambda row: row[1].game)
        begun = in_order[0][1]
        for path, game in in_order:
            # The side that moves first in game 1 is named first, and decider games follow the last game.
            pairs = {(played.first, played.second) for step in game.steps for played in step.games}
            if pairs and (pairs != {(begun.first, begun.second)} or game is not in_order[-1][1]):
                self.blame(f"{path}.steps", FileErrorCode.BAD_ROW)

    def _wishes(self, forbidden: Forbidden) -> None:
        for path, (first, other) in forbidden.always:
            self._pair(path, first, other)
        for path, row in forbidden.once:
            self._pair(path, row.one, row.other)
            self._round(path, row.round)
        fixed: set[tuple[int, int]] = set()
        for i, pair in enumerate(self.tournament.fixed):
            self._pair(f"fixed[{i}]", pair.first, pair.second)
            self._round(f"fixed[{i}]", pair.round)
            if pair.until is not None:
                self._round(f"fixed[{i}]", pair.until)
                continue
            for number in (pair.first, pair.second):
                if (pair.round, number) in fixed:
                    self.blame(f"fixed[{i}]", FileErrorCode.TWICE_FIXED, number=number, round=pair.round)
                fixed.add((pair.round, number))
        for i, foul in enumerate(self.tournament.fouls):
            self._check_entry(f"fouls[{i}]", foul.number)
