"""Take a result back: the game has none then, and goes on or is reported anew."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Conflict, Refusal
from tournaments import pages
from tournaments.acts.common import Answer, lock_result, refuse_while_closing, scope_of, target_of
from tournaments.acts.report_result import check_fouls, current_report, find_table, write_report
from tournaments.models import ResultReport, Round
from tournaments.pages.telling import tell_report
from tournaments.policy import Act, require


def take_back_result(
    *, round_: Round, table: int, seen: int | None, reason: str, by: User, game: int = 1, once: str = ""
) -> Answer:
    """``seen``: id of the report that the person's screen showed. Answers ``{"report": id, "table": n}``.

    Refusals: ``state``, ``no-such-table``, ``no-such-report``, ``reason-needed``, ``closing``,
    ``result-needed`` (a closed round has all its results), ``lost-by-fouls``; `Conflict` ``result-conflict``.
    """
    with transaction.atomic():
        round_ = lock_result(round_)
        if earlier := journal.answered(by=by, once=once, act="take_back_result", target=target_of(round_)):
            return earlier
        require(Act.CORRECT_RESULT, by=by, scope=round_)
        refuse_while_closing(round_)
        if round_.state == Round.State.CLOSED:
            raise Refusal("result-needed", field="value", table=table)
        pairing = find_table(round_, table)
        current = current_report(pairing, game)
        if current is None or current.value == ResultReport.Value.OPEN:
            raise Refusal("no-such-report", table=table)
        if current.pk != seen:
            raise Conflict(
                "result-conflict",
                table=table,
                yours="",
                theirs=current.value,
                by=str(current.by) if current.by else "",
                report=current.pk,
            )
        if not reason.strip():
            raise Refusal("reason-needed", field="reason")
        check_fouls(round_, pairing, game, ResultReport.Value.OPEN)
        report = write_report(
            pairing,
            game=game,
            value=ResultReport.Value.OPEN,
            forfeit=False,
            cause=ResultReport.Cause.PLAY,
            supersedes=current,
            reason=reason,
            by=by,
        )
        answer: Answer = {"report": report.pk, "table": table}
        # As `report_result` tells it: a game is named beyond the first.
        place = {"table": table} if game == 1 else {"table": table, "game": game}
        journal.record(
            "take_back_result",
            by=by,
            scope=scope_of(round_.section.event),
            target=target_of(round_),
            before={**place, "value": current.value, "forfeit": current.forfeit},
            after=place,
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        tell_report(round_, report)
        pages.results_changed(round_)
        return answer
