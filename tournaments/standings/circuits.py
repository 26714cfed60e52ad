"""The standings of a circuit (a Grand Prix): points by place in several events, of which the best count.

*circuit*   events of a season whose places bring points to persons, whatever entries they had there.
*level*     which table of points an event has; most circuits have one table, of the level ``""``.
*share*     the places, from and to, that persons who are level in an event hold together.
*counted*   the results that make up the total: at most ``best``, and of each kind no more than its cap.
*bonus*     points beside the places, added to the total whatever is counted, unless each counts as a result.

Everything is computed in fractions; nothing depends on the order in which events or persons are handed in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from math import ceil
from operator import itemgetter
from typing import Any, Generic, Self, TypeVar

P = TypeVar("P", bound=Hashable)
MOST_EVENTS, MOST_PLACES, MOST_CAPS = 60, 200, 4


class PlaceSharing(StrEnum):
    """What persons who share places get: the average of the points of these places, or all of them the points
    of the best one."""

    AVERAGE = "average"
    BEST = "best"


class Rounding(StrEnum):
    """Of shared points, before the factor: not at all, up to whole points, up to hundredths."""

    NONE = ""
    UP = "up"
    UP2 = "up2"


class Tie(StrEnum):
    """What decides between equal totals: the highest counted result, then the next highest; first places, a
    shared one too; events played; games won less games lost between those who are still level; the result in
    the latest event of either, then in the one before; the higher rating at the last event that somebody
    played; lots that were drawn, the highest first."""

    HIGHEST = "highest"
    FIRSTS = "firsts"
    EVENTS = "events"
    BETWEEN = "between"
    LATEST = "latest"
    RATING = "rating"
    LOTS = "lots"


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitRule:
    """Hold the rule of a circuit."""

    # The points of the places from the first, by level.
    tables: Mapping[str, tuple[Fraction, ...]] = field(default_factory=dict)
    # Of every further place.
    beyond: Fraction = Fraction(0)
    sharing: PlaceSharing = PlaceSharing.AVERAGE
    # Who has equal points in an event shares places, whatever its tie-breaks say.
    by_score: bool = False
    rounding: Rounding = Rounding.NONE
    # Who is not eligible takes a place all the same and only gets no points.
    guests: bool = False
    # Who withdrew before the last round gets none.
    all_rounds: bool = False
    # How many results count, None for all.
    best: int | None = None
    # Of a kind of events at most so many.
    caps: Mapping[str, int] = field(default_factory=dict)
    # An event with fewer brings none.
    least_players: int = 0
    # Who has played fewer has no place yet.
    least_events: int = 0
    ties: tuple[Tie, ...] = ()
    # In the standings of a category places are counted among its members, else everybody keeps the points.
    among: bool = False
    # A bonus is one of the results of which the best count.
    bonus_as_result: bool = False
    # How many places go on to the final.
    qualified: int = 0

    @property
    def lines(self) -> list[tuple[str, list[str]]]:
        """The points of the places by level, as texts."""
        return [(level, [decimals(points) for points in table]) for level, table in self.tables.items()]

    def as_json(self) -> dict[str, Any]:
        return {
            name.name: value
            for name in fields(self)
            if (value := _plain(getattr(self, name.name))) not in ("", None, False, 0, "0", [], {})
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        values = dict(data)
        values["tables"] = {
            level: tuple(map(Fraction, points)) for level, points in data.get("tables", {}).items()
        }
        values["beyond"] = Fraction(data.get("beyond", 0))
        values["sharing"] = PlaceSharing(data.get("sharing", PlaceSharing.AVERAGE))
        values["rounding"] = Rounding(data.get("rounding", ""))
        values["ties"] = tuple(map(Tie, data.get("ties", ())))
        return cls(**values)


def decimals(value: Fraction) -> str:
    """What has three decimals at most, without zeros that say nothing."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return str(value) if isinstance(value, StrEnum) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitEvent(Generic[P]):
    """``standing``: who shares each place, from the first; None while the event is not over. ``pointless``:
    who takes a place and gets no points for it. ``games``: over the board, of two persons, with the halves of
    the first."""

    key: str
    day: date
    standing: tuple[tuple[P, ...], ...] | None
    level: str = ""
    factor: Fraction = Fraction(1)
    kinds: frozenset[str] = frozenset()
    bonus: Mapping[P, Fraction] = field(default_factory=dict)
    pointless: frozenset[P] = frozenset()
    games: tuple[tuple[P, P, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CircuitResult:
    """What one event brought one person. ``parts``: the points of the places ``first`` to ``first`` +
    ``sharers`` - 1; ``share``: what came of them; ``points``: times the factor."""

    event: str
    first: int
    sharers: int
    parts: tuple[Fraction, ...]
    share: Fraction
    factor: Fraction
    points: Fraction
    counted: bool = False


@dataclass(frozen=True, slots=True)
class CircuitRow(Generic[P]):
    """``place``: None for who has not played the least number of events. ``results``: by day. ``firsts``,
    ``events``: first places, events played."""

    place: int | None
    person: P
    total: Fraction
    bonus: Fraction
    results: tuple[CircuitResult, ...]
    firsts: int
    qualified: bool = False

    @property
    def events(self) -> int:
        return len(self.results)


def points_of_places(
    rule: CircuitRule, event: CircuitEvent[P], among: Collection[P] | None = None
) -> dict[P, CircuitResult]:
    """Return what the event brings each person; ``among``: who may get points, None for all."""
    if event.standing is None:
        return {}
    standing = event.standing
    enough = sum(map(len, standing)) >= rule.least_players
    if among is not None and not rule.guests:
        # Others are taken out before places are counted, unless guests take places.
        standing = tuple(tuple(person for person in group if person in among) for group in standing)
    table = rule.tables.get(event.level, ())
    results: dict[P, CircuitResult] = {}
    first = 1
    for group in standing:
        places = range(first, first + len(group))
        parts = tuple(_at(table, place, rule.beyond) for place in places)
        share = _share(parts, rule)
        factor = event.factor if enough else Fraction(0)
        for person in group:
            if person not in event.pointless and (among is None or person in among):
                results[person] = CircuitResult(
                    event.key, first, len(group), parts, share, factor, share * factor
                )
        first += len(group)
    return results


def _at(table: Sequence[Fraction], place: int, beyond: Fraction) -> Fraction:
    return table[place - 1] if place <= len(table) else beyond


def _share(parts: Sequence[Fraction], rule: CircuitRule) -> Fraction:
    if not parts:
        return Fraction(0)
    if rule.sharing is PlaceSharing.BEST:
        return parts[0]
    average = sum(parts, Fraction(0)) / len(parts)
    if rule.rounding is Rounding.UP:
        return Fraction(ceil(average))
    return Fraction(ceil(average * 100), 100) if rule.rounding is Rounding.UP2 else average


def best_results(
    points: Sequence[Fraction], kinds: Sequence[frozenset[str]], rule: CircuitRule
) -> tuple[Fraction, frozenset[int]]:
    """The greatest sum that the caps allow, and the indices of what makes it up; of equal sums the one of
    more events, then the one of earlier ones. ``points`` by day.

    A result can fall under several caps, so that taking the largest first is wrong: all counts by cap are
    gone through instead.
    """
    caps = sorted(rule.caps.items())
    most = len(points) if rule.best is None else rule.best
    # Each value is a sum over the chosen: points, how many, and a bit for each, the earliest the highest. So
    # the better of two ways to one state stays the better whatever is added.
    ways: dict[tuple[int, ...], tuple[Fraction, int, int]] = {(0,) * (len(caps) + 1): (Fraction(0), 0, 0)}
    for index, (value, its_kinds) in enumerate(zip(points, kinds, strict=True)):
        bit = 1 << (len(points) - 1 - index)
        step = (1, *(int(kind in its_kinds) for kind, _most in caps))
        limits = (most, *(cap for _kind, cap in caps))
        for state, (total, count, chosen) in list(ways.items()):
            reached = tuple(now + more for now, more in zip(state, step, strict=True))
            if all(now <= limit for now, limit in zip(reached, limits, strict=True)):
                way = (total + value, count + 1, chosen | bit)
                ways[reached] = max(ways.get(reached, way), way)
    total, _count, chosen = max(ways.values())
    indices = (index for index in range(len(points)) if chosen >> (len(points) - 1 - index) & 1)
    return total, frozenset(indices)


def circuit_standings(
    rule: CircuitRule,
    events: Iterable[CircuitEvent[P]],
    *,
    eligible: Collection[P] | None = None,
    members: Collection[P] | None = None,
    ratings: Mapping[P, int] | None = None,
    lots: Mapping[P, int] | None = None,
) -> list[CircuitRow[P]]:
    """Rank persons as far as the events have gone, by place; rows of one place are in no order.

    ``eligible``: who may get points at all, None for everybody; ``members``: of the category that they are
    of; ``ratings``: of who has one; ``lots``: that were drawn."""
    ordered = sorted(events, key=lambda event: (event.day, event.key))
    among = eligible
    if members is not None and rule.among:
        among = members if eligible is None else set(members) & set(eligible)
    by_event = [points_of_places(rule, event, among) for event in ordered]
    persons = {person for results in by_event for person in results}
    if members is not None:
        persons &= set(members)
    rows = [_row(rule, ordered, by_event, person) for person in persons]
    rows.sort(key=lambda row: (row.events >= rule.least_events, row.total), reverse=True)
    groups = [
        list(group)
        for _key, group in groupby(rows, key=lambda row: (row.events >= rule.least_events, row.total))
    ]
    for tie in rule.ties:
        groups = [
            split for group in groups for split in _decided(tie, group, ordered, ratings or {}, lots or {})
        ]
    return list(_qualified(rule, ordered, _placed(rule, groups)))


def _row(
    rule: CircuitRule,
    events: Sequence[CircuitEvent[P]],
    by_event: Sequence[Mapping[P, CircuitResult]],
    person: P,
) -> CircuitRow[P]:
    played = [
        (event, results[person]) for event, results in zip(events, by_event, strict=True) if person in results
    ]
    bonuses = [event.bonus[person] for event in events if person in event.bonus]
    apart = bonuses if rule.bonus_as_result else []
    total, counted = best_results(
        [*(result.points for _event, result in played), *apart],
        [*(event.kinds for event, _result in played), *(frozenset[str]() for _bonus in apart)],
        rule,
    )
    bonus = sum(bonuses, Fraction(0))
    if rule.bonus_as_result:
        bonus = sum((apart[index - len(played)] for index in counted if index >= len(played)), Fraction(0))
        total -= bonus
    results = tuple(
        replace(result, counted=index in counted) for index, (_event, result) in enumerate(played)
    )
    firsts = sum(result.first == 1 for result in results)
    return CircuitRow(None, person, total + bonus, bonus, results, firsts)


def _decided(
    tie: Tie,
    group: list[CircuitRow[P]],
    events: Sequence[CircuitEvent[P]],
    ratings: Mapping[P, int],
    lots: Mapping[P, int],
) -> Iterator[list[CircuitRow[P]]]:
    """Those who are level, as one criterion parts them, the best first."""
    if len(group) == 1:
        yield group
        return
    among = {row.person for row in group}
    between: Counter[P] = Counter()
    if tie is Tie.BETWEEN:
        for first, second, halves in (game for event in events for game in event.games):
            if first in among and second in among:
                between[first] += halves - 1
                between[second] += 1 - halves
    # A lot decides only where everybody has drawn one.
    drawn = all(person in lots for person in among)

    def value(row: CircuitRow[P]) -> Any:
        match tie:
            case Tie.HIGHEST:
                return tuple(
                    sorted((result.points for result in row.results if result.counted), reverse=True)
                )
            case Tie.FIRSTS:
                return row.firsts
            case Tie.EVENTS:
                return row.events
            case Tie.BETWEEN:
                return between[row.person]
            case Tie.RATING:
                return (row.person in ratings, ratings.get(row.person, 0))
            case Tie.LOTS:
                return lots[row.person] if drawn else 0
        by_event = {result.event: result.points for result in row.results}
        return tuple(by_event.get(event.key, Fraction(-1)) for event in reversed(events))

    ordered = sorted(((value(row), row) for row in group), key=itemgetter(0), reverse=True)
    for _value, level in groupby(ordered, key=itemgetter(0)):
        yield [row for _value, row in level]


def _placed(rule: CircuitRule, groups: Iterable[Sequence[CircuitRow[P]]]) -> Iterator[CircuitRow[P]]:
    place = 1
    for group in groups:
        for row in group:
            yield replace(row, place=place if row.events >= rule.least_events else None)
        place += len(group)


def _qualified(
    rule: CircuitRule, events: Sequence[CircuitEvent[P]], placed: Iterable[CircuitRow[P]]
) -> Iterator[CircuitRow[P]]:
    """Mark with whom it is certain that they qualify."""
    rows = list(placed)
    left = [event for event in events if event.standing is None]
    sharers = Counter(row.place for row in rows)
    if not left:
        for row in rows:
            # A place that is shared beyond the last one is nobody's.
            last = None if row.place is None else row.place + sharers[row.place] - 1
            yield replace(row, qualified=last is not None and last <= rule.qualified)
        return
    bounds = {row.person: _bound(rule, events, left, row) for row in rows}
    newcomer = _bound(rule, events, left, None)
    for row in rows:
        level = sum(bound >= row.total for person, bound in bounds.items() if person != row.person)
        # Nobody behind can come level with the events that are left, and those who can are fewer than the
        # places.
        certain = row.place is not None and newcomer < row.total and level < rule.qualified
        yield replace(row, qualified=certain)


def _bound(
    rule: CircuitRule,
    events: Sequence[CircuitEvent[P]],
    left: Sequence[CircuitEvent[P]],
    row: CircuitRow[P] | None,
) -> Fraction:
    """Return what the person, or somebody who has played nothing, could have at most."""
    kinds = {event.key: event.kinds for event in events}
    results = row.results if row is not None else ()
    # First in all that is left.
    first = [
        event.factor * _share((max((*rule.tables.get(event.level, ()), rule.beyond)),), rule)
        for event in left
    ]
    # A bonus that counts as a result now may be struck then.
    total, _counted = best_results(
        [*(result.points for result in results), *first],
        [*(kinds[result.event] for result in results), *(event.kinds for event in left)],
        rule,
    )
    return total + (row.bonus if row is not None else 0)
