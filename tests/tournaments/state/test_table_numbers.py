"""Tables have one number each, from the section's first on, but for who always sits at the same one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.state.table_numbers import table_numbers

PAIRS = st.integers(0, 20).map(lambda count: [(2 * n + 1, 2 * n + 2) for n in range(count)])
FIXED = st.dictionaries(st.integers(1, 40), st.integers(1, 60), max_size=5)


def test_without_anything_they_are_counted_from_1() -> None:
    assert table_numbers([(1, 2), (3, 4)]) == [1, 2]


def test_two_who_want_one_table() -> None:
    assert table_numbers([(1, 2), (3, 4)], fixed={1: 9, 3: 9}) == [9, 1]
    assert table_numbers([(1, 2), (3, 4)], fixed={1: 9, 2: 8}) == [9, 1]


@given(PAIRS, st.integers(1, 50), FIXED)
def test_each_has_its_own_and_the_free_ones_are_in_order(
    pairs: list[tuple[int, int]], first: int, fixed: dict[int, int]
) -> None:
    numbers = table_numbers(pairs, first=first, fixed=fixed)
    assert len(set(numbers)) == len(numbers) == len(pairs)
    free = [
        number
        for (pair, other), number in zip(pairs, numbers, strict=True)
        if number not in (fixed.get(pair), fixed.get(other))
    ]
    assert free == sorted(free)
    assert all(number >= first for number in free)
