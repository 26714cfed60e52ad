"""Decider games of players: entered at the table, shown in bracket, round and documents, taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Refusal
from portal.webhooks.models import Delivery, Webhook
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.tournaments.acts.played import make, round_of, start
from tests.working import compute
from tests.world import ValidClient
from tournaments.acts.change_section import change_section
from tournaments.acts.decider_games import play_decider_games
from tournaments.acts.results import report_result
from tournaments.acts.rounds import close_round
from tournaments.acts.undo.undo import undo
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.models import Round
from tournaments.queries.files import section_as_file
from tournaments.queries.teams.team_matches import undecided_matches
from tournaments.state.deciding import PRESETS

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def cup(cast: Cast) -> Round:
    """Two players of four are level after their game."""
    section = make(cast, 4, "knock-out")
    change_section(section=section, wanted={"steps": list(PRESETS["cx30-2"])}, reason="agreed", by=cast.alice)
    round_ = start(cast, section, 1)
    for table, value in ((1, "1/2"), (2, "1-0")):
        report_result(round_=round_, table=table, value=value, seen=None, by=cast.bob)
    return round_of(section, 1)


def at(name: str, round_: Round, *more: Any) -> str:
    return reverse(name, args=[round_.section.event.slug, round_.section.slug, round_.number, *more])


def step(round_: Round, number: int, result: str, by: Any, **more: Any) -> Any:
    results = [result] if result else []
    return play_decider_games(round_=round_, table=1, step=number, results=results, by=by, **more)


def seats(round_: Round) -> dict[str, Any]:
    pairing = round_.pairings.get(table=1)
    return {seat.colour: seat.entry for seat in pairing.seats.select_related("entry__player")}


@pytest.mark.slow
def test_a_webhook_hears_when_decider_games_decide(cast: Cast, cup: Round) -> None:
    Webhook.objects.create(
        scope=f"event:{cast.event.pk}", url="https://example.org/", topics=["match.decided"], salt="x"
    )

    def heard() -> list[dict[str, Any]]:
        outbox.drain()
        return [json.loads(delivery.body) for delivery in Delivery.objects.order_by("pk")]

    step(cup, 1, "1/2", cast.bob)
    assert heard() == []
    step(cup, 2, "1-0", cast.bob)
    numbers = {colour: entry.number for colour, entry in seats(cup).items()}
    [decided] = heard()
    assert {key: decided[key] for key in ("round", "table", "first", "second", "winner")} == {
        "round": 1,
        "table": 1,
        **numbers,
        "winner": "first",
    }
    step(cup, 2, "1/2", cast.bob, reason="a slip")
    assert [row["winner"] for row in heard()] == ["first", ""]


@pytest.mark.slow
def test_a_level_match_is_played_on_until_a_side_is_ahead(cast: Cast, cup: Round, text: Text) -> None:
    client = ValidClient()
    client.force_login(cast.carol)
    page = text(client.get(at("result", cup, 1)))
    second = seats(cup)["second"]
    assert "Step 1: rapid 10 min + 10 s per move · sides exchanged" in page
    assert f"{second.player.name} moves first." in page
    address = at("play_decider_games", cup, 1)
    for wrong in ({"result_1": "12"}, {"step": "7"}, {"step": "²"}, {"step": "2"}):
        assert client.post(address, {"step": "1", "result_1": "=", **wrong}).status_code in (409, 422), wrong
    assert client.post(address, {"step": "1", "result_1": "="}).status_code == 302
    assert client.post(address, {"step": "2", "result_1": "="}).status_code == 302
    # Who moved second in the blitz game chooses, and the page says who that is.
    page = text(client.get(at("result", cup, 1)))
    assert f"who moved second before chooses the side: {second.player.name}" in page
    assert client.post(address, {"step": "3", "result_1": "="}).status_code == 422
    assert undecided_matches(cup) == [1]
    with pytest.raises(Refusal, match="players-level"):
        close_round(round_=cup, by=cast.bob)
    assert client.post(address, {"step": "3", "begins": "first", "result_1": "="}).status_code == 302
    assert undecided_matches(cup) == []
    outbox.drain()
    base = f"/en/e/{cast.event.slug}/{cup.section.slug}/"
    bracket = text(Client().get(f"{base}bracket/"))
    assert "rapid (10 min + 10 s per move) ½–½" in bracket
    assert "extra game (first 6 min + 3 s per move, second 4 min + 3 s per move) ½–½" in bracket
    assert "extra game ½–½" in text(Client().get(f"{base}round/1/"))
    document = Client().get(f"/api/v1/events/{cast.event.slug}/sections/{cup.section.slug}/rounds/1").json()
    [line] = [item for item in document["tables"] if item["table"] == 1]
    assert [item["kind"] for item in line["steps"]] == ["rapid", "blitz", "extra"]
    assert line["steps"][2]["ahead"] == "second"
    close_round(round_=cup, by=cast.bob)
    compute()
    final = start(cast, cup.section, 2)
    assert second.number in {seat.entry.number for seat in final.seats.select_related("entry")}
    file = section_as_file(cup.section)
    assert loads(dumps(file)).games == file.games
    assert [len(game.steps) for game in file.games if game.round == 1] == [3, 0]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"step": 2}, "no-such-step"),
        ({"results": ["1-0", "1-0"]}, "step-results"),
        ({"results": []}, "step-empty"),
        ({"table": 2}, "players-not-level"),
        ({"table": 9}, "no-such-table"),
    ],
)
def test_what_is_no_step_is_refused(cast: Cast, cup: Round, arguments: dict[str, Any], code: str) -> None:
    whole = {"table": 1, "step": 1, "results": ["1-0"], **arguments}
    with pytest.raises(Refusal) as refusal:
        play_decider_games(round_=cup, by=cast.carol, **whole)
    assert refusal.value.code == code
    assert cup.pairings.get(table=1).steps == []


@pytest.mark.parametrize("steps", [PRESETS["all-blitz"], PRESETS["cx30-2"][:2], ["x"], [7]])
def test_a_list_that_decides_nothing_is_refused(cast: Cast, steps: list[Any]) -> None:
    with pytest.raises(Refusal) as refusal:
        change_section(section=make(cast, 4, "knock-out"), wanted={"steps": list(steps)}, by=cast.alice)
    assert refusal.value.code in ("steps-of-players", "bad-setting")


def test_nothing_is_replayed(cast: Cast, cup: Round) -> None:
    with pytest.raises(Refusal, match="no-such-game"):
        report_result(round_=cup, table=1, value="1-0", game=2, seen=None, by=cast.bob)


@pytest.mark.slow
def test_a_correction_needs_a_reason_and_a_step_is_undone(cast: Cast, cup: Round) -> None:
    step(cup, 1, "1-0", cast.carol)
    with pytest.raises(Refusal, match="reason-needed"):
        step(cup, 1, "0-1", cast.carol)
    step(cup, 1, "0-1", cast.carol, reason="misread")
    pairing = cup.pairings.get(table=1)
    assert pairing.steps[0]["games"][0][2] == "0-1"
    for left in (["1-0"], []):
        entry = JournalEntry.objects.filter(act="play_decider_games").order_by("pk")[len(left)]
        undo(event=cast.event, entry=entry.pk, reason="not so", by=cast.bob)
        pairing.refresh_from_db()
        assert [row["games"][0][2] for row in pairing.steps] == left
