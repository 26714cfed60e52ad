"""Wherever a table can be kept as CSV it can be kept as XLSX, with the same in it."""

from __future__ import annotations

import ast
import csv
import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver
from openpyxl import load_workbook

from tests.tournaments.addresses import address, applied_in
from tests.world import World
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.pages.files import FILES, PAIRINGS
from tournaments.queries.files import FORMATS
from tournaments.requests.tables import WRITERS
from tournaments.views.ratings import rated_lists

OTHER_LISTS = ("fees", "fouls", "applications")
# Whatever leads to a file or asks for one: an address, a name of an address, a button's value.
TO_CSV, TO_XLSX = re.compile(r"[\w.]*csv\w*"), re.compile(r"[\w.]*xlsx\w*")
LEADS = re.compile(r"""(?:href|src|action|value)="[^"]*"|{%\s*url\s[^%]*%}""")
NO_TABLES_OF_THE_SITE = {
    "portal/ops/catalogues.py": "the glossary for Weblate, which reads CSV alone",
    "tournaments/exchange/workbooks.py": "the sheet of a workbook that came in, as text for the reader",
    "tournaments/exchange/spreadsheet.py": "where both are written",
}


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
    for files in (rated_lists.FILES, FILES, PAIRINGS):
        tables = {key for key in files if "csv" in key}
        assert tables
        assert {key.replace("csv", "xlsx") for key in tables} <= files.keys()


def test_every_link_to_a_csv_stands_beside_one_to_a_workbook() -> None:
    offered = 0
    for template in settings.BASE_DIR.glob("templates/**/*.html"):
        leads = " ".join(LEADS.findall(template.read_text(encoding="utf-8")))
        tables = TO_CSV.findall(leads)
        assert {name.replace("csv", "xlsx") for name in tables} <= set(TO_XLSX.findall(leads)), template
        offered += len(tables)
    assert offered > 6


def test_whatever_writes_a_csv_writes_workbooks_too() -> None:
    """An address need not say in its name what it answers: the modules are asked that write the file."""
    writers = {}
    for room in ("portal", "tournaments", "games"):
        for module in settings.BASE_DIR.glob(f"{room}/**/*.py"):
            if b"csv" not in (source := module.read_bytes()):
                continue
            written = {
                _called(node.func) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)
            }
            if written & {"to_csv", "csv.writer", "csv.DictWriter", "spreadsheet.to_csv"}:
                writers[module.relative_to(settings.BASE_DIR).as_posix()] = written
    assert writers.keys() > NO_TABLES_OF_THE_SITE.keys()
    alone = [name for name, written in writers.items() if not written & {"to_xlsx", "spreadsheet.to_xlsx"}]
    assert set(alone) <= NO_TABLES_OF_THE_SITE.keys()


def _called(function: ast.expr) -> str:
    return ast.unparse(function) if isinstance(function, ast.Name | ast.Attribute) else ""


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
