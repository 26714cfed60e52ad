"""What captains say of their team's boards: the word of that side, as if the player had said it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Id
from tournaments.acts.frame import NOT_CLOSING, ROUND, ActResult, act
from tournaments.acts.own_table import ResultTold, report_own_result
from tournaments.acts.teams.team_matches import find_team
from tournaments.models import CaptainLink, Round
from tournaments.policy import Act
from tournaments.queries.private_link_scope import check_captain
from tournaments.queries.refereeing.player_reports import REPORTABLE
from tournaments.queries.seats import table_at
from tournaments.state.team_settings import MOST_BOARDS


@act(on=ROUND, right=Act.TELL_BOARD, refuse_while=NOT_CLOSING, done=_("result reported by a captain"))
def tell_board_result(
    *,
    round_: Round,
    team: Id,
    board: Annotated[int, Field(least=1, most=MOST_BOARDS, label=_("Board"))],
    outcome: Annotated[str, Field(choices=REPORTABLE, label=_("Our player"))],
    by: User | CaptainLink,
    opponent: Annotated[int | None, Field(least=0)] = None,
    once: str = "",
) -> ActResult[ResultTold]:
    """Report ``outcome`` of the own player at ``board``; ``opponent``: whom the page showed there."""
    our_team = find_team(round_.section, team)
    check_captain(Act.TELL_BOARD, by, our_team)
    of_team = round_.pairings.filter(Q(match__first=our_team) | Q(match__second=our_team), board=board)
    row = of_team.select_related("match").first()
    pairing = table_at(round_, pk=row.pk) if row else None
    if row is None or row.match is None or pairing is None:
        raise Refusal("no-such-board", field="board", board=board, round=round_.number)
    match = row.match
    line_up = match.first_line_up if match.first_id == our_team.pk else match.second_line_up
    player = (line_up or [])[board - 1]
    mine, theirs = sorted(pairing.seated, key=lambda seat: seat.entry.number != player)
    # Where the other side says the same, by its captain or its player, that is the result; else a referee
    # decides.
    done = report_own_result(round_, pairing, mine, theirs, outcome=outcome, opponent=opponent, game=1)
    return replace(done, after={**(done.after or {}), "team": our_team.pk})
