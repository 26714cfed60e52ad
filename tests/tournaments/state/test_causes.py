"""The table of causes: what each result may have, what files say of it, and that keys are unambiguous."""

from __future__ import annotations

import pytest

from tournaments.state.causes import (
    BY_KEY,
    CAUSES,
    ResultCause,
    allows,
    article_for,
    cause_from_termination,
    causes_of,
    is_known,
    read_margin,
    sgf_result,
    termination_of,
)


def test_every_cause_has_a_key_of_its_own() -> None:
    assert len(BY_KEY) == len(CAUSES) == len(ResultCause) - 1
    assert set(BY_KEY) & set("ju") == set(), "keys of the list"


def test_both_lose_only_by_something() -> None:
    assert not allows(ResultCause.PLAY, "0-0", "weiqi")
    assert [cause for cause in CAUSES if allows(cause, "0-0", "xiangqi")] == [
        ResultCause.BOTH_LOSE,
        ResultCause.ARBITER,
    ]


@pytest.mark.parametrize(
    ("cause", "rulebook", "article"),
    [
        (ResultCause.TIME, "wxc2015", "3"),
        (ResultCause.TIME, "tiantian2020", "4"),
        (ResultCause.TIME, "axf", ""),
        (ResultCause.NATURAL_LIMIT, "xiangqi-com", "4"),
        (ResultCause.MOVE_LIMIT, "tiantian2020", "1.7"),
        (ResultCause.REPETITION, "tiantian2020", ""),
        (ResultCause.LATE, "tiantian2020", "3"),
        (ResultCause.WITHDRAWN, "weiqi-strict", "29"),
    ],
)
def test_the_article_is_filled_in_where_there_is_one(cause: ResultCause, rulebook: str, article: str) -> None:
    assert article_for(cause, rulebook, "") == article
    assert article_for(cause, rulebook, "9.9") == "9.9"


def test_what_a_rulebook_does_not_know() -> None:
    assert not is_known(ResultCause.NATURAL_LIMIT, "axf")
    assert is_known(ResultCause.NATURAL_LIMIT, "")
    assert is_known(ResultCause.TIME, "axf")
    assert ResultCause.COUNT not in causes_of("xiangqi", "wxc2015")
    assert ResultCause.MATE not in causes_of("weiqi", "weiqi")


@pytest.mark.parametrize(
    ("cause", "value", "forfeit", "termination", "sgf"),
    [
        ("", "1-0", False, "normal", "B+"),
        ("", "0-1", True, "abandoned", "W+F"),
        ("resignation", "0-1", False, "normal", "W+R"),
        ("time", "1-0", False, "time forfeit", "B+T"),
        ("repetition", "1/2", False, "normal", "0"),
        ("repetition", "1-0", False, "rules infraction", "B+F"),
        ("late", "1-0", True, "abandoned", "B+F"),
        ("no-result", "1/2", False, "adjudication", "Void"),
        ("both-lose", "0-0", False, "rules infraction", "?"),
        ("arbiter", "1-0", False, "adjudication", "B+"),
    ],
)
def test_what_files_say(cause: str, value: str, *, forfeit: bool, termination: str, sgf: str) -> None:
    assert termination_of(cause, value, forfeit) == termination
    assert sgf_result(value, forfeit, cause, None) == sgf


def test_a_count_has_its_margin() -> None:
    assert sgf_result("1-0", False, "count", 15) == "B+7.5"
    assert sgf_result("0-1", False, "count", 1) == "W+0.5"
    assert [read_margin(text) for text in ("3.75", "1/4", "3", "0", "0.3", "x", "1/0")] == [
        *(15, 1, 12),
        *(None,) * 4,
    ]


def test_files_are_read_back() -> None:
    assert cause_from_termination("time forfeit") is ResultCause.TIME
    assert cause_from_termination("normal", "resignation") is ResultCause.RESIGNATION
    assert cause_from_termination("认输") is ResultCause.RESIGNATION
    assert cause_from_termination("the roof fell in") is ResultCause.PLAY
