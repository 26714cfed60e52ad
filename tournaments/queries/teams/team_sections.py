"""A section of team matches as a file holds it: rosters, matches, line-ups that may be known, penalties."""

from __future__ import annotations

from dataclasses import replace

from tournaments.models import Match, Section
from tournaments.queries.teams.team_matches import (
    PUBLIC,
    matches_in,
    team_event_of,
    team_settings_of,
    teams_with_rosters,
)
from tournaments.queries.tournament import ruled_pairs
from tournaments.state.deciding import played_from
from tournaments.state.team_section import SeatedMatch, TeamSection, in_natural_order


def team_section_of(section: Section) -> TeamSection:
    """Read a section of teams with their names."""
    event = team_event_of(section)
    names = {team.number: team for team in teams_with_rosters(section)}
    public = section.round_set.filter(state__in=PUBLIC)
    return in_natural_order(
        TeamSection(
            system=section.system,
            settings=team_settings_of(section),
            teams=tuple(
                replace(team, name=names[team.number].name, native_name=names[team.number].native_name)
                for team in event.teams
            ),
            # Of public rounds only; a match whose line-ups nobody has revealed has none.
            matches=tuple(_match(match) for match in matches_in(public) if match.second is not None),
            byes=event.byes,
            penalties=event.penalties,
            **ruled_pairs(section.team_pair_rules.all()),
        )
    )


def _match(match: Match) -> SeatedMatch:
    ours, theirs = match.first_line_up, match.second_line_up
    return SeatedMatch(
        round=match.round.number,
        table=match.table or 0,
        first=match.first.number or 0,
        second=(match.second.number or 0) if match.second else 0,
        line_ups=None if ours is None or theirs is None else (tuple(ours), tuple(theirs)),
        lost_by=match.lost_by,
        decided_for=match.decided_for,
        decided_by=match.decided_by,
        steps=played_from(match.steps),
        colours=match.colours,
        starts_at=match.starts_at,
    )
