"""The front page: now, soon and past by the calendar of each place; lists by game, country and year; and that
it turns by itself when a day does."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal import outbox, published
from portal.outbox import Job
from tests import factories, large
from tournaments.models import Player, Round, Section
from tournaments.pages import turning
from tournaments.queries.public.public_front import FrontChoice, FrontPage, front, is_known, next_turn
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.state.namesakes import Apart

EVENING = datetime(2015, 9, 20, 15, 59, tzinfo=UTC)
"""One minute before the event's first day begins in Kuala Lumpur."""
A_MINUTE = timedelta(minutes=1)


def seen(at: datetime, **choice: object) -> FrontPage:
    return front(FrontChoice(**choice), PublicSnapshot(), at=at)  # type: ignore[arg-type]


def slugs(page: FrontPage) -> tuple[list[str], list[str], list[str]]:
    return ([e.slug for e in page.now], [e.slug for e in page.soon], [e.slug for e in page.past])


def test_an_event_comes_is_there_and_is_over_by_its_own_calendar(db: None) -> None:
    factories.make_section(factories.make_event("here"))
    turn = EVENING + A_MINUTE
    assert slugs(seen(EVENING)) == ([], ["here"], [])
    assert next_turn(EVENING) == turn
    assert slugs(seen(turn)) == (["here"], [], [])
    end = next_turn(turn)
    assert end == datetime(2015, 9, 26, 16, tzinfo=UTC)
    assert slugs(seen(end - A_MINUTE)) == (["here"], [], [])
    assert slugs(seen(end)) == ([], [], ["here"])
    assert next_turn(end) is None


@pytest.mark.slow
def test_now_shows_round_leaders_tables_and_the_next_start(section: Section) -> None:
    start = EVENING + timedelta(days=4)
    section.round_set.filter(number=4).update(starts_at=start)
    [event] = seen(EVENING + timedelta(days=3)).now
    men = event.live[0]
    assert men.current is not None
    assert (men.current.number, men.current.games, men.current.playing) == (3, 3, 1)
    # What is still played comes first.
    assert [(table.table, bool(table.results)) for table in men.tables] == [(3, False), (1, True), (2, True)]
    assert men.after == 2
    frozen = section.standings.get(after_round=2).data["rows"][:3]
    assert [(table.rank, table.player.number, table.points) for table in men.leaders] == [
        (row["rank"], row["number"], row["points"]) for row in frozen
    ]
    assert men.next is not None
    assert (men.next.number, men.next.starts) == (4, start.isoformat())


@pytest.mark.slow
def test_players_of_one_name_are_told_apart_among_leaders_and_at_watched_tables(
    section: Section, client: Client
) -> None:
    """One club or one federation among all of them: the number does it."""
    Player.objects.filter(entries__section=section).update(name="Li Wei", native_name="", federation="CHN")
    [event] = seen(EVENING + timedelta(days=3)).now
    men = event.live[0]
    collected = [leader.player for leader in men.leaders]
    collected += [who for leader in men.tables for who in (leader.first, leader.second)]
    assert len(collected) == 9
    assert [leader.apart for leader in collected] == [Apart(f"#{leader.number}") for leader in collected]
    factories.announce(section)
    mark = f'<small class="soft">#{men.leaders[0].who.number}</small>'
    assert mark in client.get("/en/e/test-2015/").text


@pytest.mark.slow
def test_who_has_won_stands_on_the_front_and_at_the_event(section: Section, client: Client) -> None:
    for number in (3, 4, 5):
        factories.close(factories.report_all(section.round_set.get(number=number)))
        if number < section.rounds:
            factories.publish(factories.pair(section, number + 1))
    Section.objects.filter(event=section.event).update(state=Section.State.FINISHED)
    [event] = seen(datetime(2015, 12, 24, tzinfo=UTC)).past
    [podium] = [champion for champion in event.podiums if champion.section.slug == "men"]
    first = section.standings.get(after_round=5).data["rows"][0]["number"]
    assert [champion.player.number for champion in podium.champions] == [first]
    factories.announce(section)
    assert "Champion" in client.get("/en/e/test-2015/").text
    assert podium.champions[0].player.name in client.get("/en/").text


@pytest.mark.slow
def test_what_was_taken_back_is_not_told(section: Section) -> None:
    factories.announce(section)
    published.withhold("e/test-2015/men/standings/2/")
    published.withhold("e/test-2015/men/round/3/")
    [event] = seen(EVENING + timedelta(days=3)).now
    assert (event.live[0].leaders, event.live[0].tables) == ((), ())
    published.withhold("e/test-2015/")
    assert slugs(seen(EVENING + timedelta(days=3))) == ([], [], [])


