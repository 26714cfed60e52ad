"""The criteria that break ties, as a table: key, measure, how a value arises, which end is better.

Sources: WXC 2015 supplement 2.3 and 6.1, WMSG 2008 appendix 2 rule 4; readings S1 to S6 are cited
where they decide. A criterion that is a sum can also show its terms: which round, which opponent, how much.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.fouls import TIE_BREAKING_KINDS
from tournaments.standings import c07
from tournaments.standings.criterion import CriteriaError, Criterion, Measure, Terms, Value, Values
from tournaments.standings.field import Field, Term
from tournaments.state.gotha.criteria import ALL_CRITERIA, criterion_text, fault_of
from tournaments.state.gotha.settings import CRITERIA_OF
from tournaments.state.lots import LotTicket, drawn_order
from tournaments.state.points import Points
from tournaments.state.tournament import Appearance, Kind, Side

# An enum's member costs a search each time; these are asked for hundreds of thousands of times.
_FREE, _BYE, _PENDING, _PLAYED = Kind.FREE, Kind.BYE, Kind.PENDING, Kind.PLAYED
_HALF_BYE, _ABSENT = Kind.HALF_BYE, Kind.ABSENT
_SECOND = Side.SECOND

# Sums over the opponents


def _with_opponent(field: Field, number: int) -> list[Appearance]:
    """Return the rounds that count for sums over opponents: all but the free rounds of a round robin."""
    meetings = field.meetings[number]
    missed = field.rounds - {a.round for a in meetings}
    rows = [a for a in meetings if a.kind is not _FREE]
    # A round of which nothing is on record, before a late entry or after a withdrawal, is missed like an
    # absence: sums that leave out the weakest must not depend on how that is written.
    if missed:
        rows += [Appearance(round_number, _ABSENT, 0) for round_number in missed]
        rows.sort(key=lambda a: a.round)
    return rows


def amounts(field: Field, number: int) -> tuple[int, ...]:
    """Return what each round brings to Buchholz: the opponent's points as they stand."""
    sums = field.memo.get(number)
    if sums is None:
        points = field.points
        sums = field.memo[number] = tuple(
            [
                points[a.opponent]
                if a.opponent is not None and a.kind is not _PENDING
                # S5: a bye counts the lowest points of all; S1: a forfeit the scheduled opponent's, for both;
                # an absence 0; FIDE C.07, 16.4: a half-point bye the player's own, at most a draw's for each
                # round so far.
                else _unplayed(field, number, a.kind)
                for a in _with_opponent(field, number)
            ]
        )
    return sums


def _unplayed(field: Field, number: int, kind: Kind) -> int:
    if kind is _HALF_BYE:
        return min(field.points[number], int(field.table.half * field.table.worth(field.after)))
    return field.lowest if kind is _BYE else 0


def opponents(field: Field, number: int) -> Terms:
    """The summands of Buchholz, round by round."""
    return tuple(
        Term(a.round, a.kind, a.opponent, amount)
        for a, amount in zip(_with_opponent(field, number), amounts(field, number), strict=True)
    )


def _sosos_terms(field: Field, number: int) -> Terms:
    """The opponents' own sums; a bye has no opponent whose sum there could be."""
    return tuple(
        Term(a.round, a.kind, a.opponent, sum(amounts(field, a.opponent)))
        for a in _with_opponent(field, number)
        if a.opponent is not None and a.kind is not Kind.PENDING
    )


def _buchholz(field: Field, number: int) -> int:
    return sum(amounts(field, number))


def _best(field: Field, number: int) -> int:
    return max(amounts(field, number), default=0)


def _sos_minus(skipped: int) -> Criterion:
    """SOS less the opponents of rounds 1 to ``skipped`` (WMSG rule 4)."""

    def value(field: Field, number: int) -> int:
        rounds = (a.round for a in _with_opponent(field, number))
        return sum(
            amount
            for round_number, amount in zip(rounds, amounts(field, number), strict=True)
            if round_number > skipped
        )

    def terms(field: Field, number: int) -> Terms:
        return tuple(t._replace(counted=t.round > skipped) for t in opponents(field, number))

    return _single(Measure.POINTS, value, terms)


def _without(*, weakest: int, strongest: int) -> Criterion:
    """Buchholz without so many of the weakest and the strongest opponents; of equal ones the earliest."""

    def terms_kept(field: Field, number: int) -> list[int]:
        worth = amounts(field, number)
        order = sorted(range(len(worth)), key=worth.__getitem__)
        return order[weakest : max(weakest, len(order) - strongest)]

    def value(field: Field, number: int) -> int:
        worth = amounts(field, number)
        return sum(worth[i] for i in terms_kept(field, number))

    def terms(field: Field, number: int) -> Terms:
        counted = set(terms_kept(field, number))
        return tuple(t._replace(counted=i in counted) for i, t in enumerate(opponents(field, number)))

    return _single(Measure.POINTS, value, terms)


