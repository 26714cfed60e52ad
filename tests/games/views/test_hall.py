"""The referee's overview of a round: what stands in a row, the chips, a page that follows by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import expect

from games.acts.records import accept_record, submit_record
from games.models import GameRecord
from portal import outbox
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.cached_worlds import remembered
from tests.factories import make_entries, make_link
from tests.world import World, entry_at, pairing_at, tables
from tournaments.acts.own_table import tell_result
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.acts.results import report_result
from tournaments.models import ResultReport, Section


def report(world: World, table: int, colour: str, outcome: str) -> None:
    link = make_link(entry_at(world, table, colour))
    tell_result(by=link, round_=world.round(), outcome=outcome)


def rows(answer: Any) -> dict[int, tuple[tuple[str, ...], str, bool]]:
    """By table: what waits, who owes the record, whether it plays."""
    return {
        line["row"].table: (line["table"].waits, line["owes"], line["table"].is_playing)
        for line in answer.context["rows"]
    }


def hall_page(world: World, who: str, chip: str = "all") -> Any:
    return world.client(who).get(world.url("hall", 1), {"show": chip})


def version_of(world: World) -> str:
    """What the page says that it shows when it asks whether that is the newest."""
    return QueryDict(hall_page(world, "dave").context["renewal"])["v"]


@pytest.fixture
@remembered
def busy(drawn: World) -> World:
    """Table 1: reports differ; 2: a foul to decide, a finished game without its record; 3: a record to
    check; 4: still playing."""
    drawn.published()
    bob, round_ = drawn.users["bob"], drawn.round()
    report(drawn, 1, "first", "win")
    report(drawn, 1, "second", "win")
    log_foul(
        round_=round_,
        table=2,
        player=entry_at(drawn, 2, "first").number,
        offence="technical",
        by=drawn.users["carol"],
    )
    for table, value in ((2, "0-1"), (3, "1-0")):
        report_result(round_=round_, table=table, value=value, seen=None, by=bob)
    submit_record(pairing=pairing_at(drawn, 3), raw=b"C2=5 H8+7", by=bob)
    outbox.drain()
    return drawn


def test_each_row_says_what_its_table_waits_for(busy: World, text: Any) -> None:
    answer = hall_page(busy, "dave")
    assert rows(answer) == {
        1: (("dispute",), "", True),
        2: (("foul",), "Black", False),
        3: (("record",), "", False),
        4: ((), "", True),
    }
    page = text(answer)
    for words in ("reports differ", "foul to decide", "record due from Black", "record to review"):
        assert words in page
    assert "1 record missing" in page
    assert busy.url("referee", 1, 4) in page


def test_the_rows_stand_as_one_goes_through_them(busy: World) -> None:
    """What waits for the one who looks, what plays, what is over; by table within each."""
    groups = hall_page(busy, "dave").context["groups"]
    tables_by_group = [(group["key"], [line["row"].table for line in group["rows"]]) for group in groups]
    assert tables_by_group == [("need", [1, 2, 3]), ("play", [4])]
    # Carol decides nothing.
    groups = hall_page(busy, "carol").context["groups"]
    assert [group["key"] for group in groups] == ["play", "over"]


@pytest.mark.slow
def test_chips_leave_what_plays_and_what_needs_the_one_who_looks(busy: World, text: Any) -> None:
    assert set(rows(hall_page(busy, "dave", "playing"))) == {1, 4}
    assert set(rows(hall_page(busy, "dave", "mine"))) == {1, 2, 3}
    # Carol may report and note, and decides nothing.
    assert "Nothing to do" in text(hall_page(busy, "carol", "mine"))
    assert len(rows(hall_page(busy, "dave", "nonsense"))) == 4


def test_an_accepted_record_is_owed_no_longer_and_to_be_checked_no_longer(busy: World) -> None:
    accept_record(record=GameRecord.objects.get(), by=busy.users["bob"])
    assert rows(hall_page(busy, "dave"))[3] == ((), "", False)


def test_an_open_page_is_told_only_what_is_new(busy: World) -> None:
    version = version_of(busy)

    def poll_status() -> int:
        return int(busy.client("dave").get(busy.url("hall", 1), {"v": version}).status_code)

    assert poll_status() == 204
    log_foul(
        round_=busy.round(),
        table=4,
        player=entry_at(busy, 4, "first").number,
        offence="technical",
        by=busy.users["bob"],
    )
    assert poll_status() == 200


@pytest.mark.slow
def test_two_results_of_one_table_wait_until_somebody_decides(busy: World, text: Any) -> None:
    """Bob and Carol have reported table 4 differently: whoever may correct is needed there."""
    seats = {"table": 4, "game": 1, "seen": ""}
    assert busy.post("bob", "report_result", 1, **seats, value="1-0").status_code == 302
    before = version_of(busy)
    assert rows(hall_page(busy, "dave", "mine")).keys() == {1, 2, 3}
    assert busy.post("carol", "report_result", 1, **seats, value="0-1").status_code == 409
    assert busy.client("dave").get(busy.url("hall", 1), {"v": before}).status_code == 200
    mine = hall_page(busy, "dave", "mine")
    assert rows(mine)[4][0] == ("contest",)
    assert "two different results reported" in text(mine)
    assert 4 not in rows(hall_page(busy, "carol", "mine"))
    contested = version_of(busy)
    seen = ResultReport.objects.get(pairing__table=4).pk
    assert busy.post("dave", "uphold_result", 1, 4, seen=seen).status_code == 302
    assert busy.client("dave").get(busy.url("hall", 1), {"v": contested}).status_code == 200
    assert 4 not in rows(hall_page(busy, "dave", "mine"))


@pytest.mark.slow
def test_a_contested_game_of_a_match_is_where_its_row_leads(busy: World) -> None:
    """Game 2 is due, two results of game 1 were reported: the row leads there, its sheet to game 2."""
    Section.objects.filter(pk=busy.section.pk).update(system="knock-out", options={"best_of": 3})
    sent = {"table": 4, "game": 1, "seen": ""}
    assert busy.post("bob", "report_result", 1, **sent, value="1-0").status_code == 302
    assert busy.post("carol", "report_result", 1, **sent, value="0-1").status_code == 409
    line = next(line for line in hall_page(busy, "dave").context["rows"] if line["row"].table == 4)
    assert (line["table"].game, line["table"].contested) == (2, 1)
    assert line["url"] == busy.url("referee", 1, 4)
    assert line["sheet"] == busy.url("referee", 1, 4, 2)


def test_a_round_that_is_not_public_has_no_overview(drawn: World) -> None:
    drawn.paired()
    assert drawn.get("bob", "hall", 1).status_code == 404


def test_the_page_of_the_round_leads_there(busy: World, text: Any) -> None:
    assert busy.url("hall", 1) in text(busy.get("dave", "round_desk", 1))
    assert busy.url("hall", 1) in text(busy.get("dave", "referee", 1, 1))


@pytest.mark.slow
def test_a_table_is_found_by_its_number(busy: World) -> None:
    hall = busy.url("hall", 1)
    answer = busy.client("dave").get(hall, {"table": " ３ ", "show": "mine"})
    assert (answer.status_code, answer["Location"]) == (302, busy.url("referee", 1, 3))
    for typed in ("99", "x", "0", "9" * 30):
        answer = busy.client("dave").get(hall, {"table": typed}, follow=True)
        assert answer.redirect_chain == [(hall, 302)]
        assert f"This round has no table {typed[:20]}." in answer.content.decode()


def test_a_row_says_which_fouls_count(busy: World) -> None:
    player = entry_at(busy, 4, "second").number
    foul = {"round_": busy.round(), "table": 4, "offence": "missed-moves", "player": player}
    log_foul(**foul, missed=8, confirm=True, by=busy.users["bob"])
    fouls = {line["row"].table: line["fouls"] for line in hall_page(busy, "dave").context["rows"]}
    assert fouls == {1: [], 2: [], 3: [], 4: [("Black", 2)]}
    assert "Black: 2 fouls" in " ".join(hall_page(busy, "dave").content.decode().split())


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 6, 108])
def test_as_many_queries_for_one_table_as_for_all(world: World, count: int) -> None:
    make_entries(world.section, count)
    type(world.section).objects.filter(pk=world.section.pk).update(lots_drawn_at="2015-09-21T00:00Z")
    world.section.refresh_from_db()
    world.published()
    round_ = world.round()
    bob = world.users["bob"]
    for table in tables(round_):
        report_result(round_=round_, table=table, value="1-0", seen=None, by=bob)
    foul = {"offence": "technical", "by": bob}
    log_foul(round_=round_, table=1, player=entry_at(world, 1, "first").number, **foul)
    outbox.drain()
    assert world.get("dave", "hall", 1).status_code == 200
    with CaptureQueriesContext(connection) as caught:
        answer = world.get("dave", "hall", 1)
    assert len(answer.context["rows"]) == count // 2
    assert len(caught) == QUERIES


QUERIES = 30


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_row_leads_to_its_table_and_the_page_follows_by_itself(
    live_server: Any, busy: World, open_page: Open
) -> None:
    page = signed_in(open_page, live_server, busy, "dave")
    page.goto(live_server.url + busy.url("hall", 1))
    accessible_everywhere(page)
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.get_by_role("region", name="Playing").locator("#hall-4")).to_be_visible()
    report_result(round_=busy.round(), table=4, value="1/2", seen=None, by=busy.users["bob"])
    expect(page.locator("#hall-4")).to_contain_text("½–½", timeout=SOON)
    page.get_by_role("link", name="To do").click()
    expect(page.locator(".hall-row")).to_have_count(3)
    page.locator("#hall-1").click()
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    assert pairing_at(busy, 1).table == 1
    # A wide screen has the list beside the table, a phone does not ask for it.
    beside = page.get_by_role("complementary", name="All tables")
    assert beside.locator(".hall-row").count() == 0
    page.set_viewport_size({"width": 1280, "height": 800})
    page.reload()
    expect(beside.locator(".hall-row")).to_have_count(4, timeout=SOON)
    accessible_everywhere(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    beside.locator("#hall-2").click()
    expect(page.get_by_role("heading", name="Table 2", exact=True)).to_be_visible()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_result_asks_once_more_with_the_players_name(
    live_server: Any, drawn: World, open_page: Open
) -> None:
    drawn.published()
    black = entry_at(drawn, 1, "second").player.name
    page = signed_in(open_page, live_server, drawn, "dave")
    page.goto(live_server.url + drawn.url("referee", 1, 1))
    sure = page.get_by_role("button", name=f"Confirm: Black, {black}, wins")
    expect(sure).to_be_hidden()
    page.locator("summary", has_text="Black wins").first.click()
    accessible_everywhere(page)
    sure.dblclick()
    # Back to the list, at the row of the table.
    expect(page.locator("#hall-1")).to_contain_text("0–1")
    assert page.url.endswith(f"{drawn.url('hall', 1)}#hall-1")


@pytest.mark.slow
def test_a_referee_has_tabs_for_the_tables_the_round_and_the_rules_and_who_pairs_for_the_round(
    drawn: World,
) -> None:
    drawn.published()

    def bar(name: str, page: str, *place: int) -> list[tuple[str, str, str]]:
        answer = drawn.get(name, page, *place).content.decode()
        tabs = answer.partition('aria-label="Most used"')[2].partition("</nav>")[0]
        return re.findall(r'<a href="([^"]*)"(?: aria-current="([a-z]*)")?>([^<]*)</a>', tabs)

    hall, round_page = drawn.url("hall", 1), drawn.url("round_desk", 1)
    at_table = bar("dave", "referee", 1, 1)
    assert at_table[:2] == [(hall, "true", "My tables"), (round_page, "", "Round")]
    assert at_table[2] == ("/en/rulebooks/wxc2015/", "", "Rules")
    assert bar("dave", "round_desk", 1)[1] == (round_page, "page", "Round")
    # Who pairs has them at the tables alone.
    assert bar("bob", "referee", 1, 1) == at_table
    assert bar("bob", "round_desk", 1)[0] == (round_page, "page", "Round")


def test_the_list_and_a_table_bring_the_text_of_each_article_that_they_cite_once(busy: World) -> None:
    """Those of fouls and claims, whatever rulebook the section plays by; and its own of a no-show."""
    Section.objects.filter(pk=busy.section.pk).update(rulebook="tiantian2020")
    for page in (hall_page(busy, "dave"), busy.get("dave", "referee", 1, 2)):
        texts = re.findall(r'<template data-article="([^"]+)"', page.content.decode())
        cited = [f"wxc2015/#article-{article}" for article in ("4-3", "5", "4-1")]
        assert texts == [f"/en/rulebooks/{rule}" for rule in (*cited, "tiantian2020/#article-3")]


def test_in_chinese_the_button_of_a_foul_has_no_comma_of_latin_letters(busy: World) -> None:
    red = entry_at(busy, 4, "first")
    query = {"player": red.number, "offence": "missed-moves", "missed": 8}
    address = busy.url("referee_foul", 1, 4).replace("/en/", "/zh-hans/")
    page = busy.client("dave").get(address, query).content.decode()
    assert "，WXC 4.3）：" in page
    hall = busy.client("dave").get(busy.url("hall", 1).replace("/en/", "/zh-hans/")).content.decode()
    assert "，WXC 4.3）：" in hall
    assert not re.search(r"（[^）<]*, [^）<]*）", page + hall)
