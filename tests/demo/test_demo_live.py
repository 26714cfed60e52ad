"""The live event of the demonstration: its moves come in through the acts, and it ends by itself."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client

from games import demo_live
from games.acts.live import write_game
from games.demo_live import EVENT, HEAD_START, load_live, next_moves
from games.models import LiveGame
from games.queries.records import current_record
from portal import outbox
from tournaments.demo import cast
from tournaments.models import Pairing, ResultReport


def plies() -> dict[int | None, int]:
    """By table, the moves of its running game."""
    games = LiveGame.objects.filter(pairing__round__section__event__slug=EVENT)
    return {game.pairing.table: len(game.line.split()) for game in games.select_related("pairing")}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_moves_come_in_until_the_games_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("federations", verbosity=0)
    users = cast.ensure_cast()
    section = load_live(users, seed=2026)
    assert section is not None
    assert load_live(users, seed=2026) is None
    assert plies() == {1: HEAD_START, 2: HEAD_START}
    assert Client().get(f"/en/boards/{EVENT}/friendly/round/1/table/1/").status_code == 200
    assert next_moves(users)
    assert plies() == {1: HEAD_START + 1, 2: HEAD_START + 1}

    # Somebody else has another move at table 2: it is left alone from then on.
    theirs = Pairing.objects.get(round__section=section, table=2)
    own_moves = LiveGame.objects.get(pairing=theirs).line.split()[:4]
    write_game(pairing=theirs, moves=own_moves, back=True, by=users["referee"])
    write_game(pairing=theirs, moves=[*own_moves, "a3a4"], by=users["referee"])
    # The game of table 1 is three moves longer only.
    games = demo_live.games_of_record()
    short = [
        demo_live.replace(game, moves=game.moves[: HEAD_START + 3])
        if (game.event, game.section, game.round, game.table) == (*demo_live.ORIGIN, 1)
        else game
        for game in games
    ]
    monkeypatch.setattr(demo_live, "games_of_record", lambda: short)
    steps = 0
    while next_moves(users):
        steps += 1
    assert (steps, plies()) == (3, {1: HEAD_START + 3, 2: 5})
    [report] = ResultReport.objects.in_force()
    assert (report.pairing.table, report.value) == (1, "1-0")
    outbox.drain()
    record = current_record(report.pairing)
    assert record is not None
    assert record.reading.data["plies"] == HEAD_START + 3
    assert Client().get(f"/en/e/{EVENT}/friendly/round/1/table/1/").status_code == 200
    assert not next_moves(users)
