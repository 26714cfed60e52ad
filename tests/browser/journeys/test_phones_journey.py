"""A player's, a referee's and a spectator's phone at 360 × 740, all by touch: what happens elsewhere comes to
an open page by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import SOON, sign_in, tap
from tests.browser.pages import accessible
from tests.browser.phones import PHONE, complaints_of_phones, jump, press, stays
from tests.browser.site import Site, running
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.long]  # whole journeys
OTHERS = """
from portal.accounts.models import User
from tournaments.acts.results import report_result
from tournaments.models import Round
round_ = Round.objects.select_related("section__event").get(section__slug="main", number=1)
for pairing in round_.pairings.filter(table__isnull=False, reports__isnull=True):
    report_result(round_=round_, table=pairing.table, value="0-1", seen=None,
                  by=User.objects.get(username="desk"))
answer = 0
"""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[tuple[Site, list[list[str]]]]:
    """Round 1 of eight xiangqi players is public."""
    site = Site(tmp_path, free_port())
    players = complaints_of_phones(site)
    with running(site):
        yield site, players


def referee(site: Site, new_page: Callable[..., Page]) -> Page:
    """A referee with a phone, at the overview of round 1."""
    page = new_page(**PHONE, bypass_csp=True)
    sign_in(page, site, "referee")
    page.goto(f"{site.url}/en/desk/open/main/round/1/tables/")
    return page


def test_a_players_pages_keep_themselves_current(
    hall: tuple[Site, list[list[str]]], new_page: Callable[..., Page]
) -> None:
    site, [(name, red), (_, black)] = hall
    first_one, other = (new_page(**PHONE, bypass_csp=True) for _ in range(2))
    for page, secret in ((first_one, red), (other, black)):
        page.goto(f"{site.url}/en/p/{secret}/")
        expect(page.locator("#waits")).to_contain_text("Waiting for your report of the result")
        accessible(page)

    # Both say to have won. Who has said so first hears of the other's word without doing anything.
    other.get_by_role("button", name="I won").tap()
    expect(other.locator("#waits")).to_contain_text(f"Waiting for {name} to report", timeout=SOON)
    others_stays = stays(other)
    first_one.get_by_role("button", name="I won").tap()
    differ = "You and your opponent reported different results"
    for page in (first_one, other):
        expect(page.get_by_role("heading", name=differ)).to_be_visible(timeout=SOON)
        expect(page.locator("#waits")).to_contain_text("Waiting for a referee to decide the result")
        accessible(page)
    ones_stays = stays(first_one)

    # The decision.
    staff = referee(site, new_page)
    expect(staff.locator("#hall-1")).to_contain_text("reports differ")
    jump(staff, 1)
    press(staff, "1–0, as Red reported")
    expect(staff.locator("#hall-1")).to_contain_text("1–0", timeout=SOON)
    expect(first_one.get_by_text("you won")).to_be_visible(timeout=SOON)
    expect(first_one.locator("#waits")).to_contain_text("Waiting for your record of round 1")
    expect(other.get_by_text("you lost")).to_be_visible(timeout=SOON)
    expect(other.locator("#record-1")).to_contain_text("due from your opponent")
    ones_stays()

    # The record, tapped and handed in; read, it stands on the other's page as well, as does its acceptance.
    first_one.locator("#record-1").tap()
    expect(first_one.get_by_text("This record is due from you")).to_be_visible()
    expect(first_one.get_by_text("Red to move")).to_be_visible(timeout=SOON)
    accessible(first_one)
    for move in ("h2e2", "h9g7", "h0g2"):
        tap(first_one, move[:2])
        tap(first_one, move[2:])
    expect(first_one.locator("#record-text")).to_have_value("1. C2=5 H8+7\n2. H2+3", timeout=SOON)
    press(first_one, "Submit record")
    expect(first_one.get_by_text("no errors")).to_be_visible(timeout=SOON)
    accessible(first_one)
    first_one.get_by_role("link", name="My page").tap()
    expect(first_one.locator("#record-1")).to_contain_text("no errors")
    ones_stays = stays(first_one)
    expect(other.locator("#record-1")).to_contain_text("no errors", timeout=SOON)
    expect(staff.locator("#hall-1")).to_contain_text("record to review", timeout=SOON)
    jump(staff, 1)
    staff.get_by_role("link", name="record to review").tap()
    press(staff, "Accept record")
    for page in (first_one, other):
        expect(page.locator("#record-1")).to_contain_text("accepted", timeout=SOON)

    # The next round.
    site.ask(OTHERS)
    staff.goto(f"{site.url}/en/desk/open/main/round/1/")
    press(staff, "Close round 1")
    expect(first_one.get_by_role("region", name="Next")).to_contain_text("not published yet", timeout=SOON)
    staff.goto(f"{site.url}/en/desk/open/main/round/2/")
    press(staff, "Pair round 2")
    publish = staff.get_by_role("button", name="Publish round 2", exact=True).first
    expect(publish).to_be_visible(timeout=SOON)
    assert "Round 2 of 3" not in first_one.locator("#mine").inner_text()
    publish.tap()
    for page in (first_one, other):
        expect(page.locator("#now")).to_contain_text("Round 2 of 3", timeout=SOON)
        expect(page.locator("#waits")).to_contain_text("Waiting for your report of the result")
        accessible(page)
    ones_stays()
    others_stays()


def test_a_referees_phone(hall: tuple[Site, list[list[str]]], new_page: Callable[..., Page]) -> None:
    site, _players = hall
    page = referee(site, new_page)
    accessible(page)

    # A result leads back to the list, to its table.
    jump(page, 3)
    page.locator("summary", has_text="Black wins").first.tap()
    page.get_by_role("button", name="Confirm: Black").first.tap()
    expect(page.locator("#hall-3")).to_contain_text("0–1", timeout=SOON)
    assert page.url.endswith("/round/1/tables/#hall-3")
    expect(page.locator("#hall-3")).to_contain_text("record due from Black")

    # Somebody did not come: two taps at the table.
    jump(page, 4)
    page.locator("#live summary", has_text="Somebody did not come").tap()
    accessible(page)
    page.locator("#live").get_by_role("button", name="Black did not come: Red wins by forfeit").tap()
    expect(page.locator("#hall-4")).to_contain_text("1–0 forfeit", timeout=SOON)

    # Some moves were not written, then eight in all: one foul, then two. Three taps, and no number typed.
    jump(page, 1)
    for missing, fouls in (("4 to 7", "1 foul"), ("8 or more", "2 fouls")):
        page.get_by_role("link", name="Log foul: Black").tap()
        page.get_by_role("link", name=f"Moves not recorded: {missing}").tap()
        accessible(page)
        expect(page.locator("main form .btn-primary")).to_contain_text(fouls)
        page.locator("main form .btn-primary").tap()
        expect(page.locator("#hall-1")).to_contain_text(f"Black: {fouls}", timeout=SOON)
        jump(page, 1)
    # One that waits for somebody's decision.
    page.get_by_role("link", name="Log foul: Red").tap()
    page.get_by_role("link", name="Technical foul").tap()
    press(page, "Log only, decide later")
    expect(page.get_by_text("Foul logged.")).to_be_visible(timeout=SOON)
    expect(page.locator("#hall-1")).to_contain_text("foul to decide", timeout=SOON)
    accessible(page)

    # Off line the overview stays, takes the result and says that it waits on this phone.
    page.context.set_offline(True)
    page.locator("#hall-2").tap()
    page.locator("#sheet summary", has_text="Draw").tap()
    page.get_by_role("button", name="Confirm the draw").tap()
    expect(page.locator("#hall-2")).to_contain_text("saved on this phone, not sent yet", timeout=SOON)
    expect(page.locator("[data-hall-away]")).to_contain_text("No connection", timeout=SOON)
    page.context.set_offline(False)
    expect(page.locator("#hall-2")).to_contain_text("½–½", timeout=SOON)
    expect(page.locator("#hall-2 [data-pending]")).to_be_hidden(timeout=SOON)

    # A claim at the natural move limit without any record, ruled by a count by hand.
    jump(page, 1)
    page.get_by_role("link", name="Claim…").tap()
    page.get_by_role("radio", name="Red").check()
    page.get_by_label("Last move on the board").fill("51")
    page.locator("[name=ply_side]").select_option("second")
    page.get_by_label("Move of the last capture").fill("1")
    page.locator("[name=since_side]").select_option("second")
    page.get_by_label("Counted by hand").fill("0")
    press(page, "Count")
    expect(page.get_by_role("heading", name="Claim upheld")).to_be_visible(timeout=SOON)
    accessible(page)
    page.get_by_role("button", name="Apply ruling").tap()
    expect(page.locator(".referee-result")).to_contain_text("½–½", timeout=SOON)
    page.get_by_role("link", name="All tables").tap()
    expect(page.locator("#hall-1")).to_contain_text("1 claim")
    page.get_by_role("link", name="Playing").tap()
    expect(page.get_by_role("heading", name="All results are in")).to_be_visible()


RECORD = "(;GM[1]SZ[9]AB[ca:ci]AW[da:di][aa]PL[B];B[];W[])"
"""The columns to the left are Black's, with a dead white stone in them."""


