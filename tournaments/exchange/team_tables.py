"""Write teams that meet teams as tables; `spreadsheet` guards the texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tournaments.exchange.spreadsheet import Cell, Table
from tournaments.pairing.scheveningen import first_sides
from tournaments.standings.team_table import section_table
from tournaments.state.team_matches import (
    KNOCK_OUT,
    TeamEvent,
    TeamMatch,
    board_points,
    is_level,
    loses,
    match_and_board_points,
)
from tournaments.state.team_section import TeamSection, team_event
from tournaments.state.tournament import Entry, Game, Side, Tournament

MATCH_COLUMNS = (
    *("round", "match", "first number", "first team", "first native name", "first federation"),
    *("second number", "second team", "second native name", "second federation"),
    *("first board points", "second board points", "first match points", "second match points"),
    *("boards with a result", "lost without play by", "decided for", "starts"),
)
BOARD_COLUMNS = (
    *("round", "match", "board", "table", "first team", "first number", "first name", "first native name"),
    *("second team", "second number", "second name", "second native name"),
    *("moves first", "first points", "second points", "forfeit"),
)
DECIDER_COLUMNS = (
    *("round", "match", "step", "kind", "game", "first team", "first number", "first name"),
    *("first native name", "second team", "second number", "second name", "second native name"),
    *("moves first", "time of who moves first", "time of who moves second", "result"),
)
ROSTER_COLUMNS = (
    *("team number", "team", "team native name", "team federation", "withdrawn after", "place"),
    *("number", "name", "native name", "title", "federation", "rating", "games"),
)


def match_table(tournament: Tournament) -> Iterator[tuple[Cell, ...]]:
    """Yield a heading and a row per match, then one per team without an opponent."""
    team_section, event = _both(tournament)
    points = tournament.points
    match_points = team_section.settings.weighed(points)
    yield MATCH_COLUMNS
    names = {
        team.number: (team.number, team.name, team.native_name, team.federation)
        for team in team_section.teams
    }
    for match, seated in zip(event.matches, team_section.matches, strict=True):
        gained = match_and_board_points(event.rules, match)
        done = _done(event, match)
        is_played = bool(match.boards or match.lost_by)
        yield (
            match.round,
            match.table,
            *names[match.first],
            *names[match.second],
            # Empty while line-ups are secret.
            *(points.text(board) if is_played else "" for _, board in gained),
            # Not before every board has a result.
            *(match_points.text(whole) if done == event.rules.boards else "" for whole, _ in gained),
            done,
            " ".join(side for side in Side if side in loses(event.rules, match)),
            _decided(team_section, event, match),
            # Where a match has a start of its own.
            seated.starts_at.isoformat() if seated.starts_at else "",
        )
    for bye in event.byes:
        yield (bye.round, "", *names[bye.team], *("",) * 12)


def _decided(team_section: TeamSection, event: TeamEvent, match: TeamMatch) -> str:
    """Who goes on from a level match of a knock-out, by what was played or drawn beside its boards."""
    level = team_section.system == KNOCK_OUT and is_level(event.rules, match)
    return str(match.decided_for) if level and match.decided_for else ""


def _done(event: TeamEvent, match: TeamMatch) -> int:
    """Boards with a result."""
    return event.rules.boards if match.lost_by else sum(board.result is not None for board in match.boards)


def board_table(tournament: Tournament) -> Iterator[tuple[Cell, ...]]:
    """Yield a heading and a row per board, empty ones as well."""
    team_section, event = _both(tournament)
    teams = {team.number: team.name for team in team_section.teams}
    entries = {entry.number: entry for entry in tournament.entries}
    tables = {(g.round, *sorted((g.first, g.second))): g.table for g in tournament.games}
    yield BOARD_COLUMNS
    for match, seated in zip(event.matches, team_section.matches, strict=True):
        ours, theirs = board_points(event.rules, match)
        sides = first_sides(team_section.system, team_section.settings, match.round, seated.colours)
        # Nothing of line-ups that are secret: such a match has no boards here.
        for number, board in enumerate(match.boards, 1):
            first, second = board.players
            is_over = board.result is not None
            yield (
                match.round,
                match.table,
                number,
                tables.get((match.round, *sorted((first or 0, second or 0))), ""),
                teams[match.first],
                *_named(entries, first),
                teams[match.second],
                *_named(entries, second),
                "first" if sides[number - 1] else "second",
                tournament.points.text(ours[number - 1]) if is_over else "",
                tournament.points.text(theirs[number - 1]) if is_over else "",
                "forfeit" if board.forfeit else "",
            )


def decider_table(tournament: Tournament) -> Iterator[tuple[Cell, ...]]:
    """Yield a heading and a row per game of the decider boards, the first team's points first."""
    team_section = _both(tournament)[0]
    teams = {team.number: team.name for team in team_section.teams}
    entries = {entry.number: entry for entry in tournament.entries}
    yield DECIDER_COLUMNS
    for match in team_section.matches:
        boards = first_sides(team_section.system, team_section.settings, match.round, match.colours)
        for number, step in enumerate(match.steps, 1):
            for place, game in enumerate(step.games):
                yield (
                    match.round,
                    match.table,
                    number,
                    step.rule.kind,
                    place + 1,
                    teams[match.first],
                    *_named(entries, game.first),
                    teams[match.second],
                    *_named(entries, game.second),
                    "first" if step.first_begins(place, boards) else "second",
                    *map(str, step.rule.clocks),
                    # Empty while it is played.
                    game.value or "",
                )


