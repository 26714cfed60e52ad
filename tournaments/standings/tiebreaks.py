"""The criteria that break ties, as a table: key, measure, how a value arises, which end is better.

Sources: WXC 2015 supplement 2.3 and 6.1, WMSG 2008 appendix 2 rule 4; readings S1 to S6 are cited
where they decide. A criterion that is a sum yields its terms, and the value is what the terms add up to:
the arithmetic that a page shows is the computation itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from tournaments.fouls import TIE_BREAKING_KINDS
from tournaments.standings.field import Field, Term
from tournaments.state.lots import Ticket, draw
from tournaments.state.points import Points
from tournaments.state.tournament import Appearance, Kind, Side

Value = int | None
Values = Mapping[int, Value]
Terms = tuple[Term, ...]


class CriteriaError(ValueError):
    """A list of criteria that cannot be used; the message holds the key it choked on."""


class Measure(StrEnum):
    """What a value counts: points in `Points` units, halves of those, or plain numbers."""

    POINTS = "points"
    HALVES = "halves"
    COUNT = "count"
    RANK = "rank"
    RATING = "rating"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Criterion:
    """``values(field, group)`` by entry number, None where the criterion cannot tell this group apart.

    ``terms`` gives one player's summands. ``smaller_first``: the smaller value is ahead.
    ``within_group``: has a value only for players whose tie reached it. ``anew``: applied again to every
    smaller group that it leaves tied (S3).
    """

    measure: Measure
    values: Callable[[Field, Sequence[int]], Values | None]
    terms: Callable[[Field, int], Terms] | None = None
    smaller_first: bool = False
    within_group: bool = False
    anew: bool = False


# Sums over the opponents


def opponents(field: Field, number: int) -> Terms:
    """Buchholz: every opponent's points as they stand. A bye counts the lowest points of all (S5), a
    forfeit the scheduled opponent's, for both (S1), an absence 0; a game without a result nothing yet."""
    known = field.memo.get(number)
    if known is not None:
        return known
    points, lowest = field.points, field.lowest
    terms = []
    for a in field.meetings[number]:
        if a.kind is Kind.PLAYED or a.kind is Kind.FORFEIT:
            amount = points[a.opponent] if a.opponent is not None else 0
        elif a.kind is Kind.BYE:
            amount = lowest
        elif a.kind is Kind.FREE:
            continue
        else:
            amount = 0
        terms.append(Term(a.round, a.kind, a.opponent, amount))
    field.memo[number] = tuple(terms)
    return field.memo[number]


def _sos_minus(skipped: int) -> Criterion:
    """SOS less the opponents of rounds 1 to ``skipped`` (WMSG rule 4)."""

    def values(field: Field, group: Sequence[int]) -> Values:
        return {n: sum(t.points for t in opponents(field, n) if t.round > skipped) for n in group}

    def terms(field: Field, number: int) -> Terms:
        return tuple(t._replace(counted=t.round > skipped) for t in opponents(field, number))

    return Criterion(Measure.POINTS, values, terms)


def _without(field: Field, number: int, *, weakest: int, strongest: int) -> Terms:
    terms = opponents(field, number)
    order = sorted(range(len(terms)), key=lambda i: (terms[i].points, terms[i].round))
    kept = set(order[weakest : max(weakest, len(order) - strongest)])
    return tuple(t._replace(counted=i in kept) for i, t in enumerate(terms))


def drawn(field: Field, seen: Appearance) -> bool:
    """Whether the appearance is a drawn game, by the points it gave."""
    table = field.table
    if seen.opponent is None or seen.won or seen.kind is Kind.PENDING:
        return False
    return seen.points == table.draw > table.loss


def _sonneborn(field: Field, number: int) -> Terms:
    """Points of the beaten opponents and half of those drawn with, in half points so as to stay exact."""
    factors = {a.round: 2 if a.won else int(drawn(field, a)) for a in field.meetings[number]}
    return tuple(
        t._replace(points=t.points * factors[t.round]) for t in opponents(field, number) if factors[t.round]
    )


# Counts over a player's own games


def _progressive(field: Field, number: int) -> Terms:
    by_round = {a.round: a for a in field.meetings[number]}
    running, terms = 0, []
    for round_number in range(1, field.after + 1):
        seen = by_round.get(round_number)
        running += seen.points if seen else 0
        kind = seen.kind if seen else Kind.ABSENT
        terms.append(Term(round_number, kind, seen.opponent if seen else None, running))
    return tuple(terms)


def own_points(field: Field, number: int) -> Terms:
    """What each round gave."""
    return tuple(Term(a.round, a.kind, a.opponent, a.points) for a in field.meetings[number])


def _each(appearances: Iterable[Appearance]) -> Terms:
    return tuple(Term(a.round, a.kind, a.opponent, 1) for a in appearances)


def _wins(field: Field, number: int) -> Terms:
    return _each(a for a in field.meetings[number] if a.won)


def _black_games(field: Field, number: int) -> Terms:
    return _each(a for a in field.seen[number] if a.over_the_board and a.side is Side.SECOND)


def _black_wins(field: Field, number: int) -> Terms:
    return _each(a for a in field.seen[number] if a.won and a.over_the_board and a.side is Side.SECOND)


def _fouls(field: Field, number: int) -> Terms:
    return tuple(
        Term(foul.round, foul.kind, None, 1)
        for foul in field.fouls
        if foul.number == number and foul.kind in TIE_BREAKING_KINDS
    )


