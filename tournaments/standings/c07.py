"""The tie-breaks of FIDE's C.07 (1 March 2026) for players, exact; ours of other regulations have other
names.

*row*        what a player did in a round: rounds of which nothing is on record, before a late entry or
after a
             withdrawal, are rounds missed (16.2.3, 16.2.5).
*VUR*        a voluntarily unplayed round: a half-point bye, a round missed, a forfeit lost (16.1).
*adjusted*   the score of somebody as an opponent: rounds missed at the end count as draws (16.3).
*dummy*      whom somebody without a game is taken to have played (16.4).
*least significant*   what a cut leaves out: the lowest opponent, but of VURs the cheapest first (16.5).

Tables after some of the rounds count these (T13); only Fore Buchholz waits for the last one that is
announced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.ratings.tables import expected_hundredths
from tournaments.standings.board_prizes import performance_of
from tournaments.standings.criterion import Criterion, Measure, Terms, Values
from tournaments.standings.field import Field, Term
from tournaments.state.tournament import Appearance, Kind, Side

# 10.3: the perfect performance of who has scored nothing is so much below the lowest opponent.
BELOW_LOWEST = 800


def _rows(field: Field, number: int) -> list[Appearance]:
    """One for every round so far, in order, after what was carried; free rounds of a round robin are none."""
    by_round = {row.round: row for row in field.meetings[number]}
    rows = [row for row in field.meetings[number] if not row.round]
    rows += [by_round.get(n) or Appearance(n, Kind.ABSENT, 0) for n in range(1, field.after + 1)]
    return [row for row in rows if row.kind is not Kind.FREE]


@dataclass(frozen=True, slots=True)
class _View:
    """The rows of everybody, as they are or with the games of the last round drawn (fore). ``points`` and
    ``adjusted`` in units of `Points`."""

    rows: Mapping[int, Sequence[Appearance]]
    points: Mapping[int, int]
    adjusted: Mapping[int, int]


def _view(field: Field, *, fore: bool) -> _View:
    name = "fore" if fore else "as it is"
    view: _View | None = field.worked_out.get(name)
    if view is None:
        rows: dict[int, Sequence[Appearance]] = {n: _rows(field, n) for n in field.entries}
        if fore and field.announced and field.after == field.announced:
            rows = {n: [_drawn(field, row) for row in those] for n, those in rows.items()}
        points = {n: sum(row.points for row in those) for n, those in rows.items()}
        adjusted = {n: sum(_as_opponent(field, those)) for n, those in rows.items()}
        view = field.worked_out[name] = _View(rows, points, adjusted)
    return view


def _drawn(field: Field, row: Appearance) -> Appearance:
    if row.round != field.after or row.opponent is None:
        return row
    return row._replace(kind=Kind.PLAYED, points=field.table.in_round(row.round).draw, won=False)


def is_voluntary(row: Appearance) -> bool:
    """A VUR."""
    lost = row.kind is Kind.FORFEIT and not row.won
    return lost or row.kind in (Kind.HALF_BYE, Kind.ABSENT)


def _as_opponent(field: Field, rows: Sequence[Appearance]) -> list[int]:
    """What each round brings to the adjusted score."""
    # A round robin has no dummies and adjusts nothing (15.2).
    last = max((row.round for row in rows if not is_voluntary(row)), default=0)
    missed = (Kind.HALF_BYE, Kind.ABSENT)
    return [
        field.table.in_round(row.round).draw
        if row.kind in missed and row.round > last and not field.everybody_meets
        else row.points
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class _Element:
    """One round of a sum over opponents. ``score``: of the opponent or dummy; ``gained``: own points."""

    row: Appearance
    score: int
    gained: int
    voluntary: bool


def _elements(field: Field, number: int, *, fore: bool) -> list[_Element]:
    view = _view(field, fore=fore)
    limit = int(field.table.draw * field.table.worth(field.after))
    elements = []
    for row in view.rows[number]:
        if row.kind is Kind.PENDING:
            continue  # counts for nobody yet
        played = row.kind is Kind.PLAYED or field.everybody_meets
        if row.opponent is not None and played:
            score = view.adjusted[row.opponent]
        elif field.everybody_meets:
            continue
        elif row.opponent is not None:
            score = min(view.points[number], view.adjusted[row.opponent])
        else:
            score = min(view.points[number], limit)
        elements.append(_Element(row, score, row.points, is_voluntary(row) and not played))
    return elements


def _cut(elements: Sequence[_Element], worth: Callable[[_Element], int], low: int, high: int) -> set[int]:
    """The places of the elements that are left out: the least significant, then the highest."""
    left = list(range(len(elements)))
    gone: set[int] = set()
    for _ in range(min(low, len(left))):
        least = min(left, key=lambda i: (elements[i].score, worth(elements[i]), i))
        voluntary = [i for i in left if elements[i].voluntary]
        if voluntary:
            cheapest = min(voluntary, key=lambda i: (worth(elements[i]), elements[i].score, i))
            if worth(elements[cheapest]) >= worth(elements[least]):
                least = cheapest
        gone.add(least)
        left.remove(least)
    for _ in range(min(high, len(left))):
        most = max(left, key=lambda i: (elements[i].score, worth(elements[i]), -i))
        gone.add(most)
        left.remove(most)
    return gone


def _scores_summed(*, low: int = 0, high: int = 0, fore: bool = False) -> Criterion:
    """Buchholz and Fore Buchholz (8.1, 8.3), with cuts (14)."""

    def terms(field: Field, number: int) -> Terms:
        elements = _elements(field, number, fore=fore)
        gone = _cut(elements, lambda element: element.score, low, high)
        return tuple(
            Term(
                element.row.round,
                element.row.kind,
                element.row.opponent,
                element.score,
                counted=i not in gone,
            )
            for i, element in enumerate(elements)
        )

    return _sum(Measure.POINTS, terms)


def _products_summed(low: int = 0) -> Criterion:
    """Sonneborn-Berger (9.1), with cuts."""

    def terms(field: Field, number: int) -> Terms:
        elements = _elements(field, number, fore=False)
        gone = _cut(elements, lambda element: element.score * element.gained, low, 0)
        text = field.table.text
        return tuple(
            Term(
                element.row.round,
                element.row.kind,
                element.row.opponent,
                element.score * element.gained,
                counted=i not in gone,
                working=f"{text(element.score)} × {text(element.gained)}",
            )
            for i, element in enumerate(elements)
        )

    return _sum(Measure.PRODUCT, terms)


def _opponents_met(field: Field, number: int) -> list[Appearance]:
    """The games over the board; several of a match are one."""
    return [row for row in field.meetings[number] if row.kind is Kind.PLAYED and row.opponent is not None]


def _average_buchholz(*, fore: bool) -> Criterion:
    """AOB (8.2): in thousandths, of which the third is kept from nine rounds on."""
    whole = _scores_summed(fore=fore)

    def terms(field: Field, number: int) -> Terms:
        met = _opponents_met(field, number)
        sums = whole.values(field, [row.opponent for row in met if row.opponent is not None]) or {}
        thousandths = Fraction(1000, field.table.unit)
        return tuple(
            Term(row.round, row.kind, row.opponent, int((sums[row.opponent] or 0) * thousandths))
            for row in met
            if row.opponent is not None
        )

    def value(field: Field, number: int) -> int | None:
        met = [row.opponent for row in _opponents_met(field, number) if row.opponent is not None]
        if not met:
            return None
        sums = whole.values(field, met) or {}
        mean = Fraction(sum(sums[n] or 0 for n in met), field.table.unit * len(met))
        step = 10 if field.after < ROUNDS_WITH_TWO_DECIMALS else 1
        return step * half_up(mean * 1000 / step)

    return _each(Measure.THOUSANDTHS, value, terms)


ROUNDS_WITH_TWO_DECIMALS = 9


def half_up(value: Fraction) -> int:
    return int((2 * value + 1) // 2)


def _progressive(low: int = 0) -> Criterion:
    """PS (7.5): the score after each round; a cut leaves out the first rounds."""

    def terms(field: Field, number: int) -> Terms:
        running, summands = sum(row.points for row in field.meetings[number] if not row.round), []
        by_round = {row.round: row for row in field.meetings[number]}
        for n in range(1, field.after + 1):
            row = by_round.get(n) or Appearance(n, Kind.ABSENT, 0)
            running += row.points
            summands.append(Term(n, row.kind, row.opponent, running, counted=n > low))
        return tuple(summands)

    return _sum(Measure.POINTS, terms)


def _koya(half_points: int = 0) -> Criterion:
    """KS (9.2): points against opponents with half of what can be scored, or so many half points more."""

    def limit(field: Field) -> Fraction:
        games = field.table.worth(field.after)
        if field.everybody_meets and len(field.entries) % 2:
            # Everybody sits out one round of each cycle.
            games -= field.after // len(field.entries)
        return field.table.win * games / 2 + Fraction(half_points * field.table.unit, 2)

    def terms(field: Field, number: int) -> Terms:
        least = limit(field)
        return tuple(
            Term(row.round, row.kind, row.opponent, row.points, counted=field.points[row.opponent] >= least)
            for row in field.meetings[number]
            if row.opponent is not None and row.kind is not Kind.PENDING
        )

    return _sum(Measure.POINTS, terms)


def _count(select: Callable[[Field, Appearance], bool]) -> Criterion:
    def terms(field: Field, number: int) -> Terms:
        rows = (row for row in field.meetings[number] if select(field, row))
        return tuple(Term(row.round, row.kind, row.opponent, 1) for row in rows)

    return _sum(Measure.COUNT, terms)


def _wins(field: Field, row: Appearance) -> bool:
    """A round with the points of a win, however it was scored."""
    points = row.points - row.decider
    return points == field.table.in_round(row.round).win and row.kind not in (Kind.ABSENT, Kind.PENDING)


def _elected(field: Field, number: int) -> int:
    """REP (7.6): the rounds, less the voluntarily unplayed ones."""
    return sum(not is_voluntary(row) for row in _rows(field, number))


def _elected_terms(field: Field, number: int) -> Terms:
    rows = _rows(field, number)
    return tuple(Term(row.round, row.kind, row.opponent, 1, counted=not is_voluntary(row)) for row in rows)


def _standard_terms(field: Field, number: int) -> Terms:
    """List the terms of STD (7.7)."""
    summands = []
    for row in field.meetings[number]:
        if row.kind in (Kind.PENDING, Kind.FREE):
            continue
        # T12: alone, it is against a draw.
        theirs = field.table.in_round(row.round).draw
        if row.opponent is not None:
            other = next(
                element
                for element in field.meetings[row.opponent]
                if (element.round, element.opponent) == (row.round, number)
            )
            theirs = other.points
        # A point for more than the scheduled opponent has of the round, half of one for as much.
        halves = 2 if row.points > theirs else int(row.points == theirs)
        if halves:
            summands.append(Term(row.round, row.kind, row.opponent, halves))
    return tuple(summands)


# Between those who are level


def _direct(*, forfeits: bool) -> Criterion:
    """Make DE (6): the place of each among the tied."""

    def values(field: Field, group: Sequence[int]) -> Values:
        sums, most = {}, {}
        everybody_met = True
        # A missing game may be one of the heaviest round.
        win = max(field.table.in_round(n).win for n in range(field.after + 1))
        for number in group:
            meetings = _mutual(field, group, number, forfeits=forfeits)
            missing = len(group) - 1 - len(meetings)
            sums[number] = sum((Fraction(sum(ps), len(ps)) for ps in meetings.values()), Fraction(0))
            most[number] = sums[number] + missing * win
            everybody_met = everybody_met and (not missing or field.everybody_meets)
        order = sorted(group, key=lambda n: (-sums[n], -most[n], n))
        places = {order[0]: 1}
        alone = True
        for i, number in enumerate(order[1:], start=1):
            above = order[i - 1]
            if everybody_met:
                places[number] = places[above] if sums[number] == sums[above] else i + 1
            # Where not all have met, whoever stays ahead whatever the missing games would bring is ahead,
            # then the next; the others stay level.
            elif alone and sums[above] > max(most[n] for n in order[i:]):
                places[number] = i + 1
            else:
                alone = False
                places[number] = places[above]
        return places

    return Criterion(Measure.RANK, values, smaller_first=True, late=True, anew=True)


def _mutual(field: Field, group: Iterable[int], number: int, *, forfeits: bool) -> dict[int, list[int]]:
    """The points of each meeting with others of the group, by opponent."""
    others = set(group) - {number}
    kinds = (Kind.PLAYED, Kind.FORFEIT) if forfeits or field.everybody_meets else (Kind.PLAYED,)
    meetings: dict[int, list[int]] = {}
    for row in field.meetings[number]:
        if row.opponent in others and row.kind in kinds:
            meetings.setdefault(row.opponent, []).append(row.points)
    return meetings


# Ratings


def _ratings(field: Field, unrated: int | None) -> dict[int, int] | None:
    """Of everybody; None where somebody has none and no number stands in for it (10)."""
    ratings = {}
    for number, entry in field.entries.items():
        rating = entry.rating or unrated
        if rating is None:
            return None
        ratings[number] = rating
    return ratings


def _halves(field: Field, row: Appearance) -> int:
    """A game in half points of 1, ½, 0, whatever the tournament gives."""
    if row.won:
        return 2
    table = field.table.in_round(row.round)
    return int(row.points - row.decider == table.drawn[row.side is Side.SECOND] > table.loss)


@dataclass(frozen=True, slots=True)
class _Rated:
    """The games of a player against rated opponents."""

    rows: tuple[Appearance, ...]
    ratings: tuple[int, ...]
    halves: int


def _rated(field: Field, number: int, all_ratings: Mapping[int, int]) -> _Rated:
    rows = tuple(_opponents_met(field, number))
    ratings = tuple(all_ratings[row.opponent] for row in rows if row.opponent is not None)
    return _Rated(rows, ratings, sum(_halves(field, row) for row in rows))


def performance(rated: _Rated) -> int | None:
    """TPR (10.2)."""
    return performance_of(rated.ratings, rated.halves) if rated.ratings else None


def perfect_performance(rated: _Rated) -> int | None:
    """PTP (10.3): the lowest rating whose expected score is no less than the score."""
    if not rated.ratings:
        return None
    if not rated.halves:
        return min(rated.ratings) - BELOW_LOWEST
    low, high = min(rated.ratings) - BELOW_LOWEST, max(rated.ratings) + BELOW_LOWEST
    while low < high:
        middle = (low + high) // 2
        expected = sum(expected_hundredths(middle - rating) for rating in rated.ratings)
        if expected >= 50 * rated.halves:
            high = middle
        else:
            low = middle + 1
    return high


def _by_rating(
    value: Callable[[Field, int, Mapping[int, int]], int | None],
    terms: Callable[[Field, int, Mapping[int, int]], Terms],
    unrated: int | None,
) -> Criterion:
    def values(field: Field, group: Sequence[int]) -> Values | None:
        all_ratings = _ratings(field, unrated)
        return (
            None if all_ratings is None else {number: value(field, number, all_ratings) for number in group}
        )

    def terms_by_rating(field: Field, number: int) -> Terms:
        all_ratings = _ratings(field, unrated)
        return () if all_ratings is None else terms(field, number, all_ratings)

    return Criterion(Measure.RATING, values, terms_by_rating)


def _rating_terms(field: Field, number: int, all_ratings: Mapping[int, int]) -> Terms:
    rated = _rated(field, number, all_ratings)
    return tuple(
        Term(row.round, row.kind, row.opponent, rating)
        for row, rating in zip(rated.rows, rated.ratings, strict=True)
    )


def _average_rating(low: int, high: int, unrated: int | None) -> Criterion:
    """ARO (10.1)."""

    def left_out(ratings: Sequence[int]) -> set[int]:
        order = sorted(range(len(ratings)), key=lambda i: (ratings[i], i))
        counted_places = order[low : max(low, len(order) - high)]
        return set(order) - set(counted_places)

    def value(field: Field, number: int, all_ratings: Mapping[int, int]) -> int | None:
        ratings = _rated(field, number, all_ratings).ratings
        gone = left_out(ratings)
        counted_ratings = [rating for i, rating in enumerate(ratings) if i not in gone]
        return half_up(Fraction(sum(counted_ratings), len(counted_ratings))) if counted_ratings else None

    def terms(field: Field, number: int, all_ratings: Mapping[int, int]) -> Terms:
        summands = _rating_terms(field, number, all_ratings)
        gone = left_out([term.points for term in summands])
        return tuple(term._replace(counted=i not in gone) for i, term in enumerate(summands))

    return _by_rating(value, terms, unrated)


def _own_performance(of: Callable[[_Rated], int | None], unrated: int | None) -> Criterion:
    def value(field: Field, number: int, all_ratings: Mapping[int, int]) -> int | None:
        return of(_rated(field, number, all_ratings))

    return _by_rating(value, _rating_terms, unrated)


def _opponents_performance(of: Callable[[_Rated], int | None], unrated: int | None) -> Criterion:
    """APRO, APPO (10.4, 10.5): the mean of those whom one has met."""

    def terms(field: Field, number: int, all_ratings: Mapping[int, int]) -> Terms:
        summands = []
        for row in _opponents_met(field, number):
            if row.opponent is not None:
                theirs = of(_rated(field, row.opponent, all_ratings))
                summands.append(Term(row.round, row.kind, row.opponent, theirs or 0))
        return tuple(summands)

    def value(field: Field, number: int, all_ratings: Mapping[int, int]) -> int | None:
        summands = terms(field, number, all_ratings)
        return half_up(Fraction(sum(term.points for term in summands), len(summands))) if summands else None

    return _by_rating(value, terms, unrated)


def _rating(unrated: int | None, *, reversed_: bool = False) -> Criterion:
    def values(field: Field, group: Sequence[int]) -> Values | None:
        all_ratings = _ratings(field, unrated)
        return None if all_ratings is None else {number: all_ratings[number] for number in group}

    return Criterion(Measure.RATING, values, smaller_first=reversed_)


def _number(*, reversed_: bool = False) -> Criterion:
    def values(_field: Field, group: Sequence[int]) -> Values:
        return {number: number for number in group}

    return Criterion(Measure.RANK, values, smaller_first=not reversed_)


def _each(
    measure: Measure,
    value: Callable[[Field, int], int | None],
    terms: Callable[[Field, int], Terms],
) -> Criterion:
    def values(field: Field, group: Sequence[int]) -> Values:
        return {number: value(field, number) for number in group}

    return Criterion(measure, values, terms)


def _sum(measure: Measure, terms: Callable[[Field, int], Terms]) -> Criterion:
    return _each(measure, lambda field, n: sum(t.points for t in terms(field, n) if t.counted), terms)


# Keys and FIDE's codes

# Of (cut low, cut high, stand-in rating).
Make = Callable[[int, int, int | None], Criterion]


@dataclass(frozen=True, slots=True)
class Family:
    """A criterion with its modifiers. ``make(low, high, unrated)``; ``code``: FIDE's; ``cuts``: how many
    may be cut, ``medians`` the same on both ends; ``rated``: it rests on ratings; ``swiss``: no round robin
    has it."""

    code: str
    make: Make
    cuts: int = 0
    medians: int = 0
    rated: bool = False
    swiss: bool = False


def _plain(rule: Criterion) -> Make:
    return lambda _low, _high, _unrated: rule


FAMILIES: Mapping[str, Family] = {
    "fide-buchholz": Family("BH", lambda low, high, _: _scores_summed(low=low, high=high), 2, 2, swiss=True),
    "fore-buchholz": Family(
        "FB", lambda low, high, _: _scores_summed(low=low, high=high, fore=True), 2, 2, swiss=True
    ),
    "opponents-buchholz": Family("AOB", _plain(_average_buchholz(fore=False)), swiss=True),
    "opponents-fore-buchholz": Family("AOB/F", _plain(_average_buchholz(fore=True)), swiss=True),
    "fide-sonneborn": Family("SB", lambda low, _high, _unrated: _products_summed(low), 2),
    "fide-progressive": Family("PS", lambda low, _high, _unrated: _progressive(low), 3),
    "fide-direct": Family("DE", _plain(_direct(forfeits=False))),
    "fide-direct-forfeits": Family("DE/P", _plain(_direct(forfeits=True))),
    "fide-wins": Family("WIN", _plain(_count(_wins))),
    "wins-played": Family("WON", _plain(_count(lambda _, row: row.won and row.kind is Kind.PLAYED))),
    "second-games": Family(
        "BPG", _plain(_count(lambda _, row: row.side is Side.SECOND and row.kind is Kind.PLAYED))
    ),
    "second-wins": Family(
        "BWG",
        _plain(_count(lambda _, row: row.won and row.side is Side.SECOND and row.kind is Kind.PLAYED)),
    ),
    "rounds-elected": Family("REP", _plain(_each(Measure.COUNT, _elected, _elected_terms))),
    "standard-points": Family("STD", _plain(_sum(Measure.HALF_COUNT, _standard_terms))),
    "koya": Family("KS", _plain(_koya())),
    "opponents-rating": Family("ARO", _average_rating, 2, 2, rated=True),
    "performance": Family("TPR", lambda _low, _high, r: _own_performance(performance, r), rated=True),
    "perfect-performance": Family(
        "PTP", lambda _low, _high, r: _own_performance(perfect_performance, r), rated=True
    ),
    "opponents-performance": Family(
        "APRO", lambda _low, _high, r: _opponents_performance(performance, r), rated=True
    ),
    "opponents-perfect": Family(
        "APPO", lambda _low, _high, r: _opponents_performance(perfect_performance, r), rated=True
    ),
    "fide-rating": Family("RTNG", lambda _low, _high, r: _rating(r), rated=True),
    "fide-rating-reversed": Family("RTNG/R", lambda _low, _high, r: _rating(r, reversed_=True), rated=True),
    "pairing-number": Family("TPN", _plain(_number())),
    "pairing-number-reversed": Family("TPN/R", _plain(_number(reversed_=True))),
}
MOST_KOYA = 9
# Stands in for no rating where a key says so.
UNRATED = 1400
_KEY = re.compile(
    r"(?P<base>[a-z-]+?)(/(?P<cut>cut|median)-(?P<count>[1-9]))?(/limit(?P<limit>[+-][1-9]))?"
    r"(?P<unrated>/unrated)?",
    re.ASCII,
)
_CODE = re.compile(
    r"(?P<base>[A-Z]+)(?P<mark>/[FPR])?(/(?P<cut>[CM])(?P<count>[1-9])?)?(/L(?P<limit>[+-][1-9]))?"
    r"(/U(?P<unrated>[0-9]{4})?)?",
    re.ASCII,
)
_BY_CODE = {family.code: key for key, family in FAMILIES.items()}


def all_keys() -> tuple[str, ...]:
    """Every key that can be chosen, without the rarer limits of Koya."""
    keys = []
    for base, family in FAMILIES.items():
        keys.append(base)
        keys += [f"{base}/cut-{n}" for n in range(1, family.cuts + 1)]
        keys += [f"{base}/median-{n}" for n in range(1, family.medians + 1)]
        if base == "koya":
            keys += ["koya/limit-1", "koya/limit+1"]
        if family.rated:
            keys.append(f"{base}/unrated")
    return tuple(keys)


@dataclass(frozen=True, slots=True)
class Parts:
    """A key taken apart."""

    base: str
    cut: str = ""
    count: int = 0
    limit: int = 0
    unrated: bool = False

    @property
    def key(self) -> str:
        text = self.base
        if self.cut:
            text += f"/{self.cut}-{self.count}"
        if self.limit:
            text += f"/limit{self.limit:+d}"
        return text + ("/unrated" if self.unrated else "")


def parts_of(key: str) -> Parts | None:
    """None where it is no key of C.07."""
    match = _KEY.fullmatch(key)
    if match is None or match["base"] not in FAMILIES:
        return None
    family = FAMILIES[match["base"]]
    count = int(match["count"] or 0)
    if count > (family.medians if match["cut"] == "median" else family.cuts):
        return None
    if (match["limit"] and match["base"] != "koya") or (match["unrated"] and not family.rated):
        return None
    limit = int(match["limit"] or 0)
    return Parts(match["base"], match["cut"] or "", count, limit, bool(match["unrated"]))


def criterion(key: str) -> Criterion | None:
    """The criterion behind a key, None where it is none of C.07."""
    parts = parts_of(key)
    if parts is None:
        return None
    if parts.base == "koya":
        return _koya(parts.limit)
    low = parts.count if parts.cut else 0
    high = parts.count if parts.cut == "median" else 0
    return FAMILIES[parts.base].make(low, high, UNRATED if parts.unrated else None)


def of_swiss(key: str) -> bool:
    """Whether no round robin has it."""
    parts = parts_of(key)
    return parts is not None and FAMILIES[parts.base].swiss


def code_of(key: str) -> str | None:
    """FIDE's code, such as ``BH/C1``; None where the key is none of C.07."""
    parts = parts_of(key)
    if parts is None:
        return None
    code = FAMILIES[parts.base].code
    if parts.cut:
        code += f"/{parts.cut[0].upper()}{parts.count}"
    if parts.limit:
        code += f"/L{parts.limit:+d}"
    return code + (f"/U{UNRATED}" if parts.unrated else "")


def key_of(code: str) -> str | None:
    """Return the key of a code in any case, also of older files; None: none of C.07's that we have."""
    text = code.strip().upper()
    text = re.sub(r"^([A-Z]+)-(?=[CMFPRUL])", r"\1/", text)
    text = {"GE": "REP"}.get(text, text).removesuffix(":GP")
    match = _CODE.fullmatch(text)
    if match is None:
        return None
    base = _BY_CODE.get(match["base"] + (match["mark"] or ""))
    if base is None or (match["unrated"] and int(match["unrated"]) != UNRATED):
        return None
    cut = {"C": "cut", "M": "median", None: ""}[match["cut"]]
    count = int(match["count"] or 1) if cut else 0
    parts = Parts(base, cut, count, int(match["limit"] or 0), "/U" in text)
    return parts.key if parts_of(parts.key) is not None else None


def decimal_text(value: Fraction) -> str:
    """``12.75``: at most three decimals, as many as are needed."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.3f}".rstrip("0").rstrip(".")
