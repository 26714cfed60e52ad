"""What leads to running games, how a stream and the hall see them, how a table calls a referee."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from games.acts.live import note_flag, report_outcome, write_game
from games.acts.live_settings import show_live
from games.acts.records import submit_record
from games.acts.table_links import issue_table_links
from games.models import FindingRuling, LiveEvent, LiveGame, TableLink
from games.queries.live_cards import live_cards
from games.queries.running_rounds import rounds
from games.queries.table_links import address_of
from portal import outbox
from tests import factories
from tests.world import World
from tournaments.models import Event

LINE = ["h2e2", "h9g7", "h0g2"]


@pytest.fixture
def following(playing: World) -> World:
    today = timezone.localdate()
    Event.objects.update(starts=today, ends=today + timedelta(days=2), listed=True)
    show_live(section=playing.section, public=True, delay=0, comments=True, by=playing.users["alice"])
    pairing = playing.round(1).pairings.get(table=1)
    write_game(pairing=pairing, moves=LINE, by=playing.users["carol"])
    rounds.clear()
    outbox.drain()
    return playing


def text(path: str, status: int = 200) -> str:
    answer = Client().get(path, headers={"Accept-Encoding": ""})
    assert answer.status_code == status, path
    return answer.content.decode()


@pytest.mark.slow
def test_the_boards_are_led_to_from_everywhere(following: World) -> None:
    wall = "/en/boards/cup/men/round/1/"
    for page in ("/en/", "/en/e/cup/", "/en/e/cup/men/round/1/"):
        assert f'href="{wall}"' in text(page), page
    for page in ("/en/", "/en/e/cup/"):
        assert 'data-live-card="/boards/cup/men/round/1/1.txt"' in text(page)
    show_live(section=following.section, public=False, delay=0, comments=True, by=following.users["alice"])
    outbox.drain()
    for page in ("/en/", "/en/e/cup/", "/en/e/cup/men/round/1/"):
        assert wall not in text(page), page


@pytest.mark.slow
def test_no_board_stands_where_every_result_is_in(following: World) -> None:
    factories.report_all(following.round(1))
    factories.announce(following.section)
    outbox.drain()
    for page in ("/en/", "/en/e/cup/"):
        assert "data-live-card" not in text(page), page


@pytest.mark.slow
def test_a_board_over_a_stream_has_nothing_but_the_game(following: World) -> None:
    page = text("/en/boards/cup/men/round/1/table/1/?overlay&moves=2&flip")
    assert 'class="overlay"' in page
    assert 'data-flipped="yes"' in page
    assert "2. H8+7" in page
    assert "1. C2=5" not in page
    assert "masthead" not in page
    assert 'data-line="1.1 3 ' in page
    assert "炮二平五" in text("/zh-hans/boards/cup/men/round/1/table/1/?overlay&moves=40")
    for odd in ("-1", "x", "9999", "²"):
        assert "H2+3" in text(f"/en/boards/cup/men/round/1/table/1/?overlay&moves={odd}")
    text("/en/boards/cup/men/round/1/table/3/?overlay", 404)


def test_the_hall_has_a_screen_of_boards(following: World) -> None:
    page = text("/en/boards/cup/men/round/1/?screen")
    assert 'data-at-a-time="12"' in page
    assert "masthead" not in page
    assert 'href="?screen"' in text("/en/boards/cup/men/round/1/")


@pytest.mark.slow
def test_a_table_calls_the_referee_until_somebody_says_that_it_is_done(following: World) -> None:
    issue_table_links(section=following.section, by=following.users["carol"])
    link = TableLink.objects.get(section=following.section, table=2, revoked_at=None)
    secret = address_of(link).split("/b/")[1].strip("/")
    place = f"/en/b/{secret}/"
    assert "Call the referee" in text(place)
    body: dict[str, Any] = {"players": [*_players(following, 2)], "call": True}

    def call() -> None:
        answer = Client().post(f"{place}plies/", {"sent": json.dumps(body)})
        assert answer.status_code == 200, answer.content
        assert answer.json()["state"]["prompts"] == [], "a table is told nothing of prompts"

    call()
    assert LiveGame.objects.get(pairing__table=2).head == 0, "also before the first move"
    [card] = live_cards(following.round(1))[0]
    assert (card.table, card.prompt.text) == (2, "The referee is called to the table.")
    page = following.get("dave", "live_prompts", 1).content.decode()
    assert "The referee is called to the table." in page
    answer = following.post("dave", "dismiss_finding", 1, 2, finding=card.prompt.key, reason="")
    assert answer.status_code == 302
    assert FindingRuling.objects.get().verdict == "dismissed"
    assert live_cards(following.round(1)) == ([], [])
    call()
    assert len(live_cards(following.round(1))[0]) == 1, "a second call is a card of its own"
    assert LiveEvent.objects.filter(kind="call", link=link).count() == 2
    assert "called" not in text("/en/boards/cup/men/round/1/")


@pytest.mark.slow
def test_the_referee_sees_how_far_a_game_is_and_its_board_beside_the_table(following: World) -> None:
    hall = following.get("dave", "hall", 1)
    assert {line["row"].table: line["move"] for line in hall.context["rows"]} == {
        1: "move 2",
        2: "",
        3: "",
        4: "",
    }
    board = following.get("dave", "referee_board", 1, 1)
    page = board.content.decode()
    assert 'data-board-line="1.1 3 ' in page
    assert "move 2 of Red" in page
    assert all(move in page for move in ("C2=5", "H8+7", "H2+3"))
    newest = {"v": board.context["board"].version}
    place = following.url("referee_board", 1, 1)
    assert following.client("dave").get(place, newest).status_code == 204
    assert "<svg" not in following.get("dave", "referee_board", 1, 2).content.decode()
    pairing = following.round(1).pairings.get(table=1)
    write_game(pairing=pairing, moves=[*LINE, "b9c7"], by=following.users["carol"])
    assert following.client("dave").get(place, newest).status_code == 200
    # Moves that come in as a record stand there as well.
    submit_record(
        pairing=following.round(1).pairings.get(table=2), raw=b"C2=5 H8+7", by=following.users["bob"]
    )
    outbox.drain()
    page = following.get("dave", "referee_board", 1, 2).content.decode()
    assert 'data-board-line="2.1 2 ' in page
    assert "move 1 of Black" in page
    renewal = QueryDict(hall.context["renewal"])["v"]
    assert following.client("dave").get(following.url("hall", 1), {"v": renewal}).status_code == 200


@pytest.mark.slow
def test_the_cards_of_a_table_stand_on_its_own_page(following: World) -> None:
    note_flag(pairing=following.round(1).pairings.get(table=1), side=0, by=following.users["carol"])
    place = following.url("live_prompts", 1)
    assert f"{place}?table=1" in following.get("dave", "referee", 1, 1).content.decode()
    cards = following.client("dave").get(place, {"table": "1"})
    assert "The time of Red is over" in cards.content.decode()
    assert f"{place}?{cards.context['query']}".endswith("table=1")
    assert "time of Red" not in following.client("dave").get(place, {"table": "2"}).content.decode()
    assert following.client("dave").get(place, {"table": "²x"}).status_code == 200


def _players(world: World, table: int) -> list[int]:
    seats = world.round(1).pairings.get(table=table).seats
    return [seats.get(colour=colour).entry_id for colour in ("first", "second")]


@pytest.mark.slow
def test_a_table_says_its_result_with_the_cause_and_the_referee_enters_it(following: World) -> None:
    issue_table_links(section=following.section, by=following.users["carol"])
    link = TableLink.objects.get(section=following.section, table=1, revoked_at=None)
    place = f"/en/b/{address_of(link).split('/b/')[1].strip('/')}/"
    page = text(place)
    assert 'data-outcome="1-0"' in page
    assert 'value="resignation"' in page
    players = _players(following, 1)

    def say(status: int = 200, **outcome: str) -> dict[str, Any]:
        answer = Client().post(f"{place}plies/", {"sent": json.dumps({"players": players, **outcome})})
        assert answer.status_code == status, answer.content
        answered: dict[str, Any] = answer.json()
        return answered

    assert "cannot have" in say(409, outcome="1/2", cause="resignation")["refused"]
    assert "refused" in say(409, outcome="0-0")
    state = say(outcome="0-1", cause="time")["state"]
    assert state["reported"] == "Reported at the table: Red lost (on time (article 3))."
    assert state["over"] == "", "nothing is decided by it"
    state = say(outcome="1-0", cause="resignation")["state"]
    assert state["reported"] == "Reported at the table: Black lost (resignation)."
    assert say(outcome="1-0", cause="resignation")["answers"][0]["code"] == "already-there"
    [card] = live_cards(following.round(1))[0]
    assert (card.prompt.text, card.applies) == (state["reported"], True)
    assert "Reported at the table" not in text("/en/boards/cup/men/round/1/")
    assert following.post("dave", "apply_finding", 1, 1, finding=card.prompt.key).status_code == 302
    report = following.round(1).pairings.get(table=1).reports.get()
    assert (report.value, report.cause) == ("1-0", "resignation")
    assert live_cards(following.round(1)) == ([], [])


def test_a_game_that_goes_on_has_no_reported_result(following: World) -> None:
    pairing = following.round(1).pairings.get(table=1)
    report_outcome(pairing=pairing, value="1/2", cause="agreement", by=following.users["carol"])
    assert len(live_cards(following.round(1))[0]) == 1
    write_game(pairing=pairing, moves=[*LINE, "i9h9"], by=following.users["carol"])
    assert live_cards(following.round(1))[0] == []
