"""Confirm a foul that was logged: it counts from now on, and the last of the ladder loses the game."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts._fouls import Ruling, answer_of, facts, follow, newest, settle, tally_of
from tournaments.acts.common import Answer, lock_result, refuse_while_closing, scope_of, target_of
from tournaments.fouls import LOSES
from tournaments.models import Foul
from tournaments.pages.telling import tell_foul
from tournaments.policy import Act, require
from tournaments.wording.fouls import loss_reason, penalty_text


def confirm_foul(
    *, foul: Foul, by: User, reason: str = "", ruling_on: Ruling | None = None, once: str = ""
) -> Answer:
    """A loss by fouls is reported in the same transaction by `report_result`. ``ruling_on``, the answer: as
    in `log_foul`.

    Refusals: ``state``, ``foul-confirmed``, ``foul-withdrawn``, ``closing``, those of `report_result`;
    `Conflict` ``foul-changed``.
    """
    with transaction.atomic():
        round_ = lock_result(foul.pairing.round)
        if earlier := journal.answered(by=by, once=once, act=Act.CONFIRM_FOUL, target=target_of(round_)):
            return earlier
        require(Act.CONFIRM_FOUL, by=by, scope=round_)
        refuse_while_closing(round_)
        foul = newest(foul)
        if foul.status != Foul.Status.LOGGED:
            raise Refusal(f"foul-{foul.status}")
        confirmed = follow(foul, status=Foul.Status.CONFIRMED, reason=reason.strip() or foul.reason, by=by)
        tally = tally_of(round_, confirmed)
        ruled = penalty_text(confirmed.penalty) if confirmed.penalty in LOSES else loss_reason(tally.count)
        settle(round_, confirmed, by=by, reason=ruled)
        tell_foul(round_, confirmed)
        answer = answer_of(confirmed, tally)
        journal.record(
            Act.CONFIRM_FOUL,
            by=by,
            scope=scope_of(round_.section.event),
            target=target_of(round_),
            before={"foul": foul.status},
            after=facts(confirmed, foul.pairing.table, tally.count, ruling_on),
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        return answer
