"""How rulings are called on the page of whom they are about."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from tournaments.models import Foul, ResultReport
from tournaments.wording.appeals import ruling_text, ruling_texts
from tournaments.wording.fouls import OFFENCES, PENALTIES


def foul(key: int, **more: object) -> Foul:
    values = {"kind": "recording", "offence": "missed-moves", "pairing_id": 1, "entry_id": 1, "game": 1}
    return Foul(**values | more, pk=key)


def test_fouls_that_read_alike_are_numbered_within_their_game_as_they_were_given() -> None:
    """The newest first or last, by one act or by two: the same foul has the same number."""
    others = [foul(3, entry_id=2), foul(4, game=2), foul(6, offence="wrong-moves")]
    texts = ruling_texts([foul(5), foul(2), *others, ResultReport(pk=2, value="1-0", cause="")])
    assert texts == [
        "Moves not recorded (2 of 2 in this game)",
        "Moves not recorded (1 of 2 in this game)",
        "Moves not recorded",
        "Moves not recorded",
        "Moves recorded wrongly",
        "Result 1–0",
    ]


def test_one_alone_is_numbered_among_those_that_stand_beside_it() -> None:
    assert ruling_texts([foul(5)], among=[foul(2), foul(5)]) == ["Moves not recorded (2 of 2 in this game)"]


def test_a_result_says_how_the_game_ended_and_by_which_article() -> None:
    report = ResultReport(value="0-1", cause="illegal-move", article="2.4")
    assert ruling_text(report) == "Result 0–1, illegal move (article 2.4)"


@pytest.mark.parametrize(
    ("language", "comma"), [("en", ", "), ("zh-hans", "，"), ("zh-hant", "，"), ("vi", ", ")]
)
def test_what_a_foul_costs_stands_behind_the_comma_of_the_language(language: str, comma: str) -> None:
    with override(language):
        text = ruling_text(foul(1, offence="wrong-claim", kind="technical", penalty="five-minutes"))
        assert text == comma.join([str(OFFENCES["wrong-claim"]), str(PENALTIES["five-minutes"])])
