"""Two people at the same moment, on PostgreSQL with real connections.

A *gate* holds everybody who has read until the others have read too, or for a moment when a lock keeps them
away. Each race is run first without its guard, to show that the gate makes the bug happen, then with it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from portal.journal.models import JournalEntry
from tests.cast import Cast
from tournaments.models import ResultReport

A_MOMENT = 0.4

PATIENCE = 120.0


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Everybody at once, each with a connection of their own; what each got, or what was raised."""
    start = threading.Barrier(len(acts))
    got: list[Any] = [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        start.wait(PATIENCE)
        try:
            got[place] = act()
        except Exception as error:  # noqa: BLE001  it is handed to the test
            got[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive(), "somebody waits for ever"
    return got


def gate(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, *, of: int = 2) -> None:
    """After ``module.name`` has read, wait a moment until ``of`` have."""
    read = getattr(module, name)
    barrier = threading.Barrier(of)

    def reading(*args: Any, **kwargs: Any) -> Any:
        result = read(*args, **kwargs)
        with suppress(threading.BrokenBarrierError):
            barrier.wait(A_MOMENT)
        return result

    monkeypatch.setattr(module, name, reading)


def gate_before(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, *, of: int = 2) -> None:
    """Before ``module.name`` writes, wait a moment until ``of`` are about to."""
    write = getattr(module, name)
    barrier = threading.Barrier(of)

    def writing(*args: Any, **kwargs: Any) -> Any:
        with suppress(threading.BrokenBarrierError):
            barrier.wait(A_MOMENT)
        return write(*args, **kwargs)

    monkeypatch.setattr(module, name, writing)


def without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for anybody: every row is read as it stands."""
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows.all())


def current_values(cast: Cast) -> list[str]:
    reports = ResultReport.objects.filter(pairing__round=cast.round(1), superseded_by__isnull=True)
    return sorted(reports.values_list("value", flat=True))


def journal(act: str) -> int:
    return JournalEntry.objects.filter(act=act).count()


locking = pytest.mark.parametrize("locked", [False, True], ids=["without the lock", "as it is"])


def kinds(got: list[Any]) -> list[str]:
    return sorted(type(answer).__name__ for answer in got)
