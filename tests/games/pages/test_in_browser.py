"""A game stepped through by keyboard, by tap and by swipe; what is left without scripts; accessibility."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.models import RecordReading
from portal import outbox
from tests import factories
from tests.browser.pages import SOON, Open, accessible
from tests.cached_worlds import remembered
from tests.games.accepted import accepted
from tests.games.record_texts import FAULTY, GOOD, WEIQI, WEIQI_FAULTY
from tournaments.models import Section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PATH = "e/test-2015/men/round/1/table/1/"
FAULTS = "e/test-2015/men/round/1/table/2/"


@pytest.fixture
@remembered
def games(browser: Browser, live_server: Any) -> Section:
    """Two games of round 1: table 1 without a fault, table 2 with two."""
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 6)
    factories.report(factories.publish(factories.pair(section, 1)), 1, "1-0")
    factories.announce(section)
    accepted(section, 1, GOOD)
    accepted(section, 2, FAULTY)
    outbox.drain()
    return section


LONG = b"""1. C2=5 H8+7
2. H2+3 R9=8
3. R1=2 H2+3
4. P3+1 P3+1
5. H8+7 E3+5
6. R2+6 C8=9
7. R2=3 C9-1
8. R9+1 A4+5
9. R9=4 R8+2
10. C8+2 R1=4
"""


def is_drawn(piece: Locator) -> bool:
    """Whether what a piece is made of would be drawn: the piece itself stands among definitions."""
    return bool(piece.evaluate("e => getComputedStyle(e).display !== 'none'"))


def pieces(page: Page) -> list[tuple[str, int, int]]:
    """What stands where, as drawn."""
    drawn = page.eval_on_selector_all(
        "[data-pieces] use",
        "all => all.map(e => [e.getAttribute('href').slice(7), +e.getAttribute('x'), +e.getAttribute('y')])",
    )
    return sorted(tuple(piece) for piece in drawn)


def now(page: Page, text: str) -> None:
    expect(page.locator("[data-now]")).to_have_text(text)


@pytest.mark.slow
def test_by_keyboard(games: Section, open_page: Open) -> None:
    page = open_page(PATH)
    now(page, "3. Black: C2=5")
    final = pieces(page)
    page.keyboard.press("Home")
    now(page, "Starting position")
    start = pieces(page)
    assert len(start) == 32
    assert ("C", 160, 166) in start
    expect(page.locator("[data-marks] use")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    now(page, "1. Red: C2=5")
    assert ("C", 100, 166) in pieces(page)
    expect(page.locator("[data-marks] use")).to_have_count(2)
    expect(page.locator("[aria-current=step]")).to_contain_text("炮二平五")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    now(page, "1. Red: C2=5")
    expect(page).to_have_url(f"{page.url.split('#')[0]}#ply-1")
    page.keyboard.press("End")
    now(page, "3. Black: C2=5")
    assert pieces(page) == final
    page.keyboard.press("ArrowRight")
    now(page, "3. Black: C2=5")
    page.keyboard.press("f")
    assert sorted((piece, 200 - x, 232 - y) for piece, x, y in pieces(page)) == final
    expect(page.get_by_role("button", name="Flip board")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".files text").first).to_have_attribute("x", "180")


@pytest.mark.slow
def test_the_address_of_a_ply_leads_to_the_board(browser: Browser, live_server: Any, open_page: Open) -> None:
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 2)
    factories.report(factories.publish(factories.pair(section, 1)), 1, "1-0")
    factories.announce(section)
    accepted(section, 1, LONG)
    outbox.drain()
    page = open_page(f"{PATH}#ply-20")
    now(page, "10. Black: R1=4")
    board = page.locator("[data-drawing]")
    expect(board).to_be_in_viewport(ratio=0.99)
    page.evaluate("location.hash = '#ply-18'")
    now(page, "9. Black: R8+2")
    expect(board).to_be_in_viewport(ratio=0.99)


@pytest.mark.slow
def test_every_move_is_a_button_and_the_address_names_the_ply(games: Section, open_page: Open) -> None:
    page = open_page(f"{PATH}#ply-2")
    now(page, "1. Black: H8+7")
    page.get_by_role("button", name="H2+3").click()
    now(page, "2. Red: H2+3")
    page.get_by_role("button", name="Previous move").press("Enter")
    now(page, "1. Black: H8+7")
    page.get_by_role("button", name="Starting position").click()
    expect(page.get_by_role("button", name="Previous move")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-now]")).to_have_attribute("role", "status")


def swipe(page: Page, by: int, *, down: int = 0) -> None:
    """A finger across the board, as the browser's own touch events."""
    box = page.locator("[data-drawing]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (1, 2, 3):
        point = {"x": x + by * part / 3, "y": y + down * part / 3}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.slow
def test_by_touch(games: Section, open_page: Open) -> None:
    page = open_page(PATH, has_touch=True)
    page.get_by_role("button", name="Starting position").tap()
    page.get_by_role("button", name="Next move").tap()
    now(page, "1. Red: C2=5")
    swipe(page, -90)
    now(page, "1. Black: H8+7")
    swipe(page, 90)
    now(page, "1. Red: C2=5")
    swipe(page, 15)
    swipe(page, 60, down=-200)
    now(page, "1. Red: C2=5")
    page.locator("[data-menu] summary").tap()
    for button in page.locator(".board button, .moves button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 44


@pytest.mark.slow
def test_the_choice_of_pieces_is_remembered_without_a_cookie(games: Section, open_page: Open) -> None:
    page = open_page(PATH)
    glyph, picture = page.locator("#piece-K .han"), page.locator("#piece-K .pic")
    assert (is_drawn(glyph), is_drawn(picture)) == (True, False)
    page.locator("[data-menu] summary").click()
    page.get_by_role("button", name="Pictures").click()
    page.reload()
    page.locator("[data-menu] summary").click()
    expect(page.get_by_role("button", name="Pictures")).to_have_attribute("aria-pressed", "true")
    assert (is_drawn(glyph), is_drawn(picture)) == (False, True)
    assert page.context.cookies() == []


@pytest.mark.slow
def test_each_fault_can_be_stepped_to(games: Section, open_page: Open) -> None:
    page = open_page(FAULTS)
    page.get_by_role("button", name="Next error").click()
    now(page, "“C2=3”: no such piece there")
    before = pieces(page)
    page.get_by_role("button", name="Next error").click()
    expect(page.locator("[data-now]")).to_contain_text("“R8+9”")
    # Ply 6 and 7 were played on the board as far as it is known.
    assert pieces(page) != before
    expect(page.locator("[data-fault][aria-current]")).to_have_text("Go to move 4 of Black")
    page.get_by_role("button", name="Go to move 3 of Red").click()
    assert pieces(page) == before
    page.keyboard.press("ArrowLeft")
    now(page, "2. Red: H2+3")
    expect(page.locator("[data-fault][aria-current]")).to_have_count(0)


@pytest.mark.slow
def test_without_scripts_the_game_is_there(games: Section, open_page: Open) -> None:
    page = open_page(PATH, java_script_enabled=False)
    expect(page.locator("[data-pieces] use")).to_have_count(32)
    expect(page.locator(".moves li")).to_have_count(6)
    expect(page.locator(".board-steps")).to_be_hidden()
    page.get_by_role("link", name="Round 1").click()
    page.get_by_role("link", name="game of table 2").click()
    expect(page.locator(".faults li")).to_have_count(2)


@pytest.mark.slow
def test_a_corrected_record_comes_to_an_open_page(games: Section, open_page: Open) -> None:
    page = open_page(PATH)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    accepted(games, 1, GOOD + b"4. R2+6")
    outbox.drain()
    expect(page.locator(".moves li")).to_have_count(7, timeout=SOON)
    now(page, "1. Red: C2=5")
    page.keyboard.press("End")
    now(page, "4. Red: R2+6")
    assert RecordReading.objects.count() == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "width", "scheme"),
    [
        ("en", 360, "light"),
        pytest.param("zh-hans", 1280, "dark", marks=pytest.mark.long),
        pytest.param("en", 1280, "light", marks=pytest.mark.long),
        pytest.param("zh-hans", 360, "dark", marks=pytest.mark.long),
    ],
)
def test_no_page_breaks_the_accessibility_rules(
    games: Section,
    open_page: Open,
    language: str,
    width: int,
    scheme: str,
) -> None:
    """WCAG 2.2 AA by axe; no page scrolls sideways."""
    size = {"width": width, "height": 800}
    for path in (PATH, FAULTS, "e/test-2015/men/round/1/"):
        page = open_page(path, language, viewport=size, color_scheme=scheme, bypass_csp=True)
        accessible(page)


