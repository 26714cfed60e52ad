"""The live event of the demonstration: its moves come in through the acts, and it ends by itself."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client

from games import demo_live
from games.acts.records import submit_record
from games.demo_live import EVENT, HEAD_START, load_live, next_moves
from games.models import GameRecord
from games.queries.records import current_record
from portal import outbox
from tournaments.demo import cast
from tournaments.models import Pairing, ResultReport


def plies() -> dict[int, int]:
    """By table, the moves of the newest record."""
    tables = Pairing.objects.filter(round__section__event__slug=EVENT)
    newest = {item.table: current_record(item) for item in tables}
    return {table or 0: item.reading.data["plies"] for table, item in newest.items() if item}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_moves_come_in_until_the_games_are_over(monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("federations", verbosity=0)
    users = cast.ensure_cast()
    section = load_live(users, seed=2026)
    assert section is not None
    assert load_live(users, seed=2026) is None
    assert plies() == {1: HEAD_START, 2: HEAD_START}
    address = f"/en/e/{EVENT}/friendly/round/1/table/1/"
    before = Client().get(address)
    assert before.status_code == 200
    assert next_moves(users)
    outbox.drain()
    assert plies() == {1: HEAD_START + 1, 2: HEAD_START + 1}
    version = before.text.partition('data-version="')[2].partition('"')[0]
    assert Client().get(f"{address}?v={version}").status_code == 200, "the open page is told"

    # Somebody else has another record at table 2: it is left alone from then on.
    theirs = current_record(Pairing.objects.get(round__section=section, table=2))
    assert theirs is not None
    submit_record(
        pairing=theirs.pairing, raw=b"1. h2e2", seen=theirs.pk, reason="Read wrongly.", by=users["desk"]
    )
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
    assert (steps, plies()) == (3, {1: HEAD_START + 3, 2: 1})
    [report] = ResultReport.objects.in_force()
    assert (report.pairing.table, report.value) == (1, "1-0")
    records = GameRecord.objects.count()
    assert not next_moves(users)
    assert GameRecord.objects.count() == records