def test_two_players_agree_on_a_count(tmp_path: Path, new_page: Callable[..., Page]) -> None:
    """The record handed in, the dead stone tapped, the other's consent: that is the result."""
    site = Site(tmp_path, free_port())
    [(name, black), (_, white)] = complaints_of_phones(
        site, game="weiqi", preset="wmsg2008", options={"board_size": 9}
    )
    with running(site):
        first_one, other = (new_page(**PHONE, bypass_csp=True) for _ in range(2))
        for page, secret in ((first_one, black), (other, white)):
            page.goto(f"{site.url}/en/p/{secret}/")
        others_stays = stays(other)
        first_one.locator("#record-1").tap()
        first_one.locator("#record-text").fill(RECORD)
        press(first_one, "Submit record")
        expect(first_one.get_by_text("no errors")).to_be_visible(timeout=SOON)
        expect(other.locator("#record-1")).to_contain_text("no errors", timeout=SOON)
        first_one.get_by_role("link", name="Count the final position").tap()
        expect(first_one.locator("#at-aa")).to_be_visible()
        accessible(first_one)
        first_one.locator("#at-aa").tap()
        expect(first_one.locator("#at-aa")).to_have_attribute("aria-pressed", "true", timeout=SOON)
        expect(first_one.locator(".count-outcome")).to_contain_text("White wins by")
        press(first_one, "Agree to this count")
        expect(first_one.get_by_text("You have agreed.")).to_be_visible(timeout=SOON)
        accessible(first_one)
        ones_stays = stays(first_one)

        expect(other.get_by_text("A count of your game has been proposed.")).to_be_visible(timeout=SOON)
        others_stays()
        accessible(other)
        other.locator("#to-count").tap()
        expect(other.get_by_text(name).first).to_be_visible()
        press(other, "Agree to this count")
        expect(other.get_by_text("Result entered:")).to_be_visible(timeout=SOON)
        accessible(other)
        # The one who proposed it learns that it stands.
        expect(first_one.get_by_text("Result entered:")).to_be_visible(timeout=SOON)
        ones_stays()
        first_one.get_by_role("link", name="My page").tap()
        expect(first_one.get_by_text("you lost")).to_be_visible()


