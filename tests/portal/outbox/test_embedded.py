"""Messages in files: a reader never sees half of one, not even where Kombu shows it."""

from __future__ import annotations

import threading
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection
from kombu.transport import filesystem

from portal.outbox import embedded

MESSAGES = 150


def exchange(folder: Path, transport: type) -> list[Any]:
    """One thread writes, another reads as fast as it can; what the reader got, errors included."""
    for name in ("queue", "control"):
        (folder / name).mkdir()
    options = {"data_folder_in": str(folder / "queue"), "data_folder_out": str(folder / "queue")}
    options |= {"control_folder": str(folder / "control"), "store_processed": True}
    options["processed_folder"] = str(folder / "processed")
    (folder / "processed").mkdir()
    got: list[Any] = []
    written = threading.Event()

    def channel() -> Any:
        return Connection("filesystem://", transport=transport, transport_options=options).channel()

    def write() -> None:
        sending = channel()
        for number in range(MESSAGES):
            sending._put("fast", {"number": number, "filling": "x" * 20_000})
        written.set()

    writer = threading.Thread(target=write)
    reading = channel()
    writer.start()
    while True:
        last = written.is_set()
        try:
            got.append(reading._get("fast")["number"])
        except ValueError as error:
            got.append(error)
        except Empty:
            if last:
                writer.join()
                return got


def test_every_message_arrives_whole(tmp_path: Path) -> None:
    assert sorted(exchange(tmp_path, embedded.Transport)) == list(range(MESSAGES))
    assert list((tmp_path / "queue").iterdir()) == []


def test_kombu_alone_shows_half_messages(tmp_path: Path) -> None:
    got: list[Any] = []
    for attempt in range(20):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        got = exchange(folder, filesystem.Transport)
        if any(isinstance(one, ValueError) for one in got):
            return
    pytest.fail(f"Kombu has learnt it: {len(got)} whole messages. The embedded transport can go.")


def test_celery_uses_it() -> None:
    from portal.celery import app

    with app.connection_for_write("filesystem://localhost") as connection:
        assert isinstance(connection.transport, embedded.Transport)
