"""Hand in the record of a table's game as text or file, and accept it as a referee."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from games import pages
from games.acts._targets import RECORD, TABLE
from games.models import (
    GameRecord,
    RecordAcceptance,
    RecordReading,
    RecordSource,
    authored,
    digest_of,
    source_columns,
)
from games.pages.webhook_events import ACCEPTED, SUBMITTED, notify_record
from games.policy import RecordAct
from games.queries.records import accepted_record, current_record, game_facts, has_game, record_key
from games.records import signatures
from games.records.endings import stated_ending
from games.records.game import FORMATS as READ_FORMATS
from games.records.game import MOST_BYTES_OF_A_GAME
from portal import outbox
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Reason, WhyCorrected
from tournaments.acts.common import close_key
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.results import current_report, report_result
from tournaments.models import Pairing, PlayerLink, Round
from tournaments.policy import Act, acts_of
from tournaments.state.causes import ResultCause, allows, cause_outcome

# A table's results as records have them, where that is another text.
RESULTS = {"1/2": "1/2-1/2"}
MOST_BYTES = MOST_BYTES_OF_A_GAME
FORMATS = ("auto", *READ_FORMATS, "sgf")


# What came in is kept exactly as it came, whatever the reader makes of it.
class OfRecord(TypedDict):
    record: int


@act(on=TABLE, right=RecordAct.SUBMIT_RECORD, done=_("record submitted"))
def submit_record(
    *,
    pairing: Pairing,
    raw: bytes,
    by: User | PlayerLink,
    filename: Annotated[str, Field(longest=120)] = "",
    seen: Annotated[
        int | None, Field(help=_("The “record” you are correcting; null if there was none."))
    ] = None,
    reason: WhyCorrected = "",
    game: int = 1,
    kind: str = "auto",
    once: str = "",
) -> ActResult[OfRecord]:
    """Hand in a record; a second one of a game is a correction, which names the one ``seen`` and says why."""
    if pairing.table is None:
        raise Refusal("bye-has-no-game")
    if not has_game(pairing, pairing.round, game):
        raise Refusal("record-of-no-game", table=pairing.table, game=game)
    refuse_unusable(raw, kind)
    current = current_record(pairing, game)
    # The same bytes from who has not seen it are that record.
    if current is not None and current.pk != seen and current.source.digest == digest_of(raw):
        return no_change({"record": current.pk})
    if (current.pk if current else None) != seen:
        raise Conflict(
            "record-conflict",
            table=pairing.table,
            by=current.author if current else "",
            record=current.pk if current else None,
            yours=seen,
            theirs=current.pk if current else None,
        )
    if isinstance(by, PlayerLink) and accepted_record(pairing.pk, game) is not None:
        raise Refusal("record-accepted")
    if current is not None and not reason:
        raise Refusal("reason-needed", field="reason")
    record = GameRecord.objects.create(
        pairing=pairing, game=game, supersedes=current, reason=reason, **authored(by)
    )
    RecordSource.objects.create(record=record, **source_columns(raw, filename, kind))
    enqueue_reading(record, by=record.by)
    notify_record(SUBMITTED, pairing.round, record)
    return ActResult(
        {"record": record.pk},
        before={"record": current.pk} if current else None,
        after={"record": record.pk, **game_facts(record), "bytes": len(raw)},
    )


def enqueue_reading(record: GameRecord, *, by: User | None) -> None:
    """Have a worker read it, in the caller's transaction."""
    payload = {"record": record.pk}
    outbox.enqueue("read-record", key=record_key(record), payload=payload, by=by, priority=outbox.RECORDS)


def refuse_unusable(raw: bytes, kind: str) -> None:
    """Refuse what can be no record, whatever it is for."""
    refuse_other_file(raw)
    if len(raw) > MOST_BYTES:
        raise Refusal("record-too-large", field="file", size=len(raw), limit=MOST_BYTES)
    if not raw.strip():
        raise Refusal("record-empty", field="text")
    if kind not in FORMATS:
        raise Refusal("unknown-format", field="kind", format=kind)


def refuse_other_file(raw: bytes) -> None:
    """Refuse a picture or another file by how its bytes begin; ``raw`` may be only that."""
    if kind := signatures.picture(raw):
        raise Refusal("record-is-picture", field="file", kind=kind)
    if kind := signatures.other_file(raw):
        raise Refusal("record-is-other-file", field="file", kind=kind)


@act(on=RECORD, right=RecordAct.ACCEPT_RECORD, done=_("record accepted"))
def accept_record(
    *, record: GameRecord, by: User, reason: Reason = "", once: str = ""
) -> ActResult[OfRecord]:
    """Accept a record as the game that was played, public from then on."""
    reading = RecordReading.objects.filter(record=record).first()
    if GameRecord.objects.filter(supersedes=record).exists():
        raise Refusal("record-superseded")
    if reading is None:
        raise Refusal("record-not-read")
    if reading.state == RecordReading.State.UNREADABLE:
        raise Refusal("record-unreadable")
    if RecordAcceptance.objects.filter(record=record).exists():
        raise Refusal("record-accepted")
    # It is accepted up to its first fault.
    if reading.state == RecordReading.State.FAULTY and not reason:
        raise Refusal("reason-needed", field="reason")
    RecordAcceptance.objects.create(record=record, by=by, reason=reason)
    pages.record_accepted(record)
    notify_record(ACCEPTED, record.pairing.round, record)
    _complete_result(record, reading, by)
    return ActResult({"record": record.pk}, after={**game_facts(record), "state": reading.state})


def _complete_result(record: GameRecord, reading: RecordReading, by: User) -> None:
    """Add to the result that stands what the accepted record says of how the game ended."""
    round_ = record.pairing.round
    report = current_report(record.pairing, record.game)
    stated = stated_ending(reading.headers)
    # A record enters no result, and contradicts none.
    is_stated = stated.cause and report is not None and not report.cause
    if report is None or not is_stated or reading.data["result"] != RESULTS.get(report.value, report.value):
        return
    allowed = allows(
        ResultCause(stated.cause), cause_outcome(report.value, report.forfeit), round_.section.game
    )
    if not allowed or round_.state == Round.State.CLOSED or outbox.pending(close_key(round_)):
        return
    if Act.REPORT_RESULT not in acts_of(by, round_.section.event):
        return
    report_result(
        round_=round_,
        table=record.pairing.table or 0,
        game=record.game,
        value=report.value,
        forfeit=report.forfeit,
        seen=report.pk,
        cause=stated.cause,
        article=stated.article,
        margin=stated.margin,
        confirmed=True,
        by=by,
    )
