"""Messages in files: a reader never sees half of one, not even where Kombu shows it."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection
from kombu.transport import filesystem

from portal.outbox import embedded

MESSAGES = 150
FOLDERS = {
    "data_folder_in": "queue",
    "data_folder_out": "queue",
    "control_folder": "control",
    "processed_folder": "processed",
}


def opened(folder: Path, transport: type) -> Any:
    """A channel whose queue is in ``folder``."""
    options: dict[str, Any] = {"store_processed": True}
    for option, name in FOLDERS.items():
        (folder / name).mkdir(exist_ok=True)
        options[option] = str(folder / name)
    return Connection("filesystem://", transport=transport, transport_options=options).channel()


def test_every_message_arrives_whole(tmp_path: Path) -> None:
    """One thread writes, another reads as fast as it can."""
    got: list[int] = []
    written = threading.Event()

    def write() -> None:
        sending = opened(tmp_path, embedded.Transport)
        for number in range(MESSAGES):
            sending._put("fast", {"number": number, "filling": "x" * 20_000})
        written.set()

    reading = opened(tmp_path, embedded.Transport)
    writer = threading.Thread(target=write)
    writer.start()
    while not written.is_set() or list((tmp_path / "queue").iterdir()):
        with suppress(Empty):
            got.append(reading._get("fast")["number"])
    writer.join()
    assert sorted(got) == list(range(MESSAGES))


@pytest.mark.parametrize(
    ("transport", "seen"), [(filesystem.Transport, ValueError), (embedded.Transport, Empty)]
)
def test_who_looks_while_a_message_is_written(tmp_path: Path, transport: type, seen: type) -> None:
    """Sees half of it with Kombu alone: when that is no longer so, the embedded transport can go."""
    reading, looked = opened(tmp_path, transport), []

    class LookedAt:
        def __json__(self) -> str:
            with pytest.raises(seen) as error:
                reading._get("fast")
            looked.append(error.type)
            return "whole"

    opened(tmp_path, transport)._put("fast", {"text": LookedAt()})
    assert len(looked) == 1
    if transport is embedded.Transport:
        assert reading._get("fast") == {"text": "whole"}


def test_celery_uses_it() -> None:
    from portal.celery import app

    with app.connection_for_write("filesystem://localhost") as connection:
        assert isinstance(connection.transport, embedded.Transport)
