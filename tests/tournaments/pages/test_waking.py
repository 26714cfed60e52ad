"""Open pages of teams wake. For every act so does `tests.framed.Promises`."""

from __future__ import annotations

import pytest

from portal.published import Page
from tests.cast import Cast
from tests.teams_world import round_of, teams_playing, waiting_round
from tests.waking import all_read, asleep
from tournaments.acts.results import report_result
from tournaments.acts.teams.team_matches import forfeit_match


@pytest.mark.slow
def test_a_forfeit_before_line_ups_are_revealed_wakes_them(cast: Cast) -> None:
    round_ = waiting_round(cast)
    before = all_read()
    forfeit_match(round_=round_, match=1, lost_by="second", reason="not here", by=cast.dave)
    assert asleep(before) == []
    section = f"e/{round_.section.event.slug}/{round_.section.slug}/"
    for path in (f"{section}round/1/", f"{section}teams/"):
        assert Page.objects.get(path=path).version > before[path][0], path


@pytest.mark.slow
def test_a_result_and_a_forfeit_of_teams_wake_them(cast: Cast) -> None:
    round_ = teams_playing(cast)
    before = all_read()
    report_result(round_=round_, table=1, value="1-0", seen=None, by=cast.dave)
    assert asleep(before) == []
    before = all_read()
    forfeit_match(round_=round_of(round_.section, 1), match=2, lost_by="second", reason="x", by=cast.dave)
    assert asleep(before) == []
