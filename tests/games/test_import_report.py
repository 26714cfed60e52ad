"""The report that ``import_records`` writes."""

from __future__ import annotations

import csv
from pathlib import Path

from openpyxl import load_workbook

from games.acts.archives import import_collection
from games.management.commands.import_records import write_report
from portal import outbox
from tests.cast import Cast
from tests.games.record_texts import GOOD
from tests.games.records.zips import zipped


def test_no_line_of_it_is_a_formula(cast: Cast, tmp_path: Path) -> None:
    raw, path = zipped({"=1+2.txt": b"Read me.", "good.txt": GOOD}), tmp_path / "report.csv"
    archive = import_collection(collection="Old games", raw=raw, by=cast.admin)["archive"]
    outbox.drain()
    write_report(archive, path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        heading, line = csv.reader(file)
    assert heading == ["file", "game", "line", "what", "why"]
    assert line[:4] == ["'=1+2.txt", "1", "1", "refused"]


def test_a_name_that_ends_in_xlsx_makes_it_a_workbook(cast: Cast, tmp_path: Path) -> None:
    raw, path = zipped({"=1+2.txt": b"Read me.", "good.txt": GOOD}), tmp_path / "report.XLSX"
    archive = import_collection(collection="Old games", raw=raw, by=cast.admin)["archive"]
    outbox.drain()
    write_report(archive, path)
    with path.open("rb") as file:
        heading, line = load_workbook(file).worksheets[0]
    assert [cell.value for cell in heading] == ["file", "game", "line", "what", "why"]
    assert [cell.value for cell in line[:4]] == ["=1+2.txt", 1, 1, "refused"]
    assert line[0].data_type == "s"
