"""Rate a period once more, in the plainest way: fractions, one person at a time, nothing shared with the code
but the values that go in. FIDE's rules, a federation's own Elo, and the European Go Database's with forty
digits."""

from __future__ import annotations

from collections import Counter
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from math import floor
from typing import Any

from tests.tournaments.ratings.worked import load
from tournaments.ratings.values import (
    Basis,
    FloorRule,
    Formula,
    Performance,
    Period,
    RatedEvent,
    RatingsOn,
    Start,
    System,
)

HALF = Fraction(1, 2)


def expected_fide(difference: int) -> Fraction:
    for first, last, higher, lower in load("fide-tables")["8.1.2"]:
        if abs(difference) >= first and (last is None or abs(difference) <= last):
            return Fraction(higher if difference >= 0 else lower)
    raise AssertionError(difference)


def expected_elo(difference: int) -> Fraction:
    """Doubles are far from every half of a ten-thousandth for whole differences."""
    if difference < 0:
        return 1 - expected_elo(-difference)
    return Fraction(floor(10_000 / (1 + 10 ** (-difference / 400)) + 0.5), 10_000)


def dp(p: Fraction) -> int:
    percent = floor(p * 100 + HALF)
    return next(int(value) for text, value in load("fide-tables")["8.1.1"] if Fraction(text) * 100 == percent)


def away(value: Fraction) -> int:
    return floor(value + HALF) if value >= 0 else -floor(-value + HALF)


def in_force(lists: list[RatingsOn], day: date) -> RatingsOn:
    on_day = [ratings for ratings in lists if ratings.date <= day]
    return max(on_day, key=lambda ratings: ratings.date) if on_day else min(lists, key=lambda r: r.date)


def months(earlier: date, later: date) -> int:
    count = 0
    while True:
        year, month = divmod(earlier.month - 1 + count + 1, 12)
        reached = (earlier.year + year, month + 1, earlier.day)
        if reached > (later.year, later.month, later.day):
            return count
        count += 1


def ratings_of(ratings: RatingsOn) -> dict[str, int]:
    return {row.number: int(row.rating) for row in ratings.rows if row.rating is not None}


def rate_plainly(
    system: System, period: Period, lists: list[RatingsOn], events: list[RatedEvent]
) -> dict[str, dict[str, Any]]:
    """number → rating, k, n, games, state; and pool."""
    previous = max(lists, key=lambda ratings: ratings.date)
    rated_before, listed = ratings_of(previous), {row.number: row for row in previous.rows}
    people = {entrant.number for event in events for entrant in event.entrants}
    answer = {}
    for number in sorted(listed.keys() | people):
        row = listed.get(number)
        answer_row = _person(system, period, lists, events, number, row, rated_before)
        if answer_row is not None:
            answer[number] = answer_row
    return answer


def _start(system: System, events: list[RatedEvent], number: str) -> int | None:
    if not isinstance(system.newcomers, Start):
        return None
    values = [
        entrant.start
        for event in sorted(events, key=lambda event: (event.end, event.start, event.uid))
        for entrant in event.entrants
        if entrant.number == number and entrant.start is not None
    ]
    return values[0] if values else system.newcomers.default


