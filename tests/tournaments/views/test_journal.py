"""The journal at the desk: filters, pages, and undoing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.urls import reverse

from portal.journal import record
from portal.journal.models import JournalEntry
from tests.factories import make_entries, make_link, make_section
from tests.world import World
from tournaments.acts.entering.attendance import check_in, set_absence
from tournaments.acts.results import report_result
from tournaments.models import Entry, ResultReport

Text = Callable[[Any], str]


def journal_rows(world: World, who: str = "alice", **arguments: Any) -> list[tuple[str, str]]:
    """Act and target of every line."""
    page = world.client(who).get(reverse("journal", args=[world.event.slug]), arguments)
    assert page.status_code == 200
    return [(item["line"].code, item["line"].target) for item in page.context["lines"]]


def undo(world: World, who: str, act: str, **more: Any) -> Any:
    key = JournalEntry.objects.filter(act=act)[0].pk
    url = reverse("undo", args=[world.event.slug])
    return world.client(who).post(url, {"entry": key, "reason": "a slip", "once": "k"} | more, follow=True)


@pytest.mark.slow
def test_by_section_round_and_table(drawn: World) -> None:
    drawn.played()
    women = make_section(drawn.event, "women", name="Women")
    _, other = make_entries(women, 2)
    check_in(entries=[other], present=False, by=drawn.users["carol"])
    entries = drawn.section.entries.get(number=1)
    check_in(entries=[entries], present=False, by=drawn.users["carol"])
    set_absence(entries=[entries], round_number=2, absent=True, by=drawn.users["alice"])
    assert journal_rows(drawn, section="women") == [("check_in", str(other))]
    men = journal_rows(drawn, section="men")
    assert ("check_in", str(entries)) in men
    assert ("report_result", "Men, round 1") in men
    assert ("check_in", str(other)) not in men
    assert {act for act, _ in journal_rows(drawn, section="men", round="2")} == {"set_absence"}
    assert journal_rows(drawn, section="men", round="1", table="3") == [("report_result", "Men, round 1")]
    # A round without a section names none, and what is no number filters nothing.
    everything = journal_rows(drawn)
    assert journal_rows(drawn, round="1", table="3") == everything
    assert journal_rows(drawn, section="nowhere", round="x", day="soon") == everything


def test_a_filter_that_cannot_be_read_says_so(drawn: World, text: Text) -> None:
    drawn.played()
    typed = {"round": "99", "table": "第三台", "day": "昨天", "by": "x"}
    page = drawn.client("alice").get(reverse("journal", args=[drawn.event.slug]), typed)
    page_text = text(page)
    assert "“Round” must be at most 60." in page_text
    assert "Write “Table” as a whole number, in digits." in page_text
    assert "Write “Day” as a day, such as 2026-09-23." in page_text
    assert "“x” cannot be chosen for “By”. Choose one of those offered." in page_text


def test_by_day_on_the_events_clock(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for moment, act in (
        (datetime(2015, 9, 22, 15, 59, tzinfo=UTC), "late"),
        (datetime(2015, 9, 22, 16, 0, tzinfo=UTC), "next"),
    ):
        monkeypatch.setattr("django.utils.timezone.now", lambda moment=moment: moment)
        record(act, by=None, scope=f"event:{world.event.pk}", target="")
    monkeypatch.undo()
    # Midnight in Kuala Lumpur is 16:00 UTC.
    assert journal_rows(world, day="2015-09-22") == [("late", "")]
    assert journal_rows(world, day="2015-09-23") == [("next", "")]


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Shanghai"])
@pytest.mark.parametrize("day", ["0001-01-01", "1899-12-31", "2201-01-01", "9999-12-31"])
def test_a_day_at_the_end_of_the_calendar_filters_nothing(zone: str, day: str, world: World) -> None:
    world.event.time_zone = zone
    world.event.save()
    record("open_section", by=None, scope=f"event:{world.event.pk}", target="")
    assert journal_rows(world, day=day) == [("open_section", "")]


def test_players_by_private_link(drawn: World) -> None:
    mine, other = drawn.section.entries.order_by("number")[:2]
    drawn.section.entries.update(status=Entry.Status.ENTERED)
    check_in(entries=[mine], present=True, by=make_link(mine))
    check_in(entries=[other], present=True, by=drawn.users["carol"])
    assert journal_rows(drawn, by="players") == [("check_in", str(mine))]


@pytest.mark.slow
def test_pages_keep_what_was_asked_for(world: World, text: Text) -> None:
    for _ in range(51):
        record("open_section", by=None, scope=f"event:{world.event.pk}", target=f"section:{world.section.pk}")
    arguments = {"section": "men", "act": "open_section"}
    page = world.client("alice").get(reverse("journal", args=[world.event.slug]), arguments)
    assert 'href="?page=2&amp;section=men&amp;act=open_section"' in text(page)
    assert len(journal_rows(world, **arguments, page="2")) == 1


@pytest.mark.slow
def test_undo_from_the_page(drawn: World, text: Text) -> None:
    entries = drawn.section.entries.get(number=1)
    drawn.post("alice", "withdraw", entries.pk, reason="ill")
    assert "Undo" in text(drawn.client("alice").get(reverse("journal", args=[drawn.event.slug])))
    # Erin reads everything and changes nothing.
    assert "Undo" not in text(drawn.client("erin").get(reverse("journal", args=[drawn.event.slug])))
    assert undo(drawn, "erin", "withdraw").status_code == 403
    message = undo(drawn, "alice", "withdraw", reason="")
    assert message.status_code == 422
    page = text(undo(drawn, "alice", "withdraw"))
    assert "Undone. The journal keeps both entries." in page
    assert "Undoes: player withdrawn" in page
    assert ">undone<" in page
    entries.refresh_from_db()
    assert entries.withdrawn_after is None
    again = undo(drawn, "bob", "withdraw")
    assert again.status_code == 409
    assert "alice has already undone this." in text(again)


def test_an_undo_that_the_round_refuses_is_not_offered(drawn: World) -> None:
    drawn.closed()

    def offered() -> bool:
        page = drawn.client("bob").get(reverse("journal", args=[drawn.event.slug]), {"act": "close_round"})
        return any(item["form"] for item in page.context["lines"])

    assert offered()
    assert drawn.post("bob", "reopen_round", 1, reason="A result is wrong").status_code == 302
    assert drawn.round(1).state != "closed"
    assert not offered()


@pytest.mark.slow
def test_an_undo_that_a_later_act_supersedes_is_not_offered(drawn: World) -> None:
    """Two absences of one player in one round, and a third for another round, which leaves them alone."""
    first, second = drawn.section.entries.order_by("number")[:2]
    by = drawn.users["alice"]

    def offered() -> list[bool]:
        page = drawn.client("alice").get(reverse("journal", args=[drawn.event.slug]), {"act": "set_absence"})
        return [item["form"] is not None for item in page.context["lines"]]

    set_absence(entries=[first], round_number=2, absent=True, by=by)
    set_absence(entries=[first], round_number=3, absent=True, by=by)
    set_absence(entries=[second], round_number=2, absent=True, by=by)
    assert offered() == [True, True, True]
    set_absence(entries=[first, second], round_number=2, absent=False, by=by)
    assert offered() == [True, False, True, False]
    assert undo(drawn, "alice", "set_absence").status_code == 200
    assert offered()[1:] == [False, True, True, True]


@pytest.mark.slow
def test_a_result_that_was_corrected_is_not_undone_any_more(drawn: World) -> None:
    drawn.played()

    def offered() -> list[bool]:
        selection = {"section": "men", "round": "1", "table": "1"}
        page = drawn.client("bob").get(reverse("journal", args=[drawn.event.slug]), selection)
        lines = [item for item in page.context["lines"] if item["line"].code == "report_result"]
        return [item["form"] is not None for item in lines]

    assert offered() == [True]
    report = ResultReport.objects.filter(pairing__round__number=1, pairing__table=1).latest("pk")
    report_result(
        round_=drawn.round(1),
        table=1,
        value="0-1",
        forfeit=False,
        seen=report.pk,
        reason="wrong card",
        by=drawn.users["bob"],
    )
    assert offered() == [True, False]
    assert undo(drawn, "bob", "report_result").status_code == 200
    # Each report is one of its own: what the correction superseded would be refused.
    assert offered() == [True, False, False]


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.slow
def test_it_costs_the_same_for_any_number(
    count: int, drawn: World, django_assert_num_queries: Callable[[int], Any]
) -> None:
    for entry in drawn.section.entries.all()[:count]:
        check_in(entries=[entry], present=False, by=drawn.users["carol"])
        undo(drawn, "alice", "check_in", once=str(entry.pk))
    url = reverse("journal", args=[drawn.event.slug])
    drawn.client("alice").get(url)
    with django_assert_num_queries(COST):
        drawn.client("alice").get(url, {"section": "men"})


COST = 15
"""Queries of the page, filters included."""
