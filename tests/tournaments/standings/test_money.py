"""Who of those that are level gets what of the prize money."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.money import Contender, Sharing, pay


def line(*points: int, places: tuple[int, ...] = ()) -> list[Contender]:
    """Numbers 1, 2, 3, … in their order, separated by tie-breaks where ``places`` do not say otherwise."""
    given_places = places or tuple(range(1, len(points) + 1))
    return [
        Contender(n, place, given_place)
        for n, (place, given_place) in enumerate(zip(given_places, points, strict=True), 1)
    ]


@pytest.mark.parametrize(
    ("sharing", "paid", "others"),
    [
        (Sharing.NONE, [1000, 600, 400, 200, 0], 0),
        # The second, third and fourth are level: 600 + 400 + 200 = 1200.
        (Sharing.EQUAL, [1000, 400, 400, 400, 0], 0),
        # Half of the own prize and half of 400: 300 + 200, 200 + 200, 100 + 200.
        (Sharing.HORT, [1000, 500, 400, 300, 0], 0),
    ],
)
def test_three_are_level(sharing: Sharing, paid: list[int], others: int) -> None:
    result = pay(line(9, 8, 8, 8, 7), [1000, 600, 400, 200], sharing)
    assert (list(result.amounts.values()), result.remainder) == (paid, others)


def test_who_is_level_with_the_last_prize_has_a_part_of_it() -> None:
    equal = pay(line(9, 8, 8, 8), [500, 100], Sharing.EQUAL)
    assert (list(equal.amounts.values()), equal.remainder) == ([500, 33, 33, 33], 1)
    # 50 + 100/6 for the owner of the place, 100/6 for the others.
    hort = pay(line(9, 8, 8, 8), [500, 100], Sharing.HORT)
    assert (list(hort.amounts.values()), hort.remainder) == ([500, 66, 16, 16], 2)


def test_who_share_a_place_share_its_prizes_whatever_the_rule() -> None:
    tied = line(9, 9, 8, places=(1, 1, 3))
    for sharing in Sharing:
        assert list(pay(tied, [300, 100, 50], sharing).amounts.values()) == [200, 200, 50]


def test_prizes_without_winners_are_left() -> None:
    assert pay(line(3), [300, 200], Sharing.HORT).remainder == 200
    assert pay([], [300, 200], Sharing.NONE).remainder == 500


@st.composite
def lines(draw: st.DrawFn) -> list[Contender]:
    """By points, and among equal points by places, some of them shared."""
    points = sorted(draw(st.lists(st.integers(0, 6), max_size=12)), reverse=True)
    places: list[int] = []
    for at in range(len(points)):
        shared = at and points[at] == points[at - 1] and draw(st.booleans())
        places.append(places[-1] if shared else at + 1)
    return line(*points, places=tuple(places)) if points else []


@given(lines(), st.lists(st.integers(0, 10**12), max_size=10), st.sampled_from(Sharing))
def test_no_unit_is_lost_or_made(result: list[Contender], amounts: list[int], sharing: Sharing) -> None:
    paid = pay(result, amounts, sharing)
    assert sum(paid.amounts.values()) + paid.remainder == sum(amounts)
    assert all(amount >= 0 for amount in paid.amounts.values())
    # What is cut off is less than a unit for each; what is more has no winner.
    assert 0 <= paid.remainder - sum(amounts[len(result) :]) < max(1, len(result))


@given(
    lines(),
    st.lists(st.integers(0, 10**6), max_size=10).map(lambda given_place: sorted(given_place, reverse=True)),
)
def test_nobody_behind_gets_more(result: list[Contender], amounts: list[int]) -> None:
    for sharing in Sharing:
        paid = list(pay(result, amounts, sharing).amounts.values())
        assert paid == sorted(paid, reverse=True)
