"""A record tapped on a phone whose network is slow, fails or goes away: no tap is lost or changes places."""

from __future__ import annotations

import random
import time

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.models import GameRecord
from games.records.partial_record import so_far
from games.xiangqi.board import Board
from games.xiangqi.moves import legal_moves
from portal import outbox
from tests.browser.driving import SHIFTS, tap
from tests.browser.pages import SOON, Open, accessible
from tests.games.views.mine import page as address
from tests.games.views.mine import seats
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DELAY = 0.8
"""Seconds that the network needs for an answer."""
TEXT = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 c9e7 h0h6 h7i7 h6g6 i7i8 a0a1 d9e8 a1f1 h9h7 b2b4 a9d9"
MOVES = TEXT.split()


class Slow:
    """A network that takes `DELAY` for each answer, and fails in each ``failing``-th."""

    def __init__(self, page: Page, failing: int = 0) -> None:
        self.page, self.failing, self.requests = page, failing, 0
        self.waiting: list[tuple[float, Route]] = []
        page.route("**/read/**", self.hold)

    def hold(self, route: Route) -> None:
        self.requests += 1
        self.waiting.append((time.monotonic() + DELAY, route))

    def wait(self, seconds: float) -> None:
        """Time goes by, and what is due is answered."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.page.wait_for_timeout(50)
            while self.waiting and self.waiting[0][0] <= time.monotonic():
                _, route = self.waiting.pop(0)
                if self.failing and self.requests % self.failing == 0:
                    route.abort()
                else:
                    route.continue_()

    def until(self, place: Locator, text: str) -> None:
        end = time.monotonic() + SOON / 1000
        while text not in (place.text_content() or "") and time.monotonic() < end:
            self.wait(0.2)
        expect(place).to_contain_text(text)


def at_board(open_page: Open, world: World) -> Page:
    """The first player's page of the record, the start position read."""
    first, _ = seats(world)
    path = address(first, "my_record", 1).split("/", 2)[2]
    page = open_page(path, has_touch=True, reduced_motion="reduce", bypass_csp=True)
    expect(page.get_by_text("Red to move")).to_be_visible(timeout=SOON)
    return page


def play(page: Page, move: str) -> None:
    tap(page, move[:2])
    tap(page, move[2:])


def stands(page: Page, piece: str, square: str) -> bool:
    """Whether the board shows this piece (``C``) on this point."""
    x, y = 20 + 20 * (ord(square[0]) - ord("a")), 26 + 20 * (9 - int(square[1]))
    return page.locator(f'[data-pieces] use[x="{x}"][y="{y}"][href="#piece-{piece}"]').count() == 1


def written(page: Page) -> list[str]:
    """The moves that the text says."""
    far = so_far(page.locator("#record-text").input_value(), chinese=False)
    assert far.fault is None
    return [str(move) for move in far.game.moves]


def handed_in(page: Page) -> list[str]:
    page.get_by_role("button", name="Submit record").tap()
    expect(page.get_by_text("Reading the record…")).to_be_visible(timeout=SOON)
    outbox.drain()
    expect(page.get_by_text("no errors")).to_be_visible(timeout=SOON)
    return list(GameRecord.objects.get().reading.data["moves"]["iccs"])


@pytest.mark.long
@pytest.mark.parametrize("failing", [pytest.param(0, id="slow"), 3])
def test_every_tap_counts_however_slow_the_network(playing: World, open_page: Open, failing: int) -> None:
    page = at_board(open_page, playing)
    network = Slow(page, failing)
    for move in MOVES:
        play(page, move)
        network.wait(0.3)
    # The board never waits: the last piece stands where it was put.
    assert stands(page, "r", "d9")
    assert written(page) == MOVES
    network.until(page.locator("#so-far"), "R1=4")
    assert written(page) == MOVES
    # All in one notation, numbered.
    assert page.locator("#record-text").input_value().endswith("9. R9=4 R8+2\n10. C8+2 R1=4")
    assert handed_in(page) == MOVES


