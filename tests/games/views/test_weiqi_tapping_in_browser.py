"""A record of weiqi tapped on a phone: captures, what may not be played, a stone moved, off line, a pass."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.models import GameRecord
from portal import outbox
from tests.browser.pages import SOON, Open, accessible
from tests.games.views.mine import page as address
from tests.games.views.mine import seats
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZE = 9


def at_board(open_page: Open, world: World) -> Page:
    """The page of the record on a phone, the empty record read."""
    first, _ = seats(world)
    path = address(first, "my_record", 1).split("/", 2)[2]
    page = open_page(path, has_touch=True, reduced_motion="reduce", bypass_csp=True)
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.get_by_text("Black to move")).to_be_visible(timeout=SOON)
    return page


def put(page: Page, point: str) -> None:
    """A tap on a point in SGF's letters, on the board as Black sees it."""
    board = page.locator("[data-typing] svg")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    across, down = (30 + 20 * (ord(letter) - ord("a")) for letter in point)
    whole = 60 + 20 * (SIZE - 1)
    page.touchscreen.tap(box["x"] + across / whole * box["width"], box["y"] + down / whole * box["height"])


def stones(page: Page) -> int:
    return page.locator("[data-typing] [data-stones] use").count()


def text(page: Page) -> str:
    return page.locator("#record-text").input_value()


def height(page: Page, button: str) -> float:
    """Of a button on the whole page."""
    top: float = page.get_by_role("button", name=button).evaluate(
        "it => it.getBoundingClientRect().top + scrollY"
    )
    return top


@pytest.mark.slow
def test_a_game_is_tapped_with_its_captures_and_handed_in(played: World, open_page: Open) -> None:
    page = at_board(open_page, played)
    accessible(page)
    # White's stone in the corner is taken by the third play.
    for point in ("ab", "aa", "ba"):
        put(page, point)
    assert stones(page) == 2
    expect(page.locator("#so-far")).to_contain_text("White to move", timeout=SOON)
    # Suicide, and a point that is taken: nothing is put, and the page says why, which moves no button.
    before = height(page, "Pass")
    put(page, "aa")
    expect(page.get_by_text("No stone can be put there")).to_be_visible()
    assert height(page, "Pass") == before
    put(page, "ab")
    assert stones(page) == 2
    put(page, "ee")
    expect(page.get_by_text("No stone can be put there")).to_be_hidden()
    page.get_by_role("button", name="to the right").tap()
    assert text(page).endswith(";W[fe])")
    page.get_by_role("button", name="Pass").tap()
    page.get_by_role("button", name="Undo last move").tap()
    page.get_by_role("button", name="Pass").tap()
    page.get_by_role("button", name="Pass").tap()
    expect(page.get_by_text("Both sides passed: the game is over.")).to_be_visible(timeout=SOON)
    page.get_by_role("button", name="Larger board").tap()
    accessible(page)
    page.get_by_role("button", name="Submit record").tap()
    expect(page.get_by_text("Reading the record…")).to_be_visible(timeout=SOON)
    outbox.drain()
    expect(page.get_by_text("no errors")).to_be_visible(timeout=SOON)
    moves = GameRecord.objects.get().reading.data["moves"]["sgf"]
    assert moves == ["B[ab]", "W[aa]", "B[ba]", "W[fe]", "B[]", "W[]"]


@pytest.mark.slow
def test_taps_off_line_take_and_are_read_when_the_network_is_back(played: World, open_page: Open) -> None:
    page = at_board(open_page, played)
    page.context.set_offline(True)
    for point in ("ab", "aa", "ba", "ee", "ef"):
        put(page, point)
    assert stones(page) == 4
    expect(page.get_by_text("Your moves are saved here")).to_be_visible(timeout=SOON)
    page.context.set_offline(False)
    expect(page.get_by_text("Your moves are saved here")).to_be_hidden(timeout=SOON)
    expect(page.locator("#so-far")).to_contain_text("White to move", timeout=SOON)
    page.reload()
    expect(page.locator("#so-far")).to_contain_text("White to move", timeout=SOON)
    assert text(page).endswith(";B[ab];W[aa];B[ba];W[ee];B[ef])")


@pytest.mark.slow
def test_a_record_with_variations_is_continued_in_its_text(played: World, open_page: Open) -> None:
    page = at_board(open_page, played)
    branched = "(;GM[1]SZ[9];B[ee](;W[dd];B[cc])(;W[ff]))"
    page.locator("#record-text").fill(branched)
    expect(page.locator("#so-far")).to_contain_text("White to move", timeout=SOON)
    put(page, "aa")
    expect(page.get_by_text("This record has variations")).to_be_visible()
    assert text(page) == branched
