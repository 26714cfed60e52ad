"""The sentences of refusals about teams that meet teams: rosters, line-ups, matches, penalties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop

from tournaments.wording.reasons import Name, number_text

TEAM: Mapping[str, str] = {
    "no-team-matches": gettext_noop("In this section players meet players, not teams."),
    "team-kept": gettext_noop("This team has been in a match or was penalised, so it stays. Withdraw it."),
    "not-for-teams": gettext_noop("Teams are paired here: this can be done only where players meet players."),
    "no-team-system": gettext_noop("Teams can be paired by these Swiss systems or as a round robin only."),
    "too-few-teams": gettext_noop("At least two teams are needed to draw lots; there are %(count)s."),
    "team-too-small": gettext_noop(
        "The team %(name)s has %(count)s players and must field at least %(least)s. Add players, or "
        "withdraw it."
    ),
    "team-too-large": gettext_noop(
        "The team %(name)s has %(count)s players; the limit is %(most)s with the reserves. Remove players, "
        "or change the settings."
    ),
    "too-few-teams-for-rounds": gettext_noop(
        "%(count)s teams have opponents for %(most)s rounds, and this section has %(rounds)s. Add teams "
        "before lots are drawn, or choose fewer rounds."
    ),
    "roster-stranger": gettext_noop("One of these players is not in this team any more. Check the roster."),
    "roster-twice": gettext_noop("Name each player of the team once."),
    "no-such-match": gettext_noop("Round %(round)s has no match %(table)s."),
    "not-in-match": gettext_noop("This team does not play match %(table)s."),
    "match-lost": gettext_noop("Match %(table)s is forfeited; its line-ups do not change any more."),
    "match-begun": gettext_noop(
        "Match %(table)s has a board that was played, so it cannot be forfeited as a whole. Forfeit its "
        "boards."
    ),
    "line-up-boards": gettext_noop("A line-up names %(boards)s boards, not %(count)s."),
    "line-up-not-a-member": gettext_noop("%(player)s is not in this team and cannot sit at board %(board)s."),
    "line-up-twice": gettext_noop("%(player)s sits at board %(at)s already, not at board %(board)s as well."),
    "line-up-away": gettext_noop(
        "%(player)s is absent or withdrawn in this round and cannot sit at board %(board)s."
    ),
    "line-up-order": gettext_noop(
        "The order is fixed: %(player)s stands above %(above)s in the roster and cannot sit below, at board "
        "%(board)s."
    ),
    "line-up-gap": gettext_noop("Board %(board)s is empty above a filled one. Empty boards come last."),
    "line-up-too-few": gettext_noop(
        "A team must field at least %(least)s players; this line-up has %(count)s."
    ),
    "line-up-board-begun": gettext_noop(
        "Something was reported of board %(board)s (table %(table)s): its players stay. Clear that first."
    ),
    "penalty-unreadable": gettext_noop(
        "“%(text)s” is no number of points that this section gives. Write it like -1, or 0 for none."
    ),
    "penalty-none": gettext_noop("Enter match points or board points, such as -1."),
    "team-withdrawn": gettext_noop("The team %(name)s has already withdrawn."),
}


def team_params(params: Mapping[str, Any], name: Name | None) -> dict[str, Any]:
    """The players of a line-up in words; ``at``: the other board at which a player is named."""
    who = name or number_text
    found: dict[str, Any] = {}
    if params.get("player"):
        found["player"] = who(params["player"])
    if params.get("other"):
        found |= {"above": who(params["other"]), "at": params["other"]}
    return found
