"""The sentences of prompts are those that were written for them, in English and Chinese, and complete."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from django.utils.translation import gettext, override

from games.rulebooks.findings import Kind
from games.wording.prompts import SENTENCES, TO_THE_SIDE, prompt_cited, prompt_text

TABLE = Path(__file__).parents[1] / "fixtures" / "live" / "prompts.csv"
ROWS = list(csv.DictReader(TABLE.read_text().splitlines()))
ELSEWHERE = {"claim-right", "claim-wrong", "strip"}
"""Said on the page of a claim; counts that are no findings."""


def as_message(text: str) -> str:
    """A sentence of the table with the names of its values as messages write them; people are told of moves,
    not of plies."""
    text = text.replace("plies count", "moves of both sides count")
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


@pytest.mark.parametrize(
    ("rulebook", "article", "prompt", "words", "path"),
    [
        ("tiantian2020", "2.3", "perpetual-check must-change", "2.3", "tiantian2020/#article-2-3"),
        ("wxc2015", "5", "natural-limit claimable", "5", "wxc2015/#article-5"),
        ("wxc2015", "AXF 1", "perpetual-check must-change", "AXF 1", "axf/#article-1"),
        ("axf", "1", "perpetual-check must-change", "1", "axf/#article-1"),
        ("xiangqi-com", "4", "no-capture warning", "art. 4", "xiangqi-com/#article-4"),
        ("weiqi", "6, 20", "cycle warning", "art. 6, 20", "weiqi/#article-6-20"),
        ("tiantian2020", "", "called warning", "", ""),
    ],
)
def test_a_prompt_leads_to_the_article_that_it_cites(
    rulebook: str, article: str, prompt: str, words: str, path: str
) -> None:
    """Where the sentence names it, there; else behind it; in every language around the same words."""
    evidence = {"plies": [1, 3], "pieces": 1, "counted": 120, "repeats": 4, "length": 6}
    stored = {"rulebook": rulebook, "article": article, "side": "first", "ply": 13, "evidence": evidence}
    stored |= dict(zip(("code", "kind"), prompt.split(), strict=True))
    for language in ("en", "zh-hans", "zh-hant", "vi"):
        with override(language):
            cited = prompt_cited(stored)
            assert cited.path == (path and f"rulebooks/{path}")
            sentence = prompt_text(stored).rstrip(".。")
            assert f"{cited.before}{cited.article}{cited.after}".startswith(sentence)
            assert bool(cited.gist) is bool(path)
            if language == "en":
                assert cited.article == words
