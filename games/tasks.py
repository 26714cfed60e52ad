"""Do the worker's part for games: read records and reconcile scoresheets, where nothing can be harmed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.acts.rulings_by_rule import RULE, entering_refused, rule_on_end
from games.models import GameRecord, LiveGame, RecordReading, RecordSource, Scoresheets, ScoresheetsAnswer
from games.problems import Cause, Problem
from games.records.answer import unreadable_object
from games.records.game import FaultCode
from games.rulebooks.checked import read_weiqi, read_xiangqi
from games.rulebooks.registry import RULEBOOKS
from games.rulebooks.weiqi_reading import reading
from games.scoresheets.answer import sheets_answer as reconcile
from games.weiqi.handicap import Placement
from games.weiqi.judging import judge
from games.weiqi.record import WeiqiRecord
from games.weiqi.settings import Settings
from games.xiangqi.fen import START
from portal.outbox import Handler, Job, JobRefused, Work
from portal.policy import Refusal
from portal.sandbox import parent
from tournaments.acts.common import lock_result
from tournaments.models import Round, Section

# Seconds of processor time for reconciling two scoresheets.
MOST_SECONDS: Final = 30
FAULTS: Final = {
    parent.Cause.TOO_SLOW: FaultCode.TOO_SLOW,
    parent.Cause.TOO_COSTLY: FaultCode.TOO_COSTLY,
    parent.Cause.FAILED: FaultCode.READER_FAILED,
}


@dataclass(frozen=True, slots=True)
class ToRead:
    raw: bytes
    game: str
    how: str
    placement: Placement | None
    rulebooks: Sequence[str]


class ReadRecordHandler(Handler):
    """Make a `RecordReading` of ``{"record": id}``."""

    def read(self, payload: dict[str, Any]) -> Work:
        sources = RecordSource.objects.select_related("record__pairing__round__section")
        source = sources.get(record=payload["record"])
        section = source.record.pairing.round.section
        how = source.format if section.game == Section.Game.XIANGQI else section.rulebook
        raw = bytes(source.raw)
        # What came in is never changed, but it may be blanked while it is being read
        # (docs/guide/forgetting.md).
        placement = Settings.of(section.options).placement if section.game == Section.Game.WEIQI else None
        return Work(
            f"{source.digest} {len(raw)}", ToRead(raw, section.game, how, placement, [section.rulebook])
        )

    def lock(self, payload: dict[str, Any]) -> None:
        RecordSource.objects.select_for_update().get(record=payload["record"])

    def compute(self, data: ToRead) -> dict[str, Any]:
        return read_apart(
            data.raw, data.how, game=data.game, placement=data.placement, rulebooks=data.rulebooks
        )

    def write(self, job: Job, data: ToRead, result: dict[str, Any]) -> dict[str, Any]:
        record = GameRecord.objects.get(pk=job.payload["record"])
        headers = result.pop("headers")
        state = state_of(result)
        RecordReading.objects.get_or_create(
            record=record, defaults={"state": state, "data": result, "headers": headers}
        )
        return {"state": state, "plies": result["plies"], "faults": len(result["faults"])}


def state_of(reading: dict[str, Any]) -> str:
    if reading["valid"] and reading["plies"]:
        return RecordReading.State.VALID
    return RecordReading.State.FAULTY if reading["plies"] else RecordReading.State.UNREADABLE


def read_apart(
    raw: bytes,
    how: str,
    *,
    game: str = "xiangqi",
    placement: Placement | None = None,
    rulebooks: Sequence[str] = (*RULEBOOKS,),
) -> dict[str, Any]:
    """Read the first game of a record in a child process; ``how``: the format, in weiqi the rulebook."""
    if game == Section.Game.WEIQI:
        return read_in_child(game, read_weiqi, raw, how, placement)
    return read_in_child(game, read_xiangqi, raw, how, rulebooks)


def read_in_child(
    game: str, reader: Callable[..., dict[str, Any]], *args: Any, seconds: int = parent.SECONDS
) -> dict[str, Any]:
    """Give what the reader finds; raise `apart.Stopped` where too much is being read."""
    try:
        return parent.run_sandboxed(reader, *args, seconds=seconds)
    except parent.Stopped as stopped:
        if stopped.code == parent.Cause.BUSY:
            raise
        # One that dies, or takes too long or too much, yields an unreadable record, never an error.
        return given_up(game, FAULTS[parent.Cause(stopped.code)], **stopped.params)


def given_up(game: str, code: FaultCode, **params: object) -> dict[str, Any]:
    """What a reading is when there is none."""
    if game == Section.Game.WEIQI:
        broken = Problem(Cause.UNREADABLE, str(code), params=params)
        return {**reading(judge(WeiqiRecord(faults=(broken,)))), "others": 0}
    answer = unreadable_object("", "", str(code))
    for fault in answer["faults"]:
        del fault["message"]
        fault |= {"params": params, "since": None, "variation": False}
    return {**answer, "start_fen": START, "rest": [], "comments": {}, "others": 0}


class ReconcileHandler(Handler):
    """Make a `ScoresheetsAnswer` of ``{"scoresheets": id}``; the search ends by its own count of steps."""

    def read(self, payload: dict[str, Any]) -> Work:
        sheets = Scoresheets.objects.get(pk=payload["scoresheets"])
        size = len(sheets.first) + len(sheets.second)
        return Work(f"{sheets.digest} {size}", (sheets.first, sheets.second))

    def lock(self, payload: dict[str, Any]) -> None:
        Scoresheets.objects.select_for_update().get(pk=payload["scoresheets"])

    def compute(self, data: tuple[str, str]) -> dict[str, Any]:
        try:
            return parent.run_sandboxed(reconcile, *data, seconds=MOST_SECONDS)
        except parent.Stopped as stopped:
            raise JobRefused(stopped.code, **stopped.params) from None

    def write(self, job: Job, data: tuple[str, str], result: dict[str, Any]) -> dict[str, Any]:
        sheets = Scoresheets.objects.get(pk=job.payload["scoresheets"])
        ScoresheetsAnswer.objects.get_or_create(sheets=sheets, defaults={"data": result})
        return {"status": result["status"], "plies": result["plies"]}


class RuleHandler(Handler):
    """Enter the result that a running game on line, ``{"live": id}``, has ended with by itself."""

    def read(self, payload: dict[str, Any]) -> Work:
        return Work("", payload["live"])

    def lock(self, payload: dict[str, Any]) -> None:
        # Its round first, as acts do; the row of the game keeps its writers out.
        lock_result(Round.objects.get(pairings__live_games=payload["live"]))
        LiveGame.objects.select_for_update().get(pk=payload["live"])

    def write(self, job: Job, data: int, result: None) -> dict[str, Any]:
        live = LiveGame.objects.select_related("pairing__round__section__event").get(pk=data)
        try:
            report = rule_on_end(live, live.pairing.round)
        except Refusal as refusal:
            return entering_refused(refusal)
        return {"report": report.pk if report else None}


# Registered with the outbox when Django starts.
HANDLERS: dict[str, Handler] = {
    "read-record": ReadRecordHandler(),
    "reconcile-sheets": ReconcileHandler(),
    RULE: RuleHandler(),
}


def _table_of_record(payload: dict[str, Any]) -> str:
    return f"pairing:{GameRecord.objects.values_list('pairing', flat=True).get(pk=payload['record'])}"


def _section_of_live(payload: dict[str, Any]) -> str:
    games = LiveGame.objects.filter(pk=payload["live"])
    return f"section:{games.values_list('pairing__round__section', flat=True).get()}"


# By kind of work, what it has changed for who reads private pages.
WRITTEN = {"read-record": _table_of_record, RULE: _section_of_live}
