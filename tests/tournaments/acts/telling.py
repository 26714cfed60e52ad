"""The two players of table 1, and what they have said of their game."""

from __future__ import annotations

from tests.cast import Cast
from tests.factories import make_link
from tournaments.models import PlayerLink, Round
from tournaments.queries.refereeing.player_reports import ReportedResults, reports_of
from tournaments.queries.seats import table_at


def told_at_table_1(round_: Round) -> ReportedResults:
    pairing = table_at(round_, table=1)
    assert pairing
    return reports_of(pairing, 1)


def at_table_1(cast: Cast) -> tuple[Round, PlayerLink, PlayerLink]:
    """Round 1 and the links of both players."""
    round_ = cast.round(1)
    seats = round_.pairings.get(table=1).seats
    first, second = (make_link(seats.get(colour=colour).entry) for colour in ("first", "second"))
    return round_, first, second
