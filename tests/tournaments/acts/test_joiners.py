"""What joins and parts letters belongs to names in scripts that write so, and to no other."""

from __future__ import annotations

import pytest

from portal.policy import Refusal
from tournaments.acts.common import check_name
from tournaments.state.lots import canonical
from tournaments.text.name_search import search_key

NAMES = ("علی\u200cرضا", "ශ්\u200dරී ලංකා", "र\u094d\u200dय़ा", "ക\u0d4d\u200d")


@pytest.mark.parametrize("name", NAMES)
def test_a_joiner_within_such_a_name(name: str) -> None:
    check_name("name", name)
    bare = name.replace("\u200c", "").replace("\u200d", "")
    assert search_key(name) == search_key(bare)
    assert canonical(name) == canonical(bare)


@pytest.mark.parametrize(
    "name",
    [
        "An\u200cna",
        "李\u200d娜",
        "\u200cعلی",
        "علی\u200c\u200cرضا",
        "علی\u200crz",
        "a\u0301\u0302\u0303\u0304\u0305",
    ],
)
def test_elsewhere_it_is_refused_and_so_are_heaps_of_marks(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_name("name", name)
    assert refused.value.code == "name-not-printable"


def test_four_marks_are_in_order() -> None:
    check_name("name", "x\u0301\u0302\u0303\u0304")
