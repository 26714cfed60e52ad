"""Which rulebooks there are, for both games."""

import pytest

from games.rulebooks.findings import NO_QUESTION
from games.rulebooks.registry import (
    BY_GAME,
    WEIQI_RULEBOOKS,
    UnknownRulebookError,
    require_known,
    rulebook,
)
from games.rulebooks.weiqi import REPETITION
from games.weiqi.judging import judge
from games.weiqi.reading import read_file
from games.wording.findings import finding_object


def test_every_name_is_one_rulebook_of_one_game() -> None:
    names = [name for books in BY_GAME.values() for name in books]
    assert len(names) == len(set(names))
    require_known(names)
    assert set(WEIQI_RULEBOOKS) == set(REPETITION)


def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownRulebookError, match=r"unknown rulebook 'fide' \(there are: axf, .*weiqi,.*\)"):
        require_known(["axf", "fide"])
    with pytest.raises(UnknownRulebookError, match=r"'weiqi' \(there are: axf, tiantian2020, wxc2015, xian"):
        rulebook("weiqi")


@pytest.mark.parametrize("name", WEIQI_RULEBOOKS)
def test_a_rulebook_of_weiqi_judges_under_its_own_name(name: str) -> None:
    (record,) = read_file(b"(;SZ[9];B[aa];W[bb];W[aa])")
    judged = judge(record, REPETITION[name])
    finding = [finding_object(finding) for finding in WEIQI_RULEBOOKS[name].findings(judged, NO_QUESTION)]
    assert {finding["rulebook"] for finding in finding} == {name}
    assert [(finding["code"], finding["side"], finding["kind"]) for finding in finding] == [
        ("two-plays", "second", "foul"),
        ("forbidden-point", "second", "foul"),
    ]
    assert finding[0]["message"] == "W[aa]: two moves in a row"
