"""What waits for a decision at an event, and for whom; asking costs the same for any number of sections."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import GameRecord
from portal import outbox
from portal.accounts.models import User
from portal.outbox import Job
from portal.published import Page
from tests.factories import (
    close,
    make_entries,
    make_event,
    make_link,
    make_prizes,
    make_section,
    pair,
    play,
    publish,
    report,
    report_all,
)
from tests.waiting import waiting_in
from tests.world import World, tables
from tournaments import pages
from tournaments.acts.own_table import tell_result
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.models import Entry, Event, Membership, Round, Screen, Seat, Section
from tournaments.todo import about, checklists_of, needs_of, situation_of

Text = Callable[[Any], str]


def kinds(event: Event) -> list[str]:
    return [item.kind for item in waiting_in(situation_of(event))]


def sentences(event: Event, kind: str) -> list[str]:
    return [item.text for item in waiting_in(situation_of(event)) if item.kind == kind]


def checklist(event: Event) -> list[str]:
    """Every line of the event's checklists, ticked or not."""
    lists = checklists_of(needs_of(situation_of(event)))
    lines = [need for item in lists for _section, needs in item.parts for need in needs]
    return [f"{'☑' if need.done else '☐'} {need.text}" for need in lines]


def desk(world: World, who: str, text: Text) -> str:
    return text(world.client(who).get(reverse("event_desk", args=[world.event.slug])))


def mine(page: str) -> str:
    return page.partition("To do")[2].partition("Waiting for others")[0].partition("<h2")[0]


@pytest.mark.slow
def test_a_section_is_led_through_its_life(drawn: World, text: Text) -> None:
    """Each step is the decision of whoever may take it, and of the others to look at."""
    assert "Pair round 1" in mine(desk(drawn, "bob", text))
    assert "Nothing waiting for you." in desk(drawn, "dave", text)
    assert "Pair round 1" in desk(drawn, "dave", text)
    drawn.paired()
    assert "Review the draft of round 1" in mine(desk(drawn, "bob", text))
    drawn.post("bob", "publish_round", 1, seen=drawn.round().draft_digest)
    outbox.drain()
    # While a round is played nobody has to decide anything.
    assert kinds(drawn.event) == []
    assert "Nothing to decide" in desk(drawn, "bob", text)
    for table in tables(drawn.round()):
        drawn.post("carol", "report_result", 1, line=f"{table} 1-0", htmx=True)
    outbox.drain()
    assert kinds(drawn.event) == ["step", "records"]
    assert "Close round 1" in mine(desk(drawn, "bob", text))
    assert "0 of 4 records submitted" in mine(desk(drawn, "carol", text))


def test_players_who_are_not_here(drawn: World) -> None:
    drawn.section.entries.filter(number__lte=2).update(status=Entry.Status.ENTERED)
    assert sentences(drawn.event, "check-in") == ["6 of 8 players checked in"]
    drawn.section.entries.filter(number=1).update(status=Entry.Status.WITHDRAWN, withdrawn_after=0)
    assert sentences(drawn.event, "check-in") == ["6 of 7 players checked in"]
    drawn.post("carol", "confirm_players", 1, asked="2", everybody="on")
    drawn.paired()
    assert sentences(drawn.event, "check-in") == []


