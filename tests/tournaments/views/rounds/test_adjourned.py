"""A game is adjourned at its table's page, resumed there, and finished there after its round is closed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from portal import outbox
from tests.portal.api.callers import Caller
from tests.world import World, tables
from tournaments.models import Adjournment, ResultReport, Round

Text = Callable[[Any], str]


@pytest.mark.slow
def test_a_game_is_adjourned_resumed_and_finished_late(drawn: World, text: Text) -> None:
    drawn.published()
    values = {"table": 1, "sealed_move": "C2=5", "resumes_at": "2026-11-25T09:00"}
    assert drawn.post("alice", "adjourn_game", 1, **values).status_code == 403
    refused = drawn.post("dave", "adjourn_game", 1, **values | {"resumes_at": "yesterday"})
    assert refused.status_code == 422
    assert "C2=5" in text(refused)
    assert drawn.post("dave", "adjourn_game", 1, **values).url == drawn.url("result", 1, 1)
    assert "adjourned" in text(drawn.get("carol", "round_desk", 1))
    page = text(drawn.get("dave", "result", 1, 1))
    assert "secret until the game is resumed" in page
    assert "C2=5" not in page
    for table in tables(drawn.round())[1:]:
        drawn.post("carol", "report_result", 1, line=f"{table} 1-0", htmx=True)
    assert drawn.post("bob", "close_round", 1).status_code == 302
    outbox.drain()
    assert drawn.round().state == Round.State.CLOSED
    assert drawn.post("dave", "resume_game", 1, table=1).status_code == 302
    assert Adjournment.objects.get().resumed_at
    assert "C2=5" in text(drawn.get("dave", "result", 1, 1))
    assert drawn.post("carol", "report_result", 1, table=1, value="0-1").status_code == 403
    assert drawn.post("dave", "report_result", 1, table=1, value="0-1").status_code == 302


def adjourned(world: World, table: int = 1) -> None:
    values = {"table": table, "sealed_move": "C2=5", "resumes_at": "2026-11-29T09:00"}
    assert world.post("dave", "adjourn_game", 1, **values).status_code == 302


@pytest.mark.slow
def test_a_stray_line_ends_no_adjourned_game(drawn: World, text: Text) -> None:
    drawn.published()
    adjourned(drawn)
    for line in ("1 0", "1 +-", "1 ="):
        refused = drawn.post("carol", "report_result", 1, line=line, htmx=True)
        assert refused.status_code == 409
        assert "The game at table 1 is adjourned." in text(refused)
    pressed = drawn.post("carol", "report_result", 1, table=1, value="0-1", htmx=True)
    assert pressed.status_code == 409
    address = f"/api/v1/events/{drawn.event.slug}/sections/men/rounds/1/results"
    sent = Caller(drawn.users["carol"]).post(address, {"table": 1, "value": "0-1", "seen": None})
    assert (sent.status_code, sent.json()["code"]) == (409, "result-adjourned")
    assert not ResultReport.objects.exists()
    row = drawn.get("carol", "round_desk", 1).content.decode()
    assert 'id="r1-1"' not in row
    assert 'id="r2-1"' in row
    # Who says that it has ended enters it, and the page says nothing of what no longer is.
    assert drawn.post("carol", "report_result", 1, line="1 0!", htmx=True).status_code == 200
    page = text(drawn.get("dave", "result", 1, 1))
    for words in ("secret until", "Resumes", "adjourned"):
        assert words not in page
    public = text(drawn.client("anonymous").get("/en/e/cup/men/round/1/"))
    assert "adjourned" not in public


@pytest.mark.slow
def test_the_page_of_the_table_asks_for_itself(drawn: World, text: Text) -> None:
    drawn.published()
    adjourned(drawn)
    page = drawn.get("carol", "result", 1, 1)
    assert "Enter a result only if it has ended all the same." in text(page)
    assert b'name="ends_adjourned" value="on"' in page.content
    answer = drawn.post("carol", "report_result", 1, table=1, value="0-1", ends_adjourned="on")
    assert answer.status_code == 302
    assert ResultReport.objects.get().value == "0-1"


@pytest.mark.slow
def test_after_it_is_resumed_nothing_says_adjourned(drawn: World, text: Text) -> None:
    drawn.published()
    adjourned(drawn)
    version = (
        drawn.client("carol").get(drawn.url("results", 1)).content.decode().split("?v=")[1].split('"')[0]
    )
    assert drawn.post("dave", "resume_game", 1, table=1).status_code == 302
    # An open list is renewed.
    renewed = drawn.client("carol").get(f"{drawn.url('results', 1)}?v={version}")
    assert renewed.status_code == 200
    assert 'id="r1-1"' in renewed.content.decode()
    assert "badge-warn" not in renewed.content.decode()
    outbox.drain()
    main = re.compile(r"adjourned|\*", re.IGNORECASE)
    table = text(drawn.get("dave", "result", 1, 1))
    for words in ("secret until", "Resumes", "Withdraw adjournment", "> adjourned"):
        assert words not in table
    assert "C2=5" in table
    assert not main.search(text(drawn.client("anonymous").get("/en/e/cup/men/round/1/")).split("<main")[1])
    number = drawn.round().pairings.get(table=1).seats.get(colour="first").entry.number
    card = text(drawn.client("anonymous").get(f"/en/e/cup/men/player/{number}/"))
    assert "adjourned" not in card
    for other in tables(drawn.round())[1:]:
        drawn.post("carol", "report_result", 1, line=f"{other} 1-0", htmx=True)
    assert drawn.post("bob", "close_round", 1).status_code == 302
    outbox.drain()
    cross = text(drawn.client("anonymous").get("/en/e/cup/men/crosstable/1/")).split("<main")[1]
    assert "adjourned" not in cross
    assert "no result yet" in cross
    desk = text(drawn.get("bob", "round_desk", 1))
    assert "adjourned" not in desk.split("<main")[1]
    assert drawn.post("dave", "report_result", 1, table=1, value="0-1").status_code == 302
