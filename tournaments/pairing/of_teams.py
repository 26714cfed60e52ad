"""From a tournament in which teams meet teams to what pairs them, and to who has met by its record.

*competition*   a tournament whose entries are the teams and whose games are their matches (T3), or by FIDE's
                Swiss for teams the teams themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tournaments.pairing.round_robin import DOUBLE, SINGLE
from tournaments.pairing.team_swiss.inputs import NAME as FIDE_TEAM
from tournaments.state.options import Options
from tournaments.state.team_matches import Alone, Team, TeamEvent
from tournaments.state.team_section import TeamSection, team_event
from tournaments.state.teams_as_players import as_tournament
from tournaments.state.tournament import FixedPair, ForbiddenPair, Tournament


def competition_of(
    event: TeamEvent,
    system: str,
    round_number: int,
    *,
    seed: str,
    grouping: str,
    options: Options,
    forbidden: tuple[tuple[int, int], ...],
    forbidden_once: tuple[ForbiddenPair, ...],
    fixed: tuple[FixedPair, ...],
) -> Tournament | TeamEvent:
    """Return the competition that ``round_number`` is paired from; rulings by teams' numbers."""
    whole = replace(
        as_tournament(event, system, seed=seed, options=options),
        grouping=grouping,
        forbidden=forbidden,
        forbidden_once=forbidden_once,
        fixed=fixed,
    )
    if system != FIDE_TEAM:
        return whole
    return replace(
        event,
        forbidden=whole.forbidden_in(round_number),
        fixed=tuple((pair.first, pair.second) for pair in whole.fixed_in(round_number)),
    )


def competition(tournament: Tournament, round_number: int) -> Tournament | TeamEvent:
    """What pairs ``round_number``: the tournament itself, or its teams where they meet."""
    section = tournament.teams
    if section is None:
        return tournament
    then = tournament.as_paired_for(round_number)
    return competition_of(
        team_event(replace(then, teams=_before(section, round_number))),
        section.system,
        round_number,
        seed=tournament.seed,
        grouping=tournament.grouping,
        options=replace(tournament.options, first_round=section.settings.first_round),
        forbidden=section.forbidden,
        forbidden_once=section.forbidden_once,
        fixed=section.fixed,
    )


def _before(section: TeamSection, round_number: int) -> TeamSection:
    return replace(
        section,
        matches=tuple(match for match in section.matches if match.round < round_number),
        byes=tuple(bye for bye in section.byes if bye.round < round_number),
    )


def on_record(
    tournament: Tournament, round_number: int
) -> tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]]:
    """Return the (table, first, second) of a round, and who had the bye in it; of teams where they meet."""
    section = tournament.teams
    if section is None:
        games = (g for g in tournament.games if g.round == round_number and g.game == 1)
        byes = tuple(sorted(bye.number for bye in tournament.byes if bye.round == round_number))
        return tuple(sorted((g.table, g.first, g.second) for g in games)), byes
    matches = [match for match in section.matches if match.round == round_number]
    alone = {bye.team for bye in section.byes if bye.round == round_number}
    # In a round robin of teams whoever had no match was free, though no record says so.
    if matches and section.system in (SINGLE, DOUBLE):
        seated = {number for match in matches for number in (match.first, match.second)}
        alone |= {t.number for t in section.teams if t.plays_in(round_number) and t.number not in seated}
    return tuple(sorted((m.table, m.first, m.second) for m in matches)), tuple(sorted(alone))


def rounds_with_games(tournament: Tournament) -> list[int]:
    """The rounds in which anybody met, teams where they meet."""
    rows = tournament.games if tournament.teams is None else tournament.teams.matches
    return sorted({row.round for row in rows})


def without_teams(tournament: Tournament, round_number: int, away: Iterable[int]) -> Tournament:
    """The same with these teams absent from the round."""
    section, gone = tournament.teams, set(away)
    if section is None:
        raise ValueError("no section of teams")

    def absent(team: Team) -> Team:
        if team.number not in gone or not team.plays_in(round_number):
            return team
        return replace(team, absences={**team.absences, round_number: Alone.ZERO})

    return replace(tournament, teams=replace(section, teams=tuple(map(absent, section.teams))))
