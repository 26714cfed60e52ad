"""A claim that a referee has counted by hand, and a position that is set up on a board."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.acts.live import write_plies
from games.acts.records import submit_record
from games.live.stream import PlyItem
from games.models import Claim
from portal import outbox
from portal.journal.models import JournalEntry
from tests.browser.pages import SOON, Open, accessible, signed_in
from tests.games.acts.claiming import CAPTURES, QUIET, SHUFFLE
from tests.world import World, entry_at, pairing_at, value_at
from tournaments.acts.clocks import note_clocks


def asking(world: World, **more: Any) -> dict[str, Any]:
    values = {"player": entry_at(world, 1, "first").number, "kind": "natural-limit", "clock": "", "typed": ""}
    return values | more


@pytest.mark.slow
def test_it_is_counted_like_the_moves_themselves(drawn: World, text: Any) -> None:
    """Without a record; the first ten checks count, and the verdict says that it was counted by hand."""
    drawn.published()
    for ply, capture, checks, counted, right in (
        (102, 2, 0, 100, True),
        (101, 2, 0, 99, False),
        (115, 1, 24, 100, True),
        (115, 1, 25, 99, False),
    ):
        message = asking(drawn, ply=ply, since=capture, checks=checks)
        answer = drawn.post("dave", "referee_claim", 1, 1, **message)
        verdict = answer.context["verdict"]
        assert (verdict["counted"], verdict["right"]) == (counted, right)
        assert "counted by hand" in text(answer)
    message = asking(drawn, ply=102, since=2, checks=0, apply="1", seen=answer.context["seen"])
    assert drawn.post("dave", "referee_claim", 1, 1, **message).status_code == 302
    assert value_at(drawn, 1) == "1/2"
    assert Claim.objects.get().verdict["by_hand"]
    after = JournalEntry.objects.get(act="rule_on_claim").after
    assert (after["by_hand"], after["since"], after["checks"]) == (True, 2, 0)


def listed(page: str) -> list[tuple[str, ...]]:
    """Of the list of moves on a page: which move each row is, and what was played."""
    return re.findall(r"<tr[^>]*><td>([^<]+)</td><td[^>]*>(?:<span[^>]*>)?([^<]+)<", page)


# After the capture in move 1 of Black: the four moves that come again and again.
PLAYED = [
    ("move 2 of Red", "R9+1"),
    ("move 2 of Black", "R1+1"),
    ("move 3 of Red", "R9-1"),
    ("move 3 of Black", "R1-1"),
]


@pytest.mark.slow
def test_the_list_of_moves_names_what_was_played(drawn: World, text: Any) -> None:
    """Where the server has counted, and where the referee counts by hand beside a record that is not
    accepted."""
    drawn.published()
    counted = drawn.post("dave", "referee_claim", 1, 1, **asking(drawn, ply=20, typed=" ".join(QUIET[:20])))
    rows = listed(text(counted))
    assert rows[:4] == PLAYED
    assert (len(rows), rows[-1]) == (18, ("move 10 of Black", "R1+1"))
    submit_record(
        pairing=pairing_at(drawn, 1), raw=" ".join(QUIET[:20]).encode(), seen=None, by=drawn.users["carol"]
    )
    outbox.drain()
    by_hand = drawn.post("dave", "referee_claim", 1, 1, **asking(drawn, ply=20, since=2, checks=0))
    # The captures of the first move stand before.
    assert listed(text(by_hand))[1:5] == PLAYED
    address = drawn.url("referee_claim", 1, 1).replace("/en/", "/zh-hans/")
    sent = asking(drawn, ply=20, typed=" ".join(QUIET[:20]))
    chinese = listed(text(drawn.client("dave").post(address, sent)))
    assert chinese[0] == ("红方第 2 着", "车九进一")


def test_the_last_clocks_are_offered(drawn: World, text: Any) -> None:
    drawn.published()
    assert "Last noted" not in text(drawn.get("dave", "referee_claim", 1, 1))
    pairing = pairing_at(drawn, 1)
    item = PlyItem(1, "h2e2", clock_first=250, clock_second=3731)
    write_plies(pairing=pairing, items=[item], by=drawn.users["dave"])
    answer = drawn.get("dave", "referee_claim", 1, 1)
    assert "Last noted, after move 1 of Red:" in text(answer)
    assert [clock["time"] for clock in answer.context["offered"]] == ["4:10", "1:02:11"]
    assert '<option value="4:10">' in answer.content.decode()
    note_clocks(
        round_=drawn.round(1), table=1, first_clock="3:05", second_clock="12:40", by=drawn.users["dave"]
    )
    answer = drawn.get("dave", "referee_claim", 1, 1)
    assert [clock["time"] for clock in answer.context["offered"]] == ["3:05", "12:40"]


def test_the_moves_of_the_record_are_listed_though_nobody_has_accepted_it(drawn: World, text: Any) -> None:
    drawn.published()
    assert "Moves of the record" not in text(drawn.get("dave", "referee_claim", 1, 1))
    submit_record(pairing=pairing_at(drawn, 1), raw=" ".join(QUIET).encode(), by=drawn.users["bob"])
    outbox.drain()
    answer = drawn.get("dave", "referee_claim", 1, 1)
    assert "Moves of the record" in text(answer)
    moves = answer.context["moves"]
    assert len(moves) == len(QUIET)
    assert [move.ply for move in moves if move.captures] == [1, 2]


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (
            {"since": 102, "checks": 0},
            "The last capture must be before the last move on the board (WXC 5).",
        ),
        ({"since": 100, "checks": 2}, "has made only 1 moves since the last capture, not 2 checks (WXC 5)."),
        ({"checks": 2}, "A count by hand needs the move of the last capture."),
        ({"since": 2, "checks": 0, "typed": "C2=5"}, "Enter either the moves or the checks"),
        (
            {"since": 2, "checks": 0, "kind": "repetition"},
            "Only the natural move limit (WXC 5) is counted by hand; a repetition needs the moves.",
        ),
    ],
)
def test_what_cannot_be_is_said(drawn: World, text: Any, typed: dict[str, Any], message: str) -> None:
    drawn.published()
    answer = drawn.post("dave", "referee_claim", 1, 1, **asking(drawn, **({"ply": 102} | typed)))
    assert answer.status_code == 422
    assert message in text(answer)
    assert not Claim.objects.exists()


def put(page: Page, piece: str, *squares: str) -> None:
    page.locator(f'[data-piece="{piece}"]').tap()
    board = page.locator("[data-setup] figure svg")
    for square in squares:
        board.scroll_into_view_if_needed()
        box = board.bounding_box()
        assert box is not None
        x = (20 + 20 * (ord(square[0]) - ord("a"))) / 200 * box["width"]
        y = (26 + 20 * (9 - int(square[1]))) / 232 * box["height"]
        page.touchscreen.tap(box["x"] + x, box["y"] + y)


@pytest.mark.browser
@pytest.mark.matrix  # a whole journey
@pytest.mark.django_db(transaction=True)
def test_a_referees_phone(live_server: Any, drawn: World, open_page: Open) -> None:
    """The position after the last capture is set up with the thumb, and the moves after it are counted."""
    drawn.published()
    page = signed_in(open_page, live_server, drawn, "dave", has_touch=True)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + drawn.url("hall", 1))
    page.get_by_role("textbox", name="Table").fill("1")
    page.get_by_role("button", name="Go").tap()
    page.get_by_role("link", name="Claim…").tap()
    page.get_by_role("radio", name="Red").check()
    page.get_by_label("Last move on the board").fill("51")
    page.locator("[name=ply_side]").select_option("second")
    put(page, "K", "e0")
    put(page, "k", "e9", "d9")
    put(page, "k", "e9")
    put(page, "R", "a0")
    put(page, "r", "a9")
    put(page, "P", "e4")
    field = page.get_by_label("Position after that capture (FEN)")
    assert field.input_value() == "r2k5/9/9/9/9/4P4/9/9/9/R3K4 w"
    accessible(page)
    moves = SHUFFLE * 25
    page.get_by_label("Moves (if there is no accepted record)").fill(" ".join(moves))
    page.get_by_label("Move of the last capture").fill(str((len(CAPTURES) + 1) // 2))
    page.locator("[name=since_side]").select_option("first" if len(CAPTURES) % 2 else "second")
    page.get_by_role("button", name="Count").tap()
    expect(page.get_by_role("heading", name="Claim upheld")).to_be_visible(timeout=SOON)
    page.get_by_role("button", name="Apply ruling").tap()
    expect(page.locator(".referee-result")).to_contain_text("½–½", timeout=SOON)
    assert value_at(drawn, 1) == "1/2"
