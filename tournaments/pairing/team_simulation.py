"""Made-up tournaments of teams that meet teams, as `tournaments.pairing.simulation` makes those of players.

Team 1 is the strongest, its members stand in order of strength, reserves last.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from tournaments.pairing.knockout import KNOCKOUT
from tournaments.pairing.registry import (
    FIDE_TEAM,
    ROUND_ROBINS,
    TEAM_SYSTEMS,
    games_by,
    pair,
    rounds_of,
)
from tournaments.pairing.simulation import FEDERATIONS, FIRST_MOVE, result_by_strength
from tournaments.pairing.values import InputCode, PairedRound, PairingInputError
from tournaments.state.line_ups import LineUp, Order
from tournaments.state.team_matches import Alone, PenaltyOfTeam, Team, TeamBye, is_level
from tournaments.state.team_section import SeatedMatch, TeamSection, team_event
from tournaments.state.team_settings import DEFAULT, TeamSettings
from tournaments.state.tournament import Entry, Game, Result, Side, Tournament

Chance = random.Random


@dataclass(frozen=True, slots=True)
class TeamMishaps:
    """How often something happens, from 0 to 1: a team is absent in a round (``byes``: how many of these are
    byes of half a match or a whole one), withdraws after a round; a match is lost without play; a board is
    forfeited, or the last one stays empty; a reserve plays; a team is penalised."""

    absences: float = 0.0
    withdrawals: float = 0.0
    byes: float = 0.0
    matches: float = 0.0
    forfeits: float = 0.0
    empty: float = 0.0
    substitutions: float = 0.0
    penalties: float = 0.0


def simulate_teams(
    teams: int,
    rounds: int,
    system: str = FIDE_TEAM,
    seed: int | str = 0,
    *,
    settings: TeamSettings = DEFAULT,
    federations: int = 20,
    total_rounds: int | None = None,
    trouble: TeamMishaps = TeamMishaps(),
) -> Tournament:
    """Make a tournament of ``teams`` with ``rounds`` rounds played, paired one by one by ``system``'s rules.

    ``total_rounds``: as `simulation.simulate` has it. At least two teams are
    always left and present. Raises as `simulation.simulate`.
    """
    if system not in TEAM_SYSTEMS:
        raise PairingInputError(InputCode.UNKNOWN_SYSTEM, system=system)
    if teams < 2:
        raise PairingInputError(InputCode.TOO_FEW, count=teams)
    if total_rounds is None:
        by_schedule = system in (*ROUND_ROBINS, KNOCKOUT)
        total_rounds = rounds_of(system, teams) if by_schedule else rounds + 1
    chance, bad = Chance(f"qiyuan|teams|{seed}"), Chance(f"qiyuan|teams|trouble|{seed}")
    entries, made = _teams(teams, settings, federations, chance)
    tournament = Tournament(
        system=games_by(system),
        entries=entries,
        name=f"Simulation {seed}: {teams} teams, {system}",
        rounds=total_rounds,
        seed=str(seed),
        teams=TeamSection(system=system, settings=settings, teams=made),
    )
    for round_number in range(1, rounds + 1):
        tournament = _with_teams_away(tournament, round_number, trouble, bad)
        paired = pair(tournament, round_number, explain=False)
        tournament = _with_round(tournament, paired, trouble, chance, bad)
    return tournament


def _teams(
    count: int, settings: TeamSettings, federations: int, chance: Chance
) -> tuple[tuple[Entry, ...], tuple[Team, ...]]:
    size = settings.boards + settings.reserves
    entries, teams = [], []
    for number in range(1, count + 1):
        code, name = FEDERATIONS[(number - 1) % max(1, min(federations, len(FEDERATIONS)))], f"Team {number}"
        ratings = sorted(
            (2400 - 15 * number + round(200 * chance.random()) for _ in range(size)), reverse=True
        )
        members = tuple(range(size * (number - 1) + 1, size * number + 1))
        entries += [
            Entry(member, f"Player {member}", federation=code, team=name, rating=rating)
            for member, rating in zip(members, ratings, strict=True)
        ]
        teams.append(Team(number, name, code, members))
    return tuple(entries), tuple(teams)


def _section(tournament: Tournament) -> TeamSection:
    if tournament.teams is None:
        raise ValueError("no section of teams")
    return tournament.teams


def _with_teams_away(
    tournament: Tournament, round_number: int, trouble: TeamMishaps, bad: Chance
) -> Tournament:
    """Note who withdraws before this round, and who is absent in it."""
    section = _section(tournament)
    left = [team.number for team in section.teams if team.withdrawn_after is None]
    gone = [n for n in left if round_number > 1 and bad.random() < trouble.withdrawals][: len(left) - 2]
    here = [n for n in left if n not in gone]
    # A knock-out knows no byes that anybody asks for.
    byes = 0.0 if section.system == KNOCKOUT else trouble.byes
    absent = {n: _kind(byes, bad) for n in here if bad.random() < trouble.absences}
    absent = dict(list(absent.items())[: len(here) - 2])
    teams = tuple(
        replace(team, withdrawn_after=round_number - 1)
        if team.number in gone
        else replace(team, absences={**team.absences, round_number: absent[team.number]})
        if team.number in absent
        else team
        for team in section.teams
    )
    return replace(tournament, teams=replace(section, teams=teams))


def _kind(byes: float, bad: Chance) -> Alone:
    if bad.random() >= byes:
        return Alone.ZERO
    return Alone.HALF if 3 * bad.random() < 2 else Alone.FULL


def _with_round(
    tournament: Tournament, paired: PairedRound, trouble: TeamMishaps, chance: Chance, bad: Chance
) -> Tournament:
    section = _section(tournament)
    teams = {team.number: team for team in section.teams}
    matches, games = list(section.matches), list(tournament.games)
    for p in paired.pairs:
        lost_by = ""
        if bad.random() < trouble.matches:
            kinds = ("first", "second") if section.system == KNOCKOUT else ("first", "second", "both")
            lost_by = bad.choice(kinds)
        sides = [_line_up(section.settings, teams[number], trouble, bad) for number in (p.first, p.second)]
        if lost_by:
            matches.append(SeatedMatch(paired.round, p.table, p.first, p.second, None, lost_by))
            continue
        match = SeatedMatch(paired.round, p.table, p.first, p.second, (sides[0], sides[1]))
        matches.append(match)
        games += _boards(tournament, match, trouble, chance, bad)
    alone = [*([paired.bye] if paired.bye else []), *paired.free]
    penalties = [
        PenaltyOfTeam(number, -1, 0, paired.round)
        for number in sorted(teams)
        if bad.random() < trouble.penalties
    ]
    section = replace(
        section,
        matches=tuple(matches),
        byes=(*section.byes, *(TeamBye(paired.round, number) for number in sorted(alone))),
        penalties=(*section.penalties, *penalties),
    )
    tournament = replace(tournament, games=tuple(games), teams=section)
    return _decided(tournament, paired.round, chance) if section.system == KNOCKOUT else tournament


def _line_up(settings: TeamSettings, team: Team, trouble: TeamMishaps, bad: Chance) -> LineUp:
    """Seat the first members, or with reserves among them, in the order that the section asks for."""
    seated = list(team.members[: settings.boards])
    if settings.reserves and bad.random() < trouble.substitutions:
        seated = bad.sample(team.members, settings.boards)
        if settings.order == Order.FIXED:
            seated.sort(key=team.members.index)
    least = settings.least or -(-settings.boards // 2)
    if settings.boards > least and bad.random() < trouble.empty:
        return (*seated[:-1], None)
    return tuple(seated)


def _boards(
    tournament: Tournament, match: SeatedMatch, trouble: TeamMishaps, chance: Chance, bad: Chance
) -> list[Game]:
    settings, games = _section(tournament).settings, []
    ratings = {entry.number: float(entry.rating or 0) for entry in tournament.entries}
    for board, (ours, theirs) in enumerate(zip(*(match.line_ups or ((), ())), strict=True), 1):
        if ours is None or theirs is None:
            continue
        first, second = (ours, theirs) if settings.first_team_begins(board) else (theirs, ours)
        table = (match.table - 1) * settings.boards + board
        result, forfeit = result_by_strength(ratings[first] - ratings[second] + FIRST_MOVE, chance), False
        if bad.random() < trouble.forfeits:
            result, forfeit = bad.choice((Result.FIRST, Result.SECOND, Result.NONE)), True
        games.append(Game(match.round, table, first, second, result, forfeit=forfeit))
    if games and all(game.forfeit for game in games):
        # Where nobody plays it is a lost match, which `TeamMishaps.matches` makes.
        games[0] = replace(games[0], result=Result.FIRST, forfeit=False)
    return games


def _decided(tournament: Tournament, round_number: int, chance: Chance) -> Tournament:
    """Let a lot decide the matches that neither boards nor deciders do: somebody has to go on."""
    section, event = _section(tournament), team_event(tournament)
    level = {
        match.table for match in event.matches if match.round == round_number and is_level(event.rules, match)
    }
    matches = tuple(
        replace(match, decided_for=str(chance.choice(tuple(Side))), decided_by="lot")
        if match.round == round_number and match.table in level
        else match
        for match in section.matches
    )
    return replace(tournament, teams=replace(section, matches=matches))
