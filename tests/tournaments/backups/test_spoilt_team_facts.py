"""Facts of a journal of teams that meet teams, right but for one: such an act is not undone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cast import Cast, last
from tests.teams_world import (
    all_reported,
    captain_link,
    make_team_section,
    match_at,
    round_of,
    teams_playing,
)
from tests.tournaments.acts.cases import level
from tests.tournaments.backups.forging import forged, undone_though_spoilt
from tournaments.acts.decider_games import play_decider_games
from tournaments.acts.teams.board_results import tell_board_result
from tournaments.acts.teams.decider_boards import play_decider
from tournaments.acts.teams.line_ups import set_roster
from tournaments.acts.teams.match_starts import move_match
from tournaments.acts.teams.team_absences import ask_team_absence, set_team_absence
from tournaments.acts.teams.team_forfeits import lift_forfeit
from tournaments.acts.teams.team_matches import (
    decide_match,
    forfeit_match,
    penalise_team,
    reinstate_team,
    withdraw_decision,
    withdraw_team,
)
from tournaments.acts.teams.teams import rank_teams
from tournaments.acts.undo._inverses import TEAM_INVERSES
from tournaments.acts.undo.undo import undo
from tournaments.policy import Act


def at_matches(cast: Cast) -> None:
    """In a knock-out: match 1 is decided anew, the decision of 2 withdrawn, 3 lost by both after all, and at
    the first board of 4 both captains say the same."""
    deciders: dict[str, Any] = {"settings": {"team_deciders": []}}
    cup = teams_playing(cast, preset="knock-out", slug="cup", name="Cup", teams=8, **deciders)
    section = cup.section

    def match(number: int) -> dict[str, Any]:
        return {"round_": round_of(section, 1), "match": number, "reason": "x", "by": cast.bob}

    for lost_by in ("first", "both"):
        forfeit_match(lost_by=lost_by, **match(3))
    at = match_at(cup, 4)
    for team, outcome in ((at.first, "win"), (at.second, "loss")):
        assert team
        link = captain_link(team)
        tell_board_result(round_=round_of(section, 1), team=team.pk, board=1, outcome=outcome, by=link)
    all_reported(cup, cast.bob, "1/2")
    decide_match(decided_for="first", decided_by="lot", **match(2))
    withdraw_decision(**match(2))
    decide_match(decided_for="first", decided_by="lot", **match(1))
    decide_match(decided_for="second", decided_by="games", **match(1))


def to_teams(cast: Cast) -> None:
    round_ = teams_playing(cast)
    section = round_.section
    first_one, two, three, four = section.teams.order_by("number")
    arguments: dict[str, Any] = {"section": section, "reason": "x", "by": cast.bob}
    forfeit_match(round_=round_of(section, 1), match=2, lost_by="first", reason="x", by=cast.bob)
    lift_forfeit(round_=round_of(section, 1), match=2, reason="x", by=cast.bob)
    for hour in (6, 7):
        at = datetime(2026, 11, 27, hour, tzinfo=UTC)
        move_match(round_=round_of(section, 1), match=1, starts=at, by=cast.bob)
    set_team_absence(team=first_one.pk, round_number=2, kind="H", **arguments)
    ask_team_absence(section=section, team=two.pk, round_number=3, kind="Z", by=captain_link(two))
    penalise_team(team=first_one.pk, match_points="+1", **arguments)
    withdraw_team(team=three.pk, **arguments)
    reinstate_team(team=three.pk, **arguments)
    withdraw_team(team=four.pk, **arguments)


def to_ranks(cast: Cast) -> None:
    ranked = make_team_section(cast.event, cast.alice, slug="ranked", name="Ranked")
    team = ranked.teams.order_by("pk")[0]
    rank_teams(section=ranked, ranks={team.pk: 1}, by=cast.alice)
    members = list(team.entries.order_by("-board_order").values_list("pk", flat=True))
    set_roster(section=ranked, team=team.pk, members=members, by=cast.alice)


def to_deciders(cast: Cast) -> None:
    settings = {"team_deciders": [], "team_steps": ["one; 1; even; exchange; next; 10 min + 10 s"]}
    arguments: dict[str, Any] = {
        "preset": "knock-out",
        "slug": "level",
        "name": "Level",
        "settings": settings,
    }
    cup = teams_playing(cast, teams=2, rounds=1, **arguments)
    all_reported(cup, cast.bob, "1/2")
    match = match_at(cup, 1)
    assert match.first_line_up
    assert match.second_line_up
    sides = {"first": match.first_line_up[:1], "second": match.second_line_up[:1]}
    round_ = round_of(cup.section, 1)
    play_decider(round_=round_, match=1, step=1, results=["1-0"], by=cast.bob, **sides)
    play_decider_games(round_=level(cast), table=1, step=1, results=["1-0"], by=cast.bob)


def acts_done(cast: Cast) -> dict[str, JournalEntry]:
    at_matches(cast)
    to_teams(cast)
    to_ranks(cast)
    to_deciders(cast)
    # The first match was forfeited twice, and only the second time tells what stood before.
    again = JournalEntry.objects.get(act=Act.FORFEIT_MATCH, after__lost_by="both")
    acts = (*TEAM_INVERSES, Act.TELL_BOARD, "play_decider_games")
    return {act: last(act) for act in acts} | {Act.FORFEIT_MATCH: again}


@pytest.mark.slow
def test_one_wrong_fact_is_enough(cast: Cast) -> None:
    assert undone_though_spoilt(cast.event, acts_done(cast), [cast.bob, cast.alice]) == []


@pytest.mark.slow
@pytest.mark.parametrize("points", ["x", "1e999999999", "1/0", "101"])
def test_points_that_nobody_can_take_are_refused(cast: Cast, points: str) -> None:
    to_teams(cast)
    line = last(Act.PENALISE_TEAM)
    case = forged(line, after=line.after | {"match_points": points})
    with pytest.raises(Refusal):
        undo(event=cast.event, entry=case.pk, reason="x", by=cast.bob)
