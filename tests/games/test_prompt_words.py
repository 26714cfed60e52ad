"""The sentences of prompts are those that were written for them, in English and Chinese, and complete."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from django.utils.translation import gettext, override

from games.rulebooks.findings import Kind
from games.wording.prompts import SENTENCES, TO_THE_SIDE, prompt_text

TABLE = Path(__file__).parents[1] / "fixtures" / "live" / "prompts.csv"
ROWS = list(csv.DictReader(TABLE.read_text().splitlines()))
ELSEWHERE = {"claim-right", "claim-wrong", "strip"}
"""Said on the page of a claim; counts that are no findings."""


def as_message(text: str) -> str:
    """A sentence of the table with the names of its values as messages write them."""
    return re.sub(r"AXF \d+(, \d+)*", "%(article)s", re.sub(r"\{(\w+)\}", r"%(\1)s", text))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['rulebook']} {row['article']} {row['kind']}")
def test_every_sentence_of_the_table(row: dict[str, str]) -> None:
    ours = {*SENTENCES.values(), *TO_THE_SIDE.values()}
    if row["kind"] in ELSEWHERE or row["code"] in ("no-time-for-deduction", "claimed-wrongly-again"):
        return
    if (row["rulebook"], row["code"]) == ("weiqi-strict", "forbidden-point"):
        return
    # Ours says which move of whom, not which ply.
    if (row["rulebook"], row["code"]) == ("any xiangqi", "illegal-move"):
        return
    for english, chinese in ((row["en"], row["zh_hans"]), (row["you_en"], row["you_zh_hans"])):
        if english:
            assert as_message(english) in ours
            with override("zh-hans"):
                assert gettext(as_message(english)) == as_message(chinese)


def test_the_side_reads_its_own_sentence() -> None:
    stored = {
        "rulebook": "tiantian2020",
        "article": "2.3",
        "kind": str(Kind.MUST_CHANGE),
        "code": "perpetual-check",
        "side": "first",
        "ply": 13,
        "evidence": {"plies": [1, 3, 5, 7, 9, 11], "pieces": 1},
    }
    assert prompt_text(stored).startswith("Red has checked for 6 rounds with 1 piece(s) and must change")
    assert prompt_text(stored, to="second") == prompt_text(stored)
    assert prompt_text(stored, to="first").startswith("You have checked for 6 rounds with 1 piece(s). Change")
