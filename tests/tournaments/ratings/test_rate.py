"""Lists of a period against worked cases, FIDE's published figures and a second implementation."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.tournaments.ratings.plain import expected_elo, rate_gor_plainly, rate_plainly
from tests.tournaments.ratings.worked import (
    CHAINS,
    ELO_400,
    FEDERATIONS_SYSTEM,
    NO_CUT,
    SYSTEMS,
    day,
    first_list,
    load,
    periods,
    table,
)
from tournaments.ratings import gor
from tournaments.ratings.files import PeriodGames
from tournaments.ratings.periods import moved_players, rate_all
from tournaments.ratings.presets import CHINESE_STYLE, FIDE_BLITZ, FIDE_RAPID, FIDE_STANDARD, GOR_2021
from tournaments.ratings.rate import differences_on, first_rating, k_for, limited_k, list_digest, offers, rate
from tournaments.ratings.tables import (
    DP,
    dp,
    expected_hundredths,
    expected_ten_thousandths,
    half_away,
)
from tournaments.ratings.values import (
    Adjustment,
    Entrant,
    FlawCode,
    FlawedInputError,
    Formula,
    Line,
    Performance,
    Period,
    Pooled,
    RatedEvent,
    RatedGame,
    RatingsOn,
    Row,
    Start,
    State,
    System,
)

CHAPTERS = {"standard": FIDE_STANDARD, "rapid": FIDE_RAPID, "blitz": FIDE_BLITZ}
MONTH = Period("2026-09", date(2026, 8, 1), date(2026, 9, 1), date(2026, 9, 1))
AUGUST = date(2026, 8, 1)


def chain(name: str, corrections: int = 0) -> dict[str, RatingsOn]:
    computed = rate_all(SYSTEMS[name], [first_list(name)], periods(name, corrections))
    return {period.period.name: rated.list for period, rated, _ in computed}


def named(system: System, row: Row) -> dict[str, Any]:
    """A row in the words of the worked cases."""
    rating = f"{row.rating:.3f}" if system.formula is Formula.GOR and row.rating is not None else row.rating
    return {
        "rating": rating,
        "k": row.k,
        "games": row.games,
        "top": row.highest,
        "n": row.n,
        "state": row.state.value,
        "change": row.change,
        "k_used": row.k_used,
        "sum100": row.total,
        "pooled": len(row.pool),
    }


@pytest.mark.parametrize("name", CHAINS)
@pytest.mark.parametrize(
    ("corrections", "key"),
    [(0, "expected"), (1, "expected_after_first_correction"), (2, "expected_after_both")],
)
def test_every_list_of_a_chain_and_of_its_corrections(name: str, corrections: int, key: str) -> None:
    system, expected = SYSTEMS[name], load(name)[key]
    lists = chain(name, corrections)
    for period, list_of_period in expected.items():
        rows = {row.number: named(system, row) for row in lists[period].rows}
        for number, values in list_of_period["rows"].items():
            assert {key: rows[number][key] for key in values} == values, (period, number)
        assert rows.keys() == list_of_period["rows"].keys()
        assert list_digest(system, lists[period].rows) == list_of_period["digest"]


@pytest.mark.parametrize("name", CHAINS)
def test_the_arithmetic_of_each_game(name: str) -> None:
    expected = load(name)["expected_lines"]
    for period, rated, _ in rate_all(SYSTEMS[name], [first_list(name)], periods(name)):
        lines = sorted((line for lines in rated.lines.values() for line in lines), key=_place)
        if SYSTEMS[name].formula is Formula.GOR:
            assert [
                [
                    *(*_place(line), float(line.rating), float(line.opponent), line.halves),
                    pytest.approx(line.expected, abs=1e-6),
                    pytest.approx(line.gain, abs=1e-6),
                ]
                for line in lines
            ] == expected[period.period.name]
        else:
            lines_of_period = [
                [line.number, line.event, line.round, line.rating, line.opponent, line.halves, line.gain]
                for line in lines
            ]
            assert sorted(lines_of_period) == sorted(expected[period.period.name])


def _place(line: Line) -> tuple[str, str, int]:
    return line.number, line.event, line.round


@pytest.mark.parametrize("name", CHAINS)
def test_who_moves_after_both_corrections(name: str) -> None:
    before, after = chain(name), chain(name, 2)
    for period, expected in load(name)["movers_after_both"].items():
        moved = {
            mover.number: (mover.before, mover.after)
            for mover in moved_players(before[period], after[period])
        }
        assert {
            number: tuple(None if value is None else Decimal(str(value)) for value in pair)
            for number, pair in expected.items()
        } == moved


@pytest.mark.parametrize("game", table("games"), ids=lambda game: game["id"])
def test_single_games_at_every_boundary(game: dict[str, str]) -> None:
    rating, opponent = Decimal(game["own"]), Decimal(game["opponent"])
    halves = int(2 * Fraction(game["score"]))
    if game["system"] == "gor":
        weight, handicap = gor.WEIGHTS[game["class"]], int(game["given"])
        change = gor.change(float(rating), float(opponent), halves / 2, handicap, weight)
        after = max(gor.LEAST, float(rating) + change)
        assert round(change, 6) == float(game["change"])
        assert game["note"] == f"new {after:.6f}"
        return
    system = CHAPTERS[game["chapter"]] if game["system"] == "fide" else NO_CUT
    start = day(game["event_start"]) if game["event_start"] else AUGUST
    difference = differences_on(system, start)(int(rating), int(opponent))
    values = offers(system, int(rating), int(opponent), k=int(game["k"]), start=start)
    if not game["change"]:
        assert difference is None
        assert values is None
        return
    assert difference == int(game["d_counted"])
    assert values is not None
    assert values[2 - halves] == Decimal(game["change"])


def test_the_tables_are_fides() -> None:
    tables = load("fide-tables")
    for first, last, higher, lower in tables["8.1.2"]:
        for difference in (first, 1200 if last is None else last):
            assert Fraction(expected_hundredths(difference), 100) == Fraction(higher)
            assert difference == 0 or Fraction(expected_hundredths(-difference), 100) == Fraction(lower)
    assert {Fraction(p): value for p, value in tables["8.1.1"]} == {
        Fraction(percent, 100): dp(percent) for percent in range(101)
    }
    assert len(DP) == 51


def test_fides_published_months() -> None:
    """79 games; one month of five followed rounding by event (F-P02), which the article does not say."""
    games = 0
    for case in load("fide-published")["cases"]:
        total = 0
        for event in case["events"]:
            rating, start = event["own"], day(event["start"])
            of_event = 0
            for opponent, score, printed, _ in event["games"]:
                difference = differences_on(FIDE_STANDARD, start)(rating, opponent)
                assert difference is not None
                gain = int(100 * score) - expected_hundredths(difference)
                assert gain == int(100 * Fraction(printed)), (case["case"], opponent)
                of_event, games = of_event + gain, games + 1
            assert of_event == int(100 * Fraction(event["sum"]))
            total += of_event
        assert half_away(case["k_used"] * total, 100) == case["rounded_once"]
        if case["case"] != "F-P02":
            assert case["base"] + case["rounded_once"] == case["published_next"]
    assert games == 79


def test_k_its_limit_and_the_rounding_of_a_period() -> None:
    cases = load("k")
    for games, born, year, highest, k in cases["k"]:
        assert k == k_for(
            FIDE_STANDARD,
            games=games,
            rating=highest or 1500,
            highest=highest or None,
            born=born or None,
            year=year,
        ), (games, born, year, highest)
    for k, n, used in cases["cap"]:
        assert limited_k(k, n, 700) == used
    for k, n, total, change in cases["rounding"]:
        assert half_away(limited_k(k, n, 700) * total, 100) == change


def test_first_ratings() -> None:
    for case in load("initial")["cases"]:
        pool = [Pooled(AUGUST, opponent, int(2 * score)) for opponent, score in case["results"]]
        rating = first_rating(Performance(), pool)
        published = rating if len(pool) >= 5 and rating >= 1400 else None
        assert published == case["published"], case["case"]


def test_the_figures_of_the_european_database() -> None:
    assert round(2100 + gor.change(2100, 2100, 1), 3) == 2109.306


def test_a_days_changes_are_the_same_in_every_order() -> None:
    """A plain sum of such changes has several answers; the list has one."""
    random = Random(7)
    changes = [random.uniform(-50, 50) for _ in range(9)]
    plain, rated = set(), set()
    for _ in range(500):
        random.shuffle(changes)
        total = 0.0
        for change in changes:
            total += change
        plain.add(total)
        rated.add(gor.rating_after(Decimal("2100.000"), changes))
    assert len(plain) > 1
    assert len(rated) == 1


def one_list(*rows: Row, on: date = AUGUST) -> RatingsOn:
    return RatingsOn(on, rows)


def event(*games: RatedGame, uid: str = "E", start: int = 5, end: int = 9, **also: Any) -> RatedEvent:
    numbers = sorted({number for game in games for number in (game.first, game.second)})
    return RatedEvent(
        uid,
        date(2026, 8, start),
        date(2026, 8, end),
        games,
        entrants=also.pop("entrants", tuple(Entrant(number) for number in numbers)),
        **also,
    )


def flaws(system: System = FEDERATIONS_SYSTEM, period: Period = MONTH, **parts: Any) -> set[FlawCode]:
    with pytest.raises(FlawedInputError) as refused:
        rate(system, period, parts.get("lists", [one_list()]), parts.get("events", []), parts.get("set", ()))
    return {flaw.code for flaw in refused.value.flaws}


def test_all_that_is_wrong_is_said_at_once() -> None:
    twice = one_list(Row("1", 1500), Row("1", 1600), Row("2", 99999))
    bad = event(
        RatedGame(1, "1", "1", 2),
        RatedGame(2, "1", "2", None),
        RatedGame(3, "1", "2", 2),
        RatedGame(3, "2", "1", 2),
        RatedGame(4, "1", "nobody", 2),
        entrants=(),
    )
    assert flaws(lists=[twice], events=[bad], set=[Adjustment("1", AUGUST, 5000)]) == {
        FlawCode.NUMBER_TWICE,
        FlawCode.OFF_SCALE,
        FlawCode.AGAINST_SELF,
        FlawCode.NO_RESULT,
        FlawCode.TWO_RESULTS,
        FlawCode.UNKNOWN_NUMBER,
    }


def test_what_no_period_can_be_rated_by() -> None:
    assert flaws(CHINESE_STYLE) == {FlawCode.NO_K}
    assert flaws(replace(FEDERATIONS_SYSTEM, formula=Formula.IMPORTED)) == {FlawCode.NOT_COMPUTED}
    assert flaws(period=replace(MONTH, list_date=date(2026, 8, 31))) == {FlawCode.LIST_BEFORE_END}
    assert flaws(lists=[one_list(on=date(2026, 8, 2))]) == {FlawCode.NO_LIST_BEFORE}


def test_an_event_outside_the_period_is_refused_unless_it_is_late() -> None:
    outside = replace(event(RatedGame(1, "1", "2", 2)), end=date(2026, 9, 1))
    assert flaws(events=[outside]) == {FlawCode.EVENT_OUTSIDE}
    assert rate(FEDERATIONS_SYSTEM, MONTH, [one_list()], [replace(outside, late=True)]).lines.keys() == {
        "1",
        "2",
    }


def test_somebody_whom_no_step_of_k_fits_is_named() -> None:
    young = replace(FEDERATIONS_SYSTEM, k=(replace(FEDERATIONS_SYSTEM.k[0], games_below=1),))
    lists = [one_list(Row("1", 1500, games=5), Row("2", 1500, games=0))]
    assert flaws(young, lists=lists) == {FlawCode.NO_K}


def test_a_floor_that_holds() -> None:
    lists = [one_list(Row("1", 1003, games=50), Row("2", 1003, games=50), Row("3", 900, games=50))]
    lost = event(RatedGame(1, "2", "1", 2), RatedGame(2, "2", "3", 2))
    rows = rate(FEDERATIONS_SYSTEM, MONTH, lists, [lost]).list.by_number
    assert (rows["1"].rating, rows["1"].change) == (1000, -3)
    assert (rows["3"].rating, rows["3"].change) == (900, 0)


def test_a_game_of_the_pool_counts_for_twenty_six_months() -> None:
    for months, left in ((25, 1), (26, 0)):
        year, month = divmod(2026 * 12 + 8 - months, 12)
        pool = (Pooled(date(year, month + 1, 1), 1900, 2),)
        row = Row("1", None, state=State.UNRATED, pool=pool, started=True)
        rated = rate(FIDE_STANDARD, MONTH, [one_list(row)], [])
        assert len(rated.list.rows[0].pool) == left


def test_an_adjustment_is_the_rating_that_a_change_is_added_to() -> None:
    lists = [one_list(Row("1", 1500, games=50), Row("2", 1500, games=50))]
    rated = rate(
        FEDERATIONS_SYSTEM, MONTH, lists, [event(RatedGame(1, "1", "2", 1))], [Adjustment("1", AUGUST, 1700)]
    )
    row = rated.list.by_number["1"]
    assert (row.before, row.rating) == (
        1700,
        1700 + half_away(30 * (5000 - expected_ten_thousandths(200)), 10_000),
    )
    only = rate(FEDERATIONS_SYSTEM, MONTH, [one_list()], [], [Adjustment("9", AUGUST, 1800)])
    assert only.list.by_number["9"].rating == 1800


def test_an_adjustment_of_gor_holds_from_its_day_on() -> None:
    lists = [one_list(Row("1", Decimal("1500.000")), Row("2", Decimal("1500.000")))]
    early = event(RatedGame(1, "1", "2", 2), uid="A", kind="A", end=6)
    later = event(RatedGame(1, "1", "2", 2), uid="B", kind="A", end=20)
    lines = rate(GOR_2021, MONTH, lists, [early, later], [Adjustment("1", date(2026, 8, 10), 1800)]).lines[
        "1"
    ]
    assert [line.rating for line in lines] == [Decimal("1500.000"), Decimal(1800)]


def test_odds_replays_and_more_than_nine_stones_do_not_count() -> None:
    lists = [one_list(Row("1", Decimal("1500.000")), Row("2", Decimal("2400.000")))]
    games = (RatedGame(1, "2", "1", 2, handicap=9), RatedGame(2, "2", "1", 2, handicap=10))
    rated = rate(GOR_2021, MONTH, lists, [event(*games, kind="A")])
    assert [line.round for line in rated.lines["1"]] == [1]
    whole = [one_list(Row("1", 1500), Row("2", 2400))]
    games = (
        RatedGame(1, "1", "2", 2, odds="horse"),
        RatedGame(2, "1", "2", 2, handicap=2),
        RatedGame(3, "1", "2", 2, replay=2),
    )
    assert not rate(FEDERATIONS_SYSTEM, MONTH, whole, [event(*games)]).lines
    assert rate(replace(FEDERATIONS_SYSTEM, replays=True), MONTH, whole, [event(*games)]).lines.keys() == {
        "1",
        "2",
    }


def test_changes_of_a_period_with_one_k_sum_to_nothing() -> None:
    """Before rounding: what one gains the other loses."""
    one_k = replace(ELO_400, k=(FEDERATIONS_SYSTEM.k[-1],), k_games=None, floor=None)
    random = Random(3)
    for _ in range(50):
        _, lists, events = random_period(random, one_k)
        rated = rate(one_k, MONTH, lists, events)
        assert sum(row.total or 0 for row in rated.list.rows) == 0


def random_period(random: Random, system: System) -> tuple[Period, list[RatingsOn], list[RatedEvent]]:
    """A small one with all that can be near a boundary."""
    numbers = [str(number) for number in range(1, 8)]
    lists = []
    for month in (6, 7, 8):
        rows = []
        for number in numbers[:6]:
            rating = random.choice([None, 1400, 1402, 1999, 2000, 2299, 2399, 2400, 2600, 2650, 2700])
            if system.formula is Formula.ELO and rating is not None:
                rating -= random.choice([0, 400, 999])
            if system.formula is Formula.GOR and rating is not None:
                rating = Decimal(rating) - random.choice([Decimal(0), Decimal("2298.5"), Decimal("0.123")])
            games = random.choice([0, 19, 20, 28, 29, 30, 200])
            pool = tuple(
                Pooled(random.choice([date(2024, 7, 1), date(2024, 8, 1), AUGUST]), 1900, random.randrange(3))
                for _ in range(random.randrange(5) if rating is None else 0)
            )
            rows.append(
                Row(
                    number,
                    rating,
                    random.choice([10, 20, 40, None]) if rating is not None else None,
                    games=games,
                    highest=None if rating is None else rating + random.choice([0, 1, 100]),
                    last=random.choice([None, date(2025, 8, 31), date(2025, 9, 1), date(2024, 9, 1), AUGUST]),
                    state=State.UNRATED if rating is None else State.ACTIVE,
                    born=random.choice([None, 2007, 2008, 2009]),
                    pool=tuple(sorted(pool)),
                    started=random.random() < 0.5,
                )
            )
        lists.append(RatingsOn(date(2026, month, 1), tuple(rows)))
    events = []
    for uid in "ABC"[: random.randrange(1, 4)]:
        end = random.randrange(1, 32)
        start = date(2026, random.choice([6, 7, 8]), random.randrange(1, end + 1) if end < 30 else 1)
        games = []
        for round_number in range(1, random.randrange(2, 6)):
            order = random.sample(numbers, len(numbers))
            for first, second in zip(order[::2], order[1::2], strict=False):
                kind = random.choice(["played"] * 9 + ["forfeit"])
                stones = random.choice([0, 0, 1, -4, 9, 10]) if system.formula is Formula.GOR else 0
                games.append(RatedGame(round_number, first, second, random.randrange(3), kind, stones))
        entrants = tuple(
            Entrant(number, random.choice([None, 2008]), random.choice([None, 1200])) for number in numbers
        )
        of_class = {"kind": random.choice("ABCDX")} if system.formula is Formula.GOR else {}
        end_day = date(2026, 8, end)
        events.append(RatedEvent(uid, start, end_day, tuple(games), entrants=entrants, **of_class))
    return MONTH, lists, events


ALL_OF_THEM = (FIDE_STANDARD, FIDE_RAPID, FEDERATIONS_SYSTEM, ELO_400)


@pytest.mark.slow
@pytest.mark.parametrize("system", ALL_OF_THEM, ids=lambda system: system.code)
def test_ten_thousand_periods_by_a_second_implementation(system: System) -> None:
    random = Random(system.code)
    for _ in range(10_000 // len(ALL_OF_THEM)):
        period, lists, events = random_period(random, system)
        rated = rate(system, period, lists, events)
        mine = {
            row.number: {
                "rating": row.rating,
                "k": row.k,
                "n": row.n,
                "games": row.games,
                "state": row.state.value,
                "pool": len(row.pool),
            }
            for row in rated.list.rows
        }
        assert mine == rate_plainly(system, period, lists, events)


@pytest.mark.slow
def test_periods_of_gor_by_a_second_implementation_with_forty_digits() -> None:
    random = Random(2021)
    for _ in range(1_000):
        period, lists, events = random_period(random, GOR_2021)
        mine = {
            row.number: {"rating": row.rating, "n": row.n, "games": row.games, "state": row.state.value}
            for row in rate(GOR_2021, period, lists, events).list.rows
        }
        assert mine == rate_gor_plainly(GOR_2021, period, lists, events)


@pytest.mark.parametrize("name", CHAINS)
def test_no_order_of_the_input_matters(name: str) -> None:
    system, expected = SYSTEMS[name], chain(name)
    random = Random(name)
    for _ in range(20):
        shuffled = []
        for period in periods(name):
            events = []
            for event_of_it in random.sample(period.events, len(period.events)):
                games = tuple(
                    _turned(game, random) for game in random.sample(event_of_it.games, len(event_of_it.games))
                )
                entrants = tuple(random.sample(event_of_it.entrants, len(event_of_it.entrants)))
                events.append(replace(event_of_it, games=games, entrants=entrants))
            shuffled.append(PeriodGames(period.period, tuple(events)))
        first = first_list(name)
        first = RatingsOn(first.date, tuple(random.sample(first.rows, len(first.rows))))
        again = rate_all(system, [first], random.sample(shuffled, len(shuffled)))
        assert {period.period.name: rated.list for period, rated, _ in again} == expected


@pytest.mark.parametrize("system", [*ALL_OF_THEM, GOR_2021], ids=lambda system: system.code)
def test_no_order_matters_in_any_period(system: System) -> None:
    random = Random(system.code)
    for _ in range(100):
        period, lists, events = random_period(random, system)
        if system.formula is Formula.GOR:
            events = [replace(event, kind=random.choice("ABCD")) for event in events]
        expected = rate(system, period, lists, events)
        shuffled = [
            replace(event, games=tuple(_turned(game, random) for game in event.games[::-1]))
            for event in random.sample(events, len(events))
        ]
        again = rate(system, period, random.sample(lists, len(lists)), shuffled)
        assert again.list == expected.list
        assert again.lines == expected.lines


def test_the_highest_rating_is_of_all_lists() -> None:
    lists = [one_list(Row("1", Decimal("0.500")), Row("2", Decimal("1500.000"), highest=Decimal("1600.000")))]
    rows = rate(GOR_2021, MONTH, lists, [event(RatedGame(1, "1", "2", 0), kind="A")]).list.by_number
    assert rows["1"].highest == max(Decimal("0.500"), rows["1"].rating or 0)
    assert rows["2"].highest == Decimal("1600.000")


def test_the_second_implementations_curve_is_the_table() -> None:
    """Doubles are near no half of a ten-thousandth, for any difference that there can be."""
    for difference in range(4901):
        assert expected_elo(difference) * 10_000 == expected_ten_thousandths(difference)


def _turned(game: RatedGame, random: Random) -> RatedGame:
    """The same game told from the other side."""
    if game.halves is None or random.random() < 0.5:
        return game
    return game._replace(
        first=game.second, second=game.first, halves=2 - game.halves, handicap=-game.handicap
    )


def test_newcomers_without_a_value_wait() -> None:
    waiting = replace(FEDERATIONS_SYSTEM, newcomers=Start(default=None))
    rated = rate(waiting, MONTH, [one_list(Row("1", 1500))], [event(RatedGame(1, "1", "2", 2))])
    assert rated.list.by_number["1"].n == 0


def test_what_a_win_would_give() -> None:
    assert offers(FIDE_STANDARD, 2000, 2092, k=20, start=AUGUST) == (
        Decimal("12.60"),
        Decimal("2.60"),
        Decimal("-7.40"),
    )
