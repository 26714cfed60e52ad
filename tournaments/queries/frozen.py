"""Standings as they are frozen when a round is closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tournaments.models import Prize, Round, Section, Standing
from tournaments.pairing.knockout import KNOCKOUT
from tournaments.queries.teams.team_matches import team_settings_of
from tournaments.queries.tournament import standings_data
from tournaments.standings.ranking import standings
from tournaments.standings.team_table import team_table
from tournaments.state.bracket import stages
from tournaments.state.team_matches import TeamEvent
from tournaments.state.teams_as_players import as_tournament
from tournaments.state.tournament import Tournament


def frozen_standings(
    section: Section, tournament: Tournament, after: int, prizes: Sequence[Prize], teams: TeamEvent | None
) -> dict[str, Any]:
    """Return `standings_data` after a round, where teams meet with their table."""
    ranked = standings(tournament, after, team_size=section.counted_players)
    frozen = standings_data(ranked, tournament, prizes)
    if teams is None:
        return frozen
    knocked_out = section.system == KNOCKOUT
    came = stages(as_tournament(teams, KNOCKOUT, options=tournament.options)) if knocked_out else None
    # No ranks of players are added (WXC 6.2) where the teams' own matches rank them.
    return frozen | {
        "teams": [],
        "team_table": team_table(teams, after, team_settings_of(section).tiebreaks, came),
    }


def final_standing(section: Section) -> Standing | None:
    """The newest standings after the last round, once that is closed."""
    last = section.round_set.filter(number=section.rounds, state=Round.State.CLOSED)
    if not last.exists():
        return None
    return section.standings.filter(after_round=section.rounds).order_by("-version").first()
