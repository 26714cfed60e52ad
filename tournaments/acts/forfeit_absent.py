"""A player is not there ten minutes after the start and has lost (Tiantian 2020, 3); a person says so.

It is never automatic: the site does not see the game, a player may sit there and have told nobody. What it
does see must not speak against it.
"""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, check_seen, lock_result, target_of
from tournaments.acts.report_result import report_result
from tournaments.models import ResultReport, Round
from tournaments.policy import Act, require
from tournaments.queries.absentees import is_due, silent_table
from tournaments.queries.progress import stand_of

ARTICLE = "Tiantian 2020, 3"
VALUES = {
    "first": ResultReport.Value.SECOND,
    "second": ResultReport.Value.FIRST,
    "both": ResultReport.Value.NONE,
}
"""The result where this side, or neither, is there."""


def forfeit_absent(
    *, round_: Round, table: int, absent: str, by: User, seen: str | None = None, once: str = ""
) -> Answer:
    """``absent``: ``first``, ``second`` or ``both``. Reports the forfeit; answers as `report_result` does.

    Refusals: those of `report_result`, and ``not-online``, ``too-early``, ``table-plays``, ``is-there``;
    `Conflict` ``round-changed``: ``seen`` is not the round's `stand_of` any more.
    """
    with transaction.atomic():
        round_ = lock_result(round_)
        target = target_of(round_)
        if earlier := journal.answered(by=by, once=once, act=Act.REPORT_RESULT, target=target):
            return earlier
        require(Act.REPORT_RESULT, by=by, scope=round_)
        if absent not in VALUES:
            raise Refusal("unknown-result", field="absent", value=absent)
        if not round_.section.online:
            raise Refusal("not-online")
        if not is_due(round_):
            raise Refusal("too-early")
        check_seen(round_, seen, stand_of(round_))
        waiting = silent_table(round_, table)
        if waiting is None:
            raise Refusal("table-plays", table=table)
        for side in (waiting.first, waiting.second):
            if side.taken_at and absent in (side.colour, "both"):
                raise Refusal("is-there", player=side.entry.number, table=table)
        return report_result(
            round_=round_,
            table=table,
            value=VALUES[absent],
            forfeit=True,
            seen=None,
            reason=ARTICLE,
            by=by,
            once=once,
        )