# Values of a whole group


def direct_terms(field: Field, group: Sequence[int], number: int) -> Terms:
    """The games against the others of the group, forfeits included, as far as they have a result."""
    others = set(group)
    return tuple(
        Term(a.round, a.kind, a.opponent, a.points)
        for a in field.meetings[number]
        if a.opponent in others and a.kind is not Kind.PENDING
    )


def _direct(field: Field, group: Sequence[int]) -> Values | None:
    """Points among the tied; None unless each of them has met each other one (WXC 6.1 B, S3)."""
    values: dict[int, Value] = {}
    for number in group:
        terms = direct_terms(field, group, number)
        if len({t.opponent for t in terms}) < len(group) - 1:
            return None
        values[number] = sum(t.points for t in terms)
    return values


def _previous(field: Field, group: Sequence[int]) -> Values | None:
    ranks = field.previous()
    return None if ranks is None else {number: ranks[number] for number in group}


def _lot(field: Field, group: Sequence[int]) -> Values:
    """The place in one draw of the whole field, so that it does not depend on who is tied."""
    tickets = (Ticket(e.number, e.name, e.federation) for e in field.entries.values())
    places = {number: place for place, number in enumerate(draw(tickets, field.seed, "ties"), start=1)}
    return {number: places[number] for number in group}


def _ratings(field: Field, group: Sequence[int]) -> Values:
    return {number: field.entries[number].rating for number in group}


def total(terms: Terms) -> int:
    """What the counted terms add up to."""
    return sum(t.points for t in terms if t.counted)


def highest(terms: Terms) -> int:
    """The largest of the terms; 0 without any."""
    return max((t.points for t in terms), default=0)


def _folded(
    measure: Measure,
    terms: Callable[[Field, int], Terms],
    fold: Callable[[Terms], int] = total,
    *,
    smaller_first: bool = False,
) -> Criterion:
    def values(field: Field, group: Sequence[int]) -> Values:
        return {number: fold(terms(field, number)) for number in group}

    return Criterion(measure, values, terms, smaller_first)


_BUCHHOLZ = _folded(Measure.POINTS, opponents)
_SONNEBORN = _folded(Measure.HALVES, _sonneborn)

CRITERIA: Mapping[str, Criterion] = {
    "buchholz": _BUCHHOLZ,
    "sos": _BUCHHOLZ,
    "direct": Criterion(Measure.POINTS, _direct, within_group=True, anew=True),
    "wins": _folded(Measure.COUNT, _wins),
    "black-wins": _folded(Measure.COUNT, _black_wins),
    "black-games": _folded(Measure.COUNT, _black_games),
    "best-opponent": _folded(Measure.POINTS, opponents, highest),
    "fewer-fouls": _folded(Measure.COUNT, _fouls, smaller_first=True),
    "previous-rank": Criterion(Measure.RANK, _previous, smaller_first=True, within_group=True),
    "sonneborn-berger": _SONNEBORN,
    "sodos": _SONNEBORN,
    "median": _folded(Measure.POINTS, partial(_without, weakest=1, strongest=1)),
    "cut-1": _folded(Measure.POINTS, partial(_without, weakest=1, strongest=0)),
    "progressive": _folded(Measure.POINTS, _progressive),
    "rating": Criterion(Measure.RATING, _ratings),
    "lot": Criterion(Measure.DRAW, _lot, smaller_first=True, within_group=True),
}

_SOS_MINUS = re.compile(r"sos-minus-([1-9][0-9]{0,2})", re.ASCII)


def criterion(key: str) -> Criterion:
    """The criterion behind a key, ``sos-minus-3`` included. Raises `CriteriaError` on any other word."""
    if match := _SOS_MINUS.fullmatch(key):
        return _sos_minus(int(match[1]))
    try:
        return CRITERIA[key]
    except KeyError:
        raise CriteriaError(f"tiebreaks: unknown criterion {key!r}") from None


def check_criteria(keys: Iterable[str]) -> tuple[str, ...]:
    """The keys as a tuple. Raises `CriteriaError` on an unknown or a repeated one."""
    checked: list[str] = []
    for key in keys:
        if key != "sos-minus":
            criterion(key)
        if key in checked:
            raise CriteriaError(f"tiebreaks: {key!r} is there twice")
        checked.append(key)
    return tuple(checked)


def expanded(keys: Iterable[str], after: int) -> tuple[str, ...]:
    """The list with ``sos-minus`` written out as SOS-1, SOS-2, … for a standing after ``after`` rounds."""
    written: dict[str, None] = {}
    for key in keys:
        if key == "sos-minus":
            written.update(dict.fromkeys(f"sos-minus-{k}" for k in range(1, after)))
        else:
            written[key] = None
    return tuple(written)


def value_text(key: str, value: int | tuple[int, ...] | None, points: Points) -> str | None:
    """A value as a person writes it (``"107"``, ``"7.5"``); a ``direct`` applied anew reads ``"4, 2"``."""
    if value is None:
        return None
    if isinstance(value, tuple):
        return ", ".join(value_text(key, one, points) or "" for one in value)
    match Measure.POINTS if key == "points" else criterion(key).measure:
        case Measure.POINTS:
            return points.text(value)
        case Measure.HALVES:
            return Points(unit=2 * points.unit).text(value)
        case _:
            return str(value)
