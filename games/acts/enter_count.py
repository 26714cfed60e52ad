"""What a settled count says becomes the result of the table."""

from __future__ import annotations

from django.db import transaction

from games.acts._consents import in_force
from games.models import BoardCount
from games.policy import RecordAct
from games.queries.counts import is_settled, value_of
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_result
from tournaments.acts.report_result import report_result
from tournaments.policy import require


def enter_count(*, count: BoardCount, seen: int | None, by: User, reason: str = "", once: str = "") -> Answer:
    """``count``: the one that the person's screen showed; ``seen``, ``reason`` and the answer are those of
    `report_result`, by which it is reported and journalled.

    Refusals: ``state``, ``count-superseded``, ``count-open``; those of `report_result`.
    """
    with transaction.atomic():
        round_ = lock_result(count.pairing.round)
        require(RecordAct.COUNT_BOARD, by=by, scope=round_)
        current = in_force(count)
        value = value_of(current)
        if not is_settled(current) or not value:
            raise Refusal("count-open")
        return report_result(
            round_=round_,
            table=count.pairing.table or 0,
            game=count.game,
            value=value,
            seen=seen,
            reason=reason,
            by=by,
            once=once,
        )
