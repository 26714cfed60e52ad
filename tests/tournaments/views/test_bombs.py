"""Files made to be small and cost much: the child that reads them pays, the process that answers does not."""

from __future__ import annotations

import io
import resource
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.world import World
from tournaments.exchange.spreadsheet import to_xlsx

Text = Callable[[Any], str]
MOST_GROWN = 64
"""Megabytes by which the answering process may grow meanwhile; the bombs need hundreds."""
MOST_PROCESSOR = 2.0
"""Seconds of its processor; the bombs need many more."""


def bomb(cells: str, count: int) -> bytes:
    """A workbook whose only sheet has ``cells`` so many times in one row."""
    packed = io.BytesIO(to_xlsx([("name", "federation"), ("Wu Lan", "CHN")]))
    out = io.BytesIO()
    with zipfile.ZipFile(packed) as whole, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for part in whole.infolist():
            data = whole.read(part)
            if part.filename.endswith("sheet1.xml"):
                data = data.replace(
                    b"</sheetData>", b"<row>" + cells.encode() * count + b"</row></sheetData>"
                )
            made.writestr(part, data)
    return out.getvalue()


def peak() -> int:
    """The most memory of this process since it was last asked, in megabytes."""
    [line] = [
        splitline
        for splitline in Path("/proc/self/status").read_text().splitlines()
        if splitline.startswith("VmHWM")
    ]
    Path("/proc/self/clear_refs").write_text("5")
    return int(line.split()[1]) >> 10


@pytest.mark.parametrize(
    ("cells", "count"),
    [
        pytest.param("<c><v>1</v></c>", 1_900_000, id="values", marks=pytest.mark.slow),
        pytest.param("<c/>", 7_000_000, id="empty", marks=pytest.mark.long),
    ],
)
def test_a_workbook_that_unfolds_costs_the_answering_process_nothing(
    world: World, text: Text, cells: str, count: int
) -> None:
    data = bomb(cells, count)
    assert len(data) < 100_000
    world.get("carol", "entries_import")
    peak()
    before = peak()
    began = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    file = SimpleUploadedFile("list.xlsx", data)
    answer = world.post("carol", "entries_import", file=file)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - began < MOST_PROCESSOR
    assert peak() - before < MOST_GROWN
    assert answer.status_code == 422
    assert "and was stopped. Nothing has been changed." in text(answer)