def _named(entries: Mapping[int, Entry], number: int | None) -> tuple[Cell, ...]:
    if number is None:
        return "", "", ""
    return number, entries[number].name, entries[number].native_name


def team_standings_table(tournament: Tournament) -> Iterator[tuple[Cell, ...]]:
    """Yield a heading and a row per team, by rank after the last round whose boards all have a result."""
    team_section, _ = _both(tournament)
    table, _ = section_table(tournament)
    criteria = table["criteria"]
    names = {team.number: team for team in team_section.teams}
    yield (
        *("rank", "number", "team", "native name", "federation", "match points", "board points"),
        *("match points taken or given", "board points taken or given", *criteria),
    )
    for row in table["rows"]:
        team = names[row["team"]]
        yield (
            row["rank"],
            team.number,
            team.name,
            team.native_name,
            team.federation,
            row["match_points"],
            row["board_points"],
            *(_number(text) for text in row["penalty"] or ("", "")),
            # A criterion that compares teams with each other has no value of its own.
            *(row["values"].get(key, "") for key in criteria),
        )


def _number(text: str) -> Cell:
    """A whole number as one: below 0 its text would be guarded."""
    return int(text) if text.removeprefix("-").isdecimal() else text


def roster_table(tournament: Tournament) -> Iterator[tuple[Cell, ...]]:
    """A heading and a row per member, by team and place in the roster; ``games``: boards played."""
    event = team_event(tournament)
    entries = {entry.number: entry for entry in tournament.entries}
    played = [number for game in tournament.games if _counts(game) for number in (game.first, game.second)]
    yield ROSTER_COLUMNS
    for team in event.teams:
        for place, number in enumerate(team.members, 1):
            entry = entries[number]
            yield (
                team.number,
                team.name,
                team.native_name,
                team.federation,
                "" if team.withdrawn_after is None else team.withdrawn_after,
                place,
                number,
                entry.name,
                entry.native_name,
                entry.title,
                entry.federation,
                "" if entry.rating is None else entry.rating,
                played.count(number),
            )


def _counts(game: Game) -> bool:
    return game.game == 1 and game.result is not None and not game.forfeit


def _both(tournament: Tournament) -> tuple[TeamSection, TeamEvent]:
    """Raises `ValueError` where no teams meet."""
    event = team_event(tournament)
    if tournament.teams is None:
        raise ValueError("no section of teams")
    return tournament.teams, event


# By the beginning of the file's key, such as `matches-csv`.
TABLES: Mapping[str, Callable[[Tournament], Table]] = {
    "matches": match_table,
    "boards": board_table,
    "decider-boards": decider_table,
    "team-standings": team_standings_table,
    "rosters": roster_table,
}
