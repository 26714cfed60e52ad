"""Points stay exact; lots can be drawn again by anybody."""

import pytest

from tournaments.state.lots import LotTicket, canonical, drawn_order, late_number, lot_digest, number_by_lot
from tournaments.state.points import Points, PointsError


def test_points_are_whole_counts_of_their_unit():
    points = Points.parse({"win": "1", "draw": "0.5", "loss": "0"})

    assert (points.win, points.draw, points.unit) == (2, 1, 2)
    assert [points.text(value) for value in (0, 1, 2, 15)] == ["0", "0.5", "1", "7.5"]
    assert Points.parse(points.as_table()) == points
    assert Points.parse({}) == Points()


@pytest.mark.parametrize(
    "table",
    [
        {"win": "x"},
        {"win": "-1"},
        {"win": "1/3"},
        {"victory": "2"},
        {"win": "1", "draw": "2"},
        {"draw": "1001"},
    ],
)
def test_points_that_cannot_be(table):
    with pytest.raises(PointsError):
        Points.parse(table)


def test_a_lot_is_the_published_hash():
    # printf 'seed|numbers|jane doe|GER' | sha256sum
    assert lot_digest("seed", "numbers", "  Jane  DOE", "GER") == (
        "c0497f1850b4c2bef255886dd9a5da4cdecd4fc3af69c354733d761b6c685291"
    )
    assert canonical("ＪＡＮＥ　Doe") == "jane doe"


def test_draws_depend_on_the_seed_and_not_on_the_order():
    tickets = [LotTicket(key, f"Player {key}", "GER") for key in range(20)]

    assert drawn_order(tickets, "a") == drawn_order(tickets[::-1], "a")
    assert drawn_order(tickets, "a") != drawn_order(tickets, "b")


def test_groups_draw_odd_and_even_numbers():
    tickets = [LotTicket(key, f"Player {key}", "GER", 1 + key % 2) for key in range(10)]
    numbers = number_by_lot(tickets, "seed", two_groups=True)

    assert sorted(numbers.values()) == list(range(1, 11))
    assert all(numbers[ticket.key] % 2 == ticket.group % 2 for ticket in tickets)


@pytest.mark.parametrize(("small", "large", "mine"), [(1, 2, {1, 3}), (2, 1, {2, 4})])
def test_the_smaller_group_takes_its_lowest_numbers(small, large, mine):
    groups = [small] * 2 + [large] * 6
    tickets = [LotTicket(key, f"Player {key}", "GER", group) for key, group in enumerate(groups)]
    numbers = number_by_lot(tickets, "seed", two_groups=True)

    assert sorted(numbers.values()) == list(range(1, 9))
    assert {numbers[key] for key in (0, 1)} == mine


def test_who_comes_late_takes_the_next_free_number_of_the_group():
    assert late_number(range(1, 9), 1, two_groups=True) == 9
    assert late_number(range(1, 9), 2, two_groups=True) == 10
    assert late_number([1, 2, 3, 5], 2, two_groups=True) == 4
    assert late_number([1, 2, 4], 1, two_groups=False) == 3
