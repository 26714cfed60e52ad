"""The match points that teams had after a round, as they stand beside its matches."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.models import Round, Section
from tournaments.queries.teams.team_matches import PUBLIC, team_event_of
from tournaments.standings.team_table import fraction_text
from tournaments.standings.team_tiebreaks import TeamField
from tournaments.state.team_matches import Primary


def match_points_after(round_: Round) -> Mapping[int, str]:
    """Return by number of the team its match points after this round, penalties taken off."""
    section = round_.section
    # In a knock-out they rank nobody.
    if section.system == Section.System.KNOCK_OUT:
        return {}
    before = section.round_set.filter(number__lt=round_.number, state__in=PUBLIC)
    rounds = [*before.defer("draft_input", "draft_changes"), round_]
    field = TeamField(team_event_of(section, rounds=rounds), round_.number)
    return {number: fraction_text(field.total(number, Primary.MATCH)) for number in field.rows}
