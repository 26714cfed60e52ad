"""Say in one sentence what a player's own page waits for."""

from __future__ import annotations

from django.utils.translation import gettext

from games.queries.mine import Mine, MyTable
from tournaments.models import Round
from tournaments.wording.names import plain_name


def waits_text(mine: Mine) -> str:
    """Say the one thing that comes next; empty after the last round."""
    table = mine.table
    if mine.checks_in and not mine.is_here:
        return gettext("Waiting for you to check in.")
    if table is not None and table.unrevealed:
        return gettext("Waiting for the line-ups of your team's match.")
    is_open = table is not None and table.round.state != Round.State.CLOSED
    if table is not None and is_open and table.row is not None and (sentence := _at_table(mine, table)):
        return sentence
    if owed := [game.round for game in mine.games if game.owes == "me"]:
        return gettext("Waiting for your record of round %(number)s.") % {"number": max(owed)}
    if mine.next_planned is not None:
        number = {"number": mine.next_planned.number}
        return gettext("Waiting for the pairings of round %(number)s.") % number
    if is_open:
        return gettext("Waiting for the final standings.")
    return ""


def _at_table(mine: Mine, table: MyTable) -> str:
    """Say what is waited for while the game has no result; empty once it has."""
    name = {"name": plain_name(table.opponent.player) if table.opponent else ""}
    if table.may_report and table.own_report and table.theirs:
        return gettext("Waiting for a referee to decide the result.")
    if mine.count is not None and mine.count.waits:
        return gettext("Waiting for you to agree to the count, or to make another.")
    if mine.count is not None and mine.count.with_opponent:
        return gettext("Waiting for %(name)s to agree to the count.") % name
    if not table.may_report:
        return ""
    if table.own_report:
        return gettext("Waiting for %(name)s to report the result.") % name
    return gettext("Waiting for your report of the result, when the game is over.")
