"""Lists of players as workbooks; no cell is ever a formula, in or out."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from tests.tournaments.exchange.carried import damaged
from tournaments.exchange.faults import ListErrorCode
from tournaments.exchange.people import read_people
from tournaments.exchange.problems import Severity
from tournaments.exchange.reading import PARTICULARS
from tournaments.exchange.spreadsheet import player_table, read_player_list, standings_table, to_csv, to_xlsx
from tournaments.exchange.tables import MOST_BYTES, MOST_ROWS
from tournaments.exchange.workbooks import MOST_UNPACKED
from tournaments.pairing.simulation import simulate
from tournaments.standings.ranking import standings
from tournaments.state.tournament import Entry, Tournament
from tournaments.wording.people import fault_text

FEDERATIONS = {"CHN", "VIE", "GER"}
ROWS = (
    ("Name", "中文名", "Federation", "Rating", "Born"),
    ("Wang Yang", "王洋", "CHN", 2500, 1990),
    ("Nguyễn Bảo", None, "vie", 2400.0, datetime(1988, 5, 1)),  # noqa: DTZ001 - a workbook knows no zone
)
EVIL = '=HYPERLINK("http://x","y")'


def workbook(*rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_reads_like_the_same_csv():
    report = read_player_list(workbook(*ROWS[:2], ("Bảo", "", "VIE", "2400", "")), federations=FEDERATIONS)
    text = "Name,中文名,Federation,Rating,Born\nWang Yang,王洋,CHN,2500,1990\nBảo,,VIE,2400,\n"

    assert report.encoding == "xlsx"
    assert report.problems == ()
    assert report.rows == read_people(text.encode(), federations=FEDERATIONS).rows
    assert [row.line for row in report.rows] == [2, 3]


def test_numbers_and_dates_of_a_sheet_become_text():
    (_, row) = read_player_list(workbook(*ROWS), federations=FEDERATIONS).rows

    assert (row.name, row.federation, row.rating) == ("Nguyễn Bảo", "VIE", 2400)
    assert (row.birth_year, row.problems) == (1988, ())


def test_csv_goes_the_old_way():
    data = "姓名,协会\n王洋,CHN\n".encode("gb18030")

    assert read_player_list(data, federations=FEDERATIONS) == read_people(data, federations=FEDERATIONS)


def test_rows_keep_their_number_over_blank_rows_and_line_breaks():
    book = workbook(("Name",), (), ("Two\nlines",), (), ("Two lines",))

    report = read_player_list(book)

    assert [(row.line, row.name) for row in report.rows] == [(3, "Two lines"), (5, "Two lines")]
    assert report.rows[1].problems[0].params == {"first_line": 3}


def test_a_formula_is_the_value_that_was_stored_with_it():
    data = with_values(
        workbook(("Name", "Rating"), ("Bob", "=1000+900"), ("=A2", 2000)), {"B2": 1900, "A3": "Cy"}
    )

    report = read_player_list(data)

    assert [(row.name, row.rating, row.problems) for row in report.rows] == [
        ("Bob", 1900, ()),
        ("Cy", 2000, ()),
    ]


def test_a_formula_without_a_value_is_empty_and_said():
    report = read_player_list(workbook(("Name", "Rating"), (EVIL, 1), ("Bob", "=1+1"), ("Cy", 3)))

    assert [(row.name, row.rating, row.is_usable) for row in report.rows] == [
        ("", 1, False),
        ("Bob", None, True),
        ("Cy", 3, True),
    ]
    (fault,) = report.rows[1].problems
    assert (fault.code, fault.params, fault.place.line, fault.place.text) == (
        ListErrorCode.FORMULA,
        {"cell": "B3"},
        3,
        "=1+1",
    )
    assert "B3" in fault_text(fault)
    heading = read_player_list(workbook(("Name", "=A1"), ("Bob", 1)))
    assert [fault.code for fault in heading.problems] == [ListErrorCode.FORMULA]


def with_values(data, values):
    """The workbook as a spreadsheet saves it: with what it has computed."""
    parts = _parts(data)
    sheet = parts["xl/worksheets/sheet1.xml"].decode()
    for cell, value in values.items():
        kind = "" if isinstance(value, int) else ' t="str"'
        sheet = re.sub(
            rf'<c r="{cell}"[^>]*>(<f>.*?</f>)<v ?/?>(?:</v>)?</c>',
            rf'<c r="{cell}"{kind}>\1<v>{value}</v></c>',
            sheet,
        )
    return _zip({**parts, "xl/worksheets/sheet1.xml": sheet.encode()})


def test_an_error_in_a_cell_is_nothing_and_said():
    book = Workbook()
    book.active.append(("Name", "Rating"))
    book.active.append(("Bob", "#N/A"))
    book.active["B2"].data_type = "e"
    (row,) = read_player_list(_saved(book)).rows
    assert (row.name, row.rating, [fault.code for fault in row.problems]) == (
        "Bob",
        None,
        [ListErrorCode.CELL_ERROR],
    )


def test_of_several_sheets_the_list_is_read_or_the_one_that_is_asked_for():
    book = Workbook()
    book.active.append(("Please fill in the sheet Players",))
    players, juniors, hidden = (book.create_sheet(name) for name in ("Players", "Juniors", "Codes"))
    for row in (("2026 championship",), (), ("Name", "Fed"), ("Li Wei", "CHN")):
        players.append(row)
    for row in (("Name",), ("Kid A",)):
        juniors.append(row)
    hidden.append(("Name", "Federation", "Club", "Rating"))
    hidden.sheet_state = "hidden"

    report = read_player_list(_saved(book), federations=FEDERATIONS)

    assert [sheet.name for sheet in report.sheets] == ["Sheet", "Players", "Juniors"]
    assert (report.sheet, [(row.line, row.name) for row in report.rows]) == (1, [(4, "Li Wei")])
    again = read_people(report.text.encode(), federations=FEDERATIONS)
    assert [(row.line, row.name) for row in again.rows] == [(4, "Li Wei")]
    juniors = read_player_list(_saved(book), sheet=2)
    assert [row.name for row in juniors.rows] == ["Kid A"]


def test_a_cell_over_several_rows_stands_in_each():
    book = Workbook()
    for row in (("参赛名单",), (), ("代表队", "姓名"), ("北京", "王一"), ("", "李二"), ("上海", "张三")):
        book.active.append(row)
    book.active.merge_cells("A1:B1")
    book.active.merge_cells("A4:A5")
    report = read_player_list(_saved(book))
    assert [(row.team, row.name) for row in report.rows] == [
        ("北京", "王一"),
        ("北京", "李二"),
        ("上海", "张三"),
    ]


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "xls"),
        (b"%PDF-1.7\n", "pdf"),
        (b"<html><table><tr><td>Name</td></tr></table></html>", "html"),
        (b"\x89PNG\r\n", "image"),
    ],
)
def test_what_is_no_list_is_refused_by_its_name(data, kind):
    (fault,) = read_player_list(data).problems
    assert (fault.code, fault.params) == (ListErrorCode.OTHER_FORMAT, {"format": kind})
    assert "XLSX" in fault_text(fault)


def test_documents_of_other_programs_are_refused_by_their_name():
    for name, body, kind in (
        ("mimetype", b"application/vnd.oasis.opendocument.spreadsheet", "ods"),
        ("word/document.xml", b"<x/>", "docx"),
        ("Index/Document.iwa", b"x", "numbers"),
    ):
        (fault,) = read_player_list(_zip({name: body})).problems
        assert (fault.code, fault.params) == (ListErrorCode.OTHER_FORMAT, {"format": kind})


def _saved(book):
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_that_is_none_is_refused_in_one_sentence():
    for data in (b"PK\x03\x04", b"PK\x03\x04" + b"x" * 100, workbook(*ROWS)[:-60], _zip({"a.txt": b"a"})):
        (fault,) = read_player_list(data).problems
        assert fault.code is ListErrorCode.NOT_A_WORKBOOK
        assert fault_text(fault).startswith("The workbook cannot be read: ")


@pytest.mark.slow
def test_bombs_are_refused_before_they_are_unpacked():
    bomb = _zip({"xl/worksheets/sheet1.xml": b"0" * (MOST_UNPACKED + 1)})
    crowd = _zip({f"{i}.xml": b"" for i in range(501)})

    assert len(bomb) < MOST_BYTES
    for data in (bomb, crowd, b"PK\x03\x04" + bytes(50_000_000)):
        assert [fault.code for fault in read_player_list(data).problems] == [ListErrorCode.TOO_LARGE]


def test_entities_in_a_workbook_are_refused():
    parts = _parts(workbook(*ROWS))
    sheet = parts["xl/worksheets/sheet1.xml"]
    entity = b'<!DOCTYPE x [<!ENTITY e "boom">]>'
    parts["xl/worksheets/sheet1.xml"] = entity + sheet

    (fault,) = read_player_list(_zip(parts)).problems

    assert fault.code is ListErrorCode.NOT_A_WORKBOOK
    assert "EntitiesForbidden" in fault_text(fault)


@pytest.mark.slow
def test_rows_beyond_the_limit_are_told():
    report = read_player_list(workbook(("Name",), *((f"P{i}",) for i in range(MOST_ROWS + 5))))

    assert len(report.rows) == MOST_ROWS
    assert [(fault.code, fault.place.line) for fault in report.problems] == [
        (ListErrorCode.TOO_MANY_ROWS, MOST_ROWS + 2)
    ]


def test_players_come_back_from_csv_and_xlsx():
    tournament = simulate(9, 2, "wxc2015", 3)
    first = Entry(
        1,
        "Wang",
        native_name="王",
        federation="CHN",
        group=2,
        categories=("ncnv", "u20"),
        title="WGM",
        grade="5d",
        club="Seagull Club",
        native_club="海鸥棋社",
        province="Guangdong",
        native_province="广东",
    )
    tournament = Tournament("wxc2015", (first, *tournament.entries[1:]))

    for data in (to_csv(player_table(tournament)), to_xlsx(player_table(tournament))):
        report = read_player_list(data)
        assert report.problems == ()
        same = ("name", "native_name", "federation", *PARTICULARS, "team", "group", "rating", "categories")
        for row, entry in zip(report.rows, tournament.entries, strict=True):
            assert [getattr(row, key) for key in same] == [getattr(entry, key) for key in same]


def test_players_of_go_come_back_with_given_names_and_numbers():
    entries = (
        Entry(1, "De La Tour Jean Marie", given_name="Jean Marie", grade="2k", declared_grade="1d"),
        Entry(2, "Ke Jie", pins=(("egf", "12345678"), ("ffg", "0000001"), ("aga", "77"))),
    )
    tournament = Tournament("mcmahon", entries, game="weiqi")
    for data in (to_csv(player_table(tournament)), to_xlsx(player_table(tournament))):
        first_one, other = read_player_list(data).rows
        assert (first_one.name, first_one.given_name, first_one.declared_grade) == (
            entries[0].name,
            "Jean Marie",
            "1d",
        )
        assert (other.given_name, other.egf_pin, other.ffg_licence, other.aga_id) == (
            *("", "12345678", "0000001", "77"),
        )


def test_standings_are_written_as_the_command_prints_them():
    tournament = simulate(8, 3, "wxc2015", 3)
    table = standings(tournament)

    rows = list(csv.reader(io.StringIO(to_csv(standings_table(tournament, table)).decode("utf-8-sig"))))

    assert rows[0][:6] == ["rank", "number", "name", "native name", "federation", "points"]
    assert rows[0][6:] == list(table.criteria)
    assert [int(row[1]) for row in rows[1:]] == [row.number for row in table.rows]
    assert [row[5] for row in rows[1:]] == [tournament.points.text(row.points) for row in table.rows]


@pytest.mark.parametrize("text", [EVIL, "+1", "-cmd|' /C calc'!A0", "@SUM(1)", "\t=1", "\r=1", "＝1", "＠x"])
def test_text_that_looks_like_a_formula_stays_text(text):
    written = to_csv([[text, 5, -5]]).decode("utf-8-sig")
    assert next(csv.reader(io.StringIO(written, newline=""))) == [f"'{text}", "5", "-5"]

    cell = load_workbook(io.BytesIO(to_xlsx([[text, 5]]))).active["A1"]
    assert cell.data_type == "s"
    assert cell.value == text.replace("\t", " ").replace("\r", " ")


def test_a_sheet_has_a_title_that_a_workbook_allows():
    book = load_workbook(io.BytesIO(to_xlsx([["x"]], title="Men/Women: [final]* " + "x" * 40)))

    assert book.sheetnames == ["MenWomen final xxxxxxxxxxxxxxxx"]
    assert load_workbook(io.BytesIO(to_xlsx([["x"]], title="//"))).sheetnames == ["Qiyuan"]


@pytest.mark.slow
@given(st.lists(st.tuples(st.text(max_size=12), st.integers(-9, 9)), min_size=1, max_size=4))
def test_any_text_can_be_written(rows):
    assert load_workbook(io.BytesIO(to_xlsx(rows))).active.max_row == len(rows)
    assert to_csv(rows).startswith(b"\xef\xbb\xbf")


@given(
    st.integers(0, 10**9),
    st.sampled_from([None, "xl/worksheets/sheet1.xml", "xl/workbook.xml", "[Content_Types].xml"]),
)
def test_no_damage_makes_the_reader_raise(seed, part):
    if part is None:
        data = damaged(BOOK, seed, 3)
    else:
        parts = _parts(BOOK)
        data = _zip({**parts, part: damaged(parts[part], seed, 3)})
    report = read_player_list(data)
    for fault in (*report.problems, *(fault for row in report.rows for fault in row.problems)):
        assert fault_text(fault)


def _parts(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _zip(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


BOOK = workbook(*ROWS)


def test_rows_that_are_hidden_or_filtered_are_left_out_and_named():
    book = Workbook()
    sheet = book.active
    for row in (("Name", "Rating"), *((f"Player {line}", 2000 + line) for line in range(2, 10))):
        sheet.append(row)
    sheet.auto_filter.ref = "A1:B9"
    for line in (3, 4, 7):
        sheet.row_dimensions[line].hidden = True

    report = read_player_list(_saved(book))

    assert [row.line for row in report.rows] == [2, 5, 6, 8, 9]
    (fault,) = report.problems
    assert (fault.code, fault.params, fault.place.text) == (ListErrorCode.HIDDEN_ROWS, {"rows": 3}, "3–4, 7")
    assert fault.severity is not Severity.ERROR
    assert "3–4, 7" in fault_text(fault)


def test_a_workbook_of_hidden_rows_or_sheets_alone_says_so():
    book = Workbook()
    book.active.append(("Name",))
    book.active.row_dimensions[1].hidden = True
    assert {fault.code for fault in read_player_list(_saved(book)).problems} == {
        ListErrorCode.HIDDEN_ROWS,
        ListErrorCode.EMPTY,
    }
    book = Workbook()
    book.create_sheet("Juniors").append(("Name",))
    book["Juniors"].sheet_state = "hidden"
    assert {(fault.code, fault.place.text) for fault in read_player_list(_saved(book)).problems} == {
        (ListErrorCode.HIDDEN_SHEETS, "Juniors"),
        (ListErrorCode.EMPTY, ""),
    }


def test_what_stands_in_a_hidden_row_still_fills_the_cells_that_are_merged_with_it():
    book = Workbook()
    for row in (("Team", "Name"), ("Dawn", "Ann"), (None, "Bob")):
        book.active.append(row)
    book.active.merge_cells("A2:A3")
    book.active.row_dimensions[2].hidden = True
    assert [(row.name, row.team) for row in read_player_list(_saved(book)).rows] == [("Bob", "Dawn")]


def saved_as_csv(data: bytes, *, delimiter: str, encoding: str) -> bytes:
    """A CSV as a spreadsheet writes it anew: its own delimiter and encoding, no needless quotes."""
    text = io.StringIO()
    rows = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    csv.writer(text, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode(encoding)


CARRIED = (
    *("name", "native_name", "federation", "club", "province", "team", "title", "grade", "declared_grade"),
    *("given_name", "egf_pin", "ffg_licence", "aga_id", "rating", "categories"),
)


@pytest.mark.parametrize(
    "saved",
    [
        lambda table: _saved(load_workbook(io.BytesIO(to_xlsx(table)))),
        lambda table: saved_as_csv(to_csv(table), delimiter=";", encoding="utf-8-sig"),
        lambda table: saved_as_csv(to_csv(table), delimiter="\t", encoding="utf-16"),
        lambda table: saved_as_csv(to_csv(table), delimiter=";", encoding="gb18030"),
    ],
    ids=["workbook", "semicolons", "unicode text", "gbk"],
)
def test_what_an_export_gives_and_a_spreadsheet_saves_comes_back_as_it_was(saved):
    entries = (
        Entry(1, "Wang Yang", native_name="王洋", federation="CHN", club="=Dawn", rating=2451, title="GM"),
        Entry(2, "Jiří Dvořák", federation="CZE", grade="5d", pins=(("egf", "01234567"),), team="Praha; 1"),
        Entry(3, 'Bo "Bob" Ahn', federation="KOR", given_name="Ahn", categories=("u12", "w"), rating=0),
    )
    table = [*player_table(Tournament(system="wmsg2008", game="weiqi", rounds=3, entries=entries))]
    before = read_player_list(to_csv(table))
    assert [row.name for row in before.rows] == [entry.name for entry in entries]
    assert (before.rows[0].club, before.rows[1].egf_pin, before.rows[2].categories) == (
        "=Dawn",
        "01234567",
        ("u12", "w"),
    )

    report = read_player_list(saved(table))

    assert [[getattr(row, name) for name in CARRIED] for row in report.rows] == [
        [getattr(row, name) for name in CARRIED] for row in before.rows
    ]
    assert report.fields == before.fields
