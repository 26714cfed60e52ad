"""When a text quotes a person, and when it only uses the same words."""

from __future__ import annotations

import pytest

from tournaments.state.anonymous import Quoted, anonymous_name, is_anonym

XU = Quoted.of(
    ["Xu Yinchuan", "許銀川"], ["Xu Chao", "许超", "Nguyễn Văn An", "Nguyễn Thị Ánh", "Wang Tianyi", "王天一"]
)


@pytest.mark.parametrize(
    "text",
    [
        "Xu Yinchuan",
        "yinchuan xu was late",
        "YINCHUAN",
        "the clock of Yinchuan's opponent",
        "许银川迟到",
        "請問許銀川",
        "銀川",
        "xu.yinchuan@example.org",
        "xuyinchuan.pgn",
        "Xú Yínchuān",
    ],
)
def test_a_text_that_quotes(text: str) -> None:
    assert XU.in_text(text)


@pytest.mark.parametrize(
    "text", ["", "Xu Chao was late", "允许", "银行", "yin chuan", "table 3", "the river at Yin", "许超迟到"]
)
def test_a_text_that_does_not(text: str) -> None:
    assert not XU.in_text(text)


def test_short_words_count_when_they_are_written_as_names() -> None:
    he = Quoted.of(["He An"])
    assert not he.in_text("so he asked for an hour")
    assert he.in_text("then He asked")
    assert he.in_text("HE AN")
    assert he.in_text("an he asked")  # the whole name, however it is written


def test_what_others_are_called_does_not_count_alone() -> None:
    an = Quoted.of(["Nguyễn Thị Ánh", "阮氏映"], ["Nguyễn Văn An", "Trần Thị Ánh", "阮氏明"])
    assert not an.in_text("Nguyễn Văn An objects")
    assert not an.in_text("阮氏明")
    assert an.in_text("Anh Nguyen Thi")
    assert an.in_text("阮氏映")


def test_anywhere_in_a_value() -> None:
    assert XU.anywhere({"a": [1, None, {"b": "许银川"}]})
    assert XU.anywhere({"Yinchuan": 1})
    assert not XU.anywhere({"a": [1, None, {"b": "x"}]})


def test_the_name_instead() -> None:
    assert anonymous_name("3f9c21ffff") == "N. N. 3F9C21"
    assert is_anonym(anonymous_name("0123456789"))
    assert not is_anonym("N. N. Nobody")
