"""Boards that a team has lost by forfeit, and forfeits of matches that are lifted."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.frame import NOT_CLOSING, ROUND, ActResult, act
from tournaments.acts.results import (
    after_report,
    check_fouls,
    current_report,
    last_report,
    write_result_report,
)
from tournaments.acts.teams.team_matches import find_match
from tournaments.models import Match, Pairing, ResultReport, Round
from tournaments.pages.webhook_events import notify_result, notifying_decisions
from tournaments.policy import Act
from tournaments.queries.seats import table_at
from tournaments.queries.teams.team_matches import match_first_sides
from tournaments.state.team_settings import MOST_BOARDS

THIS, BELOW = "board", "below"


class BoardsForfeited(TypedDict):
    match: int
    boards: list[int]


class ForfeitLifted(TypedDict):
    match: int


@act(
    on=ROUND, right=Act.FORFEIT_MATCH, refuse_while=NOT_CLOSING, needs_reason=True, done=_("boards forfeited")
)
def forfeit_boards(
    *,
    round_: Round,
    match: Annotated[int, Field(least=1, help=_("Number of the match."))],
    team: Id,
    from_board: Annotated[int, Field(least=1, most=MOST_BOARDS, label=_("Board"))],
    which: Annotated[
        str,
        Field(
            choices=(THIS, BELOW), label=_("Boards"), help=_("board for this one; below for all below too.")
        ),
    ] = THIS,
    reason: Reason = "",
    by: User,
    once: str = "",
) -> ActResult[BoardsForfeited]:
    """Give a board, or all from it down, to the other side by forfeit, whatever was played there."""
    row = find_match(round_, match)
    if row.lost_by:
        raise Refusal("match-lost", table=match)
    if team not in (row.first_id, row.second_id):
        raise Refusal("not-in-match", field="team", table=match)
    boards = row.boards.filter(board__gte=from_board).order_by("board")
    chosen = [board for board in boards if which == BELOW or board.board == from_board]
    begins = match_first_sides(row, round_)
    forfeited = []
    with notifying_decisions(round_, [row]):
        for pairing in chosen:
            # A team sat in a wrong order, or a player did not come.
            loses_as_first = (team == row.first_id) == begins[(pairing.board or 1) - 1]
            lost = ResultReport.Value.SECOND if loses_as_first else ResultReport.Value.FIRST
            # Where the other side has forfeited it already, both have lost it.
            if _report(round_, pairing, _by_either(pairing, lost), forfeit=True, reason=reason, by=by):
                forfeited.append(pairing.board or 0)
    if not forfeited:
        raise Refusal("board-empty", field="from_board", board=from_board)
    after_report(round_, by=by)
    return ActResult(
        {"match": match, "boards": forfeited}, after={"table": match, "team": team, "boards": forfeited}
    )


def _by_either(pairing: Pairing, lost: str) -> str:
    """``lost``, or that both have lost where the other side has forfeited the board already."""
    stands = current_report(pairing)
    by_other = stands is not None and stands.forfeit and stands.value not in (lost, ResultReport.Value.OPEN)
    return ResultReport.Value.NONE if by_other else lost


def _report(
    round_: Round, pairing: Pairing, value: str, *, forfeit: bool, reason: str, by: User
) -> ResultReport | None:
    """What stands at a board from now on; None where it stands so already."""
    loaded = table_at(round_, pk=pairing.pk)
    if loaded is None:
        raise Refusal("no-such-table", table=pairing.table, round=round_.number)
    last = last_report(loaded, 1)
    if last is not None and (last.value, last.forfeit) == (value, forfeit):
        return None
    check_fouls(round_, loaded, 1, value)
    report = write_result_report(
        loaded, game=1, value=value, forfeit=forfeit, supersedes=last, reason=reason, by=by
    )
    notify_result(round_, report, alone=False)
    return report


@act(on=ROUND, right=Act.FORFEIT_MATCH, refuse_while=NOT_CLOSING, needs_reason=True, done=_("forfeit lifted"))
def lift_forfeit(
    *,
    round_: Round,
    match: Annotated[int, Field(least=1, help=_("Number of the match."))],
    reason: Reason = "",
    by: User,
    once: str = "",
) -> ActResult[ForfeitLifted]:
    """Lift a forfeit: the match is played after all."""
    row = find_match(round_, match)
    if not row.lost_by:
        raise Refusal("no-forfeit", table=match)
    before = row.lost_by
    with notifying_decisions(round_, [row]):
        row.lost_by = Match.LostBy.NOBODY
        row.save(update_fields=["lost_by"])
        for pairing in row.boards.order_by("board"):
            # Its boards have no results any more; its line-ups are asked for where they were not revealed.
            _report(round_, pairing, ResultReport.Value.OPEN, forfeit=False, reason=reason, by=by)
    after_report(round_, by=by)
    return ActResult({"match": match}, before={"table": match, "lost_by": before}, after={"table": match})
