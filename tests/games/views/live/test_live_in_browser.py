"""The board of a running game on phones: a perpetual check typed live under each rulebook, from the first
move to the ruling; what is tapped without a network; an illegal move."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.acts.live import note_flag, write_game, write_plies
from games.acts.table_links import issue_table_links
from games.live.stream import PlyItem
from games.models import FindingRuling, LiveGame, TableLink
from games.queries.table_links import address_of
from tests.browser.pages import SOON, Open, accessible, signed_in
from tests.games.acts.perpetual import CHECKS, CYCLE, PERPETUAL
from tests.games.views.mine import page as own_page
from tests.services import wait_until
from tests.working import compute
from tests.world import World
from tournaments.models import ResultReport, Section

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINE = ["h2e2", "h9g7", "h0g2", "i9h9"]


def at_table(open_page: Open, world: World, **options: Any) -> Page:
    issue_table_links(section=world.section, by=world.users["carol"])
    link = TableLink.objects.get(section=world.section, table=1)
    path = "b/" + address_of(link).split("/b/")[1]
    return open_page(path, has_touch=True, reduced_motion="reduce", bypass_csp=True, **options)


def tap(page: Page, square: str) -> None:
    """A point of the board, seen from Red."""
    board = page.locator("[data-live-table] svg")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    x = (20 + 20 * (ord(square[0]) - ord("a"))) / 200 * box["width"]
    y = (26 + 20 * (9 - int(square[1]))) / 232 * box["height"]
    page.touchscreen.tap(box["x"] + x, box["y"] + y)


def play(page: Page, move: str) -> None:
    tap(page, move[:2])
    tap(page, move[2:])


def moves(page: Page) -> str:
    return " ".join(page.locator("[data-live-moves] li").all_text_contents())


@pytest.mark.slow
def test_moves_are_tapped_taken_back_and_kept_without_a_network(playing: World, open_page: Open) -> None:
    page = at_table(open_page, playing)
    for move in LINE[:2]:
        play(page, move)
    expect(page.locator("[data-live-moves]")).to_have_text("1. C2=5 H8+7", timeout=SOON)
    expect(page.locator("[data-unsent-words]")).to_be_hidden(timeout=SOON)
    accessible(page)
    page.context.set_offline(True)
    play(page, LINE[2])
    expect(page.locator("[data-unsent-words]")).to_contain_text("1 moves are saved here", timeout=SOON)
    play(page, LINE[3])
    page.context.set_offline(False)
    expect(page.locator("[data-unsent-words]")).to_be_hidden(timeout=SOON)
    expect(page.locator("[data-live-moves]")).to_contain_text("2. H2+3 R9=8", timeout=SOON)
    page.reload()
    expect(page.locator("[data-live-moves] li")).to_have_count(2, timeout=SOON)
    assert LiveGame.objects.get().moves == LINE
    page.get_by_role("button", name="Undo last move").tap()
    expect(page.locator("[data-live-moves] li").last).to_have_text("2. H2+3", timeout=SOON)
    assert LiveGame.objects.get().moves == LINE[:3]


@pytest.mark.slow
def test_what_somebody_else_writes_appears_and_an_illegal_move_is_asked_about(
    playing: World, open_page: Open
) -> None:
    page = at_table(open_page, playing)
    pairing = playing.round(1).pairings.get(table=1)
    write_plies(pairing=pairing, items=[PlyItem(1, LINE[0])], by=playing.users["carol"])
    expect(page.locator("[data-live-moves] li")).to_have_count(1, timeout=SOON)
    play(page, "h9h8")
    expect(page.get_by_text("Was it played on the board?")).to_be_visible(timeout=SOON)
    accessible(page)
    page.get_by_role("button", name="It was played").tap()
    expect(page.locator("[data-turn-words]")).to_contain_text("From move 2 on", timeout=SOON)
    assert LiveGame.objects.get().certain_to == 1


RULED = {
    "wxc2015": ("loses by perpetual check (AXF 1)", 3),
    "axf": ("loses by perpetual check (AXF 1)", 3),
    "tiantian2020": ("Red did not change: lost (2.3)", 4),
    "xiangqi-com": ("Pattern of checks played three times: d3e3 is disabled", 3),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "rulebook",
    ["wxc2015", *(pytest.param(other, marks=pytest.mark.long) for other in RULED if other != "wxc2015")],
)
def test_a_perpetual_check_from_the_first_move_to_the_ruling(
    playing: World, open_page: Open, live_server: Any, rulebook: str
) -> None:
    """The desk types the first moves, a phone at the table goes on; the referee's phone shows what the
    rulebook says; three taps at most rule; the desk sees it."""
    words, cycles = RULED[rulebook]
    Section.objects.filter(pk=playing.section.pk).update(rulebook=rulebook)
    pairing = playing.round(1).pairings.get(table=1)
    write_game(pairing=pairing, moves=["a3d3"], start=CHECKS, by=playing.users["carol"])
    desk = signed_in(open_page, live_server, playing, "carol", viewport={"width": 1280, "height": 900})
    desk.goto(live_server.url + playing.url("live_desk", 1))
    desk.locator("input[name=typed]").fill("1 d9e9 d3e3")
    desk.locator("input[name=typed]").press("Enter")
    referee = signed_in(open_page, live_server, playing, "dave", has_touch=True, bypass_csp=True)
    referee.goto(live_server.url + playing.url("hall", 1))
    page = at_table(open_page, playing)
    expect(page.locator("[data-live-moves] li")).to_have_count(2, timeout=SOON)
    card = referee.locator("#live-prompts [data-card]", has_text=words)
    for move in [*CYCLE[1:], *CYCLE * (cycles - 1)]:
        play(page, move)
        # Whoever sits at the table is told nothing.
        expect(page.locator("[data-prompts]")).to_be_hidden()
    expect(card).to_be_visible(timeout=SOON)
    accessible(referee)
    if rulebook == "xiangqi-com":
        # Over the board nobody loses by it: the referee has it changed.
        card.get_by_text("Dismiss", exact=True).tap()
        card.get_by_role("button", name="Ruled otherwise at the table").tap()
        expect(card).to_have_count(0, timeout=SOON)
        assert FindingRuling.objects.get().verdict == FindingRuling.Verdict.DISMISSED
        assert not ResultReport.objects.exists()
        play(page, "d3h3")
        wait_until(lambda: LiveGame.objects.get().moves[-1] == "d3h3", "the other move has come")
        return
    card.get_by_text("Apply", exact=True).tap()
    card.get_by_role("button", name="Confirm the result").tap()
    expect(referee.get_by_text("The game has been decided by the rulebook.")).to_be_visible(timeout=SOON)
    expect(card).to_have_count(0, timeout=SOON)
    report = ResultReport.objects.get(pairing=pairing)
    assert (report.value, report.by) == ("0-1", playing.users["dave"])
    assert FindingRuling.objects.get().report == report
    expect(page.locator("[data-turn-words]")).to_contain_text("The game is over", timeout=SOON)
    expect(desk.locator('[data-board-key="1.1"] [data-result]')).to_have_text("0-1", timeout=SOON)


@pytest.mark.slow
def test_a_perpetual_check_on_line_is_refused_by_the_players_own_board(
    playing: World, open_page: Open, live_server: Any
) -> None:
    """By xiangqi.com's rules: the player reads why, the move is taken off the board, another goes on."""
    Section.objects.filter(pk=playing.section.pk).update(rulebook="xiangqi-com", online=True)
    pairing = playing.round(1).pairings.get(table=1)
    write_game(pairing=pairing, moves=PERPETUAL[:1], start=CHECKS, by=playing.users["carol"])
    first = pairing.seats.get(colour="first").entry
    page = open_page(
        own_page(first, "my_board", 1).lstrip("/").partition("/")[2],
        has_touch=True,
        reduced_motion="reduce",
        bypass_csp=True,
    )
    write_game(pairing=pairing, moves=PERPETUAL[:14], by=playing.users["carol"])
    expect(page.get_by_text("You have played this pattern").first).to_be_visible(timeout=SOON)
    accessible(page)
    play(page, "d3e3")
    expect(page.locator("[data-refused]")).to_contain_text("d3e3")
    # The chariot is still in the hand.
    tap(page, "h3")
    wait_until(lambda: LiveGame.objects.get().head == 15, "a move has come")
    assert LiveGame.objects.get().moves == [*PERPETUAL[:14], "d3h3"]


