"""A game that plays by itself, what is copied of it, its place in frames, and the list of games."""

from __future__ import annotations

import re
from urllib.parse import urljoin

import html5lib
import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.records.detect import read
from portal import outbox, published
from tests import factories
from tests.browser.pages import SOON, Open, accessible
from tests.cached_worlds import remembered
from tests.games.accepted import accepted
from tests.games.record_texts import FAULTY, GOOD
from tournaments.models import Player, Section
from tournaments.pages.paths import event_games_path

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SECTION = "e/test-2015/men/"
PATH = f"{SECTION}round/1/table/1/"


@pytest.fixture
@remembered
def games(browser, live_server) -> Section:
    """Two games of round 1: a draw's opening and one that breaks off."""
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 6)
    factories.report(factories.publish(factories.pair(section, 1)), 1, "1-0")
    factories.announce(section)
    accepted(section, 1, GOOD)
    accepted(section, 2, FAULTY)
    outbox.drain()
    return section


def copied(page: Page, name: str) -> str:
    page.get_by_role("button", name=name).click()
    expect(page.locator("[data-copied]")).to_have_text("Copied.")
    return str(page.evaluate("navigator.clipboard.readText()"))


@pytest.mark.slow
def test_it_plays_by_itself_until_somebody_steps(games: Section, open_page: Open) -> None:
    page = open_page(PATH)
    page.locator("[data-menu] summary").click()
    page.get_by_label("Speed").select_option("fast")
    page.keyboard.press("Escape")
    play = page.get_by_role("button", name="Play automatically")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-now]")).to_have_text("1. Red: C2=5")
    page.get_by_role("button", name="Previous move").click()
    expect(play).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("p")
    expect(page.locator("[data-now]")).to_have_text("3. Black: C2=5", timeout=SOON)
    expect(play).to_have_attribute("aria-pressed", "false")


@pytest.mark.slow
def test_what_is_copied_reads_back_as_the_game(games: Section, open_page: Open) -> None:
    page = open_page(PATH)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-menu] summary").click()
    [game] = read(GOOD)
    for name in ("Copy moves in Chinese", "Copy moves in WXF"):
        [back] = read(copied(page, name).encode())
        assert back.moves == game.moves
    assert copied(page, "Copy moves in UCI").split()[:2] == ["h3e3", "h10g8"]
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    page.locator("[data-menu] summary").click()
    start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    assert copied(page, "Copy position (FEN)") == start
    assert copied(page, "Share this position").endswith("#ply-0")
    accessible(page)


@pytest.mark.slow
def test_the_position_is_said_in_words_and_kept_as_a_picture(games: Section, open_page: Open) -> None:
    page = open_page(f"{PATH}#ply-1")
    page.get_by_text("Position in words").click()
    red = page.locator("[data-side-words=first]")
    expect(red).to_contain_text("cannon b2 e2")
    page.keyboard.press("Home")
    expect(red).to_contain_text("cannon b2 h2")
    page.keyboard.press("f")
    expect(red).to_contain_text("cannon b2 h2")
    page.locator("[data-menu] summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save it as a picture").click()
    picture = download.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    # A board with its pieces, not an empty sheet.
    assert len(picture) > 20_000


@pytest.mark.slow
def test_the_list_is_filtered_and_leads_to_the_game(games: Section, open_page: Open) -> None:
    page = open_page(f"{SECTION}games/")
    expect(page.locator("[data-count]")).to_have_text("2 of 2 games")
    page.get_by_text("More filters").click()
    page.get_by_label("Result").select_option("1–0")
    expect(page.locator("[data-count]")).to_have_text("1 of 2 games")
    page.get_by_label("Result").select_option("all")
    first = games.round_set.get(number=1).pairings.get(table=2).seats.get(colour="first").entry.player
    page.get_by_role("searchbox", name="Player", exact=True).fill(first.name.split()[0][:5])
    expect(page.locator("[data-game]:visible")).to_have_count(1)
    page.get_by_role("searchbox", name="Player", exact=True).fill("nobody at all")
    expect(page.locator("[data-count]")).to_have_text("0 of 2 games")
    page.get_by_role("searchbox", name="Player", exact=True).fill("")
    accessible(page)
    page.locator("[data-game] a").first.click()
    expect(page).to_have_url(re.compile(f"/en/{PATH}"))
    page.get_by_role("link", name="Table 2").click()
    expect(page).to_have_url(re.compile("/table/2/"))


def test_without_scripts_the_list_is_whole(games: Section, client: Client) -> None:
    for path in (f"{SECTION}games/", "e/test-2015/-/games/"):
        page = client.get(f"/en/{path}").text
        assert page.count("data-game ") == 2
        assert "Central Cannon" in page


def test_another_site_can_show_the_game_whatever_the_players_are_called(
    games: Section, client: Client
) -> None:
    player = games.round_set.get(number=1).pairings.get(table=1).seats.get(colour="first").entry.player
    Player.objects.filter(pk=player.pk).update(name='"><script>alert(1)</script>')
    published.invalidate(PATH)
    outbox.drain()
    [page] = html5lib.parse(client.get(f"/en/{PATH}").content, namespaceHTMLElements=False).findall(
        ".//input[@data-embed]"
    )
    written = str(page.get("value"))
    assert written.startswith('<iframe src="http')
    assert f'/en/{PATH}embedded/" width="400"' in written
    assert [item.tag for item in html5lib.parseFragment(written, namespaceHTMLElements=False)] == ["iframe"]
    assert "&lt;script&gt;" in written


@pytest.mark.slow
def test_the_event_leads_to_its_games_once_there_are_any(games: Section, client: Client) -> None:
    page = re.findall(r'<a href="([^"]*/-/games/)">', client.get("/en/e/test-2015/").content.decode())
    assert [urljoin("/en/e/test-2015/", url) for url in page] == [f"/en/{event_games_path(games.event)}"]
    factories.announce(factories.make_section(factories.make_event("other")))
    outbox.drain()
    assert "-/games/" not in client.get("/en/e/other/").content.decode()


def test_only_the_embedded_board_may_stand_in_a_frame(games: Section, client: Client) -> None:
    page, embedded = (client.get(f"/en/{path}") for path in (PATH, f"{PATH}embedded/"))
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in embedded.headers["Content-Security-Policy"]
    assert [item.headers.get("X-Robots-Tag") for item in (page, embedded)] == [None, "noindex"]
    assert "embedded/" in page.text
    assert "C2=5" in embedded.text


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["pgn", "txt", "xqf"])
def test_the_game_is_downloaded_in_each_format(games: Section, client: Client, ending: str) -> None:
    page = client.get(f"/en/{PATH}").text
    path = f"/en/download/{SECTION}files/men-round-1-table-1.{ending}"
    assert path in page
    [game] = read(client.get(path).content)
    assert (game.faults, game.moves) == ((), next(read(GOOD)).moves)
    assert client.get(path.replace("table-1", "table-9")).status_code == 404
