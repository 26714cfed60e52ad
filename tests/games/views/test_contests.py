"""Disputes and contested results are decided where a referee stands: on the page of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from portal import outbox
from portal.journal.models import JournalEntry
from portal.outbox import Job
from tests.factories import make_link
from tests.waiting import waiting_in
from tests.world import World
from tournaments.acts.own_table import tell_result
from tournaments.acts.refereeing.contests import contest_result
from tournaments.acts.rounds import close_round
from tournaments.models import ResultReport, Round, Seat
from tournaments.queries.journal import journal_lines
from tournaments.todo import situation_of

Text = Callable[[Any], str]


def address(world: World, name: str = "referee", table: int = 1) -> str:
    return reverse(name, args=[world.event.slug, world.section.slug, 1, table, 1])


def waits(world: World) -> list[str]:
    need = waiting_in(situation_of(world.event))
    return [item.text for item in need if item.kind in ("contest", "dispute")]


def disputed(world: World) -> None:
    """Both players of table 1 say to have won."""
    round_ = world.published()
    for colour in ("first", "second"):
        seat = Seat.objects.get(pairing__round=round_, pairing__table=1, colour=colour)
        tell_result(round_=round_, outcome="win", by=make_link(seat.entry))


@pytest.mark.slow
def test_a_dispute_is_decided_on_the_page_of_the_table(drawn: World, text: Text) -> None:
    disputed(drawn)
    page = text(drawn.client("dave").get(address(drawn)))
    assert "The players reported different results" in page
    assert "1–0" in page
    assert "0–1" in page
    assert 'name="reason"' in page
    sent = {"table": 1, "game": 1, "value": "1-0", "once": "a"}
    without = drawn.client("dave").post(address(drawn, "referee_result"), sent)
    assert without.status_code == 422
    assert "Give a reason; it is recorded in the journal." in text(without)
    answer = drawn.client("dave").post(
        address(drawn, "referee_result"), sent | {"reason": "Both showed me the board", "once": "b"}
    )
    assert answer.status_code == 302
    assert ResultReport.objects.get().reason == "Both showed me the board"


def contested(world: World, text: Text) -> str:
    """Bob reports 1-0 on the page of the table, Dave, whose page is older, 0-1."""
    world.published()
    there = address(world, "referee_result")
    sent = {"table": 1, "game": 1, "seen": ""}
    assert world.client("bob").post(there, sent | {"value": "1-0", "once": "a"}).status_code == 302
    second = world.client("dave").post(there, sent | {"value": "0-1", "once": "b"})
    assert second.status_code == 409
    return text(second)


@pytest.mark.slow
def test_the_second_of_two_referees_sees_both_names_and_values(drawn: World, text: Text) -> None:
    page = contested(drawn, text)
    assert "Table 1: two different results" in page
    for part in ("<strong>0–1</strong>", "<strong>1–0</strong>", "by bob", "by dave"):
        assert part in page
    [line] = JournalEntry.objects.filter(act="contest_result")
    assert (line.by, line.before["value"], line.after["value"]) == (drawn.users["dave"], "1-0", "0-1")
    page_text = text(drawn.client("erin").get(reverse("journal", args=[drawn.event.slug])))
    assert "Different result reported, not accepted" in page_text
    facts = {
        fact.name: (fact.before, fact.after) for fact in journal_lines([line], drawn.event.time_zone)[0].facts
    }
    assert (facts["result"], facts["person"]) == (("1-0", "0-1"), ("bob", "dave"))
    assert waits(drawn) == ["Table 1: dave reported 0–1; the result is 1–0, reported by bob"]
    # Everybody who opens the table sees it, at the desk as well.
    assert "by dave" in text(drawn.client("bob").get(address(drawn)))
    assert "by dave" in text(drawn.get("bob", "result", 1, 1))
    # The same once more is kept once.
    sent = {"table": 1, "game": 1, "seen": "", "value": "0-1", "once": "c"}
    drawn.client("dave").post(address(drawn, "referee_result"), sent)
    assert JournalEntry.objects.filter(act="contest_result").count() == 1


@pytest.mark.slow
def test_a_contest_ends_with_the_result_upheld(drawn: World, text: Text) -> None:
    contested(drawn, text)
    report = ResultReport.objects.get()
    values = {"seen": report.pk, "back": address(drawn)}
    assert drawn.post("carol", "uphold_result", 1, 1, **values).status_code == 403
    assert drawn.post("dave", "uphold_result", 1, 1, **values)["Location"] == address(drawn)
    assert waits(drawn) == []
    assert "by dave" not in text(drawn.client("bob").get(address(drawn)))
    assert ResultReport.objects.count() == 1


@pytest.mark.slow
def test_a_round_is_not_closed_over_a_contest(drawn: World, text: Text) -> None:
    """Closed, the round would wait for nobody, and what one of the two has said would be lost."""
    contested(drawn, text)
    for table in (2, 3, 4):
        drawn.post("carol", "report_result", 1, line=f"{table} 1-0", htmx=True)
    refused = drawn.post("bob", "close_round", 1)
    assert refused.status_code == 409
    assert "Two different results still to decide between at table 1." in text(refused)
    drawn.post("dave", "uphold_result", 1, 1, seen=ResultReport.objects.get(pairing__table=1).pk)
    assert drawn.post("bob", "close_round", 1).status_code == 302


@pytest.mark.slow
def test_a_contest_while_the_round_is_being_closed_keeps_it_open(drawn: World) -> None:
    round_ = drawn.published()
    for table in (1, 2, 3, 4):
        drawn.post("carol", "report_result", 1, line=f"{table} 1-0", htmx=True)
    close_round(round_=round_, by=drawn.users["bob"])
    # Refused before closing was asked for, kept after it: two transactions.
    contest_result(round_=drawn.round(1), table=1, value="0-1", by=drawn.users["frank"])
    outbox.drain()
    assert drawn.round(1).state != Round.State.CLOSED
    assert Job.objects.get(kind="standings").outcome["code"] == "contests-open"
    assert len(waits(drawn)) == 1


@pytest.mark.slow
def test_a_contest_ends_with_the_result_corrected(drawn: World, text: Text) -> None:
    contested(drawn, text)
    sent = {"table": 1, "game": 1, "seen": ResultReport.objects.get().pk, "value": "0-1", "once": "d"}
    there = address(drawn, "referee_result")
    assert drawn.client("dave").post(there, sent).status_code == 422
    assert drawn.client("dave").post(there, sent | {"reason": "misheard"}).status_code == 302
    assert waits(drawn) == []
    assert ResultReport.objects.in_force().get().value == "0-1"


@pytest.mark.slow
def test_what_has_been_decided_meanwhile_is_asked_about_again(drawn: World, text: Text) -> None:
    """Both referees look at the contest. One keeps the result, the other replaces it by an older page."""
    contested(drawn, text)
    page = drawn.client("bob").get(address(drawn))
    key = page.context["contest"].key
    assert f'name="contest" value="{key}"' in page.content.decode()
    report = ResultReport.objects.get()
    arguments = {"game": 1, "seen": report.pk, "contest": key, "reason": "Red mated", "back": address(drawn)}
    assert drawn.post("dave", "uphold_result", 1, 1, **arguments).status_code == 302
    assert JournalEntry.objects.get(act="uphold_result").reason == "Red mated"
    there = address(drawn, "referee_result")
    late = {"table": 1, "game": 1, "seen": report.pk, "contest": key, "value": "0-1", "reason": "Black mated"}
    answer = drawn.client("bob").post(there, late | {"once": "e"})
    assert answer.status_code == 409
    assert "dave has upheld the result of table 1 in the meantime." in text(answer)
    assert "Black mated" in text(answer)
    assert ResultReport.objects.get() == report
    assert waits(drawn) == ["Table 1: bob reported 0–1; the result is 1–0, reported by bob"]
    again = late | {"contest": answer.context["contest"].key, "once": "f"}
    assert drawn.client("bob").post(there, again).status_code == 302
    # The same tap once more, though the contest is over, is the same act.
    assert drawn.client("bob").post(there, again).status_code == 302
    assert ResultReport.objects.in_force().get().value == "0-1"
    stale = drawn.post("dave", "uphold_result", 1, 1, **arguments | {"reason": "Red mated, really"})
    assert stale.status_code == 409
    assert "Table 1 already has another result: 0–1, entered by bob." in text(stale)


@pytest.mark.slow
def test_the_list_of_results_asks_as_well(drawn: World, text: Text) -> None:
    drawn.published()
    drawn.post("carol", "report_result", 1, line="1 1-0", htmx=True)
    sent = {"table": 1, "game": 1, "value": "0-1"}
    arguments = drawn.post("dave", "report_result", 1, htmx=True, **sent)
    report = ResultReport.objects.get()
    seen = {"seen": report.pk, "contest": arguments.context["contest"].key}
    assert drawn.post("bob", "uphold_result", 1, 1, game=1, **seen).status_code == 302
    answer = drawn.post("dave", "report_result", 1, htmx=True, **sent, **seen, reason="I saw it")
    assert answer.status_code == 409
    assert "bob has upheld the result of table 1 in the meantime." in text(answer)
    assert ResultReport.objects.get() == report


def test_a_forfeit_against_a_game_that_was_played_waits_too(drawn: World, text: Text) -> None:
    drawn.published()
    drawn.post("carol", "report_result", 1, line="1 1-0", htmx=True)
    assert drawn.post("frank", "report_result", 1, line="1 +-", htmx=True).status_code == 409
    assert len(waits(drawn)) == 1


def test_two_desks_leave_the_decision_to_a_referee(drawn: World, text: Text) -> None:
    drawn.published()
    drawn.post("carol", "report_result", 1, line="1 1-0", htmx=True)
    answer = drawn.post("frank", "report_result", 1, line="1 1/2", htmx=True)
    assert answer.status_code == 409
    assert "by frank" in text(answer)
    assert waits(drawn) == ["Table 1: frank reported ½–½; the result is 1–0, reported by carol"]


@pytest.mark.slow
def test_the_page_of_a_table_asks_whether_it_is_still_right(drawn: World, text: Text) -> None:
    drawn.published()
    page = drawn.client("dave").get(address(drawn))
    assert f"{page.context['to']['referee']}?v={page.context['version']}" in text(page)
    values = {"v": page.context["version"]}
    assert drawn.client("dave").get(address(drawn), values).status_code == 204
    drawn.post("carol", "report_result", 1, line="2 1-0", htmx=True)
    drawn.post("carol", "report_result", 1, line="1 1-0", htmx=True)
    assert drawn.client("dave").get(address(drawn), values).status_code == 200


@pytest.mark.slow
def test_who_has_just_entered_the_other_result_decides_alone(drawn: World, text: Text) -> None:
    """A slip is at odds with nobody: no referee is asked, and nothing waits for a decision."""
    drawn.published()
    assert drawn.post("carol", "report_result", 1, line="1 1-0").status_code == 302
    page = text(drawn.post("carol", "report_result", 1, line="1 0-1"))
    assert "Table 1: you have just entered another result" in page
    assert "Replace with 0–1" in page
    assert 'name="reason"' not in page
    assert "Only a referee can change it" not in page
    assert waits(drawn) == []
    [report] = ResultReport.objects.all()
    sent = {"table": 1, "game": 1, "seen": report.pk, "value": "0-1"}
    assert drawn.post("carol", "report_result", 1, **sent).status_code == 302
    replaced = ResultReport.objects.in_force().get()
    assert (replaced.value, replaced.supersedes_id, bool(replaced.reason)) == ("0-1", report.pk, True)
    # Once put right it is no slip any more: a referee decides about a third.
    third = drawn.post("carol", "report_result", 1, line="1 =")
    assert "Only a referee can change it" in text(third)
    assert len(waits(drawn)) == 1
