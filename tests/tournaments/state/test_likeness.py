"""Which names are likely those of one person."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.namesakes import OTHER_NAMES
from tournaments.state.likeness import likely_same

ONE_PERSON = (
    ("Müller Jürgen", "Jürgen Müller", "Muller Jurgen", "Müller, Jürgen", "MÜLLER Jürgen"),
    ("Müller Jürgen", "Mueller Juergen"),
    ("Xu Yinchuan", "Yinchuan Xu", "Xu Yin Chuan", "XU YINCHUAN"),
    ("Nguyễn Thị Ánh", "Nguyen Thi Anh", "Anh Nguyen Thi"),
    ("許銀川", "许银川"),
    ("Dvořák Jiří", "Jiri Dvorak"),
    ("Łukasz Żak", "Lukasz Zak"),
    ("O’Brien Séan", "Sean O’Brien"),
    ("Jan-Ole Weiß", "Weiss Jan Ole"),
)


@pytest.mark.parametrize("spellings", ONE_PERSON, ids=lambda spellings: spellings[0])
def test_one_person_however_written(spellings: tuple[str, ...]) -> None:
    for name, other in combinations(spellings, 2):
        assert likely_same(name, other), (name, other)
        assert likely_same(other, name), (other, name)


def test_other_names_are_other_people() -> None:
    alike = [pair for pair in OTHER_NAMES if likely_same(*pair) or likely_same(*reversed(pair))]
    assert alike == []
    assert not likely_same("", "")
    assert not likely_same("-", "·")
