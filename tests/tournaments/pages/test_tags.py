"""Names, sides, results and times as pages write them."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.template import Context
from django.utils import translation

from tournaments.models import Player
from tournaments.queries.public.public import PublicPerson, PublicResult
from tournaments.state.time_control import TimeControl
from tournaments.templatetags import tournaments as tags
from tournaments.wording import lists
from tournaments.wording.names import name_lang, sort_key
from tournaments.wording.options import time_control, time_control_alone
from tournaments.wording.places import clock_name
from tournaments.wording.times import days_text


@pytest.mark.parametrize(
    ("name", "federation", "lang"),
    [
        ("鄭惟桐", "CHN", "zh"),
        ("曽根敏彦", "JPN", "zh"),
        ("ひろし 田中", "JPN", "ja"),
        ("김철수", "KOR", "ko"),
        ("Nguyễn Thành Bảo", "VIE", "vi"),
        ("Lai Ly Huynh", "VIE", "vi"),
        ("Đặng Hữu Trang", "FRA", "vi"),
        ("Wang Tianyi", "CHN", "und-Latn"),
        ("Иван Петров", "RUS", "ru"),
        ("", "", "und-Latn"),
    ],
)
def test_the_language_of_a_name(name: str, federation: str, lang: str) -> None:
    assert name_lang(name, federation) == lang


def test_a_name_list_looks_past_accents_and_case() -> None:
    names = ["Żuk", "Đặng", "dao", "Dang B", "Ánh", "anh A"]
    assert sorted(names, key=sort_key) == ["Ánh", "anh A", "Đặng", "Dang B", "dao", "Żuk"]


def test_a_player_and_what_the_public_sees_are_written_alike() -> None:
    player = Player(name="Xie Jing", native_name="謝靖", federation_id="CHN")
    public = PublicPerson(number=1, name="Xie Jing", native_name="謝靖", federation="CHN")
    assert (
        tags.person(Context(), player)
        == tags.person(Context(), public)
        == '<span class="name"><span lang="und-Latn">Xie Jing</span> <span lang="zh">謝靖</span></span>'
    )


def test_names_are_escaped() -> None:
    hostile = PublicPerson(number=1, name="<b>&", native_name="", federation="CHN")
    assert "&lt;b&gt;&amp;" in tags.person(Context(), hostile)
    assert "<b>" not in tags.player_link(hostile, "/en/e/x/y/")


@pytest.mark.parametrize(
    ("language", "latin_first"), [("en", True), ("vi", True), ("zh-hans", False), ("zh-hant", False)]
)
def test_which_name_comes_first(language: str, latin_first: bool) -> None:
    with translation.override(language):
        name = tags.plain_name(Player(name="Xie Jing", native_name="謝靖"))
    assert name == ("Xie Jing" if latin_first else "謝靖")


@pytest.mark.parametrize(
    ("side", "game", "sign", "word"),
    [
        ("first", "xiangqi", "紅", "Red"),
        ("second", "xiangqi", "黑", "Black"),
        ("first", "weiqi", "", "Black"),
        ("second", "weiqi", "", "White"),
    ],
)
def test_a_side_has_its_sign_and_a_word_to_be_read_out(side: str, game: str, sign: str, word: str) -> None:
    html = tags.side_sign(side, game)
    assert f'aria-hidden="true" lang="zh-Hant">{sign}<' in html
    assert f'<span class="only-read">{word} </span>' in html


def test_what_is_read_in_simplified_characters_has_a_simplified_sign() -> None:
    with translation.override("zh-hans"):
        assert 'lang="zh-Hans">红<' in tags.side_sign("first", "xiangqi")
        assert 'lang="zh-Hans">红<' in tags.side_and_word("first", "xiangqi")
    with translation.override("zh-hant"):
        assert 'lang="zh-Hant">紅<' in tags.side_sign("first", "xiangqi")


def test_things_of_a_list_stand_apart_as_the_language_has_it() -> None:
    assert (lists.listed([3, 7, 9]), lists.full_stop()) == ("3, 7, 9", ". ")
    with translation.override("zh-hans"):
        assert (lists.listed([3, 7, 9]), lists.full_stop()) == ("3、7、9", "。")


def test_results() -> None:
    assert tags.result_text("1/2") == "½–½"
    assert tags.result_text("0-1", True) == "0–1 forfeit"
    replayed = [PublicResult("1/2", forfeit=False), PublicResult("1-0", forfeit=False)]
    assert tags.results_text(replayed) == "½–½, 1–0"
    assert tags.results_text([PublicResult("0-0", forfeit=True)]) == "0–0 <small>forfeit</small>"


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "5–12 Sept 2015"), ("zh-hans", "2015年9月5日至12日")],
)
def test_days(language: str, expected: str) -> None:
    with translation.override(language):
        assert days_text("2015-09-05", "2015-09-12").replace("\u2009", "") == expected


def test_one_day() -> None:
    assert days_text("2015-09-05", "2015-09-05") == "5 September 2015"


def test_times_are_the_event_s() -> None:
    assert tags.local_time("2015-09-23T06:02+00:00", "Asia/Kuala_Lumpur") == (
        '<time datetime="2015-09-23T14:02+08:00" data-hall="(%s Kuala Lumpur time)">14:02</time>'
    )
    with_day = tags.local_time("2015-09-23T20:02+00:00", "Asia/Kuala_Lumpur", True)
    assert 'datetime="2015-09-24T04:02+08:00"' in with_day
    assert with_day.endswith(" data-day>Thu, 24 Sept 2015, 04:02</time>")


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Ho Chi Minh City time"),
        ("zh-hans", "胡志明市时间"),
        ("zh-hant", "胡志明市時間"),
        ("vi", "giờ TP Hồ Chí Minh"),
    ],
)
def test_a_zone_is_called_by_its_city(language: str, expected: str) -> None:
    with translation.override(language):
        assert clock_name("Asia/Ho_Chi_Minh") == expected


@pytest.mark.parametrize(
    ("control", "limit", "expected"),
    [
        (TimeControl(3600, 30), None, "60 min + 30 s per move, no move limit"),
        (TimeControl(90), None, "1 min 30 s, no move limit"),
        (TimeControl(1800, 10), 120, "30 min + 10 s per move, at most 120 moves"),
        (TimeControl(3600, periods=3, period=30), None, "60 min, 3 × 30 s byo-yomi, no move limit"),
    ],
)
def test_time_control(control: TimeControl, limit: int | None, expected: str) -> None:
    assert time_control(control, limit) == expected


@pytest.mark.parametrize("language", [key for key, _ in settings.LANGUAGES])
@pytest.mark.parametrize(
    "control",
    [
        TimeControl(3600),
        TimeControl(5400, 30),
        TimeControl(150, 90),
        TimeControl(3600, periods=3, period=30),
        TimeControl(1800, period=600, moves=25),
    ],
)
def test_a_time_control_is_read_as_it_is_shown_in_each_language(control: TimeControl, language: str) -> None:
    with translation.override(language):
        assert TimeControl.parse(time_control_alone(control)) == control
