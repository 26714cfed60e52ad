"""FIDE's lists: both formats with made persons, what is wrong with a row, and archives."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.ratings.worked import FOLDER, load
from tournaments.exchange.conversion import ForeignErrorCode
from tournaments.exchange.ratings.fide_lists import (
    ListedAtFide,
    ListedRating,
    TooLargeError,
    open_fide_list,
    read_fide,
)
from tournaments.wording.exchange import problem_text

FILES = ("fide-combined.txt", "fide-combined.xml", "fide-standard.txt")


def document(row: ListedAtFide) -> dict[str, Any]:
    values: dict[str, Any] = {
        "number": row.number,
        "name": row.name,
        "federation": row.federation,
        "sex": row.sex,
        "title": row.title,
        "w_title": row.w_title,
        "other_titles": list(row.other_titles),
        "birth_year": row.birth_year,
    }
    for kind, games, k in (
        ("standard", "games", "k"),
        ("rapid", "rapid_games", "rapid_k"),
        ("blitz", "blitz_games", "blitz_k"),
    ):
        if (rating := getattr(row, kind)) is not None:
            values |= {kind: rating.value, games: rating.games, k: rating.k}
    return {key: value for key, value in values.items() if value} | {"inactive": row.inactive}


def expected(*, combined: bool) -> list[dict[str, Any]]:
    rows = load("fide-expected")["rows"] if combined else []
    if not combined:
        for row in load("fide-expected")["rows"]:
            if "standard" in row:
                rows.append({k: v for k, v in row.items() if not k.startswith(("rapid", "blitz"))})
    return [{key: value for key, value in row.items() if value or key == "inactive"} for row in rows]


def without_zeros(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in row.items() if value or key == "inactive"} for row in rows]


@pytest.mark.parametrize("name", FILES)
def test_rows_and_flaws_of_each_format(name: str) -> None:
    with (FOLDER / name).open("rb") as stream:
        listed = read_fide(stream)
    rows = without_zeros([document(row) for row in listed.rows])
    assert rows == expected(combined="combined" in name)
    assert [(flaw.code, flaw.params, flaw.place.text) for flaw in listed.problems] == [
        (ForeignErrorCode.TWICE, {"number": "900004"}, ""),
        (ForeignErrorCode.NOT_A_NUMBER, {"field": "SRtng"}, "99999"),
        (ForeignErrorCode.MISSING, {"field": "ID Number"}, ""),
    ]
    if name == "fide-combined.txt":
        assert [flaw.place.line for flaw in listed.problems] == [6, 7, 8]
        assert problem_text(listed.problems[0]) == "line 6: number 900004 appears twice in the file"


def test_only_wanted_rows_are_taken() -> None:
    with (FOLDER / "fide-combined.xml").open("rb") as stream:
        listed = read_fide(stream, wanted=lambda row: row.federation == "CHN")
    assert [row.number for row in listed.rows] == ["900004", "900006"]
    assert listed.seen == 8


def test_a_single_list_of_rapid_ratings() -> None:
    with (FOLDER / "fide-standard.txt").open("rb") as stream:
        row = read_fide(stream, single="rapid").rows[0]
    assert row.standard is None
    assert row.rapid is not None
    assert row.rapid.value == 2101


@pytest.mark.parametrize("name", FILES[:2])
def test_the_combined_lists_say_which_rating_is_which(name: str) -> None:
    with (FOLDER / name).open("rb") as stream:
        rows = {row.number: row for row in read_fide(stream, single="rapid").rows}
    assert [rows["900001"].standard, rows["900001"].rapid] == [
        ListedRating(2101, 9, 20),
        ListedRating(2050, 0, 20),
    ]
    assert rows["900006"].rapid is None


@pytest.mark.parametrize("name", FILES[:2])
def test_the_combined_lists_do_not_say_which_of_several_ratings_is_inactive(name: str) -> None:
    with (FOLDER / name).open("rb") as stream:
        rows = {row.number: row for row in read_fide(stream).rows}
    assert rows["900001"].standard == ListedRating(2101, 9, 20, inactive=False)
    assert rows["900002"].blitz == ListedRating(1512, 0, 40, inactive=None)
    assert rows["900003"].rapid == ListedRating(1455, 0, 40, inactive=True)


def test_a_heading_whose_names_run_together_is_refused() -> None:
    old = (
        b"ID number Name                              TitlFed  Mar11 GamesBorn  Flag\r\n 100013 Somebody\r\n"
    )
    listed = read_fide(BytesIO(old))
    assert not listed.rows
    assert {flaw.code for flaw in listed.problems} == {ForeignErrorCode.MISSING}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", ForeignErrorCode.MISSING),
        (b"<playerslist></playerslist>", ForeignErrorCode.NO_PLAYERS),
        (b"<playerslist><player>", ForeignErrorCode.NOT_XML),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><playerslist>&a;</playerslist>', ForeignErrorCode.DOCTYPE),
        (b'<?xml version="1.0" encoding="nonsense"?><playerslist/>', ForeignErrorCode.NOT_XML),
    ],
)
def test_files_that_are_no_list(data: bytes, code: ForeignErrorCode) -> None:
    assert {flaw.code for flaw in read_fide(BytesIO(data)).problems} == {code}


def test_an_archive_of_one_list(tmp_path: Path) -> None:
    packed = tmp_path / "list.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(FOLDER / "fide-combined.xml", "list.xml")
    with open_fide_list(packed) as stream:
        assert len(read_fide(stream).rows) == 5
    with open_fide_list(FOLDER / "fide-combined.txt") as stream:
        assert len(read_fide(stream).rows) == 5


def test_archives_that_are_refused(tmp_path: Path) -> None:
    two, bomb = tmp_path / "two.zip", tmp_path / "bomb.zip"
    with zipfile.ZipFile(two, "w") as archive:
        archive.writestr("a", "a")
        archive.writestr("b", "b")
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", b" " * 1_000_000)
    for path in (two, bomb):
        with pytest.raises(TooLargeError), open_fide_list(path):
            pass
