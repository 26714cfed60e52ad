"""Reasons of the product's own are stored as codes and read in the reader's language."""

from __future__ import annotations

import pytest
from django.utils import translation

from tournaments.wording.grounds import ground, stored_reason_text


def test_a_reader_gets_the_words_of_their_own_language() -> None:
    stored = ground("claim", kind="natural-limit", right=False)
    assert (
        stored_reason_text(stored)
        == "Claim: Natural move limit of 50 rounds without a capture (WXC 5), rejected"
    )
    with translation.override("zh-hans"):
        assert stored_reason_text(stored) == "申请裁定：自然限着：50 回合未吃子（WXC 5），不成立"
        assert not any(
            character.isascii() and character.isalpha() for character in stored_reason_text(ground("sheets"))
        )


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        (ground("fouls", count=4), "4 fouls"),
        (ground("missed", missed=2), "2 moves missed"),
        (ground("early"), "Played before the time in the schedule"),
        (ground("sheets"), "from both scoresheets"),
        (ground("claim", kind="repetition", right=True), "Claim: Repetition (AXF rules), upheld"),
    ],
)
def test_every_code_has_words(stored: str, read: str) -> None:
    assert stored_reason_text(stored) == read


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "they shook hands",
        "Claim: Natural move limit of 50 rounds without a capture (WXC 5), rejected",
        '{"ground":',
        '{"ground":"x"}',
        '{"ground":"fouls","count":1e999}',
        '{"ground":' + "[" * 100_000,
    ],
)
def test_what_somebody_typed_or_an_earlier_version_stored_stands_as_it_is(typed: str) -> None:
    assert stored_reason_text(typed) == typed
