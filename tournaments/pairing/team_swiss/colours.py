"""Who is the first team of a match (C.04.6, article 4), and by which of its rules."""

from __future__ import annotations

from tournaments.pairing.reasons import Reason, ReasonCode
from tournaments.pairing.team_swiss.entering import Entrant
from tournaments.state.team_matches import TeamEvent
from tournaments.state.tournament import Side


def beginning_team(event: TeamEvent, team: Entrant, other: Entrant) -> tuple[int, int, Reason]:
    """The two numbers, the one whose player begins on board 1 first, and the rule that decided."""
    leader, follower = _leader_first(event, team, other)
    side, code = _side_of_leader(event, leader, follower)
    first, second = (leader, follower) if side is Side.FIRST else (follower, leader)
    return first.number, second.number, _reason(code, leader, first, second, side)


def _reason(code: ReasonCode, leader: Entrant, first: Entrant, second: Entrant, side: Side) -> Reason:
    """Each with the parameters that its sentence has."""
    if code is ReasonCode.COLOUR_DUE_BOTH:
        return Reason(code, {"first": first.number, "second": second.number})
    if code is ReasonCode.COLOUR_BALANCE:
        return Reason(code, {"player": first.number, "balance": first.difference})
    if code in (ReasonCode.COLOUR_DUE_ONE, ReasonCode.TEAM_STRONGER):
        # The one whose claim was kept.
        keeper = first if first.wish is Side.FIRST and (second.wish is None or first.strong) else second
        return Reason(code, {"player": keeper.number, "side": str(keeper.wish)})
    if code in (ReasonCode.TEAM_LEADS, ReasonCode.TEAM_ALTERNATES):
        return Reason(code, {"player": leader.number, "side": str(side)})
    return Reason(code, {"player": first.number})


def _leader_first(event: TeamEvent, team: Entrant, other: Entrant) -> tuple[Entrant, Entrant]:
    """The team by whose number and history a tie between the two is broken, then the other (4.2)."""
    secondary = event.rules.secondary_colours

    def key(team: Entrant) -> tuple[int, int, int]:
        return -team.primary, -team.secondary if secondary else 0, team.number

    return (team, other) if key(team) < key(other) else (other, team)


def _side_of_leader(event: TeamEvent, leader: Entrant, follower: Entrant) -> tuple[Side, ReasonCode]:
    """Article 4.3: the first of its rules that decides."""
    if not leader.sides and not follower.sides:
        drawn = Side.FIRST if event.begins_first else Side.SECOND
        return drawn if leader.number % 2 else drawn.other, ReasonCode.TEAM_LOT
    for team, rival, side in ((leader, follower, leader.wish), (follower, leader, follower.wish)):
        # Only this one wishes, or the other wishes the other side, or less strongly.
        if side is not None and (rival.wish is not side or (team.strong and not rival.strong)):
            code = ReasonCode.TEAM_STRONGER if rival.wish is side else ReasonCode.COLOUR_DUE_BOTH
            code = ReasonCode.COLOUR_DUE_ONE if rival.wish is None else code
            return side if team is leader else side.other, code
    if leader.difference != follower.difference:
        return (
            Side.FIRST if leader.difference < follower.difference else Side.SECOND,
            ReasonCode.COLOUR_BALANCE,
        )
    for ours, theirs in zip(reversed(leader.sides), reversed(follower.sides), strict=False):
        if ours is not theirs:
            return theirs, ReasonCode.TEAM_EXCHANGE
    if leader.wish is not None:
        return leader.wish, ReasonCode.TEAM_LEADS
    last = leader.sides[-1].other if leader.sides else follower.sides[-1]
    return last, ReasonCode.TEAM_ALTERNATES
