"""Titles and grades, as lists in several languages write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.text.titles import TITLES, grade_of, graded, title_of


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("特级大师", "GM"),
        ("特級大師", "GM"),
        ("g.m.", "GM"),
        ("Grandmaster", "GM"),
        ("大师", "NM"),
        ("国家大师", "NM"),
        ("国际大师", "IM"),
        ("ｆｍ", "FM"),
        ("kiện tướng quốc gia", "NM"),
        ("Honorary President", "Honorary President"),
        ("", ""),
    ],
)
def test_a_known_title_becomes_its_code_and_another_stays(written: str, title: str) -> None:
    assert title_of(written) == title


@pytest.mark.parametrize(
    ("written", "grade"),
    [
        ("5d", "5d"),
        ("5 Dan", "5d"),
        ("业余五段", "5d"),
        ("5段", "5d"),
        ("职业九段", "9p"),
        ("9 dan pro", "9p"),
        ("9P", "9p"),
        ("3k", "3k"),
        ("12级", "12k"),
        ("2 kyu", "2k"),
        ("3 đẳng", "3d"),
        # Nobody has these: they stay for a person to look at.
        ("10d", "10d"),
        ("31k", "31k"),
        ("0d", "0d"),
        ("国家一级运动员", "国家一级运动员"),
        ("", ""),
    ],
)
def test_a_grade_is_written_one_way_and_what_is_none_stays(written: str, grade: str) -> None:
    assert grade_of(written) == grade


@given(st.text(max_size=20))
def test_reading_again_changes_nothing(text: str) -> None:
    assert title_of(title_of(text)) == title_of(text)
    assert grade_of(grade_of(text)) == grade_of(text)


def test_every_word_for_a_title_belongs_to_one() -> None:
    words = [word for words in TITLES.values() for word in words]
    assert len(words) == len(set(words))
    assert all(title_of(word) == code for code, words in TITLES.items() for word in words)


def test_what_is_shown_in_words_has_number_and_kind() -> None:
    assert graded("12k") == (12, "k")
    assert graded("一级棋士") is None


def test_the_grades_of_the_chinese_scale_are_codes_that_come_back() -> None:
    for written, code in (("棋协大师", "CAM"), ("地方大師", "CLM"), ("一级棋士", "C1"), ("16级棋士", "C16")):
        assert title_of(written) == title_of(code) == title_of(code.lower()) == code
    assert title_of("十七级棋士") == "十七级棋士"
