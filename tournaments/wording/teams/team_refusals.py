"""The sentences of refusals about teams that meet teams: rosters, line-ups, matches, penalties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop

from tournaments.wording.lists import listed
from tournaments.wording.reasons import Name, number_text
from tournaments.wording.times import on_the_clock, time_text

TEAM: Mapping[str, str] = {
    "no-team-matches": gettext_noop("In this section players meet players, not teams."),
    "team-kept": gettext_noop("This team has been in a match or was penalised, so it stays. Withdraw it."),
    "not-for-teams": gettext_noop("Teams are paired here: this can be done only where players meet players."),
    "no-team-system": gettext_noop("Teams cannot be paired by this system. Choose another one."),
    "only-for-teams": gettext_noop("This system pairs teams only. Choose another one, or team matches."),
    "too-few-teams": gettext_noop("At least two teams are needed to draw lots; there are %(count)s."),
    "two-teams": gettext_noop(
        "Scheveningen is for two teams; there are %(count)s. Withdraw the others, or choose another system."
    ),
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
    "match-lost": gettext_noop("Match %(table)s is forfeited; its line-ups can no longer be changed."),
    "match-begun": gettext_noop(
        "Match %(table)s has a board that was played, so it cannot be forfeited as a whole. Forfeit its "
        "boards."
    ),
    "match-stands": gettext_noop(
        "Match %(table)s has begun, is over or is forfeited, so its start can no longer be changed."
    ),
    "match-days": gettext_noop(
        "Match %(table)s would start outside the days of the event (%(days)s). First set other days in the "
        "settings of the event, or move everything by some days there."
    ),
    "roster-stands": gettext_noop(
        "The first round is published, so the board order is fixed. Ask the desk if it is wrong."
    ),
    "roster-playing": gettext_noop(
        "The boards of the team %(name)s have their players in round %(round)s: its order stands until the "
        "round is closed."
    ),
    "places-stand": gettext_noop(
        "The first round is published, and the order of both teams decides who meets whom, "
        "so it can no longer be changed."
    ),
    "boards-follow-draw": gettext_noop("The lots are drawn for %(boards)s boards in as many rounds."),
    "match-has-line-up": gettext_noop(
        "A line-up has been submitted for a match that this would change: %(matches)s. Its "
        "teams cannot be changed."
    ),
    "match-has-result": gettext_noop("This would move teams of a match that has begun: %(matches)s."),
    "tables-stand": gettext_noop(
        "By Scheveningen the tables say who meets whom. Change who sits at a board on the page of the match."
    ),
    "no-such-board": gettext_noop("Your team has no game at board %(board)s in round %(round)s."),
    "team-half-byes-used": gettext_noop(
        "The captain of a team may ask for %(limit)s half-point byes; this would be more. Ask the desk."
    ),
    "absence-by-desk": gettext_noop("The desk has set your team's score for round %(round)s. Ask there."),
    "roster-closed": gettext_noop(
        "Rosters could be changed until %(until)s. The desk can still change one, giving a reason."
    ),
    "member-played": gettext_noop(
        "%(player)s has played for the team %(name)s in this section and cannot leave it for another one."
    ),
    "no-forfeit": gettext_noop("Match %(table)s is not forfeited."),
    "not-decided": gettext_noop("Match %(table)s has not been decided."),
    "board-empty": gettext_noop("No one plays at board %(board)s, or it already has this result."),
    "no-late-team": gettext_noop("The lots were drawn without the team %(name)s, so it cannot play."),
    "team-not-withdrawn": gettext_noop("The team %(name)s has not withdrawn."),
    "no-match": gettext_noop("Your team has no match in round %(round)s."),
    "line-up-late": gettext_noop("The deadline was %(until)s: this line-up comes too late. Go to a referee."),
    "line-ups-revealed": gettext_noop(
        "The line-ups of match %(table)s have been revealed. Only a referee can change one."
    ),
    "nothing-to-reveal": gettext_noop("No match of round %(round)s waits for line-ups."),
    "no-such-account": gettext_noop("No active account has this user name or e-mail address."),
    "no-captain-link": gettext_noop("This team has no valid link to revoke."),
    "line-up-boards": gettext_noop("A line-up names %(boards)s boards, not %(count)s."),
    "line-up-not-a-member": gettext_noop("%(player)s is not in this team and cannot sit at board %(board)s."),
    "line-up-twice": gettext_noop("%(player)s sits at board %(at)s already, not at board %(board)s as well."),
    "line-up-away": gettext_noop(
        "%(player)s is absent or withdrawn in this round and cannot sit at board %(board)s."
    ),
    "line-up-order": gettext_noop(
        "The order is fixed: %(player)s is above %(above)s in the roster and cannot sit "
        "below, at board %(board)s."
    ),
    "line-up-gap": gettext_noop("Board %(board)s is empty above a filled one. Empty boards come last."),
    "line-up-too-few": gettext_noop(
        "A team must field at least %(least)s players; this line-up has %(count)s."
    ),
    "line-up-forfeits": gettext_noop(
        "Board %(boards)s is left empty: your team loses it without play. Choose a player, or confirm it."
    ),
    "not-started": gettext_noop("This game starts on %(until)s; its result can be reported from then on."),
    "line-up-board-begun": gettext_noop(
        "Board %(board)s (table %(table)s) already has a report, so its players cannot be "
        "changed. Clear the report first."
    ),
    "penalty-unreadable": gettext_noop(
        "“%(text)s” is not a number of points that this section gives. Write it like -1, or 0 for none."
    ),
    "no-knock-out": gettext_noop("Only in a knock-out must a level match be decided."),
    "match-not-level": gettext_noop("Match %(table)s is not level, or not over yet: its boards decide it."),
    "players-not-level": gettext_noop(
        "Table %(table)s is not level, or not over yet: its games decide the match."
    ),
    "players-level": gettext_noop(
        "Table %(table)s is level. Enter its decider games before you close the round."
    ),
    "steps-of-players": gettext_noop(
        "Each step is for one player a side, and the last one must decide: let it be played once more, or "
        "let a draw win for who moves second."
    ),
    "step-results": gettext_noop("Too many results: this step has %(count)s games."),
    "step-empty": gettext_noop("Step %(step)s: enter a result, or who moves first."),
    "no-such-step": gettext_noop(
        "Decider boards, step %(step)s: it is not the next one, or there is none. Reload the page."
    ),
    "step-games": gettext_noop("This step has %(count)s games: name both players of each."),
    "step-begins": gettext_noop("Say who moves first: the lot or the choice decides it."),
    "step-player": gettext_noop("Game %(board)s: choose a player of this team."),
    "step-twice": gettext_noop("A player sits at two decider boards. Choose another one."),
    "match-level": gettext_noop(
        "Match %(table)s is level. Decide on its page who advances before you close the round."
    ),
    "same-team": gettext_noop("A team cannot play against itself. Choose two teams."),
    "team-not-playing": gettext_noop("The team %(name)s does not play in round %(round)s."),
    "team-ruled": gettext_noop("There is already a rule for one of these two teams."),
    "absence-kind": gettext_noop("Choose what the team scores for this round."),
    "teams-numbered": gettext_noop("The lots are drawn: the teams have their numbers."),
    "last-rank-range": gettext_noop("A rank at the last event is 1 to %(most)s."),
    "last-rank-twice": gettext_noop("Two teams have rank %(rank)s at the last event."),
    "penalty-none": gettext_noop("Enter match points or board points, such as -1."),
    "team-withdrawn": gettext_noop("The team %(name)s has already withdrawn."),
}


def team_params(params: Mapping[str, Any], name: Name | None) -> dict[str, Any]:
    """The players of a line-up in words; ``at``: the other board at which a player is named; ``until``: a
    deadline on the clock of the event's ``zone``."""
    who = name or number_text
    values: dict[str, Any] = {}
    if params.get("player"):
        values["player"] = who(params["player"])
    if params.get("other"):
        values |= {"above": who(params["other"]), "at": params["other"]}
    if isinstance(params.get("boards"), list):
        values["boards"] = listed(params["boards"])
    if params.get("until"):
        values["until"] = time_text(on_the_clock(params["until"], params["zone"]), day=True)
    return values