def is_drawn(field: Field, seen: Appearance) -> bool:
    """Whether the appearance is a drawn game, by the points it gave."""
    table = field.table.in_round(seen.round)
    if seen.opponent is None or seen.won or seen.kind is Kind.PENDING:
        return False
    return seen.points - seen.decider == table.drawn[seen.side is _SECOND] > table.loss


def _sonneborn_terms(field: Field, number: int) -> Terms:
    """Points of the beaten opponents and half of those drawn with, in half points so as to stay exact."""
    pairs = zip(_with_opponent(field, number), amounts(field, number), strict=True)
    halves = (
        (a, amount, 2 if a.won else int(a.kind is _HALF_BYE or is_drawn(field, a))) for a, amount in pairs
    )
    return tuple(Term(a.round, a.kind, a.opponent, amount * half) for a, amount, half in halves if half)


# Counts over a player's own games


def _progressive_terms(field: Field, number: int) -> Terms:
    by_round = {a.round: a for a in field.meetings[number]}
    running, terms = sum(a.points for a in field.meetings[number] if not a.round), []
    for round_number in range(1, field.after + 1):
        seen = by_round.get(round_number)
        running += seen.points if seen else 0
        kind = seen.kind if seen else Kind.ABSENT
        terms.append(Term(round_number, kind, seen.opponent if seen else None, running))
    return tuple(terms)


def own_points(field: Field, number: int) -> Terms:
    """What each round gave."""
    return tuple(Term(a.round, a.kind, a.opponent, a.points) for a in field.meetings[number])


def _black_games(seen: list[Appearance]) -> list[Appearance]:
    return [a for a in seen if a.side is _SECOND and a.kind is _PLAYED]


def _black_wins(seen: list[Appearance]) -> list[Appearance]:
    return [a for a in seen if a.won and a.side is _SECOND and a.kind is _PLAYED]


def _wins(seen: list[Appearance]) -> list[Appearance]:
    return [a for a in seen if a.won]


def _count(select: Callable[[list[Appearance]], list[Appearance]]) -> Criterion:
    """How many of a player's games are such; replays of a drawn game are games too."""

    def value(field: Field, number: int) -> int:
        return len(select(field.seen[number]))

    def terms(field: Field, number: int) -> Terms:
        return tuple(Term(a.round, a.kind, a.opponent, 1) for a in select(field.seen[number]))

    return _single(Measure.COUNT, value, terms)


def _foul_terms(field: Field, number: int) -> Terms:
    return tuple(
        Term(foul.round, foul.kind, None, 1)
        for foul in field.fouls.get(number, ())
        if foul.kind in TIE_BREAKING_KINDS
    )


# Values of a whole group


