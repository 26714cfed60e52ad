"""Hand in the scoresheets of both players of a game; a worker reconciles them."""

from __future__ import annotations

from hashlib import sha256

from django.db import transaction

from games.models import Scoresheets
from games.policy import RecordAct
from games.queries.scoresheets import current_sheets, sheets_key
from games.scoresheets.sheet import MOST_CHARACTERS, MOST_PLIES, plies_of
from portal import apart, journal, outbox
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_round, scope_of, target_of
from tournaments.models import Pairing
from tournaments.policy import require


def submit_scoresheets(
    *, pairing: Pairing, first: str, second: str, by: User, game: int = 1, once: str = ""
) -> Answer:
    """``first``: the sheet of who moves first; one of the two may be empty. What was handed in before stays.
    The same sheets once more, a file that was sent twice, are those that are there, unless no worker could
    reconcile them. Answers ``{"scoresheets": id}``.

    Refusals: ``state``, ``sheets-empty``, ``sheet-too-long``, ``sheet-without-moves``, ``bye-has-no-game``,
    ``claim-not-in-xiangqi``, and those of `portal.apart`.
    """
    with transaction.atomic():
        round_ = lock_round(pairing.round)
        target = target_of(round_)
        if earlier := journal.answered(by=by, once=once, act="submit_scoresheets", target=target):
            return earlier
        require(RecordAct.SUBMIT_RECORD, by=by, scope=round_)
        if pairing.table is None:
            raise Refusal("bye-has-no-game")
        if round_.section.game != "xiangqi":
            raise Refusal("claim-not-in-xiangqi")
        if not (first + second).strip():
            raise Refusal("sheets-empty", field="first")
        for field, text in (("first", first), ("second", second)):
            check_sheet(field, text)
        digest = "sha256:" + sha256(f"{first}\0{second}".encode()).hexdigest()
        current = current_sheets(pairing, game)
        if current is not None and current.digest == digest and _is_served(current):
            return {"scoresheets": current.pk}
        sheets = Scoresheets.objects.create(
            pairing=pairing,
            game=game,
            first=first,
            second=second,
            digest=digest,
            by=by,
        )
        ask_for_reconciling(sheets, by=by)
        answer: Answer = {"scoresheets": sheets.pk}
        journal.record(
            "submit_scoresheets",
            by=by,
            scope=scope_of(round_.section.event),
            target=target,
            after={"table": pairing.table, "game": game} if game > 1 else {"table": pairing.table},
            once=once,
            answer=answer,
        )
        return answer


def check_sheet(field: str, text: str) -> None:
    """Whether a sheet, if there is one, can be read. Raises `Refusal` or `portal.apart.Stopped`."""
    if len(text) > MOST_CHARACTERS:
        raise Refusal("sheet-too-long", field=field, size=len(text), limit=MOST_CHARACTERS)
    plies = apart.call(plies_of, text, field=field) if text.strip() else None
    if plies == 0:
        raise Refusal("sheet-without-moves", field=field)
    if plies is not None and plies > MOST_PLIES:
        raise Refusal("sheet-too-long", field=field, size=plies, limit=MOST_PLIES)


def _is_served(sheets: Scoresheets) -> bool:
    """Whether they are reconciled or will be."""
    return hasattr(sheets, "answer") or outbox.pending(sheets_key(sheets)) is not None


def ask_for_reconciling(sheets: Scoresheets, *, by: User | None) -> None:
    """Have a worker reconcile them, in the caller's transaction."""
    payload = {"scoresheets": sheets.pk}
    outbox.ask("reconcile-sheets", key=sheets_key(sheets), payload=payload, by=by, priority=outbox.RECORDS)