@pytest.mark.slow
def test_what_happens_at_tables(drawn: World, text: Text) -> None:
    round_ = drawn.published()
    first, second = (
        make_link(Seat.objects.get(round=round_, pairing__table=1, colour=colour).entry)
        for colour in ("first", "second")
    )
    tell_result(by=first, round_=round_, outcome="win")
    tell_result(by=second, round_=round_, outcome="win")
    player = Seat.objects.get(round=round_, pairing__table=2, colour="first").entry.number or 0
    log_foul(round_=drawn.round(), table=2, player=player, kind="technical", by=drawn.users["dave"])
    GameRecord.objects.create(pairing=round_.pairings.get(table=3), by=drawn.users["carol"])
    # Here nobody waits for pages: they have just changed.
    Page.objects.update(changed_at=timezone.now())
    assert kinds(drawn.event) == ["dispute", "foul", "accept-record"]
    # The page of the round says the same of each, and what nobody decides besides.
    of_round = {item.kind: item for item in needs_of(about(drawn.round()))}
    for item in waiting_in(situation_of(drawn.event)):
        assert (item.text, item.url, item.act) == (
            of_round[item.kind].text,
            of_round[item.kind].url,
            of_round[item.kind].act,
        )
    assert of_round["results"].text == "0 of 4 results are in"
    # A dispute is settled on the referee's page of the table, where its form is.
    page, _, form = of_round["dispute"].url.partition("#")
    settled = text(drawn.client("dave").get(page))
    assert page.startswith("/en/")
    assert (form, "as Red reported" in settled) == ("dispute", True)
    referee = mine(desk(drawn, "dave", text))
    assert "Table 1: players reported different results" in referee
    assert "Round 1 · 1 foul to decide: table 2" in referee
    assert "1 record to accept" in referee
    assert "different results" not in mine(desk(drawn, "carol", text))
    Section.objects.filter(pk=drawn.section.pk).update(online=True)
    Round.objects.filter(pk=round_.pk).update(starts_at=timezone.now() - timedelta(minutes=11))
    assert sentences(drawn.event, "absent") == ["No activity ten minutes after the start: table 4"]


@pytest.mark.slow
def test_work_that_failed_until_it_is_done(drawn: World, text: Text) -> None:
    round_ = drawn.round()
    failed = Job.objects.create(
        kind="pair",
        key=f"pair:round:{round_.pk}",
        payload={"round": round_.pk},
        priority=0,
        queue="fast",
        state=Job.State.FAILED,
    )
    Job.objects.create(
        kind="render", key="render:e/cup/men", priority=0, queue="fast", state=Job.State.FAILED
    )
    # Another event whose address begins like ours.
    Job.objects.create(
        kind="render", key="render:e/cup-2/men", priority=0, queue="fast", state=Job.State.FAILED
    )
    assert sentences(drawn.event, "failed") == [
        "Public pages could not be updated",
        "Round 1 could not be paired",
    ]
    Job.objects.create(
        kind="pair", key=failed.key, payload=failed.payload, priority=0, queue="fast", state=Job.State.DONE
    )
    assert sentences(drawn.event, "failed") == ["Public pages could not be updated"]
    # Who asked for a paper without anything on it has been told there; a paper that fails is everybody's.
    paper = {"kind": "paper", "payload": {"section": drawn.section.pk}, "priority": 0, "queue": "slow"}
    Job.objects.create(key="paper:records", state=Job.State.REFUSED, **paper)
    assert sentences(drawn.event, "failed") == ["Public pages could not be updated"]
    Job.objects.create(key="paper:badges", state=Job.State.FAILED, **paper)
    assert "A PDF could not be created" in sentences(drawn.event, "failed")
    assert sentences(drawn.event, "late") == []
    Job.objects.create(kind="x", key="x", priority=0, queue="fast")
    Job.objects.filter(key="x").update(due_at=timezone.now() - timedelta(minutes=150))
    [late] = sentences(drawn.event, "late")
    assert late.startswith("Jobs have been waiting for 150 minutes; no background worker seems")
    assert "./go run (or systemctl start qiyuan-worker qiyuan-slow-worker)" in late
    # What to do stands there: it leads to no page for machines.
    desk = drawn.client("alice").get(reverse("event_desk", args=[drawn.event.slug])).content.decode()
    assert late in desk
    assert "/health/" not in desk


@pytest.mark.slow
def test_pages_that_nobody_has_made(drawn: World) -> None:
    pages.announce_event(drawn.event)
    pages.announce_section(drawn.section)
    assert sentences(drawn.event, "pages") == []
    Page.objects.update(changed_at=timezone.now() - timedelta(minutes=1))
    assert sentences(drawn.event, "pages") == ["3 public pages not updated yet"]
    outbox.drain()
    Page.objects.update(changed_at=timezone.now() - timedelta(minutes=1))
    assert sentences(drawn.event, "pages") == []


