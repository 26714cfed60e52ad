"""Two writers at one table, on PostgreSQL; first without the lock of the game."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from games.acts import live
from games.acts.live import streams, write_game, write_plies
from games.live.stream import Code, PlyItem
from games.models import LiveEvent, LiveGame
from games.queries.live import stream_of
from tests.cast import Cast, pairing_of
from tests.races import gate, gate_before, kinds, locking, together, without_locks

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

LINE = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "h0h6", "c6c5"]


def begun(cast: Cast) -> LiveGame:
    write_game(pairing=pairing_of(cast), moves=LINE[:2], by=cast.carol)
    game = LiveGame.objects.get()
    streams.take(game.pk)
    return game


def codes(got: list[Any]) -> list[str]:
    return sorted(
        str(answer.answers[0].code) if not isinstance(answer, Exception) else "lost" for answer in got
    )


@locking
@pytest.mark.parametrize("other", ["b0c2", "h0g2"], ids=["another move", "the same move"])
def test_two_send_a_ply_at_one_moment(
    published: Cast, monkeypatch: pytest.MonkeyPatch, other: str, *, locked: bool
) -> None:
    """Without the lock both number their event 3, and one of them is lost in the constraint."""
    game = begun(published)
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, live, "_opened")
    gate(monkeypatch, live, "_locked")
    gate_before(monkeypatch, live, "_store")
    pairing = pairing_of(published)
    got = together(
        partial(write_plies, pairing=pairing, items=[PlyItem(3, "h0g2", "a")], by=published.carol),
        partial(write_plies, pairing=pairing, items=[PlyItem(3, other, "b")], by=published.dave),
    )
    if not locked:
        assert "IntegrityError" in kinds(got)
        return
    second = Code.THERE if other == "h0g2" else Code.OTHER_MOVE
    assert codes(got) == sorted([Code.TAKEN, second])
    stream = stream_of(game)
    assert stream.head == 3
    assert len(stream.objections) == (other != "h0g2"), "what was not played is kept beside the line"


def test_two_begin_a_game_at_one_moment(published: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    gate(monkeypatch, live, "players_and_game")
    pairing = pairing_of(published)
    got = together(
        *(
            partial(write_plies, pairing=pairing, items=[PlyItem(1, "h2e2", who.username)], by=who)
            for who in (published.carol, published.dave)
        )
    )
    assert codes(got) == sorted([Code.TAKEN, Code.THERE])
    assert LiveGame.objects.count() == LiveEvent.objects.count() == 1


def test_many_writers_lose_nothing_and_double_nothing(published: Cast) -> None:
    """Each sends every ply of the game with keys of its own, as phones do that were without a network."""
    pairing = pairing_of(published)

    def send(by: Any) -> None:
        for ply, move in enumerate(LINE, 1):
            for _ in range(2):
                write_plies(pairing=pairing, items=[PlyItem(ply, move, f"k{ply}")], by=by)

    got = together(*(partial(send, by) for by in (published.carol, published.dave, published.bob)))
    assert got == [None] * 3
    game = LiveGame.objects.get()
    assert game.moves == LINE
    assert list(game.events.order_by("seq").values_list("seq", flat=True)) == [*range(1, game.seq + 1)]
    assert game.events.filter(kind="ply").count() == len(LINE)


def test_games_do_not_wait_for_each_other(published: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """No lock but the game's own: both are inside at one moment."""
    inside: list[int] = []
    store = live._store

    def noting(row: LiveGame, *args: Any) -> None:
        inside.append(row.pk)
        assert barrier() is None
        store(row, *args)

    import threading

    both = threading.Barrier(2)

    def barrier() -> None:
        both.wait(20)

    monkeypatch.setattr(live, "_store", noting)
    got = together(
        *(
            partial(write_plies, pairing=pairing_of(published, table), items=[PlyItem(1, "h2e2")], by=by)
            for table, by in ((1, published.carol), (2, published.dave))
        )
    )
    assert codes(got) == [Code.TAKEN, Code.TAKEN]
    assert len(set(inside)) == 2