@pytest.fixture
@remembered
def weiqi(browser: Browser, live_server: Any) -> Section:
    """A weiqi game of table 1, and one with faults of table 2."""
    section = factories.make_section(factories.make_event(), game="weiqi", rulebook="weiqi")
    factories.make_entries(section, 6)
    factories.publish(factories.pair(section, 1))
    factories.announce(section)
    accepted(section, 1, WEIQI)
    accepted(section, 2, WEIQI_FAULTY)
    outbox.drain()
    return section


def stones(page: Page) -> list[tuple[str, int, int]]:
    drawn = page.eval_on_selector_all(
        "[data-stones] use",
        "all => all.map(e => [e.getAttribute('href').slice(7), +e.getAttribute('x'), +e.getAttribute('y')])",
    )
    return sorted(tuple(stone) for stone in drawn)


@pytest.mark.slow
def test_a_weiqi_game_is_stepped_through(weiqi: Section, open_page: Open) -> None:
    """By keyboard, tap and swipe: captures come and go, the last stone is marked, numbers are a choice."""
    page = open_page(PATH, has_touch=True)
    now(page, "8. White: pass")
    final = stones(page)
    assert len(final) == 5
    page.keyboard.press("Home")
    assert stones(page) == []
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert stones(page) == [("b", 50, 30), ("w", 30, 30)]
    expect(page.locator("[data-marks] use")).to_have_attribute("href", "#last-w")
    swipe(page, -90)
    now(page, "3. Black: A8, captures 1 stone")
    assert stones(page) == [("b", 30, 50), ("b", 50, 30)]
    expect(page.locator("[data-taken=B]")).to_have_text("1")
    swipe(page, 90)
    now(page, "2. White: A9")
    assert ("w", 30, 30) in stones(page)
    page.get_by_role("button", name="A8").click()
    now(page, "3. Black: A8, captures 1 stone")
    page.keyboard.press("f")
    assert stones(page) == [("b", 170, 190), ("b", 190, 170)]
    page.keyboard.press("f")
    expect(page.locator(".weiqi .ply").first).to_be_hidden()
    page.locator("[data-menu] summary").click()
    page.get_by_role("button", name="Move numbers").click()
    assert page.locator("[data-board]").evaluate("board => getComputedStyle(board).display") == "grid"
    expect(page.locator(".weiqi .ply")).to_have_text(["1", "3"])
    page.keyboard.press("End")
    assert stones(page) == final
    page.reload()
    expect(page.locator(".weiqi .ply").first).to_be_visible()
    accessible(open_page(PATH, bypass_csp=True))
    accessible(open_page(FAULTS, "zh-hans", color_scheme="dark", bypass_csp=True))
