"""Write down what happened at a table. A note changes nothing: it is its own line in the journal."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_result, scope_of, target_of
from tournaments.acts.report_result import find_table
from tournaments.models import Round
from tournaments.policy import Act, require

LONGEST = 500


def note_table(*, round_: Round, table: int, text: str, by: User, game: int = 1, once: str = "") -> Answer:
    """``text``: at most `LONGEST` characters. Answers ``{"table": n, "game": n}``.

    Refusals: ``state``, ``no-such-table``, ``note-needed``, ``note-too-long``.
    """
    with transaction.atomic():
        round_ = lock_result(round_)
        target = target_of(round_)
        if earlier := journal.answered(by=by, once=once, act=Act.NOTE_TABLE, target=target):
            return earlier
        require(Act.NOTE_TABLE, by=by, scope=round_)
        find_table(round_, table)
        text = text.strip()
        if not text:
            raise Refusal("note-needed", field="text")
        if len(text) > LONGEST:
            raise Refusal("note-too-long", field="text", most=LONGEST)
        answer: Answer = {"table": table, "game": game}
        journal.record(
            Act.NOTE_TABLE,
            by=by,
            scope=scope_of(round_.section.event),
            target=target,
            after={"table": table, "game": game},
            reason=text,
            once=once,
            answer=answer,
        )
        return answer
