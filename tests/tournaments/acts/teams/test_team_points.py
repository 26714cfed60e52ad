"""What teams are paired and ranked by: match points or board points, and what was taken from them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.cast import Cast, last
from tests.teams_world import all_reported, closed, drawn_teams, published, round_of
from tournaments.acts.results import report_result
from tournaments.acts.teams.team_matches import penalise_team
from tournaments.acts.undo.undo import undo
from tournaments.models import RoundVersion
from tournaments.pairing import recompute
from tournaments.queries.teams.team_matches import team_event_of
from tournaments.standings.team_tiebreaks import TeamField
from tournaments.state.team_matches import Primary
from tournaments.state.teams_as_players import as_tournament

pytestmark = pytest.mark.slow


def test_points_are_taken_in_the_standings_alone_or_after_the_last_round(cast: Cast) -> None:
    round_ = published(drawn_teams(cast, rounds=2), cast.bob)
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    section = round_.section
    team = section.teams.get(number=1)
    arguments: dict[str, Any] = {"section": section, "team": team.pk, "reason": "late", "by": cast.bob}
    had = TeamField(team_event_of(section), 2).total(1, Primary.MATCH)
    penalise_team(**arguments, match_points="-1", standings_only=True)
    penalise_team(**arguments, match_points="-2", at_end=True)
    event = team_event_of(section)
    rows = [(penalty.match, penalty.round, penalty.pairing) for penalty in event.penalties]
    assert rows == [(-1, 1, False), (-2, None, True)]
    assert as_tournament(event, section.system).given == ()
    assert [TeamField(event, after).total(1, Primary.MATCH) - had for after in (1, 2)] == [-1, -3]
    undo(event=cast.event, entry=last("penalise_team").pk, reason="a slip", by=cast.bob)
    assert TeamField(team_event_of(section), 2).total(1, Primary.MATCH) - had == -1


def test_board_points_pair_teams_by_our_own_swiss(cast: Cast) -> None:
    """One match each ends 6:0, 4:2 and 2:4."""
    criteria = ["board-points", "match-points", "team-fouls", "team-lot"]
    settings = {"team_primary": "board", "team_tiebreaks": criteria}
    section = drawn_teams(cast, teams=6, settings=settings)
    round_ = published(section, cast.bob)
    for number, match in enumerate(round_.matches.order_by("table")):
        for board, pairing in enumerate(match.boards.order_by("board")):
            value = "1-0" if (board % 2 == 0) == (board >= number) else "0-1"
            table = pairing.table
            report_result(round_=round_of(section, 1), table=table, value=value, seen=None, by=cast.bob)
    closed(round_, cast.bob)
    second = published(section, cast.bob, 2)
    rows = section.standings.get(after_round=1).data["team_table"]["rows"]
    points = {row["team"]: Fraction(row["board_points"]) for row in rows}
    assert sorted(points.values(), reverse=True) == [6, 4, 4, 2, 2, 0]
    met = [
        {points[item.first.number or 0], points[item.second.number or 0]}
        for item in second.matches.order_by("table")
        if item.second
    ]
    assert met == [{6, 4}, {4, 2}, {2, 0}]
    version = RoundVersion.objects.get(round=second)
    assert version.input["given"]
    assert recompute(version.input).digest == version.digest
