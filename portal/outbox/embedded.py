"""Carry messages by Kombu's file-system transport, so that they appear whole."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.json import dumps


# Kombu opens a message's file and then writes it. A worker that looks in between reads nothing, and Celery
# ends on that ("Unrecoverable error"). Here a message is written aside and moved into place.
class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: Any, **kw: Any) -> None:  # type: ignore[override]  # as kombu overrides it
        # Readers take the files of their queue in the order of these names.
        file = Path(self.data_folder_out) / f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        aside = file.with_suffix(".aside")
        aside.write_text(dumps(payload), encoding="utf-8")
        aside.replace(file)


class Transport(filesystem.Transport):
    Channel = Channel
