"""The list of federations, and the one that comes with the house."""

import json
from pathlib import Path

import pytest

from tournaments.exchange.faults import ListErrorCode
from tournaments.exchange.federations import Federation, codes_by_name, read_federations

FIXTURES = Path(__file__).parents[3] / "tournaments" / "fixtures"
HEADING = "code,name_en,name_zh_hans,name_zh_hant,name_vi\n"


def house() -> tuple[Federation, ...]:
    report = read_federations((FIXTURES / "federations.csv").read_bytes())
    assert report.faults == ()
    return report.federations


def test_the_houses_list_is_complete_in_every_language_and_sorted() -> None:
    federations = house()
    assert len(federations) == 85
    assert all(f.name_zh_hant and f.name_vi for f in federations)
    assert [f.code for f in federations] == sorted({f.code for f in federations})
    for name in ("name_en", "name_zh_hans", "name_zh_hant", "name_vi"):
        assert len({getattr(f, name) for f in federations}) == len(federations), name


@pytest.mark.parametrize("name", ["axf2009_men", "axf2009_women", "wxc2009_women"])
def test_the_houses_list_has_every_federation_of_the_fixtures(name: str) -> None:
    entries = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))["entries"]
    assert {entry["federation"] for entry in entries} <= {f.code for f in house()}


def test_codes_by_name_knows_every_language() -> None:
    codes = codes_by_name(house())
    assert {codes[name] for name in ("vietnam", "越南", "việt nam")} == {"VIE"}
    assert {codes[name] for name in ("中華臺北", "中华台北", "中国台北")} == {"TPE"}


def test_optional_columns_may_be_missing_and_stand_in_any_order() -> None:
    report = read_federations("\ufeffname_zh_hans,code,name_en\n德国,GER,Germany\n".encode())
    assert report.federations == (Federation("GER", "Germany", "德国"),)
    assert report.faults == ()


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("ger,Germany,德国,,", ListErrorCode.BAD_CODE),
        ("GERM,Germany,德国,,", ListErrorCode.BAD_CODE),
        (",Germany,德国,,", ListErrorCode.BAD_CODE),
        ("ＧＥＲ,Germany,德国,,", ListErrorCode.BAD_CODE),
        ("GER,,德国,,", ListErrorCode.MISSING),
        ("GER,Germany,,,", ListErrorCode.MISSING),
        (f"GER,{'x' * 81},德国,,", ListErrorCode.TOO_LONG),
        ("FRA,France,法国,,", ListErrorCode.CODE_TWICE),
        ('GER,"Germany,德国,,', ListErrorCode.UNBALANCED_QUOTE),
    ],
)
def test_a_faulty_row_is_named_and_left_out(row: str, code: ListErrorCode) -> None:
    report = read_federations(f"{HEADING}FRA,France,法国,法國,Pháp\n{row}\n".encode())
    assert [f.code for f in report.federations] == ["FRA"]
    assert (report.faults[-1].code, report.faults[-1].line) == (code, 3)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", ListErrorCode.EMPTY),
        (HEADING, ListErrorCode.ONLY_HEADER),
        ("code,name_en\nGER,Germany\n", ListErrorCode.COLUMN_MISSING),
    ],
)
def test_a_file_without_federations(text: str, code: ListErrorCode) -> None:
    report = read_federations(text.encode())
    assert (report.federations, [f.code for f in report.faults]) == ((), [code])


def test_a_list_that_is_not_utf_8() -> None:
    report = read_federations(f"{HEADING}GER,Germany,德国,,\nFRA,France,France,,\n".encode("gb18030"))
    assert [f.code for f in report.faults] == [ListErrorCode.UNREADABLE, ListErrorCode.LOST_CHARACTERS]
    assert [f.code for f in report.federations] == ["FRA"]
