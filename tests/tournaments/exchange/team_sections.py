"""Sections of team matches written down by hand."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.oracles.team_events import played
from tournaments.state.points import Points
from tournaments.state.team_matches import PenaltyOfTeam, Team, TeamBye
from tournaments.state.team_section import INVERTED, SeatedMatch, TeamSection
from tournaments.state.team_settings import TeamSettings
from tournaments.state.tournament import Entry, Game, Result, Side, Tournament

NAMES = ("Reds", "Blacks", "Greens")
NINE = tuple(
    Entry(3 * team + place, f"{NAMES[team]} {place}", federation="GER", team=NAMES[team])
    for team in range(3)
    for place in (1, 2, 3)
)
"""Three players of each of three teams."""
TEAMS = tuple(
    Team(number, name, "GER", tuple(range(3 * number - 2, 3 * number + 1)))
    for number, name in enumerate(NAMES, 1)
)


def game(round_number: int, table: int, first: int, second: int, result: str | None, **more: bool) -> Game:
    return Game(round_number, table, first, second, Result(result) if result else None, **more)


THREE_TEAMS = Tournament(
    system="wmsg2008",
    name="Three teams",
    rounds=3,
    points=Points(),
    entries=NINE,
    games=(
        game(1, 1, 1, 4, "1-0"),
        game(1, 2, 5, 2, "1-0"),
        game(1, 3, 3, 6, "0-1"),
        game(2, 1, 7, 6, "0-1"),
        game(2, 2, 4, 8, "0-1", forfeit=True),
    ),
    teams=TeamSection(
        system="wmsg2008",
        settings=TeamSettings(boards=3, reserves=0),
        teams=TEAMS,
        matches=(
            SeatedMatch(1, 1, 1, 2, ((1, 2, 3), (4, 5, 6))),
            # A reserve order, and nobody at the third board of the first team.
            SeatedMatch(2, 1, 3, 2, ((7, 8, None), (6, 4, 5))),
        ),
        byes=(TeamBye(1, 3), TeamBye(2, 1)),
    ),
)
"""Two rounds of three, each with a team alone."""


RESULTS = (Result.FIRST, Result.SECOND, Result.DRAW, None)


def random_section(
    seed: int, *, running: bool = True, teams: int | None = None, rounds: int = 4
) -> Tournament:
    """A section of teams with a reserve each, paired by FIDE's Swiss as `team_events.played` does: line-ups
    in any order, forfeited boards and matches, empty boards, byes, absences, penalties. ``running``: some
    boards of the last round have no result yet. ``teams``: four to eight where nobody says."""
    rng = random.Random(f"section {seed}")
    event, _ = played(seed, teams or rng.randrange(4, 9), rounds, disturbed=seed % 3 > 0)
    rules, size = event.rules, event.rules.boards + 1
    rosters = {n: tuple(range(size * (n - 1) + 1, size * n + 1)) for n in range(1, len(event.teams) + 1)}
    settings = TeamSettings(
        boards=rules.boards,
        reserves=1,
        primary=rules.primary,
        bye="draw",
        model=rules.model,
        secondary_colours=rules.secondary_colours,
        accelerated=event.accelerated,
    )
    last = max((match.round for match in event.matches), default=0)
    games: list[Game] = []
    matches = []
    for match in event.matches:
        sides = [list(rng.sample(rosters[team], rules.boards)) for team in (match.first, match.second)]
        line_ups = [[*map(int, side)] for side in sides]
        lost_by = {frozenset(): "", **{frozenset({side}): str(side) for side in Side}}.get(
            match.lost_by, "both"
        )
        seats = [_empty_at(rng, side) if not lost_by and rng.random() < 0.1 else side for side in line_ups]
        hidden = lost_by and rng.random() < 0.5
        matches.append(
            SeatedMatch(
                match.round,
                match.table,
                match.first,
                match.second,
                None if hidden else (tuple(seats[0]), tuple(seats[1])),
                lost_by,
            )
        )
        if not hidden:
            games += _games(rng, settings, matches[-1], running=running and match.round == last)
    teams = [
        replace(team, name=f"Team {team.number}", members=rosters[team.number], federation="GER")
        for team in event.teams
    ]
    penalties = [PenaltyOfTeam(rng.randrange(1, len(teams) + 1), -1, 0, rng.choice((1, 2, None)))] * (
        seed % 2
    )
    whole = TeamSection(
        system="fide-team",
        settings=settings,
        teams=tuple(teams),
        matches=tuple(matches),
        byes=event.byes if event.byes else (),
        penalties=tuple(penalties),
        forbidden=((1, 2),) if seed % 5 == 0 else (),
    )
    entries = (
        Entry(number, f"Player {number}", federation="GER", rating=1500 + number, team=f"Team {team}")
        for team, members in rosters.items()
        for number in members
    )
    return Tournament(
        system="wmsg2008",
        name="Random",
        rounds=event.rounds,
        points=rules.board_points,
        entries=tuple(entries),
        games=tuple(sorted(games, key=lambda item: (item.round, item.table))),
        teams=whole,
    )


def _empty_at(rng: random.Random, side: list[int]) -> list[int | None]:
    board = rng.randrange(len(side))
    return [*side[:board], None, *side[board + 1 :]]


def _games(rng: random.Random, settings: TeamSettings, match: SeatedMatch, *, running: bool) -> list[Game]:
    """Of the boards that both have filled; ``running``: some have no result yet."""
    collected = []
    lost = {"first": Result.SECOND, "second": Result.FIRST, "both": Result.NONE}.get(match.lost_by)
    for board, (ours, theirs) in enumerate(zip(*(match.line_ups or ((), ())), strict=True), 1):
        if ours is None or theirs is None:
            continue
        begins = settings.first_team_begins(board)
        first, second = (ours, theirs) if begins else (theirs, ours)
        result = rng.choice(RESULTS[: 4 if running else 3])
        forfeit = result not in (None, Result.DRAW) and rng.random() < 0.1
        if lost is not None:
            result, forfeit = lost if begins else INVERTED.get(lost, lost), True
        table = (match.table - 1) * settings.boards + board
        collected.append(Game(match.round, table, first, second, result, forfeit=forfeit))
    return collected
