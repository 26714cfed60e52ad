"""Cases of teams that meet teams."""

from __future__ import annotations

from typing import Any

from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.framed import Case
from tests.teams_world import match_at, published
from tournaments.acts.sections import draw_lots
from tournaments.models import Entry, Round, Section, Team
from tournaments.state.team_settings import TeamSettings, as_json

RULES = as_json(TeamSettings(boards=2, reserves=0))


@remembered
def of_teams(cast: Cast) -> Section:
    """The section with its eight players in four teams of two, numbered anew."""
    section = cast.section
    Section.objects.filter(pk=section.pk).update(team_rules=RULES, lots_drawn_at=None)
    players = list(section.entries.order_by("pk"))
    section.entries.update(number=None)
    for number in range(len(players) // 2):
        team = Team.objects.create(section=section, name=f"Team {number}")
        keys = [entry.pk for entry in players[2 * number : 2 * number + 2]]
        Entry.objects.filter(pk__in=keys).update(team=team)
    section.refresh_from_db()
    draw_lots(section=section, by=cast.bob)
    section.refresh_from_db()
    return section


@remembered
def with_matches(cast: Cast) -> Round:
    return published(of_teams(cast), cast.bob)


def a_roster(cast: Cast) -> dict[str, Any]:
    section = of_teams(cast)
    team = section.teams.order_by("pk")[0]
    return {"section": section, "team": team.pk, "members": [team.entries.order_by("-pk")[0].pk]}


def a_line_up(cast: Cast) -> dict[str, Any]:
    round_ = with_matches(cast)
    match = match_at(round_)
    found = [entry.number or 0 for entry in match.first.entries.order_by("-number")]
    return {"round_": round_, "match": 1, "team": match.first_id, "players": found, "reason": "ill"}


def a_forfeit(cast: Cast) -> dict[str, Any]:
    return {"round_": with_matches(cast), "match": 1, "lost_by": "first", "reason": "nobody came"}


def a_penalty(cast: Cast) -> dict[str, Any]:
    section = of_teams(cast)
    team = section.teams.order_by("pk")[0]
    return {"section": section, "team": team.pk, "match_points": "-1", "reason": "late"}


def a_leaving(cast: Cast) -> dict[str, Any]:
    section = of_teams(cast)
    return {"section": section, "team": section.teams.order_by("pk")[0].pk, "reason": "gone"}


TEAMS: dict[str, Case] = {
    "set_roster": Case(a_roster),
    "give_line_up": Case(a_line_up, who="carol", not_who="alice"),
    "forfeit_match": Case(a_forfeit, who="dave", not_who="carol"),
    "penalise_team": Case(a_penalty, who="bob", not_who="alice"),
    "withdraw_team": Case(a_leaving),
}
