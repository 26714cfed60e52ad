"""The cases of rules that act while a game is played, over the real interface, ply by ply: every prompt that
is due and no other, to whom it is due, and what the game ends with."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.acts.live import streams
from games.models import LiveEvent, LiveGame
from games.queries.live import stream_of
from games.rulebooks.findings import plain
from portal.api.authentication import ByCaller
from tests.games.rulebooks.facts import live_cases
from tests.games.views.mine import page as own_page
from tests.games.views.mine import seats
from tests.portal.api.callers import Caller
from tests.world import World
from tournaments.models import Section

LIVE = "/api/v1/events/cup/sections/men/rounds/1/tables/1/games/1/live"


@pytest.fixture(autouse=True)
def nobody_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ByCaller, "THROTTLE_RATES", {**ByCaller.THROTTLE_RATES, "live": "100000/s"})


def begun(drawn: World, case: dict[str, Any]) -> Caller:
    drawn.published()
    Section.objects.filter(pk=drawn.section.pk).update(
        game="weiqi" if case["rulebook"].startswith("weiqi") else "xiangqi",
        rulebook=case["rulebook"],
        online=case["mode"] == "online",
    )
    return Caller(drawn.users["bob"], "live", "read")


PLAYED = [case for case in live_cases() if "plies" in case and not case["rulebook"].startswith("weiqi")]
# It is played through the portal ply by ply.
LONG = 1_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=str(case["id"]), marks=[pytest.mark.long] if len(case["plies"]) > LONG else [])
        for case in PLAYED
    ],
)
def test_every_case_of_plies(drawn: World, case: dict[str, Any]) -> None:
    referee = begun(drawn, case)
    refused = {row_["op"] for row_ in case.get("refused", [])}
    prompts: list[dict[str, Any]] = []
    moves = case["plies"].split()
    for ply, move in enumerate(moves, 1):
        if ply in refused:
            break
        answer = referee.post(LIVE, {"start": case["start"], "plies": [{"ply": ply, "move": move}]})
        assert answer.status_code == 200, answer.json()
        prompts += answer.json()["prompts"]
        # No process needs to remember anything.
        streams.take(LiveGame.objects.get().pk)
    expected = [
        (row_["ply"], row_["kind"], row_["article"], row_["code"], row_["side"], row_["to"])
        for row_ in case["expect"]
        if row_["kind"] != "strip"
    ]
    prompted = [
        (row_["ply"], row_["kind"], row_["article"], row_["code"], row_["side"], row_["to"])
        for row_ in prompts
        if row_["kind"] != "foul"
    ]
    assert prompted == expected
    for row_, row in zip([row_ for row_ in prompts if row_["kind"] != "foul"], case["expect"], strict=True):
        if "move" in row:
            assert row_["evidence"]["move"] == row["move"]
        assert row_["message"]
    game = LiveGame.objects.get()
    end = case.get("end")
    if end is None or end.get("proposed"):
        assert game.end is None or game.over in ("mate", "stalemate")
    else:
        assert game.end == [end["result"], end["cause"], end["article"] or ""]
        assert game.head == end["ply"]
    stream = stream_of(game)
    assert game.prompts == [plain(finding) for finding in stream.standing]
    assert LiveEvent.objects.filter(kind="ply").count() == game.head
    if refused:
        _tries_what_is_disabled(drawn, case, moves, min(refused))


def _tries_what_is_disabled(drawn: World, case: dict[str, Any], moves: list[str], op: int) -> None:
    """On the player's own device it is refused, stored nowhere, and said in the same sentence."""
    first, second = seats(drawn)
    game = LiveGame.objects.get()
    side = first if stream_of(game).game.side(op) == 0 else second
    body = {"players": [first.pk, second.pk], "plies": [{"ply": op, "move": moves[op - 1], "key": "k"}]}
    answer = Client().post(f"{own_page(side, 'my_board', 1)}plies/", {"sent": json.dumps(body)}).json()
    assert (answer["answers"][0]["code"], answer["answers"][0]["refused"]) == ("disabled", True)
    assert LiveGame.objects.get().head == op - 1
    assert answer["state"]["disabled"] == [moves[op - 1]]
    assert answer["state"]["prompts"][0]["text"].startswith("You have played this pattern")