@pytest.mark.slow
def test_a_screen_that_went_dark(drawn: World) -> None:
    screen = Screen.objects.create(event=drawn.event, number=1, name="Hall", shows=["pairings"])
    drawn.published()
    outbox.drain()
    # One that was never opened is not missed.
    assert sentences(drawn.event, "screen") == []
    visitor = Client(enforce_csrf_checks=True)
    address = "/en/e/cup/-/screen/1/seen/"
    assert visitor.post(address).status_code == 204
    assert not visitor.cookies
    screen.refresh_from_db()
    seen = screen.seen_at
    assert visitor.post(address).status_code == 204
    screen.refresh_from_db()
    assert screen.seen_at == seen
    assert visitor.post("/en/e/cup/-/screen/2/seen/").status_code == 404
    Screen.objects.update(seen_at=timezone.now() - timedelta(minutes=7))
    assert sentences(drawn.event, "screen") == ["Screen 1 (Hall) has been silent for 7 minutes"]
    assert visitor.post(address).status_code == 204
    assert sentences(drawn.event, "screen") == []


def test_an_open_page_asks_and_gets_what_is_new(drawn: World, text: Text) -> None:
    address = reverse("event_now", args=[drawn.event.slug])
    fragment = drawn.client("bob").get(address)
    version = fragment.context["version"]
    assert f"?v={version}" in text(fragment)
    assert "<html" not in text(fragment)
    assert drawn.client("bob").get(address, {"v": version}).status_code == 204
    drawn.paired()
    fresh = drawn.client("bob").get(address, {"v": version})
    assert "Review the draft of round 1" in text(fresh)


@pytest.mark.parametrize("sections", [1, 3])
@pytest.mark.slow
def test_it_costs_the_same_for_any_number_of_sections(
    sections: int, db: None, django_assert_num_queries: Callable[[int], Any]
) -> None:
    event = make_event()
    for number in range(sections):
        section = make_section(event, f"s{number}", online=True, game="weiqi")
        make_entries(section, 6)
        Section.objects.filter(pk=section.pk).update(lots_drawn_at=timezone.now())
        close(report_all(publish(pair(section, 1))))
        round_ = publish(pair(section, 2))
        report(round_, 1, "1-0")
        Round.objects.filter(pk=round_.pk).update(starts_at=timezone.now() - timedelta(minutes=20))
    Screen.objects.create(event=event, number=1, seen_at=timezone.now() - timedelta(hours=1))
    with django_assert_num_queries(COST):
        result = waiting_in(situation_of(event))
    assert [item.kind for item in result].count("absent") == sections


COST = 32
"""Queries of all providers together."""


@pytest.mark.slow
def test_a_new_event_says_what_is_left_to_do(db: None, text: Text) -> None:
    event = make_event()
    assert checklist(event) == ["☐ No section yet", "☐ No referee yet"]
    section = make_section(event, "men", state="draft")
    Membership.objects.create(event=event, user=User.objects.create_user("bob"), role="chief-referee")
    assert checklist(event) == [
        "☑ 1 section created",
        "☑ Referees appointed",
        "☐ Section not published",
        "☐ 0 players entered",
        "☐ Lots not drawn",
        "☐ No start times yet",
    ]
    make_entries(section, 6)
    Section.objects.filter(pk=section.pk).update(state="open", lots_drawn_at=timezone.now())
    assert "☑ 6 players entered" in checklist(event)
    assert checklist(event)[-1] == "☐ No start times yet"
    publish(pair(section, 1))
    assert checklist(event) == []


def test_after_the_last_round_the_event_is_wound_up(db: None) -> None:
    event = make_event()
    section = make_section(event, "men", rounds=1)
    make_entries(section, 6)
    play(section, 1)
    assert checklist(event) == [
        "☐ Event not archived yet",
        "☐ No prize lists",
        "☐ Certificates not created yet",
        "☐ Results for the federation: TRF, H9, CSV or XLSX",
    ]
    make_prizes(section)
    assert any(line.startswith("☑") and "prize list" in line for line in checklist(event))
    other = make_section(event, "women")
    assert "☐ Event not archived yet" not in checklist(event)
    assert "☐ 0 players entered" in checklist(event)
    assert other.event == event


def test_the_overview_shows_the_list_with_a_link_for_whoever_may(world: World, text: Text) -> None:
    Section.objects.filter(event=world.event).update(state="draft")
    for who, link in (("alice", True), ("erin", False)):
        page = desk(world, who, text)
        assert "Before the first round" in page
        assert ("Publish section" in mine(page)) == link
