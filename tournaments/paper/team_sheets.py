"""How the papers of teams that meet teams are set."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.paper.sheets import Drawn, Sheet, cut_stack
from tournaments.queries.team_papers import LineUpsPage, MatchesPage, RostersPage

FEW = 8
"""Boards of which each has two lines of a sheet of half a page; more stand closer."""


def _cards(page: MatchesPage) -> Drawn:
    return {"pages": cut_stack(page.matches, 2), "many": _many(len(page.matches[0].boards))}


def _line_ups(page: LineUpsPage) -> Drawn:
    return {"pages": cut_stack(page.sheets, 2), "many": _many(page.boards)}


def _many(boards: int) -> bool:
    return boards > FEW


def _starting(page: RostersPage) -> Drawn:
    """A column that is empty for all takes no room."""
    members = [member for team in page.teams for member in team.members]
    return {
        "shown": {
            "title": any(one.title or one.grade for one in members),
            "rating": any(one.rating is not None for one in members),
        }
    }


def _protocols(page: MatchesPage) -> Drawn:
    return {"many": _many(len(page.matches[0].boards))}


TEAM_SHEETS: Mapping[str, Sheet] = {
    "starting-teams": Sheet("tournaments/paper/starting_teams.html", _starting),
    "matches": Sheet("tournaments/paper/matches.html"),
    "match-boards": Sheet("tournaments/paper/match_boards.html"),
    "line-up-sheets": Sheet("tournaments/paper/line_up_sheets.html", _line_ups, landscape=True),
    "match-cards": Sheet("tournaments/paper/match_cards.html", _cards, landscape=True),
    "match-protocols": Sheet("tournaments/paper/match_protocols.html", _protocols),
    "team-standings": Sheet("tournaments/paper/team_standings.html"),
    "boards": Sheet("tournaments/paper/boards.html"),
    "team-crosstable": Sheet("tournaments/paper/team_crosstable.html", landscape=True),
}
