"""A page that was left open says what it showed: where that has moved on, an act from it is asked about."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal import outbox
from tests.portal.api.callers import Caller
from tests.tournaments.api.addresses import ROUND
from tests.world import World
from tournaments.models import Absence, PairRule, ResultReport, Round, Section
from tournaments.queries.progress import round_revision, stand_with_results

Text = Callable[[Any], str]
SWAP = {"first": 2, "second": 8, "reason": "They travel together"}


@pytest.mark.slow
def test_a_draft_that_was_published_meanwhile_is_not_swapped(drawn: World, text: Text) -> None:
    """Two tabs: A publishes, B swaps. B is asked, and a second press is the answer."""
    seen = round_revision(drawn.paired())
    round_ = drawn.published()
    answer = drawn.post("bob", "swap_players", 1, **SWAP, round_seen=seen)
    assert answer.status_code == 409
    assert (
        "Round 1 has changed since you opened this page: it is now published (round published, bob)"
        in text(answer)
    )
    assert round_.versions.count() == 1
    # What was typed is still there, with what the round is now.
    assert '<option value="8" selected>' in text(answer)
    assert f'name="round_seen" value="{round_revision(round_)}"' in text(answer)
    assert drawn.post("bob", "swap_players", 1, **SWAP).status_code == 302
    assert round_.versions.count() == 2


@pytest.mark.slow
def test_a_draft_that_was_changed_meanwhile_is_asked_about(drawn: World) -> None:
    seen = round_revision(drawn.paired())
    assert drawn.post("bob", "swap_players", 1, **SWAP).status_code == 302
    now = drawn.round().draft_digest
    for name, values in (
        ("pair_round", {}),
        ("flip_colours", {"table": 1, "reason": "x"}),
        ("publish_round", {"seen": seen}),
        ("rule_pair", {"first": 1, "second": 3, "kind": "forbidden", "reason": "x"}),
        ("miss_round", {"player": 1, "reason": "x"}),
    ):
        assert drawn.post("bob", name, 1, **values, round_seen=seen).status_code == 409, name
    outbox.drain()
    assert drawn.round().draft_digest == now
    assert not PairRule.objects.exists()
    assert not Absence.objects.exists()


@pytest.mark.slow
def test_a_draft_that_was_published_meanwhile_is_not_published_again(drawn: World, text: Text) -> None:
    """Nor paired again: the page says what has happened, who did it, and where to look."""
    seen = round_revision(drawn.paired())
    round_ = drawn.published()
    sentence = "Round 1 has changed since you opened this page: it is now published (round published, bob)"
    for name, values in (("publish_round", {"seen": seen}), ("pair_round", {"round_seen": seen})):
        answer = drawn.post("bob", name, 1, **values)
        assert answer.status_code == 409, name
        assert sentence in text(answer)
        assert f'<a href="{drawn.url("round_desk", 1)}">See round 1 as it is now</a>' in text(answer)
    assert round_.versions.count() == 1


def test_what_the_state_does_not_allow_is_still_said_to_who_saw_it(drawn: World, text: Text) -> None:
    round_ = drawn.published()
    answer = drawn.post("bob", "pair_round", 1, round_seen=round_revision(round_))
    assert answer.status_code == 409
    assert "not possible while round 1 is published" in text(answer)


@pytest.mark.slow
def test_a_round_that_was_paired_meanwhile_is_not_paired_again(drawn: World) -> None:
    drawn.paired()
    assert drawn.post("bob", "pair_round", 1, round_seen="planned").status_code == 409
    assert drawn.post("bob", "pair_round", 1, round_seen="").status_code == 409


def test_a_page_from_before_a_correction_does_not_close_the_round(drawn: World) -> None:
    round_ = drawn.played()
    seen = stand_with_results(round_)
    report = ResultReport.objects.filter(pairing__round=round_, pairing__table=1).get()
    values = {"table": 1, "seen": report.pk, "value": "0-1", "reason": "misread"}
    assert drawn.post("bob", "report_result", 1, **values).status_code == 302
    assert drawn.post("bob", "close_round", 1, round_seen=seen).status_code == 409
    assert drawn.post("bob", "close_round", 1).status_code == 302


@pytest.mark.slow
def test_a_round_that_was_closed_again_is_not_reopened_from_an_old_page(drawn: World) -> None:
    seen = round_revision(drawn.closed())
    assert drawn.post("bob", "reopen_round", 1, reason="x").status_code == 302
    assert drawn.post("bob", "close_round", 1).status_code == 302
    outbox.drain()
    assert drawn.post("bob", "reopen_round", 1, reason="y", round_seen=seen).status_code == 409
    assert drawn.round().state == Round.State.CLOSED


@pytest.mark.slow
def test_nobody_forfeits_who_was_seated_there_meanwhile(drawn: World) -> None:
    Section.objects.filter(pk=drawn.section.pk).update(online=True)
    round_ = drawn.published()
    Round.objects.filter(pk=round_.pk).update(starts_at=timezone.now() - timedelta(hours=1))
    seen = round_revision(round_)
    assert drawn.post("bob", "swap_players", 1, **SWAP).status_code == 302
    values = {"table": 1, "absent": "first"}
    assert drawn.post("bob", "forfeit_absent", 1, **values, round_seen=seen).status_code == 409
    assert not ResultReport.objects.exists()
    assert drawn.post("bob", "forfeit_absent", 1, **values).status_code == 302


def test_a_program_says_what_it_saw(drawn: World) -> None:
    bob = Caller(drawn.users["bob"])
    seen = bob.get(f"{ROUND}/desk").json()["seen"]
    drawn.paired()
    stale = bob.post(f"{ROUND}/pair", {"seen": seen})
    assert (stale.status_code, stale.json()["code"]) == (409, "round-changed")
    assert stale.json()["params"]["now"] == "draft"


@pytest.mark.slow
def test_an_open_list_of_results_follows_a_change_of_the_tables(drawn: World) -> None:
    drawn.published()
    context = drawn.get("carol", "round_desk", 1).context["version"]
    assert drawn.client("carol").get(drawn.url("results", 1), {"v": context}).status_code == 204
    assert drawn.post("bob", "swap_players", 1, **SWAP).status_code == 302
    assert drawn.client("carol").get(drawn.url("results", 1), {"v": context}).status_code == 200
