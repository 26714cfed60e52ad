"""A player who is not there has lost: somebody says so, it is never automatic."""

from __future__ import annotations

from typing import Annotated

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.frame import NOT_CLOSING, RESULT, ActResult, act
from tournaments.acts.results import Reported, report_result
from tournaments.models import ResultReport, Round
from tournaments.policy import Act
from tournaments.queries.presence import is_due, silent_table
from tournaments.queries.progress import round_revision

ARTICLE = "Tiantian 2020, 3"
IF_ABSENT = {
    "first": ResultReport.Value.SECOND,
    "second": ResultReport.Value.FIRST,
    "both": ResultReport.Value.NONE,
}
"""The result where this side, or neither, is there."""


@act(
    on=RESULT,
    right=Act.REPORT_RESULT,
    logged_as=Act.REPORT_RESULT,
    refuse_while=NOT_CLOSING,
    revision=round_revision,
)
def forfeit_absent(
    *,
    round_: Round,
    table: Annotated[int, Field(least=1)],
    absent: Annotated[str, Field(longest=10)],
    by: User,
    seen: Annotated[str | None, Field(longest=100)] = None,
    once: str = "",
) -> ActResult[Reported]:
    """A player is not there ten minutes after the start and has lost (Tiantian 2020, 3); a person says so.
    It is never automatic: the site does not see the game, a player may sit there and have told nobody. What
    it does see must not speak against it. ``absent``: ``first``, ``second`` or ``both``. Reports the forfeit
    as `report_result` does.

    Refusals: those of `report_result`, and ``not-online``, ``too-early``, ``table-plays``, ``is-there``;
    `Conflict` ``round-changed``: ``seen`` is not the round's `round_revision` any more.
    """
    if absent not in IF_ABSENT:
        raise Refusal("unknown-result", field="absent", value=absent)
    if not round_.section.online:
        raise Refusal("not-online")
    pairing = round_.pairings.filter(table=table).select_related("match").first()
    if not is_due(round_, pairing.match if pairing else None):
        raise Refusal("too-early")
    waiting = silent_table(round_, table)
    if waiting is None:
        raise Refusal("table-plays", table=table)
    for side in (waiting.first, waiting.second):
        if side.taken_at and absent in (side.colour, "both"):
            raise Refusal("is-there", player=side.entry.number, table=table)
    # The rules of weiqi that we hold name no such time: there it is the referee's ruling alone.
    reason = ARTICLE if round_.section.game == "xiangqi" else ""
    return report_result.body(
        round_=round_, table=table, value=IF_ABSENT[absent], forfeit=True, seen=None, reason=reason, by=by
    )