@pytest.mark.slow
def test_taps_off_line_are_kept_and_outlive_the_page(playing: World, open_page: Open) -> None:
    page = at_board(open_page, playing)
    # No colour of the browser's own flashes over the board.
    board = page.locator("[data-typing] svg")
    assert board.evaluate("e => getComputedStyle(e).webkitTapHighlightColor") == "rgba(0, 0, 0, 0)"
    play(page, MOVES[0])
    page.context.set_offline(True)
    for move in MOVES[1:9]:
        play(page, move)
    assert stands(page, "N", "c2")
    expect(page.get_by_text("Your moves are saved here")).to_be_visible(timeout=SOON)
    accessible(page)
    # The page is closed by mistake, and opened again.
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_text("Black to move")).to_be_visible(timeout=SOON)
    assert written(page) == MOVES[:9]
    page.context.set_offline(True)
    play(page, MOVES[9])
    play(page, MOVES[10])
    page.context.set_offline(False)
    expect(page.get_by_text("Black to move")).to_be_visible(timeout=SOON)
    expect(page.get_by_text("Your moves are saved here")).to_be_hidden(timeout=SOON)
    assert handed_in(page) == MOVES[:11]
    # So does a correction.
    page.get_by_text("Correct record").tap()
    expect(page.locator("#so-far")).to_contain_text("Black to move", timeout=SOON)
    play(page, MOVES[11])
    page.reload()
    expect(page.locator("#so-far")).to_contain_text("Red to move", timeout=SOON)
    assert written(page) == MOVES[:12]


@pytest.mark.slow
def test_taken_back_and_played_otherwise_while_nothing_was_answered(playing: World, open_page: Open) -> None:
    page = at_board(open_page, playing)
    network = Slow(page)
    for move in MOVES[:4]:
        play(page, move)
    for _ in range(2):
        page.get_by_role("button", name="Undo last move").tap()
    assert stands(page, "n", "g7")
    assert stands(page, "N", "h0")
    play(page, "b0c2")
    network.wait(3)
    assert written(page) == [*MOVES[:2], "b0c2"]


@pytest.mark.slow
def test_a_move_that_is_not_legal_is_not_taken_though_the_server_has_not_answered(
    playing: World, open_page: Open
) -> None:
    page = at_board(open_page, playing)
    network = Slow(page)
    play(page, "h2e2")
    tap(page, "h9")
    assert page.locator("[data-targets] .target").count() == 2
    tap(page, "h5")
    play(page, "e2e6")
    assert stands(page, "n", "h9")
    assert page.locator("#record-text").input_value() == "1. C2=5"
    play(page, "h9g7")
    network.wait(2)
    assert written(page) == MOVES[:2]


@pytest.mark.slow
def test_nothing_moves_when_the_board_arrives(playing: World, open_page: Open) -> None:
    first, _ = seats(playing)
    page = open_page("search/", reduced_motion="reduce")
    page.add_init_script(SHIFTS)
    page.goto(page.url.split("/en/")[0] + address(first, "my_record", 1))
    expect(page.get_by_text("Red to move")).to_be_visible(timeout=SOON)
    page.wait_for_timeout(300)
    assert page.evaluate("globalThis.shifted") < 0.01


@pytest.mark.slow
def test_what_is_typed_is_read_before_the_next_tap(playing: World, open_page: Open) -> None:
    page = at_board(open_page, playing)
    network = Slow(page)
    page.locator("#record-text").press_sequentially("C2=5 H8")
    play(page, "h9g7")
    expect(page.get_by_text("is read first")).to_be_visible()
    assert page.locator("#record-text").input_value() == "C2=5 H8"
    page.locator("#record-text").press_sequentially("+7")
    network.until(page.locator("#so-far"), "H8+7")
    expect(page.get_by_text("is read first")).to_be_hidden()
    play(page, "h0g2")
    assert written(page) == MOVES[:3]


