"""The words for what ranks teams that meet teams (FIDE C.07; CXA rules of 2011)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from portal.web.words import Words

TEAM_CRITERIA: Mapping[str, Words] = {
    "match-points": gettext_lazy("match points"),
    "board-points": gettext_lazy("board points"),
    "other-score": gettext_lazy("the other of match points and board points"),
    "team-direct": gettext_lazy("direct encounter of the teams"),
    "top-boards": gettext_lazy("points on board 1, then 2, …"),
    "bottom-out": gettext_lazy("board points without the last board, the last two, …"),
    "board-count": gettext_lazy("board count (the lower first)"),
    "berlin": gettext_lazy("Berlin rating of the boards"),
    "board-rate:1": gettext_lazy("rate of points on board 1, then 2, …"),
    "match-wins": gettext_lazy("matches won"),
    "team-buchholz:match": gettext_lazy("Buchholz of match points"),
    "team-buchholz:board": gettext_lazy("Buchholz of board points"),
    "team-buchholz:match/cut-1": gettext_lazy("Buchholz of match points, cut 1"),
    "emmsb": gettext_lazy("opponents' match points times own match points"),
    "emgsb": gettext_lazy("opponents' match points times own board points"),
    "emgsb/cut-1": gettext_lazy("opponents' match points times own board points, cut 1"),
    "egmsb": gettext_lazy("opponents' board points times own match points"),
    "eggsb": gettext_lazy("opponents' board points times own board points"),
    "sssc": gettext_lazy("score with the strength of schedule"),
    "ede-bt": gettext_lazy("direct encounter, board count, top boards"),
    "ede-bb": gettext_lazy("direct encounter, board count, without the last boards"),
    "ede-t": gettext_lazy("direct encounter, top boards"),
    "ede-b": gettext_lazy("direct encounter, without the last boards"),
    "team-fouls": gettext_lazy("fewer technical fouls of the members"),
    "team-lot": gettext_lazy("number of the team (lot)"),
}

# What decides a level match of a knock-out.
DECISIONS: Mapping[str, Words] = {
    "board-count": gettext_lazy("the lower board count"),
    "top-boards": gettext_lazy("the points on board 1, then 2, …"),
    "bottom-out": gettext_lazy("the points without the last board, the last two, …"),
    "decider-boards": gettext_lazy("decider boards"),
    "games": gettext_lazy("quick games"),
    "lot": gettext_lazy("a lot"),
    "ruling": gettext_lazy("a ruling"),
}


def decision_text(team: str, by: str) -> str:
    return gettext("%(team)s advances, decided by %(how)s.") % {"team": team, "how": DECISIONS[by]}


# For the head of a narrow column; codes are FIDE's.
TEAM_SHORT: Mapping[str, Words] = {
    "match-points": pgettext_lazy("column", "MP"),
    "board-points": pgettext_lazy("column", "BP"),
    "other-score": pgettext_lazy("column", "Other"),
    "team-direct": pgettext_lazy("column", "Direct"),
    "top-boards": pgettext_lazy("column", "Top boards"),
    "bottom-out": pgettext_lazy("column", "Without last"),
    "board-count": pgettext_lazy("column", "Board count"),
    "berlin": "Berlin",
    "board-rate:1": pgettext_lazy("column", "Board rate"),
    "match-wins": pgettext_lazy("column", "Wins"),
    "team-buchholz:match": "BH:MP",
    "team-buchholz:board": "BH:GP",
    "team-buchholz:match/cut-1": "BH:MP/C1",
    "emmsb": "EMMSB",
    "emgsb": "EMGSB",
    "emgsb/cut-1": "EMGSB/C1",
    "egmsb": "EGMSB",
    "eggsb": "EGGSB",
    "sssc": "SSSC",
    "ede-bt": "EDEBT",
    "ede-bb": "EDEBB",
    "ede-t": "EDET",
    "ede-b": "EDEB",
    "team-fouls": pgettext_lazy("column", "Fouls"),
    "team-lot": pgettext_lazy("column", "Lot"),
}


def default_text(board: int | None, team: str) -> str:
    """What was decided without play: a board, which ``team`` has won, or a whole match (None), which it has
    lost; no team: both have lost."""
    if board is None:
        if not team:
            return gettext("Both teams lost the match by default.")
        return gettext("%(name)s lost the match by default.") % {"name": team}
    if not team:
        return gettext("Board %(board)s: lost by default by both.") % {"board": board}
    return gettext("Board %(board)s: won by default by %(name)s.") % {"board": board, "name": team}
