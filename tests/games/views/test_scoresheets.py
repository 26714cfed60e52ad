"""Two sheets at the desk: handed in, reconciled by the worker; fouls confirmed, the game taken as record."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from games.models import GameRecord, Scoresheets
from portal import outbox
from tests.browser.pages import SOON, Open, browser, open_page
from tests.games.scoresheets.test_reconcile import GAMES, rows, texts_of
from tests.games.views.test_in_browser import accessible_everywhere, signed_in
from tests.tournaments.views.conftest import World
from tournaments.models import Foul

__all__ = ["browser", "open_page"]

MOVES = GAMES[1]


def sheets_with(missed: int) -> dict[str, str]:
    texts = texts_of(MOVES)
    return {"first": rows(texts_of(MOVES, "chinese")), "second": rows([*["…"] * missed, *texts[missed:]])}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_from_two_sheets_to_a_record_and_its_fouls(live_server: Any, drawn: World, open_page: Open) -> None:
    drawn.published()
    page = signed_in(open_page, live_server, drawn, "dave")
    page.goto(live_server.url + drawn.url("scoresheets", 1, 1))
    accessible_everywhere(page)
    for label, side in (("Red's sheet", "first"), ("Black's sheet", "second")):
        page.get_by_label(label).fill(sheets_with(9)[side])
    page.get_by_role("button", name="Reconcile them").click()
    expect(page.get_by_text("The sheets are being reconciled…")).to_be_visible()
    outbox.drain()
    expect(page.get_by_role("heading", name=f"One game of {len(MOVES)} plies")).to_be_visible(timeout=SOON)
    accessible_everywhere(page)
    expect(page.get_by_text("Proposed: 2 recording fouls (WXC 4.3)")).to_be_visible()
    page.get_by_role("button", name="Confirm one foul of Black").first.dblclick()
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    assert Foul.objects.in_force().get().article == "4.3"
    page.goto(live_server.url + drawn.url("scoresheets", 1, 1))
    expect(page.get_by_role("button", name="Confirm one foul of Black")).to_have_count(1)
    page.get_by_role("button", name="Take this game as the record").click()
    outbox.drain()
    expect(page.get_by_role("heading", name="Record of table 1")).to_be_visible()
    assert GameRecord.objects.get().reading.data["plies"] == len(MOVES)


def test_several_games_none_and_too_much(drawn: World) -> None:
    drawn.published()
    texts = texts_of(MOVES)[:10]
    texts[9] = "…"
    sent = drawn.post("carol", "scoresheets_submit", 1, 1, first=rows(texts), second=rows(texts))
    assert sent.status_code == 302
    outbox.drain()
    page = drawn.get("carol", "scoresheets", 1, 1)
    assert "games fit; they differ from ply 10 on" in page.content.decode()
    assert len(page.context["choices"]) == 24
    taken = drawn.post("carol", "scoresheets_take", 1, 1, which=3, seen="")
    assert taken.status_code == 302
    assert drawn.post("carol", "scoresheets_take", 1, 1, which=999, seen="").status_code == 404
    for told, said in (
        ({}, "no scoresheet yet"),
        ({"first": "C2=5 H8+7\n" * 5000}, "too long for a scoresheet"),
    ):
        refused = drawn.post("carol", "scoresheets_submit", 1, 1, **told)
        assert refused.status_code == 422
        assert said in refused.content.decode()
    assert Scoresheets.objects.count() == 1
    drawn.post("carol", "scoresheets_submit", 1, 1, first="C1+9 K1=9", second="C1+9 K1=9")
    outbox.drain()
    broken = drawn.get("carol", "scoresheets", 1, 1).content.decode()
    assert "cannot be repeated from ply 1: “C1+9” and “C1+9”" in broken
