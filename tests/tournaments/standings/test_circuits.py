"""Circuits: the worked cases of a plain second program, the edges of the rule, and that no order counts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.circuits import (
    CircuitEvent,
    CircuitRow,
    CircuitRule,
    PlaceSharing,
    Rounding,
    Tie,
    best_results,
    circuit_standings,
    points_of_places,
)

CASES = json.loads((Path(__file__).parents[2] / "fixtures" / "ratings" / "circuits.json").read_text())[
    "cases"
]
"""Made by a plain second program from section 15 of the specification of ratings."""
FIRST_DAY = date(2026, 1, 3)


def rule_of(data: dict[str, Any]) -> CircuitRule:
    return CircuitRule(
        tables={"": tuple(map(Fraction, data["table"]))},
        sharing=PlaceSharing(data["sharing"]),
        rounding=Rounding(data.get("rounding", "")),
        best=data["best"],
        caps=data.get("caps", {}),
        ties=tuple(map(Tie, data["ties"])),
    )


def events_of(case: dict[str, Any]) -> list[CircuitEvent[str]]:
    return [
        CircuitEvent(
            key=event["event"],
            day=FIRST_DAY + timedelta(weeks=week),
            standing=tuple(map(tuple, event["standing"])),
            factor=Fraction(str(event.get("factor", 1))),
            kinds=frozenset(event.get("kinds", ())),
            bonus={name: Fraction(points) for name, points in event.get("bonus", {}).items()},
        )
        for week, event in enumerate(case["events"])
    ]


def eligible_of(case: dict[str, Any]) -> set[str] | None:
    guests = set(case["rule"].get("not_eligible", ()))
    names = {name for event in case["events"] for group in event["standing"] for name in group}
    return names - guests if guests else None


def lines_of(rows: Sequence[CircuitRow[str]]) -> list[dict[str, Any]]:
    return [
        {
            "place": row.place,
            "name": row.person,
            "total": str(row.total),
            "shown": f"{float(row.total):.2f}",
            "counted": [result.event for result in row.results if result.counted],
            "events": row.events,
        }
        for row in sorted(rows, key=lambda row: (row.place or 999, row.person))
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"][:2])
def test_a_worked_case(case: dict[str, Any]) -> None:
    rule, eligible = rule_of(case["rule"]), eligible_of(case)
    for event in events_of(case):
        points = points_of_places(rule, event, eligible)
        assert {name: str(result.share) for name, result in points.items()} == case["points"][event.key]
    rows = circuit_standings(rule, events_of(case), eligible=eligible)
    assert lines_of(rows) == case["expected"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"][:2])
@given(seed=st.integers(0, 2**32))
def test_no_order_changes_anything(case: dict[str, Any], seed: int) -> None:
    chance = Random(seed)
    events = [
        replace(
            event,
            standing=tuple(tuple(chance.sample(group, len(group))) for group in event.standing or ()),
        )
        for event in events_of(case)
    ]
    chance.shuffle(events)
    rule, eligible = rule_of(case["rule"]), eligible_of(case)
    assert lines_of(circuit_standings(rule, events, eligible=eligible)) == case["expected"]


@given(
    results=st.lists(st.tuples(st.integers(0, 12), st.sets(st.sampled_from(["rapid", "small"]))), max_size=8),
    best=st.one_of(st.none(), st.integers(1, 5)),
    rapid=st.integers(0, 3),
    small=st.integers(0, 3),
)
def test_the_best_results_are_those_of_all_choices(
    results: list[tuple[int, set[str]]], best: int | None, rapid: int, small: int
) -> None:
    """Against trying every set, with what decides between equal sums written plainly."""
    caps = {"rapid": rapid, "small": small}

    def fits(chosen: tuple[int, ...]) -> bool:
        return all(sum(kind in results[at][1] for at in chosen) <= cap for kind, cap in caps.items())

    most = len(results) if best is None else best
    choices = (
        chosen
        for size in range(min(most, len(results)) + 1)
        for chosen in combinations(range(len(results)), size)
        if fits(chosen)
    )
    wanted = max(
        choices,
        key=lambda chosen: (
            sum(results[at][0] for at in chosen),
            len(chosen),
            [at in chosen for at in range(len(results))],
        ),
    )
    total, counted = best_results(
        [Fraction(points) for points, _kinds in results],
        [frozenset(kinds) for _points, kinds in results],
        CircuitRule(best=best, caps=caps),
    )
    assert (total, counted) == (sum(results[at][0] for at in wanted), frozenset(wanted))


TABLE = (Fraction(5), Fraction(3), Fraction(2), Fraction(1))
PLAIN = CircuitRule(tables={"": TABLE, "A": tuple(2 * points for points in TABLE)})


def event(*groups: str, week: int = 0, **values: Any) -> CircuitEvent[str]:
    standing = tuple(tuple(group.split()) for group in groups)
    return CircuitEvent(key=f"E{week}", day=FIRST_DAY + timedelta(weeks=week), standing=standing, **values)


def coming(week: int, **values: Any) -> CircuitEvent[str]:
    return CircuitEvent(key=f"E{week}", day=FIRST_DAY + timedelta(weeks=week), standing=None, **values)


def totals(rule: CircuitRule, *events: CircuitEvent[str], **values: Any) -> dict[str, str]:
    return {row.person: str(row.total) for row in circuit_standings(rule, events, **values)}


def test_a_level_has_its_own_table() -> None:
    assert totals(PLAIN, event("Ann", "Bo"), event("Bo", "Ann", week=1, level="A")) == {
        "Ann": "11",
        "Bo": "13",
    }


def test_places_beyond_the_table_bring_what_the_rule_says() -> None:
    line = event("Ann", "Bo", "Cy", "Dee", "Eve")
    assert totals(PLAIN, line)["Eve"] == "0"
    assert totals(replace(PLAIN, beyond=Fraction(1, 2)), line)["Eve"] == "1/2"


def test_who_is_level_gets_the_better_place_where_the_rule_says_so() -> None:
    assert totals(replace(PLAIN, sharing=PlaceSharing.BEST), event("Ann", "Bo Cy", "Dee"))["Cy"] == "3"


@pytest.mark.parametrize(("rounding", "points"), [("", "8/3"), ("up", "3"), ("up2", "267/100")])
def test_shared_points_are_rounded_before_the_factor(rounding: str, points: str) -> None:
    rule = replace(PLAIN, tables={"": tuple(map(Fraction, (5, 2, 1)))}, rounding=Rounding(rounding))
    line = event("Ann Bo Cy", factor=Fraction(2))
    assert str(points_of_places(rule, line)["Ann"].share) == points
    assert totals(rule, line)["Ann"] == str(2 * Fraction(points))


def test_a_guest_takes_a_place_where_the_rule_says_so() -> None:
    line = event("Guest", "Ann", "Bo")
    assert totals(PLAIN, line, eligible={"Ann", "Bo"}) == {"Ann": "5", "Bo": "3"}
    assert totals(replace(PLAIN, guests=True), line, eligible={"Ann", "Bo"}) == {"Ann": "3", "Bo": "2"}


def test_a_category_keeps_the_points_or_counts_its_own_places() -> None:
    line = event("Ann", "Bo", "Cy")
    assert totals(PLAIN, line, members={"Bo", "Cy"}) == {"Bo": "3", "Cy": "2"}
    assert totals(replace(PLAIN, among=True), line, members={"Bo", "Cy"}) == {"Bo": "5", "Cy": "3"}


def test_who_withdrew_keeps_the_place_from_others_and_gets_nothing() -> None:
    assert totals(PLAIN, event("Ann", "Bo", "Cy", pointless=frozenset({"Bo"}))) == {"Ann": "5", "Cy": "2"}


def test_an_event_with_too_few_players_counts_as_played_and_brings_nothing() -> None:
    rows = circuit_standings(replace(PLAIN, least_players=3), [event("Ann", "Bo")])
    assert {(row.person, str(row.total), row.events) for row in rows} == {("Ann", "0", 1), ("Bo", "0", 1)}


def test_who_has_played_too_few_events_stands_below_without_a_place() -> None:
    rule = replace(PLAIN, least_events=2)
    rows = circuit_standings(rule, [event("Ann", "Bo", "Cy"), event("Cy", "Bo", week=1)])
    assert [(row.place, row.person) for row in rows] == [(1, "Cy"), (2, "Bo"), (None, "Ann")]


@pytest.mark.parametrize(
    ("ties", "order"),
    [
        ([], [(1, "Ann"), (1, "Bo")]),
        ([Tie.EVENTS], [(1, "Bo"), (2, "Ann")]),
        ([Tie.HIGHEST], [(1, "Ann"), (2, "Bo")]),
        ([Tie.FIRSTS, Tie.EVENTS], [(1, "Ann"), (2, "Bo")]),
        ([Tie.LATEST], [(1, "Bo"), (2, "Ann")]),
    ],
)
def test_ties_are_decided_in_the_order_of_the_rule(ties: list[Tie], order: list[tuple[int, str]]) -> None:
    events = [event("Ann", "Bo", "Cy"), event("Cy", "Dee", "Bo", week=1)]
    rows = circuit_standings(replace(PLAIN, ties=tuple(ties)), events)
    level = [(row.place, row.person) for row in rows if row.person in ("Ann", "Bo")]
    first = min(place for place, _name in level if place)
    assert sorted((place - first + 1, name) for place, name in level if place) == order


def test_somebody_is_qualified_only_when_nobody_can_pass() -> None:
    rule = replace(PLAIN, qualified=1)
    played = [event("Ann", "Bo"), event("Ann", "Bo", week=1)]

    def qualified(*more: CircuitEvent[str]) -> list[str]:
        return [row.person for row in circuit_standings(rule, [*played, *more]) if row.qualified]

    assert qualified() == ["Ann"]
    # Ann 10, Bo 6: another 5 take Bo past, or a factor of 0.5 does not.
    assert qualified(coming(2)) == []
    assert qualified(coming(2, factor=Fraction(1, 2))) == ["Ann"]
    assert qualified(coming(2, factor=Fraction(4, 5))) == [], "coming level is enough to doubt"


def test_a_place_that_is_shared_beyond_the_last_qualifies_nobody() -> None:
    rows = circuit_standings(replace(PLAIN, qualified=2), [event("Ann", "Bo Cy")])
    assert [row.person for row in rows if row.qualified] == ["Ann"]


@given(
    st.builds(
        CircuitRule,
        tables=st.dictionaries(
            st.sampled_from(["", "A"]), st.lists(st.fractions(0, 30), max_size=4).map(tuple)
        ),
        beyond=st.fractions(0, 2),
        sharing=st.sampled_from(PlaceSharing),
        by_score=st.booleans(),
        rounding=st.sampled_from(Rounding),
        guests=st.booleans(),
        all_rounds=st.booleans(),
        best=st.one_of(st.none(), st.integers(1, 12)),
        caps=st.dictionaries(st.sampled_from(["rapid", "small"]), st.integers(1, 9)),
        least_players=st.integers(0, 50),
        least_events=st.integers(0, 9),
        ties=st.lists(st.sampled_from(Tie), unique=True).map(tuple),
        among=st.booleans(),
        qualified=st.integers(0, 9),
    )
)
def test_a_rule_is_written_and_read_back(rule: CircuitRule) -> None:
    assert CircuitRule.from_json(json.loads(json.dumps(rule.as_json()))) == rule


def test_a_bonus_that_counts_as_a_result_takes_the_place_of_a_worse_one() -> None:
    rule = CircuitRule(tables={"": (Fraction(10), Fraction(4))}, best=2, bonus_as_result=True)
    events = [
        CircuitEvent(
            key=f"E{number}",
            day=date(2026, number, 1),
            standing=standing,
            bonus={"An": Fraction(6)} if number == 1 else {},
        )
        for number, standing in enumerate(((("An",), ("Bo",)), (("Bo",), ("An",))), start=1)
    ]
    rows = {row.person: row for row in circuit_standings(rule, events)}
    assert (rows["An"].total, rows["An"].bonus) == (16, 6)
    assert [result.counted for result in rows["An"].results] == [True, False]
    assert (rows["Bo"].total, rows["Bo"].bonus) == (14, 0)
    beside = circuit_standings(replace(rule, bonus_as_result=False), events)
    assert {row.person: row.total for row in beside} == {"An": 20, "Bo": 14}


def test_the_higher_rating_decides_and_who_has_none_is_behind() -> None:
    rule = CircuitRule(tables={"": (Fraction(10), Fraction(8), Fraction(6))}, ties=(Tie.RATING,))
    events = [CircuitEvent(key="E", day=date(2026, 1, 1), standing=(("An", "Bo", "Cy"),))]
    rows = circuit_standings(rule, events, ratings={"An": -200, "Bo": 1800})
    assert [(row.place, row.person) for row in rows] == [(1, "Bo"), (2, "An"), (3, "Cy")]
    assert {row.place for row in circuit_standings(rule, events)} == {1}


def test_games_between_them_count_among_those_who_are_still_level() -> None:
    """Dee has beaten both and is not level: only the games of Ann, Bo and Cy count, and who met nobody of
    them stands between."""
    games = (("Bo", "Ann", 2), ("Dee", "Bo", 2), ("Ann", "Dee", 2))
    rule = replace(PLAIN, ties=(Tie.BETWEEN,))
    rows = circuit_standings(rule, [event("Dee", "Ann Bo Cy", games=games)])
    assert [(row.place, row.person) for row in rows] == [(1, "Dee"), (2, "Bo"), (3, "Cy"), (4, "Ann")]


def test_games_of_all_events_of_the_circuit_count_between_them() -> None:
    rule = replace(PLAIN, ties=(Tie.BETWEEN,))
    first = event("Ann Bo", games=(("Bo", "Ann", 2),))
    second = event("Ann Bo", week=1, games=(("Ann", "Bo", 1),))
    assert [row.person for row in circuit_standings(rule, [second, first])] == ["Bo", "Ann"]
    again = event("Ann Bo", week=2, games=(("Bo", "Ann", 0),))
    assert [row.place for row in circuit_standings(rule, [second, first, again])] == [1, 1]


def test_a_lot_decides_once_everybody_who_is_level_has_drawn() -> None:
    rule = replace(PLAIN, ties=(Tie.FIRSTS, Tie.LOTS))
    line = event("Ann Bo Cy")
    assert [row.place for row in circuit_standings(rule, [line], lots={"Ann": 1, "Bo": 7})] == [1, 1, 1]
    rows = circuit_standings(rule, [line], lots={"Ann": 1, "Bo": 7, "Cy": 3})
    assert [(row.place, row.person) for row in rows] == [(1, "Bo"), (2, "Cy"), (3, "Ann")]


@given(seed=st.integers(0, 2**32))
def test_no_order_of_events_games_or_persons_changes_what_decides(seed: int) -> None:
    chance = Random(seed)
    names = ["Ann", "Bo", "Cy", "Dee", "Eve", "Fay"]
    rule = replace(PLAIN, ties=tuple(chance.sample(list(Tie), 4)), best=2)
    events = []
    for week in range(3):
        chance.shuffle(names)
        games = tuple((*chance.sample(names, 2), chance.randrange(3)) for _game in range(6))
        events.append(event(" ".join(names[:3]), " ".join(names[3:]), week=week, games=games))
    facts = {
        "ratings": {name: chance.randrange(3) for name in names},
        "lots": {name: len(name) for name in names},
    }

    def standings() -> set[tuple[int | None, str, Fraction]]:
        return {(row.place, row.person, row.total) for row in circuit_standings(rule, events, **facts)}

    wanted = standings()
    chance.shuffle(events)
    events = [
        replace(
            line,
            standing=tuple(tuple(chance.sample(group, len(group))) for group in line.standing or ()),
            games=tuple(chance.sample(line.games, len(line.games))),
        )
        for line in events
    ]
    assert standings() == wanted
