"""Two results of one game: what each has said is shown, and one tap decides, with a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from portal.journal.models import JournalEntry
from tests.factories import make_link
from tests.world import World, entry_at
from tournaments.acts.own_table import tell_result
from tournaments.models import ResultReport
from tournaments.wording.grounds import stored_reason_text

Text = Callable[[Any], str]


@pytest.fixture
def disputed(drawn: World) -> World:
    """At table 1 both players say that they have won."""
    round_ = drawn.published()
    for colour in ("first", "second"):
        tell_result(by=make_link(entry_at(drawn, 1, colour)), round_=round_, outcome="win", once=colour)
    return drawn


@pytest.mark.parametrize("page", ["referee", "result"])
def test_the_pages_of_the_table_show_what_each_player_said(disputed: World, text: Text, page: str) -> None:
    page_text = text(disputed.get("dave", page, 1, 1))
    assert "The players reported different results" in page_text
    assert "1–0, as Red reported" in page_text
    assert "0–1, as Black reported" in page_text
    # One of the reasons is chosen already.
    assert 'name="ground" value="both-asked"' in page_text
    assert page_text.count("checked") >= 1
    other = text(disputed.get("carol", page, 1, 1))
    assert "A referee must decide" in other
    assert "as Red reported" not in other


@pytest.mark.parametrize(
    ("ground", "reason"), [("both-asked", "Both players asked"), ("sheets-checked", "Scoresheets checked")]
)
def test_one_tap_decides_with_its_reason(disputed: World, text: Text, ground: str, reason: str) -> None:
    answer = disputed.post("dave", "referee_result", 1, 1, table=1, game=1, value="0-1", ground=ground)
    assert answer.status_code == 302
    report = ResultReport.objects.in_force().get()
    assert (report.value, stored_reason_text(report.reason)) == ("0-1", reason)
    assert reason in text(disputed.get("dave", "result", 1, 1))
    assert "reports differ" not in text(disputed.get("dave", "round_desk", 1))


def test_what_was_written_goes_before_what_was_chosen(disputed: World) -> None:
    values = {"table": 1, "game": 1, "value": "0-1", "ground": "both-asked", "reason": "Film of the game"}
    assert disputed.post("dave", "referee_result", 1, 1, **values).status_code == 302
    assert ResultReport.objects.in_force().get().reason == "Film of the game"


@pytest.mark.slow
def test_a_reason_is_still_needed_and_nonsense_is_none(disputed: World, text: Text) -> None:
    answer = disputed.post("dave", "referee_result", 1, 1, table=1, game=1, value="0-1")
    assert answer.status_code == 422
    assert disputed.post("dave", "referee_result", 1, 1, table=1, value="0-1", ground="🙂").status_code == 422
    assert not ResultReport.objects.exists()


@pytest.mark.slow
def test_two_referees_in_conflict_are_named_with_their_values_everywhere(drawn: World, text: Text) -> None:
    drawn.published()
    drawn.post("bob", "report_result", 1, line="2 1")
    drawn.post("dave", "report_result", 1, line="2 0")
    words = "Table 2: dave reported 0–1; the result is 1–0, reported by bob"
    assert words in text(drawn.get("bob", "round_desk", 1))
    line = JournalEntry.objects.get(act="contest_result")
    assert (str(line.by), line.before["value"], line.after["value"]) == ("dave", "1-0", "0-1")
    page = text(drawn.get("bob", "referee", 1, 2))
    for page_text in (
        "by dave at",
        "by bob at",
        "Replace with 0–1",
        "Keep 1–0",
        'name="ground" value="both-asked"',
    ):
        assert page_text in page
    seen = ResultReport.objects.get().pk
    stored = drawn.post("bob", "uphold_result", 1, 2, game=1, seen=seen, ground="seen-at-table")
    assert stored.status_code == 302
    upheld = JournalEntry.objects.get(act="uphold_result")
    assert stored_reason_text(upheld.reason) == "Seen at the table"
    assert words not in text(drawn.get("bob", "round_desk", 1))
