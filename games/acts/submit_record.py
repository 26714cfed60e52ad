"""Hand in the record of a table's game, as text or file; a worker reads it.

What came in is kept exactly as it came, whatever the reader makes of it.
"""

from __future__ import annotations

from hashlib import sha256

from django.db import transaction

from games.acts._parties import party_of
from games.models import GameRecord, RecordSource
from games.pages.telling import SUBMITTED, tell_record
from games.policy import RecordAct
from games.queries.records import accepted_record, current_record, game_facts, has_game, record_key
from games.records import detect
from games.records.game import MOST_BYTES_OF_A_GAME
from portal import journal, outbox
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from tournaments.acts.common import Answer, lock_round, scope_of
from tournaments.models import Pairing, PlayerLink
from tournaments.policy import require

MOST_BYTES = MOST_BYTES_OF_A_GAME
FORMATS = ("auto", *detect.FORMATS, "sgf")


def submit_record(
    *,
    pairing: Pairing,
    raw: bytes,
    by: User | PlayerLink,
    seen: int | None = None,
    game: int = 1,
    filename: str = "",
    kind: str = "auto",
    reason: str = "",
    once: str = "",
) -> Answer:
    """``seen``: id of the record that the person's screen showed, None for none; a second record of a game
    is a correction, names it and needs a reason. The same bytes from who has not seen it are that one.
    ``by``: staff, or, until a record of the game is accepted, the private link of either player.
    Answers ``{"record": id}``.

    Refusals: ``state``, ``record-empty``, ``record-is-picture``, ``record-too-large``, ``unknown-format``,
    ``bye-has-no-game``, ``record-of-no-game``, ``reason-needed``, ``record-accepted``; `Conflict`
    ``record-conflict`` when somebody else was first.
    """
    with transaction.atomic():
        round_ = lock_round(pairing.round)
        target = f"pairing:{pairing.pk}"
        user, party, entry = party_of(by)
        if earlier := journal.answered(
            by=user, party=party, once=once, act=RecordAct.SUBMIT_RECORD, target=target
        ):
            return earlier
        require(RecordAct.SUBMIT_RECORD, by=by, scope=round_, thing=pairing)
        if pairing.table is None:
            raise Refusal("bye-has-no-game")
        if not has_game(pairing, round_, game):
            raise Refusal("record-of-no-game", table=pairing.table, game=game)
        refuse_picture(raw)
        if len(raw) > MOST_BYTES:
            raise Refusal("record-too-large", field="file", size=len(raw), limit=MOST_BYTES)
        if not raw.strip():
            raise Refusal("record-empty", field="text")
        if kind not in FORMATS:
            raise Refusal("unknown-format", field="kind", format=kind)
        current = current_record(pairing, game)
        digest = "sha256:" + sha256(raw).hexdigest()
        if current is not None and current.pk != seen and current.source.digest == digest:
            return {"record": current.pk}
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
        if current is not None and not reason.strip():
            raise Refusal("reason-needed", field="reason")
        record = GameRecord.objects.create(
            pairing=pairing,
            game=game,
            by=user,
            by_entry=entry,
            supersedes=current,
            reason=reason.strip(),
        )
        RecordSource.objects.create(
            record=record,
            raw=raw,
            filename=filename[-120:],
            format=kind,
            digest=digest,
        )
        ask_for_reading(record, by=user)
        tell_record(SUBMITTED, round_, record)
        answer: Answer = {"record": record.pk}
        journal.record(
            RecordAct.SUBMIT_RECORD,
            by=user,
            party=party,
            scope=scope_of(round_.section.event),
            target=target,
            before={"record": current.pk} if current else None,
            after={"record": record.pk, **game_facts(record), "bytes": len(raw)},
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        return answer


def ask_for_reading(record: GameRecord, *, by: User | None) -> None:
    """Have a worker read it, in the caller's transaction."""
    payload = {"record": record.pk}
    outbox.ask("read-record", key=record_key(record), payload=payload, by=by, priority=outbox.RECORDS)


def refuse_picture(raw: bytes) -> None:
    """``raw``: the file, or how it begins. Raises ``record-is-picture``."""
    if kind := detect.picture(raw):
        raise Refusal("record-is-picture", field="file", kind=kind)
