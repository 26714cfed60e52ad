"""A knock-out as it stands: every match of the bracket, played or to come, round by round.

*level*   one round of the bracket, or of one of the two of a double elimination. Nodes 1 and 2 lead to node 1
          of the next level, and so on; in a double elimination the plan says which match leads where.

`tournaments.pairing.knockout` pairs a round and refuses what is not decided; here an open match is an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.pairing.knockout import KNOCKOUT, final_slots
from tournaments.state.bracket import (
    NOBODY,
    BracketPart,
    Node,
    Place,
    PlannedMatch,
    Slot,
    bracket_rounds,
    node_on_record,
    nodes,
    plan_bracket,
    slots_played,
    slots_set,
)
from tournaments.state.tournament import Game, Tournament


@dataclass(frozen=True, slots=True)
class TreeLevel:
    """``third_place``: the match of those who were beaten one level before. ``beside``: games of bracket
    players that are none of its matches (a pairing changed by hand). ``planned``: of a double
    elimination, the plan of each node."""

    round: int
    nodes: tuple[Node, ...]
    third_place: Node | None = None
    beside: tuple[Game, ...] = ()
    planned: tuple[PlannedMatch, ...] = ()

    @property
    def part(self) -> BracketPart | None:
        """Of a double elimination."""
        return self.planned[0].part if self.planned else None


def bracket_tree(tournament: Tournament) -> tuple[TreeLevel, ...]:
    """Return the whole bracket, of a double elimination the upper bracket, the lower one and the finals."""
    final = tournament.options.final
    if tournament.system == KNOCKOUT:
        slots = slots_set(tournament) or slots_played(tournament)
        # Nothing is on record yet, or the first round was changed into something that is no bracket.
        if slots is None:
            return ()
        if tournament.options.elimination:
            return tuple(_double_levels(tournament, slots))
        start, third_place = 1, tournament.options.third_place
    elif final is not None and final.players and tournament.last_round > final.after:
        start, third_place, slots = final.after + 1, final.third_place, final_slots(final.players)
    else:
        return ()
    return tuple(_levels(tournament, slots, start, third_place=third_place))


def by_label(drawn: Iterable[TreeLevel]) -> dict[int, Node]:
    """The matches by their labels: counted from the first round on, that of the third place last."""
    matches: dict[int, Node] = {}
    for level in drawn:
        here = (*level.nodes, *([level.third_place] if level.third_place else []))
        labels = [match.label for match in level.planned] or range(
            len(matches) + 1, len(matches) + 1 + len(here)
        )
        matches.update(zip(labels, here, strict=True))
    return matches


def podium(drawn: Sequence[TreeLevel]) -> list[int]:
    """Who is first, second and third, 0 for a place that nobody reached; empty while that is open."""
    if not drawn or drawn[-1].nodes[0].winner is None:
        return []
    final = drawn[-1].nodes[0]
    third: Place = drawn[-1].third_place.winner if drawn[-1].third_place else None
    if drawn[-1].planned:
        third = next(
            (level.nodes[0].loser for level in reversed(drawn) if level.part is BracketPart.LOWER), None
        )
    return [final.winner or 0, final.loser or 0, third or 0]


def _levels(
    tournament: Tournament, slots: Sequence[Slot], start: int, *, third_place: bool
) -> list[TreeLevel]:
    places: list[Place] = [NOBODY if number is None else number for slot in slots for number in slot]
    everybody = {number for number in places if number}
    levels: list[TreeLevel] = []
    rounds = range(start, start + bracket_rounds(len(places)))
    for number in rounds:
        here = tuple(
            node_on_record(tournament, number, *pair) for pair in zip(places[::2], places[1::2], strict=True)
        )
        third = None
        if third_place and levels and number == rounds[-1]:
            third = node_on_record(tournament, number, *(node.loser for node in levels[-1].nodes))
        matches = (*here, *([third] if third else []))
        levels.append(TreeLevel(number, here, third, _beside(tournament, number, everybody, matches)))
        places = [node.winner for node in here]
    return levels


def _double_levels(tournament: Tournament, slots: Sequence[Slot]) -> Iterable[TreeLevel]:
    planned = plan_bracket(len(slots), tournament.options.elimination)
    reached = nodes(planned, slots, lambda number, *both: node_on_record(tournament, number, *both))
    everybody = {number for slot in slots for number in slot if number}
    rounds_shown: set[int] = set()
    for part in BracketPart:
        for step in sorted({match.step for match in planned if match.part is part}):
            level = tuple(match for match in planned if (match.part, match.step) == (part, step))
            here = tuple(reached[match.label] for match in level)
            if part is BracketPart.SECOND_FINAL and here[0].other == NOBODY:
                continue
            number = level[0].round
            in_round = [reached[match.label] for match in planned if match.round == number]
            beside = () if number in rounds_shown else _beside(tournament, number, everybody, in_round)
            rounds_shown.add(number)
            yield TreeLevel(number, here, beside=beside, planned=level)


def _beside(
    tournament: Tournament, number: int, everybody: set[int], matches: Iterable[Node]
) -> tuple[Game, ...]:
    held = {frozenset((node.first, node.other)) for node in matches}
    return tuple(
        game
        for game in tournament.games
        if game.round == number
        and game.first in everybody
        and game.second in everybody
        and frozenset((game.first, game.second)) not in held
    )