MOVE = """
from games.demo_live import next_moves
from tournaments.demo.cast import ensure_cast
answer = next_moves(ensure_cast())
"""


def test_a_spectator_watches_a_game(tmp_path: Path, new_page: Callable[..., Page]) -> None:
    """From the front page to a live board; moves come in while it is open, also to one who looks back."""
    site = Site(tmp_path, free_port())
    site.install("demo")
    with running(site):
        page = new_page(**PHONE, bypass_csp=True)
        page.goto(f"{site.url}/en/")
        accessible(page)
        page.get_by_role("link", name="Demo Live Friendly").first.tap()
        page.wait_for_url("**/e/demo-live/")
        accessible(page)
        page.get_by_role("link", name="Follow the boards").first.tap()
        page.wait_for_url("**/boards/demo-live/**")
        accessible(page)
        page.locator("main a[href*='/table/1/']").first.tap()
        now, onward = page.locator("[data-now]"), page.get_by_role("button", name="Next move")
        expect(now).to_contain_text("8. Black:", timeout=SOON)
        accessible(page)
        # Board, last move and steps are on the screen.
        for part in ("[data-drawing]", "[data-now]", "[data-step=flip]"):
            box = page.locator(part).first.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= PHONE["viewport"]["height"]  # type: ignore[index]
        page_stays = stays(page)
        assert site.ask(MOVE)
        expect(now).to_contain_text("9. Red:", timeout=SOON)

        # Who looks back is left there, and finds the new moves behind.
        page.get_by_role("button", name="Previous move").tap()
        expect(now).to_contain_text("8. Black:")
        assert site.ask(MOVE)
        expect(page.locator("[data-moves] [data-ply]")).to_have_count(18, timeout=SOON)
        expect(now).to_contain_text("8. Black:")
        for words in ("9. Red:", "9. Black:"):
            onward.tap()
            expect(now).to_contain_text(words)
        page_stays()
