"""What the worker does for games: it has a record read, in a process that cannot harm it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings

from games.models import GameRecord, RecordReading, RecordSource
from games.records.answer import unreadable_object
from games.records.game import FaultCode
from portal.outbox import Handler, Job, Work

PATIENCE: Final = 20.0
"""Seconds by the clock; the child's own limit is on processor time."""


@dataclass(frozen=True, slots=True)
class ToRead:
    raw: bytes
    kind: str


class ReadRecordHandler(Handler):
    """``{"record": id}`` → a `RecordReading`."""

    def read(self, payload: dict[str, Any]) -> Work:
        source = RecordSource.objects.get(record=payload["record"])
        return Work(source.digest, ToRead(bytes(source.raw), source.format))

    def compute(self, data: ToRead) -> dict[str, Any]:
        return read_apart(data.raw, data.kind)

    def write(self, job: Job, data: ToRead, result: dict[str, Any]) -> dict[str, Any]:
        record = GameRecord.objects.get(pk=job.payload["record"])
        headers = result.pop("headers")
        state = state_of(result)
        RecordReading.objects.get_or_create(
            record=record, defaults={"state": state, "data": result, "headers": headers}
        )
        return {"state": state, "plies": result["plies"], "faults": len(result["faults"])}


def state_of(found: dict[str, Any]) -> str:
    if found["valid"] and found["plies"]:
        return RecordReading.State.VALID
    return RecordReading.State.FAULTY if found["plies"] else RecordReading.State.UNREADABLE


def read_apart(raw: bytes, kind: str) -> dict[str, Any]:
    """The first game of a record, read in a child process under limits; ``others`` counts further games.

    A reader that dies or takes too long yields an unreadable record, never an error of the worker.
    """
    command = [sys.executable, "-m", "games.records.child", kind]
    try:
        done = subprocess.run(  # noqa: S603  our own interpreter, no shell, the kind from a closed list
            command,
            input=raw,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            cwd=settings.BASE_DIR,
            env={"LANG": "C.UTF-8"},
        )
    except subprocess.TimeoutExpired:
        return _given_up(FaultCode.TOO_SLOW)
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        return _given_up(FaultCode.TOO_SLOW if done.returncode < 0 else FaultCode.TOO_COSTLY)
    found: dict[str, Any] = json.loads(lines[0])
    found["others"] = len(lines) - 1
    return found


def _given_up(code: FaultCode) -> dict[str, Any]:
    found = unreadable_object("", "", str(code))
    for fault in found["faults"]:
        del fault["message"]
        fault["params"] = {}
    return {**found, "others": 0, "comments": {}}


HANDLERS: dict[str, Handler] = {"read-record": ReadRecordHandler()}
"""Registered with the outbox when Django starts."""
