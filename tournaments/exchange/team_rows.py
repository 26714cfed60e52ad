"""The key ``teams`` of the tournament file: teams that meet teams, their rosters, matches and line-ups.

``line_ups`` are rows of their own, ``{"round": 1, "team": 4, "players": [2, 3, null]}``, by board; a match
whose line-ups are not known yet has none. Settings have the keys of `TeamSettings`. The results of the boards
are those of the games between their players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tournaments.exchange.file_errors import FileErrorCode, Reader
from tournaments.exchange.pair_rules import fixed_row, read_fixed, read_forbidden, written_forbidden
from tournaments.exchange.team_steps import check_steps, read_steps
from tournaments.pairing.registry import TEAM_SYSTEMS
from tournaments.pairing.scheveningen import NAME as SCHEVENINGEN
from tournaments.pairing.scheveningen import first_sides
from tournaments.standings.criterion import CriteriaError
from tournaments.standings.team_tiebreaks import value_of
from tournaments.state.deciding import as_rows
from tournaments.state.line_ups import LineUp
from tournaments.state.points import Points
from tournaments.state.team_matches import MOST_RANK, MOST_STRENGTH, Alone, PenaltyOfTeam, Team, TeamBye
from tournaments.state.team_section import LOST, SeatedMatch, TeamSection, in_natural_order
from tournaments.state.team_settings import (
    KEYS,
    MOST_DEADLINE,
    TeamSettingError,
    TeamSettings,
    default_of,
    team_settings_as_json,
)
from tournaments.state.tournament import Entry, Game, Tournament

MOST_ROUNDS = 10_000
SIDES = ("", "first", "second")
DECIDED_BY = ("", "games", "lot", "ruling")
ABSENCES = (str(Alone.FULL), str(Alone.HALF), str(Alone.ZERO))
_ROWS = ("list", "matches", "line_ups", "byes", "penalties", "forbidden", "fixed")
_TEAM = (
    *("number", "name", "native_name", "short", "captain", "strength", "federation", "members"),
    *("withdrawn_after", "absences", "last_rank"),
)
_MATCH = (
    *("round", "table", "first", "second", "lost_by", "decided_for", "decided_by", "steps", "colours"),
    "starts",
)
_PENALTY = ("team", "round", "match", "board", "pairing")


def read_teams(reader: Reader, value: object, points: Points) -> TeamSection | None:
    """The section of teams; None where there is none. ``points``: of a board. Defects go to ``reader``."""
    if value is None:
        return None
    top = reader.mapping(value, "teams", ("system", *KEYS, *_ROWS), ("system", "list"))
    system = reader.text(top.get("system", TEAM_SYSTEMS[0]), "teams.system", TEAM_SYSTEMS)
    settings = _settings(reader, top, default_of(system))
    line_ups = _line_ups(reader, top.get("line_ups", []))
    forbidden = read_forbidden(reader, top.get("forbidden", []), "teams.forbidden")
    return in_natural_order(
        TeamSection(
            system=system,
            settings=settings,
            teams=tuple(_team(reader, row, path) for row, path in _rows(reader, top, "list")),
            matches=tuple(
                _match(reader, row, path, line_ups, settings.boards)
                for row, path in _rows(reader, top, "matches")
            ),
            byes=tuple(_bye(reader, row, path) for row, path in _rows(reader, top, "byes")),
            penalties=tuple(
                _penalty(reader, row, path, settings.weighed(points), points)
                for row, path in _rows(reader, top, "penalties")
            ),
            forbidden=tuple(pair for _, pair in forbidden.always),
            forbidden_once=tuple(pair for _, pair in forbidden.once),
            fixed=read_fixed(reader, top.get("fixed", []), "teams.fixed"),
        )
    )


def with_team_names(tournament: Tournament) -> Tournament:
    """The entries with the names of their teams, where teams meet: the rosters say who is in which."""
    team_section = tournament.teams
    if team_section is None:
        return tournament
    names = {number: team.name for team in team_section.teams for number in team.members}
    entries = (replace(entry, team=names.get(entry.number, entry.team)) for entry in tournament.entries)
    return replace(tournament, entries=tuple(entries))


def _rows(reader: Reader, top: Mapping[str, Any], key: str) -> Iterable[tuple[object, str]]:
    path = f"teams.{key}"
    return ((row, f"{path}[{i}]") for i, row in enumerate(reader.items(top.get(key, []), path)))


def _settings(reader: Reader, top: Mapping[str, Any], default: TeamSettings) -> TeamSettings:
    values: dict[str, Any] = {}
    for key in KEYS:
        if key not in top:
            continue
        value, path = top[key], f"teams.{key}"
        match getattr(default, key):
            case bool():
                values[key] = reader.boolean(value, path)
            case int():
                values[key] = reader.integer(value, path, least=0)
            case tuple():
                values[key] = reader.texts(value, path)
            case str():
                values[key] = reader.text(value, path)
            case _:
                values[key] = None if value is None else reader.integer(value, path, 0, MOST_DEADLINE)
    try:
        settings = replace(default, **values)
    except TeamSettingError as error:
        reader.blame(f"teams.{error.key}", FileErrorCode.BAD_SETTING)
        return default
    try:
        for key in settings.tiebreaks:
            value_of(key)
    except CriteriaError:
        reader.blame("teams.tiebreaks", FileErrorCode.BAD_SETTING)
    return settings


def _team(reader: Reader, row: object, path: str) -> Team:
    data = reader.mapping(row, path, _TEAM, ("number", "name"))
    absences = reader.mapping(data.get("absences", {}), f"{path}.absences", data.get("absences") or (), ())
    away: dict[int, Alone] = {}
    for key, kind in absences.items():
        if not (key.isascii() and key.isdigit() and 1 <= int(key[:6]) <= MOST_ROUNDS):
            reader.blame(f"{path}.absences", FileErrorCode.NOT_A_NUMBER, text=key[:60])
        elif reader.text(kind, f"{path}.absences.{key}", ABSENCES) in ABSENCES:
            away[int(key)] = Alone(kind)
    withdrawn, rank = data.get("withdrawn_after"), data.get("last_rank")
    return Team(
        number=reader.integer(data.get("number", 1), f"{path}.number"),
        name=reader.text(data.get("name", ""), f"{path}.name"),
        native_name=reader.text(data.get("native_name", ""), f"{path}.native_name"),
        federation=reader.text(data.get("federation", ""), f"{path}.federation"),
        members=tuple(reader.integers(data.get("members", []), f"{path}.members")),
        withdrawn_after=None
        if withdrawn is None
        else reader.integer(withdrawn, f"{path}.withdrawn_after", least=0, most=MOST_ROUNDS),
        absences=away,
        last_rank=None if rank is None else reader.integer(rank, f"{path}.last_rank", most=MOST_RANK),
        short_name=reader.text(data.get("short", ""), f"{path}.short"),
        captain=reader.text(data.get("captain", ""), f"{path}.captain"),
        strength=None
        if data.get("strength") is None
        else reader.integer(data["strength"], f"{path}.strength", 0, MOST_STRENGTH),
    )


def _line_ups(reader: Reader, value: object) -> dict[tuple[int, int], LineUp]:
    """By round and team."""
    line_ups: dict[tuple[int, int], LineUp] = {}
    for i, row in enumerate(reader.items(value, "teams.line_ups")):
        path = f"teams.line_ups[{i}]"
        data = reader.mapping(row, path, ("round", "team", "players"), ("round", "team", "players"))
        key = reader.round(data, path), reader.integer(data.get("team", 1), f"{path}.team")
        players = reader.items(data.get("players", []), f"{path}.players")
        if key in line_ups:
            reader.blame(path, FileErrorCode.TWICE_IN_ROUND, number=key[1], round=key[0])
        line_ups[key] = tuple(
            None if player is None else reader.integer(player, f"{path}.players[{board}]")
            for board, player in enumerate(players)
        )
    return line_ups


def _match(
    reader: Reader, row: object, path: str, line_ups: Mapping[tuple[int, int], LineUp], boards: int
) -> SeatedMatch:
    data = reader.mapping(row, path, _MATCH, ("round", "table", "first", "second"))
    number = reader.round(data, path)
    first, second = (reader.integer(data.get(key, 1), f"{path}.{key}") for key in ("first", "second"))
    ours, theirs = line_ups.get((number, first)), line_ups.get((number, second))
    if (ours is None) is not (theirs is None):
        reader.blame(path, FileErrorCode.LINE_UP_MISSING, round=number, team=second if ours else first)
    return SeatedMatch(
        round=number,
        table=reader.integer(data.get("table", 1), f"{path}.table"),
        first=first,
        second=second,
        line_ups=None if ours is None or theirs is None else (ours, theirs),
        lost_by=reader.text(data.get("lost_by", ""), f"{path}.lost_by", LOST),
        decided_for=reader.text(data.get("decided_for", ""), f"{path}.decided_for", SIDES),
        decided_by=reader.text(data.get("decided_by", ""), f"{path}.decided_by", DECIDED_BY),
        colours=reader.text(data.get("colours", ""), f"{path}.colours"),
        steps=read_steps(reader, data.get("steps", []), f"{path}.steps", boards),
        starts_at=reader.moment(data["starts"], f"{path}.starts") if "starts" in data else None,
    )


def _bye(reader: Reader, row: object, path: str) -> TeamBye:
    data = reader.mapping(row, path, ("round", "team"), ("round", "team"))
    return TeamBye(reader.round(data, path), reader.integer(data.get("team", 1), f"{path}.team"))


def _penalty(reader: Reader, row: object, path: str, match: Points, board: Points) -> PenaltyOfTeam:
    data = reader.mapping(row, path, _PENALTY, ("team",))
    number = data.get("round")
    return PenaltyOfTeam(
        team=reader.integer(data.get("team", 1), f"{path}.team"),
        match=_points(reader, data.get("match", "0"), f"{path}.match", match),
        board=_points(reader, data.get("board", "0"), f"{path}.board", board),
        round=None if number is None else reader.round(data, path),
        pairing=reader.boolean(data.get("pairing", True), f"{path}.pairing"),
    )


def _points(reader: Reader, value: object, path: str, points: Points) -> int:
    text = reader.text(value, path)
    try:
        points_read = Fraction(text) * points.unit
    except (ValueError, ZeroDivisionError):
        reader.blame(path, FileErrorCode.NOT_A_NUMBER, text=text[:60])
        return 0
    if points_read.denominator != 1 or abs(points_read) > 1000 * points.unit:
        reader.blame(path, FileErrorCode.NOT_A_NUMBER, text=text[:60])
        return 0
    return int(points_read)


class TeamMeaning:
    """What the rows of teams, entries and games say about each other."""

    def __init__(self, reader: Reader, team_section: TeamSection, rounds: int) -> None:
        self.reader = reader
        self.blame = reader.blame
        self.section = team_section
        self.rounds = rounds
        self.numbers = {team.number for team in team_section.teams}
        self.team_of = team_section.team_of

    def check(self, entries: Iterable[Entry], games: Sequence[tuple[str, Game]]) -> None:
        self._teams({entry.number for entry in entries})
        self._matches()
        if not self.reader.problems:
            self._boards(games)
        for i, bye in enumerate(self.section.byes):
            self._check_team(f"teams.byes[{i}]", bye.team)
        for i, penalty in enumerate(self.section.penalties):
            self._check_team(f"teams.penalties[{i}]", penalty.team)
        team_section = self.section
        pairs = [*team_section.forbidden, *((pair.one, pair.other) for pair in team_section.forbidden_once)]
        pairs += [(pair.first, pair.second) for pair in team_section.fixed]
        for pair in pairs:
            for number in pair:
                self._check_team("teams", number)

    def _check_team(self, path: str, number: int) -> None:
        if number not in self.numbers:
            self.blame(path, FileErrorCode.UNKNOWN_TEAM, team=number)

    def _teams(self, entries: set[int]) -> None:
        names: set[str] = set()
        numbers: set[int] = set()
        members: set[int] = set()
        for i, team in enumerate(self.section.teams):
            path = f"teams.list[{i}]"
            if team.number in numbers:
                self.blame(path, FileErrorCode.TEAM_TWICE, team=team.number)
            if team.name in names:
                self.blame(path, FileErrorCode.TEAM_NAME_TWICE, name=team.name)
            numbers.add(team.number)
            names.add(team.name)
            for number in team.members:
                if number not in entries:
                    self.blame(f"{path}.members", FileErrorCode.UNKNOWN_ENTRY, number=number)
                if number in members:
                    self.blame(f"{path}.members", FileErrorCode.MEMBER_TWICE, number=number)
                members.add(number)

    def _matches(self) -> None:
        busy: set[tuple[int, int]] = set()
        tables: set[tuple[int, int]] = set()
        teams = {team.number: team for team in self.section.teams}
        boards = self.section.settings.boards
        rounds = boards if self.section.system == SCHEVENINGEN else self.rounds
        for i, match in enumerate(self.section.matches):
            path = f"teams.matches[{i}]"
            if rounds and match.round > rounds:
                self.blame(path, FileErrorCode.ROUND_BEYOND, round=match.round, rounds=rounds)
            if (match.round, match.table) in tables:
                self.blame(path, FileErrorCode.TABLE_TWICE, table=match.table, round=match.round)
            tables.add((match.round, match.table))
            if match.colours and (len(match.colours) != boards or set(match.colours) - set("FS")):
                self.blame(f"{path}.colours", FileErrorCode.BAD_SETTING)
            for team in (match.first, match.second):
                self._check_team(path, team)
                if (match.round, team) in busy:
                    self.blame(path, FileErrorCode.TEAM_BUSY, team=team, round=match.round)
                busy.add((match.round, team))
            for team, players in zip((match.first, match.second), match.line_ups or (), strict=False):
                if len(players) != boards:
                    self.blame(
                        path, FileErrorCode.LINE_UP_BOARDS, round=match.round, team=team, boards=boards
                    )
                self._line_up(path, match.round, team, players)
            check_steps(
                self.reader, match.steps, path, match.round, teams.get(match.first), teams.get(match.second)
            )
        for i, bye in enumerate(self.section.byes):
            if (bye.round, bye.team) in busy:
                self.blame(f"teams.byes[{i}]", FileErrorCode.TEAM_BUSY, team=bye.team, round=bye.round)
            busy.add((bye.round, bye.team))

    def _line_up(self, path: str, round_number: int, team: int, players: LineUp) -> None:
        seen: set[int] = set()
        for number in players:
            if number is None:
                continue
            if self.team_of.get(number) != team:
                self.blame(path, FileErrorCode.NOT_A_MEMBER, number=number, team=team, round=round_number)
            if number in seen:
                self.blame(path, FileErrorCode.TWICE_IN_ROUND, number=number, round=round_number)
            seen.add(number)

    def _boards(self, games: Sequence[tuple[str, Game]]) -> None:
        """Every game is that of a board, and every board that both have filled has one."""
        wanted: dict[tuple[int, int, int], bool] = {}
        for match in self.section.matches:
            sides = first_sides(self.section.system, self.section.settings, match.round, match.colours)
            for begins, ours, theirs in zip(sides, *(match.line_ups or ((), ())), strict=False):
                if ours is not None and theirs is not None:
                    wanted[(match.round, ours, theirs) if begins else (match.round, theirs, ours)] = False
        for path, game in games:
            ours, theirs = (game.first, game.second) if game.game % 2 else (game.second, game.first)
            if (game.round, ours, theirs) in wanted:
                wanted[game.round, ours, theirs] = True
            elif (game.round, theirs, ours) in wanted:
                wanted[game.round, theirs, ours] = True
                self.blame(path, FileErrorCode.BOARD_COLOURS, first=game.first, second=game.second)
            else:
                self.blame(path, FileErrorCode.NO_BOARD, first=ours, second=theirs, round=game.round)
        for (round_number, first, second), games_here in wanted.items():
            if not games_here:
                self.blame(
                    "results", FileErrorCode.BOARD_MISSING, round=round_number, first=first, second=second
                )


def written_teams(team_section: TeamSection, points: Points) -> dict[str, Any]:
    """The JSON object that `read_teams` reads. ``points``: of a board."""
    data: dict[str, Any] = {"system": team_section.system, **team_settings_as_json(team_section.settings)}
    data["list"] = [_written_team(team) for team in team_section.teams]
    data["matches"] = [_written_match(match) for match in team_section.matches]
    data["line_ups"] = [
        {"round": match.round, "team": team, "players": list(players)}
        for match in team_section.matches
        if match.line_ups is not None
        for team, players in zip((match.first, match.second), match.line_ups, strict=True)
    ]
    optional = {
        "byes": [{"round": bye.round, "team": bye.team} for bye in team_section.byes],
        "penalties": [
            _written_penalty(penalty, team_section.settings.weighed(points), points)
            for penalty in team_section.penalties
        ],
        "forbidden": written_forbidden(team_section),
        "fixed": [fixed_row(pair) for pair in team_section.fixed],
    }
    return data | {key: rows for key, rows in optional.items() if rows}


def _written_team(team: Team) -> dict[str, Any]:
    data: dict[str, Any] = {"number": team.number, "name": team.name}
    named = {"native_name": team.native_name, "short": team.short_name, "captain": team.captain}
    named["federation"] = team.federation
    data |= {key: text for key, text in named.items() if text}
    data["members"] = list(team.members)
    for key in ("withdrawn_after", "last_rank", "strength"):
        if getattr(team, key) is not None:
            data[key] = getattr(team, key)
    if team.absences:
        data["absences"] = {str(number): str(kind) for number, kind in sorted(team.absences.items())}
    return data


def _written_match(match: SeatedMatch) -> dict[str, Any]:
    data: dict[str, Any] = {key: getattr(match, key) for key in ("round", "table", "first", "second")}
    for key in ("lost_by", "decided_for", "decided_by", "colours"):
        if getattr(match, key):
            data[key] = getattr(match, key)
    if match.starts_at is not None:
        data["starts"] = match.starts_at.isoformat()
    return {**data, "steps": as_rows(match.steps)} if match.steps else data


def _written_penalty(penalty: PenaltyOfTeam, match: Points, board: Points) -> dict[str, Any]:
    data: dict[str, Any] = {"team": penalty.team}
    if penalty.round is not None:
        data["round"] = penalty.round
    data |= {"match": match.text(penalty.match), "board": board.text(penalty.board)}
    return data if penalty.pairing else {**data, "pairing": False}
