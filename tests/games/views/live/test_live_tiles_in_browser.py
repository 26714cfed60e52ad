"""The running games of a round beside its list: on a phone a strip of boards, at the desk that of the lowest
table; the list says at which move each table is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.acts.live import write_game
from games.acts.live_settings import show_live
from games.queries.running_rounds import rounds
from portal import outbox
from tests.browser.pages import PHONE, SOON, Open, accessible
from tests.world import World
from tournaments.acts.results import report_result
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINE = ["h2e2", "h9g7", "h0g2"]


@pytest.fixture
def write(playing: World) -> Callable[[int, list[str]], None]:
    """Moves at a table of round 1, which everybody may follow."""
    Event.objects.update(starts=timezone.localdate(), ends=timezone.localdate(), listed=True)
    show_live(section=playing.section, public=True, delay=0, comments=True, by=playing.users["alice"])
    outbox.drain()

    def write(table: int, moves: list[str]) -> None:
        pairing = playing.round(1).pairings.get(table=table)
        write_game(pairing=pairing, moves=moves, by=playing.users["carol"])
        rounds.clear()

    return write


def tiles(page: Page) -> list[str]:
    return page.locator(".live-strip > li:visible .tile-head").all_inner_texts()


@pytest.mark.slow
def test_the_boards_that_are_played_stand_beside_the_list(
    playing: World, open_page: Open, write: Callable[[int, list[str]], None]
) -> None:
    page = open_page("e/cup/men/round/1/", bypass_csp=True, **PHONE)
    expect(page.locator(".live-strip .lines")).to_have_count(4, timeout=SOON)
    assert [text.split() for text in tiles(page)] == [["Table", str(number)] for number in range(1, 5)]
    assert page.locator(".live-strip .disc").count() == 0
    height = page.locator(".live-boards").bounding_box()
    write(2, LINE)
    expect(page.locator(".live-strip .disc")).to_have_count(32, timeout=SOON)
    assert [text.split() for text in tiles(page)] == [["Table", "2", "move", "2"]]
    assert page.locator(".live-boards").bounding_box() == height, "nothing below it is moved"
    second = page.locator("tr[data-table]").nth(1).locator(".waiting")
    assert second.evaluate("dash => getComputedStyle(dash, '::before').content").startswith('"2"')
    accessible(page)
    assert (
        page.locator(".live-strip a:visible").get_attribute("href") == "/en/boards/cup/men/round/1/table/2/"
    )
    # At a desk the lowest of them stands beside the list.
    write(1, LINE[:2])
    expect(page.locator(".live-strip .disc")).to_have_count(64, timeout=SOON)
    page.set_viewport_size({"width": 1280, "height": 900})
    assert [text.split() for text in tiles(page)] == [["Table", "1", "move", "1"]]
    board, table = page.locator(".tile:visible").bounding_box(), page.locator(".pairings").bounding_box()
    assert board is not None
    assert table is not None
    assert board["x"] >= table["x"] + table["width"]
    first = page.locator("tr[data-table]").first
    at_move = first.locator(".waiting").evaluate("dash => getComputedStyle(dash, '::before').content")
    assert at_move == '"move 1"'
    accessible(page)
    # A result brings a newer page, on which the other board stays.
    report_result(round_=playing.round(1), table=1, value="1-0", seen=None, by=playing.users["carol"])
    outbox.drain()
    expect(first).to_contain_text("1–0", timeout=SOON)
    expect(page.locator(".live-strip .disc")).to_have_count(32, timeout=SOON)


@pytest.mark.slow
def test_the_event_says_at_which_move_its_tables_are(
    playing: World, open_page: Open, write: Callable[[int, list[str]], None]
) -> None:
    page = open_page("e/cup/", bypass_csp=True, **PHONE)
    expect(page.locator("[data-at-table]")).to_have_count(3, timeout=SOON)
    write(3, LINE)
    row = page.locator("[data-at-table='3'] .waiting")
    expect(row).to_have_attribute("data-at-move", "move 2", timeout=SOON)
    accessible(page)
