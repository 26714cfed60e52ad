"""Ratings with decimals are rounded, which is told once for the whole list."""

from __future__ import annotations

import pytest

from tournaments.exchange.faults import ListErrorCode
from tournaments.exchange.people import read_people
from tournaments.exchange.problems import Severity
from tournaments.exchange.spreadsheet import read_player_list, to_xlsx
from tournaments.wording.people import fault_text


@pytest.mark.parametrize(
    ("cell", "rating"),
    [
        ("2450.4", 2450),
        ("2450.5", 2451),
        ("2450,5", 2451),
        ("2,450.75", 2451),
        ("2450.125", 2450),
        ("2450.3333333333335", 2450),
        ("999.9", 1000),
        ("2450.00", 2450),
        ("2,480", 2480),
        ("2.480", None),
        ("24,80", None),
        ("2450.5.1", None),
    ],
)
def test_a_decimal_rating_is_rounded(cell: str, rating: int | None) -> None:
    (row,) = read_people(f"name;rating\nAda;{cell}\n".encode()).rows
    assert row.rating == rating
    assert [fault.code for fault in row.problems] == ([] if rating else [ListErrorCode.NOT_A_NUMBER])


def test_it_is_told_once_for_the_list_and_costs_no_row() -> None:
    rows = "".join(f"Player {number};{number}.5\n" for number in range(2000, 2300))
    report = read_people(f"name;rating\n{rows}Cy;2000\n".encode())
    assert len(report.rows) == 301
    assert all(row.is_usable and not row.problems for row in report.rows)
    (fault,) = report.problems
    assert (fault.code, fault.params, fault.place.text) == (
        ListErrorCode.DECIMALS_ROUNDED,
        {"column": "rating", "rows": 300},
        "2000.5",
    )
    assert fault.severity is not Severity.ERROR
    assert "300" in fault_text(fault)


def test_the_floats_of_a_workbook_are_decimals_too() -> None:
    report = read_player_list(to_xlsx([("name", "rating"), ("Ada", "2450.3333333333335")]))
    assert [row.rating for row in report.rows] == [2450]
