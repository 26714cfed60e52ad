"""How the papers of teams that meet teams are set."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.paper.sheets import Drawn, PaperSheet, cut_stack
from tournaments.queries.teams.team_papers import LineUpsPage, MatchesPage, RostersPage

# So many boards have two lines each on a sheet of half a page; more stand closer.
FEW = 8


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
            "title": any(player.title or player.grade for player in members),
            "rating": any(player.rating is not None for player in members),
        }
    }


def _protocols(page: MatchesPage) -> Drawn:
    return {"many": _many(len(page.matches[0].boards))}


TEAM_SHEETS: Mapping[str, PaperSheet] = {
    "starting-teams": PaperSheet("tournaments/paper/starting_teams.html", _starting),
    "matches": PaperSheet("tournaments/paper/matches.html"),
    "match-boards": PaperSheet("tournaments/paper/match_boards.html"),
    "line-up-sheets": PaperSheet("tournaments/paper/line_up_sheets.html", _line_ups, landscape=True),
    "match-cards": PaperSheet("tournaments/paper/match_cards.html", _cards, landscape=True),
    "match-protocols": PaperSheet("tournaments/paper/match_protocols.html", _protocols),
    "team-standings": PaperSheet("tournaments/paper/team_standings.html"),
    "boards": PaperSheet("tournaments/paper/boards.html"),
    "team-crosstable": PaperSheet("tournaments/paper/team_crosstable.html", landscape=True),
}
