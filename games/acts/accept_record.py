"""A referee accepts a record as the game that was played; from then on it is public."""

from __future__ import annotations

from django.db import transaction

from games import pages
from games.models import GameRecord, RecordAcceptance, RecordReading
from games.pages.telling import ACCEPTED, tell_record
from games.policy import RecordAct
from games.queries.records import game_facts
from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_round, scope_of
from tournaments.policy import require


def accept_record(*, record: GameRecord, by: User, reason: str = "", once: str = "") -> Answer:
    """A record with faults can be accepted up to its first fault, with a reason. Answers ``{"record": id}``.

    Refusals: ``state``, ``record-superseded``, ``record-not-read``, ``record-unreadable``,
    ``record-accepted``, ``reason-needed``.
    """
    with transaction.atomic():
        round_ = lock_round(record.pairing.round)
        target = f"record:{record.pk}"
        if earlier := journal.answered(by=by, once=once, act=RecordAct.ACCEPT_RECORD, target=target):
            return earlier
        require(RecordAct.ACCEPT_RECORD, by=by, scope=round_)
        reading = RecordReading.objects.filter(record=record).first()
        if GameRecord.objects.filter(supersedes=record).exists():
            raise Refusal("record-superseded")
        if reading is None:
            raise Refusal("record-not-read")
        if reading.state == RecordReading.State.UNREADABLE:
            raise Refusal("record-unreadable")
        if RecordAcceptance.objects.filter(record=record).exists():
            raise Refusal("record-accepted")
        if reading.state == RecordReading.State.FAULTY and not reason.strip():
            raise Refusal("reason-needed", field="reason")
        RecordAcceptance.objects.create(record=record, by=by, reason=reason.strip())
        pages.record_accepted(record)
        tell_record(ACCEPTED, round_, record)
        answer: Answer = {"record": record.pk}
        journal.record(
            RecordAct.ACCEPT_RECORD,
            by=by,
            scope=scope_of(round_.section.event),
            target=target,
            after={**game_facts(record), "state": reading.state},
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        return answer
