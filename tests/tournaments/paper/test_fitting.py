"""Names as large as their place allows."""

from __future__ import annotations

import pytest

from tournaments.paper.fitting import POINT, ems, fitting


def test_a_short_name_is_as_large_as_allowed() -> None:
    assert fitting("Li", width=85, height=30, most=54) == 54


@pytest.mark.parametrize(
    "name", ["Oliver Bennett", "Konstantin Featherstonehaugh-Villeneuve", "阮氏寶珠" * 4]
)
def test_no_line_is_wider_than_its_place(name: str) -> None:
    size = fitting(name, width=85, height=30, most=54)
    longest = max(map(ems, name.replace("-", "- ").split()))
    assert longest * size * POINT <= 85 + 1


def test_a_long_name_is_larger_on_three_lines_than_on_one() -> None:
    name = "Konstantin Featherstonehaugh-Villeneuve"
    assert fitting(name, width=85, height=32, most=54) > 85 / (ems(name) * POINT)


def test_who_has_no_name_fits() -> None:
    assert fitting("", width=85, height=30, most=54) == 54
