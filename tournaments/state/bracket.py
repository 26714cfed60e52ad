"""Brackets as they stand on record: the slots of round 1, who won each match, how far everybody came; and the
plan of double elimination.

*slot*     a place of round 1: two players, or one whose opponent is missing, or nobody.
*node*     a match, or the place of one. Who is in it: a number, `NOBODY` where nobody comes (a bye, two who
           both lost), None while it is not known.
*planned*  a match before anybody is in it: its round, and of which matches the winner or the loser comes.
*stage*    how far a player came; the larger is ahead, equal stages share their place.

In double elimination who loses in the upper bracket goes on in the lower one, and a second loss puts out. An
upper round is played in the round before the one in which its losers are awaited, so that both brackets go
on at once: upper round r in round 2r - 2 (the first in round 1), lower round j in round j + 1, the final in
round 2k of 2^k players, a second final in the round after it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from tournaments.state.matches import PlayerMatch, match_between, match_of
from tournaments.state.options import TWO_FINALS
from tournaments.state.tournament import Game, Tournament

NOBODY = 0
Place = int | None
Slot = tuple[int | None, int | None]


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
        """Who was beaten: `NOBODY` where nobody was."""
        if self.winner is None or self.first is None or self.other is None:
            return None
        return next((n for n in (self.first, self.other) if self.winner not in (NOBODY, n)), NOBODY)

    @property
    def beaten(self) -> tuple[int, ...]:
        """Everybody who has lost here: both, where nobody goes on."""
        if self.winner is None:
            return ()
        return tuple(n for n in (self.first, self.other) if n and n != self.winner)


def node_on_record(tournament: Tournament, round_number: int, place: Place, other: Place) -> Node:
    """The match of these two as it stands."""
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


def opening_games(tournament: Tournament) -> list[Game]:
    """The first games of round 1 in the order of their tables, from which the bracket is read."""
    return sorted(
        (game for game in tournament.games if game.round == 1 and game.game == 1),
        key=lambda game: (game.table, min(game.first, game.second)),
    )


def slots_set(tournament: Tournament) -> list[Slot]:
    """Those of a bracket that is set instead of drawn; none of another."""
    places = [number or None for number in tournament.options.places]
    return list(zip(places[::2], places[1::2], strict=True))


def slots_played(tournament: Tournament) -> list[Slot] | None:
    """The slots of round 1 as it was played, or as they were set; None where they make no bracket."""
    if tournament.options.places:
        return slots_set(tournament) if 1 in tournament.rounds_on_record else None
    pairs = [(game.first, game.second) for game in opening_games(tournament)]
    alone = [bye.number for bye in tournament.byes if bye.round == 1]
    slots = len(pairs) + len(alone)
    if slots & (slots - 1) or not slots:
        return None
    return in_slots(pairs, by_seed(tournament, alone))


def by_seed(tournament: Tournament, numbers: Sequence[int]) -> list[int]:
    """The highest seeds first, then by lot."""
    place = {number: place for place, number in enumerate(tournament.options.seeds)}
    return sorted(numbers, key=lambda number: (place.get(number, len(place)), number))


def in_slots(pairs: Sequence[tuple[int, int]], free: Sequence[int]) -> list[Slot]:
    """Those with a bye stand as far from each other as the bracket allows, the pairs in the slots between."""
    size = len(pairs) + len(free)
    width = (size - 1).bit_length()
    apart = [int(f"{k:0{width}b}"[::-1], 2) if width else 0 for k in range(size)]
    slots: list[Slot | None] = [None] * size
    for number, place in zip(free, apart, strict=False):
        slots[place] = (number, None)
    waiting = iter(pairs)
    return [slot if slot is not None else next(waiting) for slot in slots]


class BracketPart(StrEnum):
    """Where in a double elimination a match belongs."""

    UPPER = "upper"
    LOWER = "lower"
    FINAL = "final"
    SECOND_FINAL = "second-final"


@dataclass(frozen=True, slots=True)
class Feeder:
    """Who comes to a place: the winner or the loser of the match of this label."""

    label: int
    loser: bool = False


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """``label``: counted through the whole bracket, from 1; ``step``: the round within its part, from 1;
    ``feeders``: none in the first round, whose places are the slots."""

    label: int
    round: int
    part: BracketPart
    step: int
    feeders: tuple[Feeder, ...]


def bracket_rounds(players: int, elimination: str = "") -> int:
    """Rounds of a bracket for so many players, by its kind (`Options.elimination`)."""
    single = max(players - 1, 0).bit_length()
    return 2 * single + (elimination == TWO_FINALS) if elimination else single


# BracketPart, step, and place from the top.
_Key = tuple[BracketPart, int, int]


@cache
def plan_bracket(slots: int, elimination: str) -> tuple[PlannedMatch, ...]:
    """Plan a double elimination with so many slots, a power of two: by round, the upper bracket first."""
    last = slots.bit_length()
    fed: dict[_Key, tuple[tuple[_Key, bool], ...]] = {
        (BracketPart.UPPER, 1, place): () for place in range(1, slots + 1)
    }
    for step in range(2, last + 1):
        count = slots >> (step - 1)
        for place in range(1, count + 1):
            above, below = 2 * place - 1, 2 * place
            fed[BracketPart.UPPER, step, place] = (
                ((BracketPart.UPPER, step - 1, above), False),
                ((BracketPart.UPPER, step - 1, below), False),
            )
            # The losers of the first round meet; later those who are left in the lower bracket.
            here = (BracketPart.UPPER, 1) if step == 2 else (BracketPart.LOWER, 2 * step - 4)
            fed[BracketPart.LOWER, 2 * step - 3, place] = (
                ((*here, above), step == 2),
                ((*here, below), step == 2),
            )
            fed[BracketPart.LOWER, 2 * step - 2, _crossed(place, count, step)] = (
                ((BracketPart.LOWER, 2 * step - 3, _crossed(place, count, step)), False),
                ((BracketPart.UPPER, step, place), True),
            )
    lower = ((BracketPart.LOWER, 2 * last - 2, 1), False) if last > 1 else ((BracketPart.UPPER, 1, 1), True)
    fed[BracketPart.FINAL, 1, 1] = (((BracketPart.UPPER, last, 1), False), lower)
    if elimination == TWO_FINALS:
        fed[BracketPart.SECOND_FINAL, 1, 1] = (
            ((BracketPart.FINAL, 1, 1), False),
            ((BracketPart.FINAL, 1, 1), True),
        )
    parts = list(BracketPart)
    order = sorted(fed, key=lambda key: (_round_of(key, last), parts.index(key[0]), key[2]))
    labels = {key: label for label, key in enumerate(order, 1)}
    return tuple(
        PlannedMatch(
            labels[key],
            _round_of(key, last),
            key[0],
            key[1],
            tuple(Feeder(labels[source], loser) for source, loser in fed[key]),
        )
        for key in order
    )


def _crossed(place: int, count: int, step: int) -> int:
    """Return the place of the lower bracket at which the loser of this upper match arrives."""
    # By turns from the other end and from the other half, so that two who have met do so again as late as
    # possible.
    return count + 1 - place if step % 2 == 0 else (place - 1 + count // 2) % count + 1


def _round_of(key: _Key, last: int) -> int:
    part, step, _ = key
    return {
        BracketPart.UPPER: max(1, 2 * step - 2),
        BracketPart.LOWER: step + 1,
        BracketPart.FINAL: 2 * last,
        BracketPart.SECOND_FINAL: 2 * last + 1,
    }[part]


# The match of two places in a round.
NodeOf = Callable[[int, Place, Place], Node]


def nodes(planned: Iterable[PlannedMatch], slots: Sequence[Slot], node_of: NodeOf) -> dict[int, Node]:
    """The planned matches with who is in them, by label."""
    made: dict[int, Node] = {}
    for match in planned:
        if match.feeders:
            above, below = (_comes(made, feeder) for feeder in match.feeders)
        else:
            above, below = (number or NOBODY for number in slots[match.label - 1])
        if match.part is BracketPart.SECOND_FINAL and above is not None:
            final = made[match.feeders[0].label]
            # Who has not lost before and wins the final has won the tournament.
            below = below if above == final.other else NOBODY
        made[match.label] = node_of(match.round, above, below)
    return made


def _comes(made: dict[int, Node], feeder: Feeder) -> Place:
    node = made[feeder.label]
    return node.loser if feeder.loser else node.winner


def stages(tournament: Tournament) -> dict[int, int] | None:
    """Return the stage by number in a knock-out, and in a Swiss once its final has begun; else None."""
    final = tournament.options.final
    if tournament.system == "knock-out":
        if tournament.options.elimination:
            return _double_stages(tournament)
        start, playing = 0, {entry.number for entry in tournament.entries}
    elif final is not None and final.players and tournament.last_round > final.after:
        start, playing = final.after, set(final.players)
    else:
        return None
    run = _Run(start, dict.fromkeys(playing, start))
    by_match: dict[tuple[int, int, int], list[Game]] = defaultdict(list)
    for game in tournament.games:
        if game.round > start and game.first in playing and game.second in playing:
            by_match[game.round, min(game.first, game.second), max(game.first, game.second)].append(game)
    for bye in tournament.byes:
        if bye.number in playing:
            run.seen[bye.number] = max(run.seen[bye.number], bye.round)
    for _, games in sorted(by_match.items()):
        run.enter(match_of(tournament, games))
    # Those who play no final have stage 0.
    return {entry.number: run.stage(entry.number) for entry in tournament.entries}


@dataclass(slots=True)
class _Run:
    """``seen``: the last round in which somebody was in the bracket; ``lost``: the round of the first defeat;
    ``third``: 2 for winning, 1 for losing the match for third place."""

    start: int
    seen: dict[int, int]
    lost: dict[int, int] = field(default_factory=dict)
    third: dict[int, int] = field(default_factory=dict)

    def enter(self, match: PlayerMatch) -> None:
        """One more match, in order of rounds."""
        for number in match.players:
            self.seen[number] = max(self.seen[number], match.games[0].round)
            beaten = match.over and match.winner != number
            if number in self.lost and match.over:
                self.third[number] = 1 if beaten else 2
            elif beaten:
                self.lost[number] = match.games[0].round

    def stage(self, number: int) -> int:
        """Who was never in the bracket has 0; who stays away from a round has lost it."""
        if number not in self.seen or (not self.start and not self.seen[number]):
            return 0
        out = self.lost.get(number, self.seen[number] + 1)
        return 4 * (out - self.start) + self.third.get(number, 0)


def still_in_from(tournament: Tournament) -> int:
    """The lowest stage of a double elimination at which somebody has not been put out."""
    return 4 * (tournament.last_round + 1)


def _double_stages(tournament: Tournament) -> dict[int, int]:
    """By the round of the second loss; of those who are still in, the unbeaten are ahead."""
    stage = dict.fromkeys((entry.number for entry in tournament.entries), 0)
    slots = slots_played(tournament)
    if slots is None:
        return stage
    elimination = tournament.options.elimination
    planned = plan_bracket(len(slots), elimination)
    reached = nodes(planned, slots, lambda number, *both: node_on_record(tournament, number, *both))
    losses: dict[int, list[int]] = defaultdict(list)
    for match in planned:
        once = match.part is BracketPart.FINAL and elimination != TWO_FINALS
        for number in reached[match.label].beaten:
            # A single final puts out whoever loses it.
            losses[number] += [match.round] * (1 + once)
    still_in = still_in_from(tournament)
    for number in (number for slot in slots for number in slot if number):
        lost = losses[number]
        stage[number] = 4 * lost[1] if len(lost) > 1 else still_in + (not lost)
    return stage