def _person(  # noqa: PLR0912, PLR0917 - one person from beginning to end, as a reader would do it
    system: System,
    period: Period,
    lists: list[RatingsOn],
    events: list[RatedEvent],
    number: str,
    row: Any,
    rated_before: dict[str, int],
) -> dict[str, Any] | None:
    entrants = [entrant for event in events for entrant in event.entrants]
    start = None if number in rated_before else _start(system, events, number)
    own_now = rated_before.get(number, start)
    gains: list[Fraction] = []
    pool = [] if row is None else list(row.pool)
    started = row is not None and row.started
    if isinstance(system.newcomers, Performance):
        pool = [g for g in pool if months(g[0], period.list_date) < system.newcomers.months]
    seen = False
    for event in sorted(events, key=lambda event: (event.end, event.start, event.uid)):
        base_list = in_force(lists, event.start)
        if system.basis is not Basis.EVENT_START:
            base_list = max(lists, key=lambda ratings: ratings.date)
        base = ratings_of(base_list)
        results = []
        for game in event.games:
            if game.kind != "played" or game.odds or game.handicap or number not in (game.first, game.second):
                continue
            other = game.second if game.first == number else game.first
            score = (
                Fraction(game.halves or 0, 2) if game.first == number else 1 - Fraction(game.halves or 0, 2)
            )
            opponent = base.get(other)
            if opponent is None and other not in rated_before:
                opponent = _start(system, events, other)
            if opponent is None:
                continue
            seen = True
            if own_now is None:
                results.append((period.list_date, opponent, int(2 * score)))
                continue
            rating = base.get(number, own_now)
            difference = rating - opponent
            gap = system.gap
            apart = gap is not None and event.start >= gap.since and abs(difference) >= gap.least
            if gap is not None and apart and max(rating, opponent) > gap.above:
                continue
            cuts = [cut for cut in system.cuts if cut.since <= event.start]
            if cuts and (cuts[-1].rating_below is None or rating < cuts[-1].rating_below):
                difference = max(-cuts[-1].at, min(cuts[-1].at, difference))
            by = expected_fide if system.formula is Formula.FIDE else expected_elo
            gains.append(score - by(difference))
        if results:
            if system.newcomers.drop_zero and not started and all(g[2] == 0 for g in results):  # type: ignore[union-attr]
                results = []
            started = True
            pool = pool + results
    if row is None and not seen:
        return None
    born = next((e.born for e in entrants if e.number == number and e.born is not None), row and row.born)
    highest = row.highest if row and row.highest is not None else None

    def k_of(rating: int, games: int, top: int) -> int:
        for step in system.k:
            if step.games_below is not None and games >= step.games_below:
                continue
            if step.rating_below is not None and rating >= step.rating_below:
                continue
            if step.highest_below is not None and top >= step.highest_below:
                continue
            age = 1000 if born is None else period.list_date.year - born
            if step.age_at_most is not None and age > step.age_at_most:
                continue
            return step.k
        raise AssertionError("no K")

    def state(games: int, last: date | None) -> str:
        limit = system.inactive_months
        if limit is not None and last is not None and months(last, period.list_date) >= limit:
            return "inactive"
        return "provisional" if games < system.provisional_below else "active"

    games_before = row.games if row else 0
    if own_now is None:
        rule = system.newcomers
        nothing = {"rating": None, "k": None, "n": 0, "games": games_before, "state": "unrated"}
        nothing["pool"] = len(pool)
        if not isinstance(rule, Performance) or len(pool) < rule.games:
            return nothing
        count = len(pool) + rule.drawn
        average = Fraction(sum(g[1] for g in pool) + rule.drawn * rule.against, count)
        p = (sum(Fraction(g[2], 2) for g in pool) + rule.drawn * HALF) / count
        first = floor(average + dp(p) + HALF)
        if rule.most is not None:
            first = min(first, rule.most)
        if system.floor is not None and first < system.floor:
            return nothing
        games = games_before + len(pool)
        top = max(first, highest or first)
        return {
            "rating": first,
            "k": k_of(first, games, top),
            "n": len(pool),
            "games": games,
            "state": state(games, period.list_date),
            "pool": 0,
        }
    n = len(gains)
    top = max(own_now, highest if highest is not None else own_now)
    k = row.k if system.k_published and row and row.k is not None else k_of(own_now, games_before, top)
    if system.k_games is not None:
        while k * n > system.k_games:
            k -= 1
    new: int | None = own_now + away(k * sum(gains, Fraction(0)))
    last = period.list_date if n else (row.last if row else None)
    answer = {"k": k, "n": n, "games": games_before + n, "state": state(games_before + n, last), "pool": 0}
    assert new is not None
    if system.floor is not None and new < system.floor:
        if system.floor_rule is FloorRule.UNRATE:
            return {**answer, "rating": None, "k": None, "state": "below the floor"}
        new = system.floor if own_now >= system.floor else max(new, own_now)
    if system.k_published:
        answer["k"] = k_of(new, games_before + n, max(top, new))
    return {**answer, "rating": new}


def rate_gor_plainly(
    system: System, period: Period, lists: list[RatingsOn], events: list[RatedEvent]
) -> dict[str, dict[str, Any]]:
    """number → rating, n, games, state: the formula of 2021 as it is written, day by day."""
    previous = {row.number: row for row in max(lists, key=lambda ratings: ratings.date).rows}
    ratings = {number: Decimal(row.rating) for number, row in previous.items() if row.rating is not None}
    played: Counter[str] = Counter()
    with localcontext() as digits:
        digits.prec = 40
        for day in sorted({event.end for event in events}):
            morning, gains = dict(ratings), dict[str, Decimal]()
            for event in sorted(events, key=lambda event: (event.end, event.start, event.uid)):
                if event.end == day and event.kind in system.weights:
                    _gor_event(event, Decimal(system.weights[event.kind]), morning, gains, played)
            for number, gain in gains.items():
                after = (morning[number] + gain).quantize(Decimal("0.001"), ROUND_HALF_EVEN)
                ratings[number] = max(after, Decimal(-900))
    answer = {}
    for number in previous.keys() | ratings.keys():
        row = previous.get(number)
        n, games = played[number], (row.games if row else 0) + played[number]
        last = period.list_date if n else (row.last if row else None)
        state = "active"
        if number not in ratings:
            state = "unrated"
        elif last is not None and months(last, period.list_date) >= 24:
            state = "inactive"
        answer[number] = {"rating": ratings.get(number), "n": n, "games": games, "state": state}
    return answer


def _gor_event(
    event: RatedEvent,
    weight: Decimal,
    morning: dict[str, Decimal],
    gains: dict[str, Decimal],
    played: Counter[str],
) -> None:
    grades = {entrant.number: entrant.start for entrant in event.entrants}
    for game in sorted(event.games, key=lambda game: game.round):
        if game.kind != "played" or game.odds or abs(game.handicap) > 9:
            continue
        for number in (game.first, game.second):
            grade = grades[number]
            if grade is not None:
                morning.setdefault(number, Decimal(grade))
        if game.first not in morning or game.second not in morning:
            continue
        score = Decimal(game.halves or 0) / 2
        for number, other, won, handicap in (
            (game.first, game.second, score, game.handicap),
            (game.second, game.first, 1 - score, -game.handicap),
        ):
            stones = 100 * (abs(Decimal(handicap)) - Decimal("0.5")) if handicap else Decimal(0)
            stronger = stones if handicap < 0 else Decimal(0)
            weaker = stones if handicap > 0 else Decimal(0)
            rating = morning[number]
            expected = 1 / (1 + (_gor_beta(morning[other] + weaker) - _gor_beta(rating + stronger)).exp())
            con = (max(Decimal(0), 3300 - rating) / 200) ** Decimal("1.6")
            bonus = (1 + ((2300 - rating) / 80).exp()).ln() / 5
            gains[number] = gains.get(number, Decimal(0)) + weight * (con * (won - expected) + bonus)
            played[number] += 1


def _gor_beta(rating: Decimal) -> Decimal:
    return -7 * (3300 - max(Decimal(-900), min(rating, Decimal("3299.999999")))).ln()