@pytest.mark.slow
def test_a_list_is_of_one_game_country_or_year(db: None, client: Client) -> None:
    factories.make_section(factories.make_event("kl"))
    weiqi = factories.make_event(
        "berlin", time_zone="Europe/Berlin", starts=date(2014, 7, 26), ends=date(2014, 8, 9)
    )
    factories.make_section(weiqi, game="weiqi")
    for path, page in {
        "": {"kl", "berlin"},
        "e/-/xiangqi/": {"kl"},
        "e/-/weiqi/": {"berlin"},
        "e/-/my/": {"kl"},
        "e/-/2014/": {"berlin"},
        "e/-/weiqi/de/2014/": {"berlin"},
        "e/-/weiqi/my/": set(),
    }.items():
        answer = client.get(f"/en/{path}")
        assert {slug for slug in ("kl", "berlin") if f"/en/e/{slug}/" in answer.text} == page, path
        assert not answer.cookies
    for path in ("go/", "fr/", "1999/", "de/weiqi/", "weiqi/weiqi/", "XIANGQI/"):
        assert client.get(f"/en/e/-/{path}").status_code == 404, path
    assert published.Page.objects.filter(path__startswith="e/-/").count() == 6


@pytest.mark.django_db
def test_the_front_page_turns_when_a_day_does(client: Client) -> None:
    tomorrow = timezone.now().date() + timedelta(days=1)
    event = factories.make_event(time_zone="UTC", starts=tomorrow, ends=tomorrow)
    factories.make_section(event)
    assert "Soon" in client.get("/en/").text
    Job.objects.all().delete()
    turning.front_changed()
    [job] = Job.objects.filter(kind=turning.KIND)
    work = turning.TurnHandler().read(job.payload)
    job.delete()
    turning.TurnHandler().write(job, work.data, None)
    waits = Job.objects.get(kind=turning.KIND)
    wanted = datetime.combine(tomorrow, datetime.min.time(), UTC)
    assert abs(waits.due_at - wanted) < timedelta(minutes=1)
    assert outbox.pending("render:") is not None


def test_a_result_changes_what_everybody_sees(section: Section) -> None:
    round_ = Round.objects.get(section=section, number=3)
    factories.report(round_, 3, "1/2")
    [event] = seen(EVENING + timedelta(days=3)).now
    assert event.live[0].current is not None
    assert event.live[0].current.playing == 0


@pytest.mark.slow
def test_hundreds_of_events_stand_in_lists_that_begin_behind_an_event(db: None, client: Client) -> None:
    """As many queries as for one; every event in one page of its list, whatever is added before it."""
    days = {"open": date(2015, 9, 21), "later": date(2016, 9, 21), "gone": date(2014, 9, 21)}
    for prefix, day in days.items():
        large.make_events(1, day=day, prefix=f"one-{prefix}")
    alone = queries(FrontChoice())
    for prefix, count in (("open", 239), ("later", 129), ("gone", 229)):
        large.make_events(count, day=days[prefix], prefix=prefix)
    assert queries(FrontChoice()) == alone
    page = seen(EVENING + timedelta(days=1))
    assert [len(part) for part in slugs(page)] == [20, 20, 20]
    # A list that was read before does not move.
    for path, kind, count in (
        (page.further_now, "now", 240),
        (page.further_soon, "soon", 130),
        (FrontChoice(year=2014).path, "past", 230),
    ):
        slugs_so_far: list[str] = []
        to = path
        while to:
            choice = FrontChoice.of(to.removeprefix("e/-/"))
            assert choice is not None
            assert choice.path == to
            assert is_known(choice)
            item = front(choice, PublicSnapshot(), at=EVENING + timedelta(days=1))
            slugs_of_part = [event.slug for event in getattr(item, kind)]
            assert 0 < len(slugs_of_part) <= 100
            slugs_so_far += slugs_of_part
            to = {"now": item.further_now, "soon": item.further_soon, "past": item.further_past}[kind]
        assert len(slugs_so_far) == len(set(slugs_so_far)) == count
    answer = client.get("/en/e/-/2014/")
    assert answer.status_code == 200
    assert len(answer.content) < 60_000
    [way] = re.findall(r'href="/en/(e/-/2014/after/[^"]+)"', answer.content.decode())
    assert client.get(f"/en/{way}").status_code == 200
    # Behind an event of the list alone.
    assert client.get("/en/e/-/weiqi/2014/after/gone-1/").status_code == 404
    assert client.get("/en/e/-/xiangqi/2014/after/gone-1/").status_code == 200
    for wrong in ("2014/after/nobody/", "after/gone-1/", "2014/now/", "now/after/", "soon/2014/"):
        assert client.get(f"/en/e/-/{wrong}").status_code == 404, wrong


def queries(choice: FrontChoice) -> int:
    with CaptureQueriesContext(connection) as result:
        front(choice, PublicSnapshot(), at=EVENING + timedelta(days=1))
    return len(result)
