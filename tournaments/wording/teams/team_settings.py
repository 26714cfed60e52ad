"""The words for what can be set of a section of team matches."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from portal.web.words import Words
from tournaments.state.team_matches import Decider
from tournaments.wording.teams.team_standings import DECISIONS

TEAM_ORDERS: Mapping[str, Words] = {
    "fixed": _("fixed: as in the roster"),
    "free": _("free: set for each match"),
}
TEAM_EMPTY: Mapping[str, Words] = {
    "bottom": _("only below all filled ones"),
    "any": _("anywhere"),
}
TEAM_PRIMARY: Mapping[str, Words] = {"match": _("match points"), "board": _("board points")}
TEAM_BYES: Mapping[str, Words] = {
    "win": _("as for a win on every board"),
    "draw": _("as for a draw on every board"),
}
TEAM_HELPS: Mapping[str, Words] = {
    "roster_deadline": _(
        "Captains change rosters until then, later only the desk, with a reason. Empty for none."
    ),
    "half_byes": _("Which a captain may ask for, before the round is paired."),
    "forfeit_boards": _("A team with so many boards lost by forfeit loses the match; 0: never."),
    "forfeit_points": _("Such as 2.5. Empty for a win on every board."),
    "bye_points": _("Match and board points, such as 1-3. Empty for what the choice above says."),
    "secret": _(
        "Until both teams have handed in, or the deadline has passed. Otherwise everybody reads one as soon "
        "as it is handed in."
    ),
    "board_games": _("0 for half of the rounds, rounded up."),
    "board_order": _("In this order; who is level in all of them shares the rank."),
    "colours": _("A letter a board: F where the first team moves first, S the second. Empty for FSFS…"),
    "tiebreaks": _("In this order, from the points on. Empty places are left out."),
    "deciders": _("In this order. If still level, decider boards follow, or a referee decides who advances."),
    "steps": _(
        "Games that follow a level match until a team is ahead, each step with its own time control. Two "
        "time controls separated by / are those of who moves first and of who moves second."
    ),
    "first_round": _(
        "Then teams are numbered by their ranks at the last event (Teams), the others after them by the mean "
        "rating of their boards, not by lot."
    ),
    "model": _("A team has a strong claim after two matches with one colour, or with a difference of two."),
    "secondary_colours": _(
        "Between two teams with equal points, the one with more of the others is ranked higher."
    ),
    "accelerated": _("The upper half of the numbers starts with points lent for pairing (C.04.7)."),
}
TEAM_BOARD_ORDER: Mapping[str, Words] = {
    "points": _("points"),
    "per-cent": _("percentage"),
    "performance": _("performance rating"),
    "games": _("games played"),
    "team-rank": _("rank of the team"),
}
TEAM_FIRST_ROUNDS: Mapping[str, Words] = {
    "": _("by the pairing rules"),
    "cxa-2016": _("upper half draws from the lower half (CXA 2016)"),
}
TEAM_DECIDERS: Mapping[str, Words] = {str(key): DECISIONS[key] for key in Decider}
TEAM_MODELS: Mapping[str, Words] = {
    "A": _("Type A: strong claims only"),
    "B": _("Type B: strong and mild claims"),
    "none": _("none"),
}
