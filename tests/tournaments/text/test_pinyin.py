"""Chinese names as pinyin: both scripts, surnames that are read in another way, what has no reading."""

import pytest

from tournaments.text.pinyin import pinyin


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("許銀川", "xu yin chuan"),
        ("许银川", "xu yin chuan"),
        ("曾展鸿", "zeng zhan hong"),
        ("單霞麗", "shan xia li"),
        ("胡 荣华", "hu rong hua"),
        ("吕钦", "lu qin"),
        ("Xu Yinchuan", ""),
        ("许Yinchuan", ""),
        ("박정환", ""),
        ("", ""),
        (" ", ""),
    ],
)
def test_a_name_is_read(name: str, read: str) -> None:
    assert pinyin(name) == read
