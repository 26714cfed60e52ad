"""The list of federations, and the one that comes with the house."""

import json
from pathlib import Path

import pytest

from tournaments.exchange.faults import ListErrorCode
from tournaments.exchange.federations import (
    FURTHER_NAMES,
    FederationRow,
    Spellings,
    codes_by_name,
    read_federations,
)

FIXTURES = Path(__file__).parents[3] / "tournaments" / "fixtures"
HEADING = "code,name_en,name_zh_hans,name_zh_hant,name_vi\n"


def house() -> tuple[FederationRow, ...]:
    report = read_federations((FIXTURES / "federations.csv").read_bytes())
    assert report.problems == ()
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
    assert report.federations == (FederationRow("GER", "Germany", "德国"),)
    assert report.problems == ()


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
    assert (report.problems[-1].code, report.problems[-1].place.line) == (code, 3)


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
    assert (report.federations, [f.code for f in report.problems]) == ((), [code])


def test_a_list_that_is_not_utf_8() -> None:
    report = read_federations(f"{HEADING}GER,Germany,德国,,\nFRA,France,France,,\n".encode("gb18030"))
    assert [f.code for f in report.problems] == [ListErrorCode.UNREADABLE, ListErrorCode.LOST_CHARACTERS]
    assert [f.code for f in report.federations] == ["FRA"]


def spelt(text: str) -> str | None:
    federations = house()
    return Spellings({f.code for f in federations}, codes_by_name(federations)).code(text)


USUAL = {
    "CAM": "Cambodia | Kampuchea | Campuchia | 柬埔寨 | KHM | KH",
    "CHN": "CN | China | 中国 | 中國 | PR China | P.R. China | CHINA P.R | 中国 China | 中华人民共和国 | 🇨🇳",
    "CZE": "Czech Republic | CZ | Česko | Czechia",
    "EMA": "Sarawak | East Malaysia | 东马 | Malaysia (Sarawak)",
    "GBR": "UK | U.K. | United Kingdom | England | Great Britain | GB | ENG | 英國",
    "GER": "DE | DEU | Germany | Deutschland | Allemagne | Germany (GER) | GER - Germany | 德国/Germany",
    "HKG": "HK | Hong Kong | 香港 | 中國香港 | 中国（香港） | China (Hong Kong) | HONG KONG, CHINA | "
    "Hong Kong SAR | 中国香港代表队 | Hồng Kông | ＨＫ",
    "KOR": "Korea | South Korea | Republic of Korea | Korea, Republic of | 南韓 | Hàn Quốc",
    "LAO": "Lào | Lao PDR | 寮國",
    "MAC": "Macau | Macao | 澳門 | 澳门 | Macau, China | Ma Cao",
    "MAS": "Malaysia | 马来西亚 | MY | my | MYS | Mã Lai",
    "MYA": "Myanmar (Burma) | Burma | Miến Điện",
    "NED": "Holland | The Netherlands | Netherlands | NL | NLD",
    "PHI": "Phillipines | Philippines | Philipines | The Philippines | Filipina",
    "PRK": "North Korea | Democratic People's Republic of Korea | DPRK | Korea, DPR",
    "RUS": "RUS | Russia | Russian Federation | Россия",
    "SGP": "SIN | Singapore  | Republic of Singapore | 新加坡 | 新加坡国家队",
    "THA": "Thái Lan | Thailand | TH",
    "TPE": "Taiwan | 臺灣 | 台湾 | Chinese Taipei (TPE) | 中华台北 | Republic of China (Taiwan) | Đài Loan",
    "TUR": "Turkey | Türkiye | TR",
    "USA": "USA | U.S.A. | U. S. A. | United States of America | US | Mỹ | Hoa Kỳ",
    "VIE": "VN | VNM | Vietnam | Viet Nam | VIỆT NAM | Việt-Nam | VIE - Vietnam | 🇻🇳 Vietnam | 越南队",
}


@pytest.mark.parametrize(("code", "texts"), USUAL.items())
def test_federations_are_read_as_people_write_them(code: str, texts: str) -> None:
    assert {text.strip(): spelt(text) for text in texts.split("|")} == {
        text.strip(): code for text in texts.split("|")
    }


@pytest.mark.parametrize(
    "text",
    [
        *("", "-", "无", "FID", "Y", "Congo", "Niger", "Papua New Guinea", "Republic of the Congo"),
        *("Dominican Republic", "South Sudan", "Northern Cyprus", "West Germany"),
        # Two at once, or something beside it.
        *("中国 / 越南", "Georgia, USA", "Berlin, Germany", "China or Vietnam"),
        "x" * 5000,
    ],
)
def test_what_is_no_federation_is_not_guessed(text: str) -> None:
    assert spelt(text) is None


@pytest.mark.slow
def test_every_name_and_spelling_means_one_federation() -> None:
    federations = house()
    codes = {f.code for f in federations}
    assert FURTHER_NAMES.keys() <= codes
    for code, names in FURTHER_NAMES.items():
        assert {name: spelt(name) for name in names} == dict.fromkeys(names, code)
    for federation in federations:
        names = (
            federation.code,
            federation.name_en,
            federation.name_zh_hans,
            federation.name_zh_hant,
            federation.name_vi,
        )
        assert {name: spelt(name) for name in names} == dict.fromkeys(names, federation.code)


def test_only_federations_that_there_are_come_out() -> None:
    few = [f for f in house() if f.code in ("CHN", "VIE")]
    spellings = Spellings({f.code for f in few}, codes_by_name(few))
    assert [spellings.code(text) for text in ("Hong Kong", "DE", "PR China", "VN")] == [
        None,
        None,
        "CHN",
        "VIE",
    ]
