"""Withdraw a foul, logged or confirmed; what followed from it is withdrawn in the same act."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts._fouls import answer_of, facts, follow, newest, settle, tally_of
from tournaments.acts.common import Answer, lock_result, refuse_while_closing, scope_of, target_of
from tournaments.acts.report_result import check_value
from tournaments.models import Foul
from tournaments.pages.telling import tell_foul
from tournaments.policy import Act, require


def withdraw_foul(*, foul: Foul, reason: str, by: User, value: str = "", once: str = "") -> Answer:
    """If the remaining fouls lose the game no longer, the result is again what it was before they did.
    ``value``: the result where there was none before; needed when the round is closed, otherwise the game
    has none then. Answers as `log_foul`.

    Refusals: ``state``, ``reason-needed``, ``foul-withdrawn``, ``result-needed``, ``unknown-result``,
    ``closing``; `Conflict` ``foul-changed``.
    """
    with transaction.atomic():
        round_ = lock_result(foul.pairing.round)
        if earlier := journal.answered(by=by, once=once, act=Act.WITHDRAW_FOUL, target=target_of(round_)):
            return earlier
        require(Act.WITHDRAW_FOUL, by=by, scope=round_)
        refuse_while_closing(round_)
        if not reason.strip():
            raise Refusal("reason-needed", field="reason")
        if value:
            check_value(value, forfeit=False)
        foul = newest(foul)
        if foul.status == Foul.Status.WITHDRAWN:
            raise Refusal("foul-withdrawn")
        withdrawn = follow(foul, status=Foul.Status.WITHDRAWN, reason=reason.strip(), by=by)
        tally = tally_of(round_, withdrawn)
        if foul.status == Foul.Status.CONFIRMED:
            settle(round_, withdrawn, by=by, reason=reason.strip(), value=value)
        tell_foul(round_, withdrawn)
        answer = answer_of(withdrawn, tally)
        journal.record(
            Act.WITHDRAW_FOUL,
            by=by,
            scope=scope_of(round_.section.event),
            target=target_of(round_),
            before={"foul": foul.status},
            after=facts(withdrawn, foul.pairing.table, tally.count),
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        return answer
