"""Wherever a table can be kept as CSV it can be kept as XLSX, with the same in it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from openpyxl import load_workbook

from tests.tournaments.addresses import address, applied_in
from tests.world import World
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.queries.files import FORMATS
from tournaments.requests.tables import WRITERS

OTHER_LISTS = ("fees", "fouls", "applications")


def routes(patterns: list[Any] | None = None, before: str = "") -> Iterator[tuple[str, str]]:
    """The names and routes of all addresses."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield pattern.name or "", route


def test_every_table_that_is_a_csv_is_a_workbook_too() -> None:
    addresses = dict(routes())
    tables = {name for name, route in addresses.items() if "csv" in route or "csv" in name}
    assert tables == {*(f"{name}_csv" for name in OTHER_LISTS), "delegations_csv"}
    assert {name.replace("csv", "xlsx") for name in tables} <= addresses.keys()
    of_sections = {key for key in FORMATS if "csv" in key}
    assert {key.replace("csv", "xlsx") for key in of_sections} <= FORMATS.keys()
    assert {"csv", "xlsx"} == WRITERS.keys()


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHER_LISTS)
def test_both_hold_the_same(drawn: World, name: str) -> None:
    drawn.published()
    player = drawn.round().pairings.get(table=1).seats.get(colour="second").entry.number
    log_foul(
        round_=drawn.round(),
        table=1,
        player=player or 0,
        offence="technical",
        reason="=1+1",
        confirm=True,
        by=drawn.users["bob"],
    )
    applied_in(drawn.section)
    alice = drawn.client("alice")
    text = alice.get(address(drawn, f"{name}_csv")).content.decode("utf-8-sig")
    rows = [[cell.removeprefix("'") for cell in row] for row in csv.reader(io.StringIO(text))]
    answer = alice.get(address(drawn, f"{name}_xlsx"))
    assert answer["Content-Disposition"].endswith('.xlsx"')
    cells = load_workbook(io.BytesIO(answer.content)).worksheets[0].values
    assert [["" if cell is None else str(cell) for cell in row] for row in cells] == rows
    assert len(rows) > (0 if name == "fees" else 1)
