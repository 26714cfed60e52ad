"""Who is the first team of a match (C.04.6, article 4)."""

from __future__ import annotations

from tournaments.pairing.team_swiss.entering import Entrant
from tournaments.state.team_matches import TeamEvent
from tournaments.state.tournament import Side


def first_of(event: TeamEvent, one: Entrant, other: Entrant) -> tuple[int, int]:
    """The two numbers, the one whose players begin on board 1 first."""
    leader, follower = _leader_first(event, one, other)
    if _side_of_leader(event, leader, follower) is Side.FIRST:
        return leader.number, follower.number
    return follower.number, leader.number


def _leader_first(event: TeamEvent, one: Entrant, other: Entrant) -> tuple[Entrant, Entrant]:
    """The team by whose number and history a tie between the two is broken, then the other (4.2)."""
    secondary = event.rules.secondary_colours

    def key(team: Entrant) -> tuple[int, int, int]:
        return -team.primary, -team.secondary if secondary else 0, team.number

    return (one, other) if key(one) < key(other) else (other, one)


def _side_of_leader(event: TeamEvent, leader: Entrant, follower: Entrant) -> Side:
    """Article 4.3: the first of its rules that decides."""
    if not leader.sides and not follower.sides:
        drawn = Side.FIRST if event.begins_first else Side.SECOND
        return drawn if leader.number % 2 else drawn.other
    for team, rival, side in ((leader, follower, leader.wish), (follower, leader, follower.wish)):
        # Only this one wishes, or the other wishes the other side, or less strongly.
        if side is not None and (rival.wish is not side or (team.strong and not rival.strong)):
            return side if team is leader else side.other
    if leader.difference != follower.difference:
        return Side.FIRST if leader.difference < follower.difference else Side.SECOND
    for ours, theirs in zip(reversed(leader.sides), reversed(follower.sides), strict=False):
        if ours is not theirs:
            return theirs
    if leader.wish is not None:
        return leader.wish
    return leader.sides[-1].other if leader.sides else follower.sides[-1]
