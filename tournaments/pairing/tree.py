"""A knock-out as it stands: every match of the bracket, played or to come, round by round.

*node*    a match, or the place of one. Who is in it: a number, `NOBODY` where nobody comes (a bye, two who
          both lost), None while it is not known.
*level*   one round of the bracket. Nodes 1 and 2 lead to node 1 of the next level, and so on.

`tournaments.pairing.knockout` pairs a round and refuses what is not decided; here an open match is an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.pairing.knockout import KNOCKOUT, Slot, final_slots, rounds_needed, slots_on_record
from tournaments.pairing.values import PairingInputError
from tournaments.state.matches import PlayerMatch, match_between
from tournaments.state.tournament import Game, Tournament

NOBODY = 0
Place = int | None


@dataclass(frozen=True, slots=True)
class Node:
    """``match``: the games on record, None before the first. ``winner``: who goes on, `NOBODY` if nobody
    does, None while it is open. ``walkover``: somebody goes on because the opponent did not come."""

    first: Place
    other: Place
    match: PlayerMatch | None = None
    winner: Place = None
    walkover: bool = False

    @property
    def loser(self) -> Place:
        """Who may play for third place: `NOBODY` where nobody was beaten."""
        if self.winner is None or self.first is None or self.other is None:
            return None
        return next((n for n in (self.first, self.other) if self.winner not in (NOBODY, n)), NOBODY)


@dataclass(frozen=True, slots=True)
class TreeLevel:
    """``third_place``: the match of those who were beaten one level before. ``beside``: games of bracket
    players that are none of its matches (a pairing changed by hand)."""

    round: int
    nodes: tuple[Node, ...]
    third_place: Node | None = None
    beside: tuple[Game, ...] = ()


def tree(tournament: Tournament) -> tuple[TreeLevel, ...]:
    """The whole bracket, from its first round to its final; empty before the first round is on record, and
    where nobody is knocked out."""
    final = tournament.options.final
    if tournament.system == KNOCKOUT:
        start, third_place = 1, tournament.options.third_place
        try:
            slots = slots_on_record(tournament)
        except PairingInputError:
            # A first round that was changed into something that is no bracket.
            return ()
    elif final is not None and final.players and tournament.last_round > final.after:
        start, third_place, slots = final.after + 1, final.third_place, final_slots(final.players)
    else:
        return ()
    return tuple(_levels(tournament, slots, start, third_place=third_place))


def _levels(
    tournament: Tournament, slots: Sequence[Slot], start: int, *, third_place: bool
) -> list[TreeLevel]:
    places: list[Place] = [NOBODY if number is None else number for slot in slots for number in slot]
    everybody = {number for number in places if number}
    levels: list[TreeLevel] = []
    rounds = range(start, start + rounds_needed(len(places)))
    for number in rounds:
        nodes = tuple(
            _node(tournament, number, *pair) for pair in zip(places[::2], places[1::2], strict=True)
        )
        third = None
        if third_place and levels and number == rounds[-1]:
            third = _node(tournament, number, *(node.loser for node in levels[-1].nodes))
        held = {frozenset((node.first, node.other)) for node in (*nodes, *([third] if third else []))}
        beside = tuple(
            game
            for game in tournament.games
            if game.round == number
            and game.first in everybody
            and game.second in everybody
            and frozenset((game.first, game.second)) not in held
        )
        levels.append(TreeLevel(number, nodes, third, beside))
        places = [node.winner for node in nodes]
    return levels


def _node(tournament: Tournament, round_number: int, place: Place, other: Place) -> Node:
    if place is None or other is None:
        return Node(place, other)
    if NOBODY in (place, other):
        return Node(place, other, winner=place or other)
    match = match_between(tournament, round_number, place, other)
    if match is not None:
        return Node(place, other, match, (match.winner or NOBODY) if match.over else None)
    alone = {bye.number for bye in tournament.byes if bye.round == round_number} & {place, other}
    if alone:
        return Node(place, other, winner=min(alone), walkover=True)
    seated = {n for game in tournament.games if game.round == round_number for n in (game.first, game.second)}
    # Neither came, unless the round is still to be played or the two were given to others by hand.
    gone = round_number in tournament.rounds_on_record and not seated & {place, other}
    return Node(place, other, winner=NOBODY if gone else None)