@pytest.mark.slow
def test_what_the_rules_have_decided_is_overturned_with_two_taps(
    playing: World, open_page: Open, live_server: Any
) -> None:
    Section.objects.filter(pk=playing.section.pk).update(rulebook="tiantian2020", online=True)
    pairing = playing.round(1).pairings.get(table=1)
    write_game(pairing=pairing, moves=["h2e2", "h9g7"], by=playing.users["carol"])
    referee = signed_in(open_page, live_server, playing, "dave", has_touch=True, bypass_csp=True)
    referee.goto(live_server.url + playing.url("hall", 1))
    note_flag(pairing=pairing, side=0, by=playing.users["carol"])
    compute()
    card = referee.locator("#live-prompts [data-card]", has_text="Applied automatically")
    expect(card).to_contain_text("Red lost on time (4", timeout=SOON)
    accessible(referee)
    card.get_by_text("Overturn", exact=True).tap()
    card.get_by_role("button", name="Ruled otherwise at the table").tap()
    expect(referee.get_by_text("The ruling has been overturned; the game goes on.")).to_be_visible(
        timeout=SOON
    )
    expect(card).to_have_count(0, timeout=SOON)
    game = LiveGame.objects.get()
    assert (game.over, game.moves) == ("", ["h2e2", "h9g7"])
    referee.goto(live_server.url + playing.url("round_findings", 1))
    expect(referee.get_by_text("Overturned: Ruled otherwise at the table")).to_be_visible()
    accessible(referee)


@pytest.mark.slow
def test_the_phone_at_the_table_says_the_result(playing: World, open_page: Open) -> None:
    """With the cause by one tap; the byo-yomi that is left goes with a move."""
    byo_yomi = {"overtime_periods": 3, "overtime_seconds": 30, "increment_seconds": 0}
    Section.objects.filter(pk=playing.section.pk).update(**byo_yomi)
    page = at_table(open_page, playing)
    page.locator("summary", has_text="Clocks").tap()
    page.locator("[data-clock=first]").fill("0:00")
    page.locator("[data-overtime=first]").fill("3 x 30")
    play(page, LINE[0])
    expect(page.locator("[data-clock-texts]")).to_have_text("0:00:00 + 3 × 30 s · –", timeout=SOON)
    page.locator("[data-outcome-form] summary").tap()
    accessible(page)
    page.get_by_text("resignation", exact=True).tap()
    page.get_by_role("button", name="Black won").tap()
    reported = page.locator("[data-reported]")
    expect(reported).to_have_text("Reported at the table: Red lost (resignation).", timeout=SOON)
    accessible(page)
    play(page, LINE[1])
    expect(reported).to_be_hidden(timeout=SOON)
