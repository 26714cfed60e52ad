"""What the worker does for games: it has a record read, in a process that cannot harm it."""

from __future__ import annotations

import json
import logging
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings

from games.models import GameRecord, RecordReading, RecordSource, Scoresheets, ScoresheetsAnswer
from games.records import child
from games.records.answer import unreadable_object
from games.records.game import FaultCode
from games.rulebooks import weiqi_child
from games.scoresheets.answer import answer as reconcile
from games.weiqi.judging import judge
from games.weiqi.record import Cause as WeiqiCause
from games.weiqi.record import Fault as WeiqiFault
from games.weiqi.record import Record
from games.xiangqi.fen import START
from portal.outbox import Handler, Job, Work
from tournaments.models import Section

logger = logging.getLogger(__name__)

READERS: Final = {
    "xiangqi": (sys.executable, "-m", "games.rulebooks.xiangqi_child"),
    "weiqi": (sys.executable, "-m", "games.rulebooks.weiqi_child"),
}
"""Game → the command, to which is added how to read: a format, in weiqi the rulebook."""
PATIENCE: Final = 20.0
"""Seconds by the clock; the child's own limit is on processor time."""


@dataclass(frozen=True, slots=True)
class ToRead:
    raw: bytes
    game: str
    how: str


class ReadRecordHandler(Handler):
    """``{"record": id}`` → a `RecordReading`."""

    def read(self, payload: dict[str, Any]) -> Work:
        sources = RecordSource.objects.select_related("record__pairing__round__section")
        source = sources.get(record=payload["record"])
        section = source.record.pairing.round.section
        how = source.format if section.game == Section.Game.XIANGQI else section.rulebook
        raw = bytes(source.raw)
        # What came in is never changed, but it may be blanked while it is being read (docs/forgetting.md).
        return Work(f"{source.digest} {len(raw)}", ToRead(raw, section.game, how))

    def lock(self, payload: dict[str, Any]) -> None:
        RecordSource.objects.select_for_update().get(record=payload["record"])

    def compute(self, data: ToRead) -> dict[str, Any]:
        return read_apart(data.raw, data.how, game=data.game)

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


def read_apart(raw: bytes, how: str, *, game: str = "xiangqi", reader: Sequence[str] = ()) -> dict[str, Any]:
    """The first game of a record, read in a child process under limits; ``others`` counts further games.

    A reader that dies, or takes too long or too much, yields an unreadable record, never an error of the
    worker. ``how``: the format, in weiqi the rulebook; ``reader``: the command in place of the game's own.
    """
    try:
        done = subprocess.run(  # noqa: S603  our own interpreter, no shell, the rest from closed lists
            [*(reader or READERS[game]), how],
            input=raw,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            cwd=settings.BASE_DIR,
            env={"LANG": "C.UTF-8"},
        )
    except subprocess.TimeoutExpired:
        return given_up(game, FaultCode.TOO_SLOW, seconds=PATIENCE)
    lines = done.stdout.splitlines()
    if done.returncode == -signal.SIGXCPU:
        return given_up(game, FaultCode.TOO_SLOW, seconds=child.SECONDS)
    if done.returncode == child.OUT_OF_MEMORY:
        return given_up(game, FaultCode.TOO_COSTLY, megabytes=child.MEMORY >> 20)
    if done.returncode or not lines:
        logger.error("The reader of records ended with %s: %s", done.returncode, done.stderr[-2000:])
        return given_up(game, FaultCode.READER_FAILED)
    found: dict[str, Any] = json.loads(lines[0])
    found["others"] = len(lines) - 1
    return found


def given_up(game: str, code: FaultCode, **params: object) -> dict[str, Any]:
    """What a reading is when there is none."""
    if game == Section.Game.WEIQI:
        broken = WeiqiFault(WeiqiCause.UNREADABLE, str(code), params=params)
        return {**weiqi_child.reading(judge(Record(faults=(broken,)))), "others": 0}
    found = unreadable_object("", "", str(code))
    for fault in found["faults"]:
        del fault["message"]
        fault |= {"params": params, "since": None, "variation": False}
    return {**found, "start_fen": START, "rest": [], "comments": {}, "others": 0}


class ReconcileHandler(Handler):
    """``{"scoresheets": id}`` → a `ScoresheetsAnswer`. It needs no child: what it reads is short text, and
    its search ends by its own count of steps."""

    def read(self, payload: dict[str, Any]) -> Work:
        sheets = Scoresheets.objects.get(pk=payload["scoresheets"])
        size = len(sheets.first) + len(sheets.second)
        return Work(f"{sheets.digest} {size}", (sheets.first, sheets.second))

    def lock(self, payload: dict[str, Any]) -> None:
        Scoresheets.objects.select_for_update().get(pk=payload["scoresheets"])

    def compute(self, data: tuple[str, str]) -> dict[str, Any]:
        return reconcile(*data)

    def write(self, job: Job, data: tuple[str, str], result: dict[str, Any]) -> dict[str, Any]:
        sheets = Scoresheets.objects.get(pk=job.payload["scoresheets"])
        ScoresheetsAnswer.objects.get_or_create(sheets=sheets, defaults={"data": result})
        return {"status": result["status"], "plies": result["plies"]}


HANDLERS: dict[str, Handler] = {
    "read-record": ReadRecordHandler(),
    "reconcile-sheets": ReconcileHandler(),
}
"""Registered with the outbox when Django starts."""
