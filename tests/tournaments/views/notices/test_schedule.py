"""The schedule at the desk and for everybody, and who is not there in a round on line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from portal import outbox
from tests.factories import make_section
from tests.world import ValidClient, World
from tournaments import pages
from tournaments.models import Event, ResultReport, Round, Seat, Section

Text = Callable[[Any], str]
PUBLIC = "/en/e/cup/-/schedule/"
API = "/api/v1/events/cup/schedule"


def announced(world: World) -> None:
    pages.announce_event(world.event)
    pages.announce_section(world.section)
    outbox.drain()


@pytest.mark.slow
def test_times_are_those_of_the_events_clock(drawn: World, text: Text, settings: Any) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0
    announced(drawn)
    assert "No start times yet" in text(ValidClient().get(PUBLIC))
    sent = {"where": "hall", "round_1": "2015-09-21T14:00", "round_2": "2015-09-22T09:30"}
    assert drawn.post("alice", "schedule", **sent).status_code == 302
    outbox.drain()
    # Kuala Lumpur is eight hours ahead.
    assert drawn.round(1).starts_at == datetime(2015, 9, 21, 6, tzinfo=UTC)
    desk = text(drawn.get("dave", "schedule"))
    assert "Mon, 21 Sept 2015, 14:00" in desk
    assert "Set schedule" not in desk
    assert 'value="2015-09-21T14:00"' in text(drawn.get("alice", "schedule"))
    page = text(ValidClient().get(PUBLIC))
    assert "21 September 2015" in page
    assert '<time datetime="2015-09-22T09:30+08:00" data-hall="(%s Kuala Lumpur time)">09:30</time>' in page
    assert "Start time not set yet" in page
    assert "rounds 3, 4, 5" in page
    assert "60 min + 30 s per move, no move limit" in page
    assert 'href="-/schedule/"' in text(ValidClient().get("/en/e/cup/"))
    answer = Client().get(API)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    first = answer.json()["sections"][0]["rounds"][0]
    assert first == {"number": 1, "starts": "2015-09-21T06:00:00+00:00", "state": None, "url": None}
    zh = ValidClient().get("/zh-hans/e/cup/-/schedule/")
    assert "2015年9月21日" in text(zh)
    assert not zh.cookies


@pytest.mark.slow
def test_a_public_round_is_led_to_and_a_draft_is_not(drawn: World, text: Text, settings: Any) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0
    announced(drawn)
    drawn.post("alice", "schedule", where="hall", round_1="2015-09-21T14:00")
    drawn.paired()
    outbox.drain()
    assert "/men/round/1/" not in text(ValidClient().get(PUBLIC))
    draft = drawn.round()
    drawn.post("bob", "publish_round", 1, seen=draft.draft_digest)
    outbox.drain()
    assert 'href="/en/e/cup/men/round/1/"' in text(ValidClient().get(PUBLIC))
    assert Client().get(API).json()["sections"][0]["rounds"][0]["state"] == "published"


def test_what_was_typed_wrongly_stays(drawn: World, text: Text) -> None:
    sent = {"where": "online", "round_1": "2015-09-22T14:00", "round_2": "2015-09-21T14:00"}
    answer = drawn.post("alice", "schedule", **sent)
    assert answer.status_code == 422
    assert "Round 2 must start later than round 1" in text(answer)
    assert 'value="2015-09-22T14:00"' in text(answer)
    assert drawn.round(1).starts_at is None
    assert drawn.post("alice", "schedule", where="hall", round_1="soon").status_code == 422


def test_an_hour_that_the_clocks_skip_is_refused(drawn: World) -> None:
    drawn.event.time_zone = "Europe/Berlin"
    drawn.event.save()
    answer = drawn.post("alice", "schedule", where="hall", round_1="2015-03-29T02:30")
    assert answer.status_code == 422
    assert drawn.round(1).starts_at is None


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Shanghai", "Pacific/Kiritimati"])
@pytest.mark.parametrize(
    "typed", ["0001-01-01T00:00", "1899-12-31T23:59", "2201-01-01T00:00", "9999-12-31T23:59"]
)
@pytest.mark.slow
def test_a_year_that_not_every_clock_knows_is_refused(
    zone: str, typed: str, drawn: World, text: Text
) -> None:
    drawn.event.time_zone = zone
    drawn.event.save()
    answer = drawn.post("alice", "schedule", where="hall", round_1=typed)
    assert answer.status_code == 422
    assert "Choose a year from 1900 to 2200." in text(answer)
    assert f'value="{typed}"' in text(answer)
    assert drawn.round(1).starts_at is None


def test_the_first_and_the_last_minute_that_can_be_typed(drawn: World) -> None:
    Event.objects.update(starts="1900-01-01", ends="2200-12-31")
    first, last = "1900-01-01T00:00", "2200-12-31T23:59"
    assert drawn.post("alice", "schedule", where="hall", round_1=first, round_2=last).status_code == 302
    outbox.drain()
    for zone in ("Asia/Shanghai", "America/New_York", "Pacific/Kiritimati", "Etc/GMT+12"):
        drawn.event.time_zone = zone
        drawn.event.save()
        assert drawn.get("alice", "schedule").status_code == 200


def test_the_journal_says_it_on_the_events_clock(drawn: World, text: Text) -> None:
    drawn.post("alice", "schedule", where="online", round_1="2015-09-21T14:00")
    journal = text(drawn.client("alice").get(f"/en/desk/{drawn.event.slug}/-/journal/"))
    assert "Schedule set" in journal
    assert "1: 2015-09-21 14:00" in journal


def test_the_public_page_costs_the_same_for_any_number(
    drawn: World, django_assert_num_queries: Callable[[int], Any]
) -> None:
    from tournaments.pages.renderers import RENDERERS

    for more in range(3):
        with django_assert_num_queries(4):
            RENDERERS["schedule"].read({"event": drawn.event.pk})
        make_section(drawn.event, f"more-{more}")


def online(world: World, *, minutes: int) -> Round:
    """Round 1, published, on line, begun so many minutes ago."""
    world.published()
    Section.objects.filter(pk=world.section.pk).update(online=True)
    at = timezone.now() - timedelta(minutes=minutes)
    Round.objects.filter(section=world.section, number=1).update(starts_at=at)
    return world.round()


@pytest.mark.slow
def test_the_desk_confirms_who_is_not_there(drawn: World, text: Text) -> None:
    online(drawn, minutes=5)
    assert "The default time has not passed yet" in text(drawn.get("carol", "absentees", 1))
    online_since = timezone.now() - timedelta(minutes=12)
    Round.objects.filter(section=drawn.section, number=1).update(starts_at=online_since)
    assert "View no-shows" in text(drawn.get("carol", "round_desk", 1))
    page = text(drawn.get("carol", "absentees", 1))
    assert page.count("no activity") == 9
    assert "Forfeit both" in page
    assert "Forfeit both" not in text(drawn.get("erin", "absentees", 1))
    answer = drawn.post("carol", "forfeit_absent", 1, table=1, absent="second")
    assert answer["Location"] == drawn.url("absentees", 1)
    report = ResultReport.objects.get()
    assert (report.value, report.forfeit, report.by) == ("1-0", True, drawn.users["carol"])
    again = drawn.post("carol", "forfeit_absent", 1, table=1, absent="second")
    assert again.status_code == 409
    assert "Table 1 shows activity now" in text(again)
    Round.objects.filter(section=drawn.section, number=1).update(starts_at=None)
    assert "This round has no start time" in text(drawn.get("carol", "absentees", 1))


def test_the_list_costs_the_same_for_any_number(
    drawn: World, django_assert_num_queries: Callable[[int], Any]
) -> None:
    from tournaments.queries.presence import idle_tables

    round_ = online(drawn, minutes=12)
    # Seats, what was said of tables (3), and what games has of them (5, boards that run among it).
    with django_assert_num_queries(9):
        assert len(idle_tables(round_)) == 4
    Seat.objects.filter(round=round_).update(taken_at=timezone.now())
    Seat.objects.filter(round=round_, pairing__table=1, colour="first").update(taken_at=None)
    with django_assert_num_queries(9):
        assert len(idle_tables(round_)) == 1