@pytest.mark.matrix  # keeps a browser busy
def test_a_page_of_somebody_elses_does_not_take_the_place_of_the_answer(
    playing: World, open_page: Open
) -> None:
    """What a hall's network answers in the site's place."""
    page = at_board(open_page, playing)
    page.route(
        "**/read/**", lambda route: route.fulfill(status=200, body="<html><p>Accept our terms</p></html>")
    )
    play(page, MOVES[0])
    play(page, MOVES[1])
    expect(page.get_by_text("Your moves are saved here")).to_be_visible(timeout=SOON)
    page.unroute_all()
    expect(page.get_by_text("Your moves are saved here")).to_be_hidden(timeout=SOON)
    assert written(page) == MOVES[:2]


def walked(plies: int) -> list[str]:
    """A game of so many random moves."""
    rng, board = random.Random(20), Board()
    moves = []
    for _ in range(plies):
        move = rng.choice(legal_moves(board))
        board.push(move)
        moves.append(str(move))
    return moves


class Bad(Slow):
    """All that the page asks for takes `DELAY`, and 30 of 100 requests get no answer, half of them after
    the site has done what was asked."""

    def __init__(self, page: Page) -> None:
        self.page, self.rng = page, random.Random(30)
        self.waiting: list[tuple[float, Route]] = []
        self.lost = 0
        page.route("**/p/**", self.hold)
        page.route("**/health/live", self.hold)

    def hold(self, route: Route) -> None:
        if route.request.is_navigation_request():
            # A page that does not come is the browser's to say.
            route.continue_()
            return
        self.waiting.append((time.monotonic() + DELAY, route))

    def wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.page.wait_for_timeout(20)
            while self.waiting and self.waiting[0][0] <= time.monotonic():
                _, route = self.waiting.pop(0)
                chance = self.rng.random()
                if chance >= 0.3:
                    route.continue_()
                    continue
                self.lost += 1
                if chance < 0.15:
                    route.fetch()
                route.abort()


@pytest.mark.parametrize(
    "pause",
    [
        pytest.param(0.05, id="fast", marks=pytest.mark.long),
        pytest.param(1.0, id="one-a-second", marks=pytest.mark.long),
    ],
)
def test_two_hundred_taps_on_a_bad_network_arrive_complete_and_in_order(
    playing: World, open_page: Open, pause: float
) -> None:
    moves = walked(200)
    page = at_board(open_page, playing)
    page.set_viewport_size({"width": 360, "height": 740})
    network = Bad(page)
    for number, move in enumerate(moves):
        play(page, move)
        network.wait(pause)
        if number == 120:
            # The page is closed by mistake in the middle.
            page.unroute_all()
            page.reload()
            expect(page.locator("#so-far")).to_contain_text("Black to move", timeout=SOON)
            network = Bad(page)
    assert written(page) == moves
    page.get_by_role("button", name="Submit record").tap()
    end = time.monotonic() + 120
    while not GameRecord.objects.exists() and time.monotonic() < end:
        network.wait(0.5)
    assert network.lost > 0
    # The answer may have been lost: the phone sends the same again until it has one.
    while not page.get_by_text("Reading the record…").is_visible() and time.monotonic() < end:
        assert "submitted a record of this game" not in page.locator("#news").inner_text()
        network.wait(0.5)
    expect(page.get_by_text("Reading the record…")).to_be_visible(timeout=SOON)
    outbox.drain()
    [record] = GameRecord.objects.all()
    assert list(record.reading.data["moves"]["iccs"]) == moves


@pytest.mark.slow
def test_a_record_that_waits_is_sent_after_a_reload(playing: World, open_page: Open) -> None:
    page = at_board(open_page, playing)
    for move in MOVES[:4]:
        play(page, move)
    page.route("**/sender/", lambda route: route.abort())
    page.get_by_role("button", name="Submit record").tap()
    expect(page.get_by_text("No connection. What you entered is saved here")).to_be_visible(timeout=SOON)
    assert not GameRecord.objects.exists()
    page.unroute_all()
    page.reload()
    expect(page.get_by_text("Reading the record…")).to_be_visible(timeout=SOON)
    outbox.drain()
    assert list(GameRecord.objects.get().reading.data["moves"]["iccs"]) == MOVES[:4]
