"""A round about to be paired: who is there, in which group, and where in it.

*main score*   MMS or NBW, whichever comes first among the criteria; a group is one value of it, cut to whole
               points. Groups are numbered from 0 at the top; empty ones count.
*place*        the order by the criteria, then by name, of all who are paired, from 0.
*position*     the same inside a group, where the additional criterion of the round's seeding goes before the
               name.
*letters*      what a name decides, as numbers: the lot of colours and of seeding at random.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.state.gotha.criteria import Criteria
from tournaments.state.gotha.handicap import strength
from tournaments.state.gotha.scores import GoScore
from tournaments.state.gotha.settings import Additional
from tournaments.state.gotha.values import GoEvent, GoPlayer

# Where only colours are drawn by names, the letters are kept modulo this.
PARITY = 2


@dataclass(frozen=True, slots=True)
class Letters:
    """``order``: by surname, then given name; ``joined``: by both without a blank. Of the joined characters:
    the sum of code times index from 1, the sum of codes, how many."""

    order: int
    joined: int
    weighted: int
    plain: int
    length: int

    def sum_with(self, other: Letters) -> int:
        """Code times index over both names, the one that comes first by code point before the other."""
        a, b = (self, other) if self.joined < other.joined else (other, self)
        return a.weighted + b.weighted + a.length * b.plain


def letters_of(event: GoEvent) -> dict[int, Letters]:
    order = sorted(event.players, key=lambda p: (p.surname, p.given_name, p.number))
    joined = sorted(event.players, key=lambda p: (p.surname + p.given_name, p.number))
    places = {player.number: place for place, player in enumerate(order)}
    letters = {}
    for place, player in enumerate(joined):
        codes = [ord(c) for c in player.surname + player.given_name]
        weighted = sum(i * code for i, code in enumerate(codes, 1))
        letters[player.number] = Letters(places[player.number], place, weighted, sum(codes), len(codes))
    return letters


@dataclass(frozen=True, slots=True)
class GothaMember:
    """Somebody who is paired in this round. ``size``: of the group; ``above``: the thresholds, beyond which
    geography matters less; ``strength`` as a rank, for the handicap."""

    player: GoPlayer
    letters: Letters
    place: int
    category: int
    main: int
    group: int
    position: int
    size: int
    mms2: int
    nbw2: int
    above: bool
    strength: int
    balance: int
    up: int
    down: int
    byes: int
    met: frozenset[int]

    @property
    def number(self) -> int:
        return self.player.number


@dataclass(frozen=True, slots=True)
class GothaEntering:
    """``members`` by place; ``groups``: how many there are, empty ones included; ``top``: the main score of
    group 0."""

    event: GoEvent
    round: int
    members: tuple[GothaMember, ...]
    groups: int
    top: int

    @property
    def categories(self) -> int:
        return len(self.event.scoring.categories) + 1


def concerned(event: GoEvent, round_number: int) -> GoEvent:
    """What was known before the round, of those who play in it or have played: nobody else matters."""
    games = tuple(game for game in event.games if game.round < round_number)
    byes = tuple(bye for bye in event.byes if bye.round < round_number)
    numbers = {number for game in games for number in (game.white, game.black)}
    numbers |= {bye.number for bye in byes}
    players = tuple(p for p in event.players if p.number in numbers or p.plays_in(round_number))
    return replace(event, players=players, games=games, byes=byes)


def enter(event: GoEvent, round_number: int, letters: Mapping[int, Letters] | None = None) -> GothaEntering:
    """``letters`` where names are not known."""
    event = concerned(event, round_number)
    letters = letters_of(event) if letters is None else letters
    criteria = Criteria(event, round_number - 1)
    rows = criteria.values()
    playing = event.to_be_paired(round_number)
    names = {player.number: letters[player.number].order for player in playing}

    def order(player: GoPlayer, additional: int) -> tuple[tuple[int, ...], int, int]:
        return tuple(-value for value in rows[player.number]), -additional, names[player.number]

    main = {p.number: _main(event, criteria.scores[p.number]) for p in playing}
    top, lowest = _range(event, round_number - 1, main)
    height = top - lowest + 1
    further = event.weights.additional(round_number)
    inner: dict[int, list[GoPlayer]] = defaultdict(list)
    for player in sorted(playing, key=lambda p: order(p, _additional(further, p))):
        inner[event.category(player) * height + top - main[player.number]].append(player)
    where = {p.number: (group, i, len(row)) for group, row in inner.items() for i, p in enumerate(row)}
    members = []
    for place, player in enumerate(sorted(playing, key=lambda p: order(p, 0))):
        score = criteria.scores[player.number]
        group, position, size = where[player.number]
        members.append(
            GothaMember(
                player=player,
                letters=letters[player.number],
                place=place,
                category=event.category(player),
                main=main[player.number],
                group=group,
                position=position,
                size=size,
                mms2=score.mms2[-1],
                nbw2=score.nbw2[-1],
                above=is_above(event, player, score),
                strength=strength(event.handicaps, player, score.mms2[-1]),
                balance=score.balance,
                up=score.up,
                down=score.down,
                byes=score.byes,
                met=frozenset(met.opponent for met in score.meetings.values()),
            )
        )
    return GothaEntering(
        event, round_number, tuple(members), (len(event.scoring.categories) + 1) * height, top
    )


def _main(event: GoEvent, score: GoScore) -> int:
    return (score.mms2[-1] if event.by_mms else score.nbw2[-1]) // 2


def _range(event: GoEvent, played: int, main: Mapping[int, int]) -> tuple[int, int]:
    """The highest and lowest value that has a group; somebody beyond it widens it (M5)."""
    s = event.scoring
    top, lowest = (s.bar - s.zero + 2 + played, s.floor - s.zero - 1) if event.by_mms else (played, 0)
    return max(top, *main.values(), top), min(lowest, *main.values(), lowest)


def _additional(kind: Additional, player: GoPlayer) -> int:
    return {Additional.NONE: 0, Additional.RATING: player.rating, Additional.RANK: player.rank}[kind]


def is_above(event: GoEvent, player: GoPlayer, score: GoScore) -> bool:
    """Whether the player has risen above the thresholds: by wins, by rank and wins (M9), or by the start."""
    weights, nbw2 = event.weights, score.nbw2[-1]
    if nbw2 >= (event.rounds if weights.wins_threshold else 2 * event.rounds):
        return True
    if 2 * player.rank + nbw2 >= 2 * weights.rank_threshold:
        return True
    bar = event.scoring.bar - event.scoring.zero
    return weights.bar_threshold and event.start(player) >= bar
