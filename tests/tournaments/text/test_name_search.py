"""Names as they are looked for: in any script, in any order, without accents."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.text.hanzi import SIMPLIFIED
from tournaments.text.name_search import (
    INITIALS,
    RUN_TOGETHER,
    WORDS,
    closeness,
    fits_query,
    index_text,
    name_search_key,
    needles,
    search_key,
    variants,
)

XU = name_search_key("Xu Yinchuan", "許銀川")
NGUYEN = name_search_key("Nguyễn Thị Ánh", "阮氏映")


@pytest.mark.parametrize(
    "arguments",
    [
        "許銀川",
        "许银川",
        "银川",
        "川",
        "Xu Yinchuan",
        "xu yin",
        "yin xu",
        "XU",
        "许 yin",
        "ｘｕ",
        "yinchuan,xu",
    ],
)
def test_one_player_in_any_writing(arguments: str) -> None:
    assert fits_query(XU, arguments)
    assert not fits_query(NGUYEN, arguments)


@pytest.mark.parametrize("arguments", ["inchuan", "xuy", "xu yang", "川银", "许银山", "", " ", "-", "%", "_"])
def test_what_does_not_fit(arguments: str) -> None:
    assert not fits_query(XU, arguments)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("Nguyễn Thị Ánh", "nguyen anh"),
        ("Đặng Minh Đức", "dang duc"),
        ("Chan Ka-ming", "ming chan"),
        ("Jürgen Weiß", "weiss jurgen"),
        ("Jürgen Weiß", "WEISS"),
        ("Ljubiša O’Neil", "ljubisa neil"),
        ("黃海", "黄"),
        ("沢村広", "澤村廣"),
        ("ﬁnn", "finn"),
    ],
)
def test_accents_hyphens_and_scripts(name: str, arguments: str) -> None:
    assert fits_query(name_search_key(name), arguments)


@given(st.text(max_size=30))
def test_folding_twice_changes_nothing(text: str) -> None:
    once = search_key(text)
    assert search_key(once) == once
    assert once == " ".join(once.split())


@given(st.text(st.characters(categories=["Lu", "Ll"], max_codepoint=0x24F), min_size=1, max_size=12))
def test_every_name_is_found_by_itself_and_by_its_beginnings(name: str) -> None:
    key = name_search_key(name)
    for length in range(1, len(search_key(name)) + 1):
        assert fits_query(key, search_key(name)[:length])
    assert fits_query(key, unicodedata.normalize("NFD", name))


@given(st.lists(st.sampled_from(sorted(SIMPLIFIED)), min_size=1, max_size=4).map("".join))
def test_a_page_knows_every_writing_of_its_names(name: str) -> None:
    pairs = variants([name])
    existing = dict(zip(pairs[::2], pairs[1::2], strict=True))
    assert "".join(existing[character] for character in name) == search_key(name).replace(" ", "")


def test_simplified_characters_are_simplified_for_good() -> None:
    """No chain in the table: what a character becomes does not become another one."""
    assert not set(SIMPLIFIED.values()) & set(SIMPLIFIED)
    assert len(SIMPLIFIED) > 3000


@pytest.mark.parametrize(
    ("arguments", "far"),
    [
        ("xu yin", WORDS),
        ("银川", WORDS),
        ("xuyinchuan", RUN_TOGETHER),
        ("Xu Yin Chuan", RUN_TOGETHER),
        ("yin chuan", RUN_TOGETHER),
        ("yinchuanxu", RUN_TOGETHER),
        ("xyc", INITIALS),
        ("YCX", INITIALS),
        ("yc", INITIALS),
        ("xu yc", INITIALS),
        ("yc xu", INITIALS),
        ("xu cy", None),
        ("inchuan", None),
        ("xcy", None),
        ("z", None),
        ("", None),
        ("川银", None),
    ],
)
def test_how_close_a_name_is(arguments: str, far: int | None) -> None:
    assert closeness(XU, arguments) == far


@pytest.mark.parametrize("name", ["Lü Qin", "Lu Qin", "Lv Qin", "Lyu Qin"])
@pytest.mark.parametrize(
    "arguments", ["lü", "lu", "lv qin", "lyu", "LÜ QIN", "qin lv", "lüqin", "qinlyu", "lvqin"]
)
def test_the_umlaut_of_pinyin_is_typed_in_three_ways(name: str, arguments: str) -> None:
    assert closeness(name_search_key(name), arguments) is not None
    text = index_text(name_search_key(name))
    assert any(all(needle in text for needle in way) for way in needles(arguments))


def test_first_letters_of_names_that_are_no_pinyin() -> None:
    assert closeness(NGUYEN, "nta") == INITIALS
    assert closeness(name_search_key("Oliver Bennett"), "ob") == INITIALS
    assert closeness(name_search_key("Oliver Bennett"), "oliverb") == RUN_TOGETHER


@given(st.text(max_size=30), st.text(max_size=30))
def test_whoever_fits_is_close(name: str, arguments: str) -> None:
    assert (closeness(name_search_key(name), arguments) == WORDS) == fits_query(
        name_search_key(name), arguments
    )
