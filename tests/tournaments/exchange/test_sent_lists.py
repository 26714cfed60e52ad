"""Lists as people send them; what is written can be read again; nothing makes the reader fail."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.tournaments.exchange.reading import CODES
from tests.tournaments.exchange.sent_lists import SENT, Sent
from tournaments.exchange.cells import guarded, unguarded
from tournaments.exchange.headings import FIELDS, HEADINGS, SKIP, heading_field, heading_key
from tournaments.exchange.spreadsheet import read_player_list, to_csv, to_xlsx
from tournaments.exchange.written_names import split_names, tidy_name
from tournaments.wording.people import fault_text


@pytest.mark.parametrize("sent", SENT, ids=lambda sent: sent.name)
def test_a_list_as_it_is_sent(sent: Sent) -> None:
    report = read_player_list(sent.data, federations=CODES)
    assert report.heading_line == sent.heading
    assert not sent.encoding or report.encoding == sent.encoding
    assert len(report.rows) == len(sent.rows)
    for row, wanted in zip(report.rows, sent.rows, strict=True):
        assert {name: getattr(row, name) for name in wanted} == wanted
        assert (row.is_usable, row.doubts) == (True, ())


@pytest.mark.parametrize("sent", SENT, ids=lambda sent: sent.name)
def test_the_same_list_as_a_workbook(sent: Sent) -> None:
    book = Workbook()
    text = read_player_list(sent.data, federations=CODES)
    delimiter = text.delimiter
    for line in sent.text.replace("\r", "").split("\n"):
        book.active.append([cell.strip('"') for cell in line.split(delimiter)])
    out = io.BytesIO()
    book.save(out)
    report = read_player_list(out.getvalue(), federations=CODES)
    assert report.heading_line == sent.heading
    assert [row.federation for row in report.rows] == [row.federation for row in text.rows]


def test_every_heading_names_one_field() -> None:
    keys: dict[str, str] = {}
    for name, headings in HEADINGS.items():
        for heading in headings:
            assert keys.setdefault(heading_key(heading), name) == name, heading
            assert (
                heading_field(heading)
                == heading_field(heading.upper())
                == heading_field(f" {heading}: ")
                == name
            )
    roles = {"latin_name", "chinese_name", "group_or_section"}
    assert set(HEADINGS) - roles == {*FIELDS, SKIP}


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("Nguyen Van A 阮文A", ("Nguyen Van A", "阮文A")),
        ("王天一（Wang Tianyi）", ("Wang Tianyi", "王天一")),
        ("王天一Wang Tianyi", ("Wang Tianyi", "王天一")),
        ("Wang Tianyi/王天一", ("Wang Tianyi", "王天一")),
        ("Ivanov Ivan Иванов Иван", ("Ivanov Ivan", "Иванов Иван")),
        ("王　一", ("王一", "")),
        ("阮文A", ("阮文A", "")),
        ("DE LA CRUZ, María-José", ("De La Cruz María-José", "")),
        ("O'NEIL Sean", ("O'Neil Sean", "")),
        ("Li W.", ("Li W.", "")),
        ("😀 Li", ("😀 Li", "")),
        ("", ("", "")),
    ],
)
def test_names_as_they_are_written(cell: str, names: tuple[str, str]) -> None:
    assert split_names(cell) == names


@given(st.text(max_size=40))
@pytest.mark.slow
def test_a_tidy_name_is_tidy(text: str) -> None:
    once = tidy_name(text)
    assert tidy_name(once) == once
    latin, native = split_names(text)
    assert latin or not native


CELL = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="\ufeff"), max_size=12
)


@pytest.mark.slow
@given(st.text(max_size=8))
def test_a_guarded_cell_comes_back(text: str) -> None:
    assert unguarded(guarded(text)) == text


@pytest.mark.slow
@given(st.lists(st.lists(CELL, min_size=3, max_size=3), max_size=5), st.sampled_from(["csv", "xlsx"]))
def test_a_file_of_rows_that_were_left_out_holds_the_rows(rows: list[list[str]], kind: str) -> None:
    """Also those that begin a formula."""
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    table = [["Name", "Club", "Team", "line", "reason"], *([*row, "3", "why"] for row in rows)]
    data = to_csv(table) if kind == "csv" else to_xlsx(table)
    report = read_player_list(data)
    assert report.fields == ("name", "club", "team", SKIP, SKIP)
    plain = [[" ".join(cell.split()) for cell in row] for row in rows]
    collected = [[" ".join(unguarded(cell).split()) for cell in row.cells[:3]] for row in report.rows]
    assert collected == plain


PIECES = st.sampled_from(
    [
        "Name",
        "姓名",
        "họ tên",
        "Fed",
        "Rtg",
        ",",
        ";",
        "\t",
        "|",
        "\n",
        "\r\n",
        '"',
        "'",
        "=",
        "sep=;",
        "\0",
        "😀",
    ]
)


@given(
    st.one_of(st.binary(max_size=200), st.lists(PIECES | st.text(max_size=6), max_size=40).map("".join)),
    st.lists(st.sampled_from([*FIELDS, SKIP, "nonsense"]), max_size=5) | st.none(),
    st.integers(0, 60) | st.none(),
    st.sampled_from([None, "utf-8", "gb18030", "windows-1258", "ebcdic"]),
)
@pytest.mark.slow
def test_nothing_makes_the_reader_fail(
    data: bytes | str, columns: list[str] | None, headings: int | None, encoding: str | None
) -> None:
    sent = data if isinstance(data, bytes) else data.encode()
    arguments: dict[str, Any] = {"columns": columns, "headings": headings, "encoding": encoding}
    report = read_player_list(sent, federations=CODES, remembered={"": ["name"]}, **arguments)
    assert report.rows or report.problems or report.fields
    for fault in (*report.problems, *(fault for row in report.rows for fault in row.problems)):
        assert fault_text(fault)