def direct_terms(field: Field, group: Sequence[int], number: int) -> Terms:
    """The games against the others of the group, forfeits included, as far as they have a result."""
    others = set(group)
    return tuple(
        Term(a.round, a.kind, a.opponent, a.points)
        for a in field.meetings[number]
        if a.opponent in others and a.kind is not _PENDING
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
    return field.previous(group)


def _lot(field: Field, group: Sequence[int]) -> Values:
    """The place in one draw of the whole field, so that it does not depend on who is tied."""
    tickets = (LotTicket(e.number, e.name, e.federation) for e in field.entries.values())
    places = {number: place for place, number in enumerate(drawn_order(tickets, field.seed, "ties"), start=1)}
    return {number: places[number] for number in group}


def _ratings(field: Field, group: Sequence[int]) -> Values:
    return {number: field.entries[number].rating for number in group}


def total(terms: Terms) -> int:
    """What the counted terms add up to."""
    return sum(t.points for t in terms if t.counted)


def _single(
    measure: Measure,
    value: Callable[[Field, int], int],
    terms: Callable[[Field, int], Terms],
) -> Criterion:
    """A criterion whose value depends on the player alone."""

    def values(field: Field, group: Sequence[int]) -> Values:
        return {number: value(field, number) for number in group}

    return Criterion(measure, values, terms)


def _sum(measure: Measure, terms: Callable[[Field, int], Terms], *, smaller_first: bool = False) -> Criterion:
    """A criterion that is the sum of its terms, for those too rare or too odd for a shorter way."""
    rule = _single(measure, lambda field, number: total(terms(field, number)), terms)
    return replace(rule, smaller_first=smaller_first)


_BUCHHOLZ = _single(Measure.POINTS, _buchholz, opponents)
_SONNEBORN = _sum(Measure.HALVES, _sonneborn_terms)

CRITERIA: dict[str, Criterion] = {
    "buchholz": _BUCHHOLZ,
    "sos": _BUCHHOLZ,
    "direct": Criterion(Measure.POINTS, _direct, late=True, anew=True),
    "wins": _count(_wins),
    "black-wins": _count(_black_wins),
    "black-games": _count(_black_games),
    "best-opponent": _single(Measure.POINTS, _best, opponents),
    "fewer-fouls": _sum(Measure.COUNT, _foul_terms, smaller_first=True),
    "previous-rank": Criterion(Measure.RANK, _previous, smaller_first=True, late=True),
    "sonneborn-berger": _SONNEBORN,
    "sodos": _SONNEBORN,
    "sosos": _sum(Measure.POINTS, _sosos_terms),
    "median": _without(weakest=1, strongest=1),
    "cut-1": _without(weakest=1, strongest=0),
    "progressive": _sum(Measure.POINTS, _progressive_terms),
    "rating": Criterion(Measure.RATING, _ratings),
    "lot": Criterion(Measure.DRAW, _lot, smaller_first=True, late=True),
}


def register_tiebreak(key: str, rule: Criterion) -> None:
    """One more, of another package (`tournaments.plugged`)."""
    CRITERIA[key] = rule


ROUND_ROBINS = ("round-robin", "double-round-robin")
_SOS_MINUS = re.compile(r"sos-minus-([1-9][0-9]{0,2})", re.ASCII)


def criterion(key: str) -> Criterion:
    """The criterion behind a key, ``sos-minus-3`` included. Raises `CriteriaError` on any other word."""
    if match := _SOS_MINUS.fullmatch(key):
        return _sos_minus(int(match[1]))
    if (rule := c07.criterion(key)) is not None:
        return rule
    try:
        return CRITERIA[key]
    except KeyError:
        raise CriteriaError(f"tiebreaks: unknown criterion {key!r}") from None


def check_criteria(keys: Iterable[str], system: str = "") -> tuple[str, ...]:
    """Check the keys. Raises `CriteriaError` on an unknown or a repeated one."""
    # McMahon and its Swiss have criteria of their own, at most six, the two direct confrontations not
    # together.
    if system in CRITERIA_OF:
        if fault := fault_of(tuple(keys)):
            raise CriteriaError(f"tiebreaks: {fault}")
        return tuple(keys)
    checked: list[str] = []
    for key in keys:
        if key != "sos-minus":
            criterion(key)
        if system in ROUND_ROBINS and c07.of_swiss(key):
            raise CriteriaError(f"tiebreaks: {key!r} is for a Swiss (C.07, 8)")
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
        return ", ".join(value_text(key, item, points) or "" for item in value)
    if key in ALL_CRITERIA:
        return criterion_text(key, value)
    match Measure.POINTS if key == "points" else criterion(key).measure:
        case Measure.POINTS:
            return points.text(value)
        case Measure.HALVES:
            return Points(unit=2 * points.unit).text(value)
        case Measure.PRODUCT:
            return c07.decimal_text(Fraction(value, points.unit**2))
        case Measure.THOUSANDTHS:
            return c07.decimal_text(Fraction(value, 1000))
        case Measure.HALF_COUNT:
            return c07.decimal_text(Fraction(value, 2))
        case _:
            return str(value)


PRESETS: Mapping[str, tuple[str, ...]] = {
    # WXC 6.1 (1) A-G and the closing sentence
    "wxc2015": (
        "buchholz",
        "direct",
        "wins",
        "black-wins",
        "black-games",
        "best-opponent",
        "fewer-fouls",
        "previous-rank",
    ),
    # WMSG rule 4
    "wmsg2008": ("sos", "sos-minus"),
    # C.07: what its article 5 recommends for a Swiss of players who are not all rated alike
    "fide-dutch": (
        "fide-buchholz/cut-1",
        "fide-buchholz",
        "fide-sonneborn",
        "fide-direct",
        "fide-wins",
        "second-wins",
    ),
    # S4: the AXF text's chapter 6 is not at hand; press reports say that wins with Black decide
    "axf-round-robin": ("direct", "wins", "black-wins", "fewer-fouls"),
}

PRESET_OF_SYSTEM: Mapping[str, str] = {
    "wxc2015": "wxc2015",
    "fide-dutch": "fide-dutch",
    **dict.fromkeys(("wmsg2008", "fide-team"), "wmsg2008"),
    **dict.fromkeys(("round-robin", "double-round-robin", "scheveningen"), "axf-round-robin"),
}


def default_tie_breaks(system: str) -> tuple[str, ...]:
    """The criteria of a section that names none; a knock-out ranks by points alone."""
    if system in CRITERIA_OF:
        return CRITERIA_OF[system]
    preset = PRESET_OF_SYSTEM.get(system)
    return PRESETS[preset] if preset else ()
