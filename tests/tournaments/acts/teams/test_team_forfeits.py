"""Boards that are forfeited and what they cost; forfeits, decisions, absences, penalties undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast, last
from tests.teams_world import all_reported, closed, drawn_teams, match_at, published, round_of, teams_playing
from tournaments.acts.results import report_result
from tournaments.acts.teams.team_absences import set_team_absence
from tournaments.acts.teams.team_forfeits import forfeit_boards, lift_forfeit
from tournaments.acts.teams.team_matches import (
    decide_match,
    forfeit_match,
    penalise_team,
    reinstate_team,
    withdraw_decision,
    withdraw_team,
)
from tournaments.acts.undo.undo import undo
from tournaments.models import Round
from tournaments.queries.public.public_matches import MatchLine, match_lines
from tournaments.queries.seats import seated_pairings
from tournaments.queries.teams.desk_matches import match_row
from tournaments.queries.teams.team_matches import (
    boards_by_match,
    level_matches,
    match_first_sides,
    match_state,
    score_of,
    still_in,
)
from tournaments.wording.refusals import refusal_sentence


@pytest.fixture
@remembered
def playing(cast: Cast) -> Round:
    return teams_playing(cast)


def forfeited(round_: Round, cast: Cast, **more: Any) -> Mapping[str, Any]:
    match = match_at(round_)
    arguments = {"match": 1, "team": match.first_id, "from_board": 2, "reason": "wrong order", "by": cast.bob}
    return forfeit_boards(round_=round_of(round_.section, 1), **arguments | more)


def score(round_: Round) -> tuple[str, str]:
    match = match_at(round_)
    boards = boards_by_match(seated_pairings([round_]))
    result = score_of(round_.section, match_state(round_.section, match, boards[match.pk]))
    return result.first, result.second


def refused(do: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        do()
    assert refusal_sentence(refusal.value.code, refusal.value.params)
    return refusal.value


def undone(cast: Cast, act: str) -> None:
    undo(event=cast.event, entry=last(act).pk, reason="a slip", by=cast.bob)


@pytest.mark.slow
def test_a_board_goes_to_the_other_side_whatever_was_played(cast: Cast, playing: Round) -> None:
    for table in (1, 2, 3):
        report_result(round_=round_of(playing.section, 1), table=table, value="1/2", seen=None, by=cast.bob)
    assert score(playing) == ("3", "3")
    assert forfeited(playing, cast)["boards"] == [2]
    assert score(playing) == ("2", "4")
    assert refused(lambda: forfeited(playing, cast)).code == "board-empty"


@pytest.mark.slow
def test_a_board_and_all_below(cast: Cast, playing: Round) -> None:
    assert forfeited(playing, cast, which="below")["boards"] == [2, 3]
    assert score(playing) == ("0", "4")
    second = match_at(playing).second_id
    assert forfeited(playing, cast, team=second, from_board=1)["boards"] == [1]
    assert score(playing) == ("2", "4")


@pytest.mark.slow
def test_a_board_that_both_sides_forfeit_is_won_by_neither(cast: Cast, playing: Round) -> None:
    second = match_at(playing).second_id
    forfeited(playing, cast)
    assert score(playing) == ("0", "2")
    assert forfeited(playing, cast, team=second)["boards"] == [2]
    report = match_at(playing).boards.get(board=2).reports.in_force().get()
    assert (report.value, report.forfeit, score(playing)) == ("0-0", True, ("0", "0"))
    for team in (second, match_at(playing).first_id):
        assert refused(lambda team=team: forfeited(playing, cast, team=team)).code == "board-empty"


def test_what_cannot_be_forfeited_says_why(cast: Cast, playing: Round) -> None:
    stranger = match_at(playing, 2).first_id
    assert refused(lambda: forfeited(playing, cast, team=stranger)).code == "not-in-match"
    assert refused(lambda: forfeited(playing, cast, from_board=9)).code == "board-empty"
    assert refused(lambda: forfeited(playing, cast, match=9)).code == "no-such-match"
    assert (
        refused(lambda: lift_forfeit(round_=playing, match=1, reason="x", by=cast.bob)).code == "no-forfeit"
    )
    forfeit_match(round_=playing, match=1, lost_by="first", reason="late", by=cast.bob)
    assert refused(lambda: forfeited(playing, cast)).code == "match-lost"


@pytest.mark.slow
@pytest.mark.parametrize(("needed", "points"), [(0, ["2", "0"]), (2, ["2", "0"]), (1, ["0", "2"])])
def test_so_many_forfeited_boards_lose_the_match(cast: Cast, needed: int, points: list[str]) -> None:
    """Boards 1 and 3 are won over the board, board 2 is lost by forfeit."""
    section = drawn_teams(cast, settings={"team_forfeit_boards": needed})
    round_ = published(section, cast.bob)
    for table in (1, 3):
        report_result(round_=round_of(section, 1), table=table, value="1-0", seen=None, by=cast.bob)
    forfeited(round_, cast)
    all_reported(round_, cast.bob)
    assert score(round_) == ("4", "2")
    closed(round_, cast.bob)
    match = match_at(round_)
    assert match.second is not None
    rows = {
        row["team"]: row["match_points"]
        for row in section.standings.get(after_round=1).data["team_table"]["rows"]
    }
    assert [rows[match.first.number], rows[match.second.number]] == points


@pytest.mark.slow
def test_a_forfeit_of_a_match_is_lifted_and_undone(cast: Cast, playing: Round) -> None:
    forfeit_match(round_=playing, match=1, lost_by="first", reason="late", by=cast.bob)
    lift_forfeit(round_=round_of(playing.section, 1), match=1, reason="on the stairs", by=cast.bob)
    assert (match_at(playing).lost_by, score(playing)) == ("", ("0", "0"))
    report_result(round_=round_of(playing.section, 1), table=1, value="1-0", seen=None, by=cast.bob)
    forfeit_match(round_=round_of(playing.section, 1), match=2, lost_by="both", reason="late", by=cast.bob)
    undone(cast, "forfeit_match")
    assert match_at(playing, 2).lost_by == ""
    undone(cast, "lift_forfeit")
    assert match_at(playing, 2).lost_by == "both"
    forfeit_match(
        round_=round_of(playing.section, 1), match=2, lost_by="first", reason="one came", by=cast.bob
    )
    undone(cast, "forfeit_match")
    assert match_at(playing, 2).lost_by == "both"


@pytest.mark.slow
def test_the_decision_of_a_level_match_is_withdrawn_and_undone(cast: Cast) -> None:
    settings = {"team_deciders": []}
    round_ = teams_playing(cast, preset="knock-out", settings=settings)
    all_reported(round_, cast.bob, "1/2")
    arguments: dict[str, Any] = {"match": 1, "reason": "drawn", "by": cast.bob}
    none = refused(lambda: withdraw_decision(round_=round_of(round_.section, 1), **arguments))
    assert none.code == "not-decided"
    decide_match(round_=round_of(round_.section, 1), decided_for="first", decided_by="lot", **arguments)
    undone(cast, "decide_match")
    assert match_at(round_).decided_for == ""
    undone(cast, "withdraw_decision")
    assert (match_at(round_).decided_for, match_at(round_).decided_by) == ("first", "lot")
    decide_match(round_=round_of(round_.section, 1), decided_for="second", decided_by="games", **arguments)
    undone(cast, "decide_match")
    assert (match_at(round_).decided_for, match_at(round_).decided_by) == ("first", "lot")
    assert level_matches(round_)[0].decided_for is not None


@pytest.mark.slow
def test_a_penalty_an_absence_and_a_leaving_are_undone(cast: Cast, playing: Round) -> None:
    section = playing.section
    team = section.teams.get(number=1)
    penalise_team(section=section, team=team.pk, match_points="-1", board_points="2", reason="x", by=cast.bob)
    undone(cast, "penalise_team")
    assert [(penalty.match_points, penalty.board_points) for penalty in team.penalties.all()] == [
        (-1000, 2000),
        (1000, -2000),
    ]
    penalise_team(section=section, team=team.pk, match_points="+1", board_points="", reason="x", by=cast.bob)
    undone(cast, "penalise_team")
    penalties = list(team.penalties.order_by("pk"))[2:]
    assert [(penalty.match_points, penalty.board_points) for penalty in penalties] == [(1000, 0), (-1000, 0)]
    for kind in ("H", "Z"):
        set_team_absence(section=section, team=team.pk, round_number=3, kind=kind, by=cast.bob)
    undone(cast, "set_team_absence")
    assert team.absences.get().kind == "H"
    assert (
        refused(lambda: reinstate_team(section=section, team=team.pk, reason="x", by=cast.bob)).code
        == "team-not-withdrawn"
    )
    withdraw_team(section=section, team=team.pk, reason="x", by=cast.bob)
    undone(cast, "withdraw_team")
    team.refresh_from_db()
    assert team.withdrawn_after is None
    undone(cast, "reinstate_team")
    team.refresh_from_db()
    assert team.withdrawn_after == 1


@pytest.mark.slow
def test_a_team_that_missed_a_round_does_not_leave_after_it(cast: Cast, playing: Round) -> None:
    """It left after round 1, was back in round 3: that it came back is not undone by its leaving after 2."""
    section = playing.section
    team = section.teams.get(number=1)
    withdraw_team(section=section, team=team.pk, reason="x", by=cast.bob)
    all_reported(playing, cast.bob)
    closed(playing, cast.bob)
    published(section, cast.bob, 2)
    reinstate_team(section=section, team=team.pk, reason="x", by=cast.bob)
    assert refused(lambda: undone(cast, "reinstate_team")).code == "undo-too-late"
    team.refresh_from_db()
    assert team.withdrawn_after is None


def test_a_team_without_lots_does_not_come_back(cast: Cast) -> None:
    section = drawn_teams(cast)
    team = section.teams.get(number=1)
    team.number, team.withdrawn_after = None, 0
    team.save()
    refusal = refused(lambda: reinstate_team(section=section, team=team.pk, reason="x", by=cast.bob))
    assert refusal.code == "no-late-team"


@pytest.fixture
@remembered
def cup(cast: Cast) -> Round:
    """A knock-out of four boards, of which two that are forfeited lose the match."""
    settings = {"team_boards": 4, "team_forfeit_boards": 2}
    return teams_playing(cast, preset="knock-out", teams=4, members=4, rounds=2, settings=settings)


def line_of(round_: Round) -> MatchLine:
    lines, _ = match_lines(round_of(round_.section, 1), seated_pairings([round_]))
    return lines[0]


@pytest.mark.slow
def test_a_level_cup_match_lost_by_forfeited_boards_says_who_lost_it(cast: Cast, cup: Round) -> None:
    match = match_at(cup)
    forfeited(cup, cast, team=match.second_id, from_board=1)
    forfeited(cup, cast, team=match.second_id, from_board=2)
    assert line_of(cup).won == ""
    begins = match_first_sides(match, cup)
    for board in (3, 4):
        table = match.boards.get(board=board).table
        value = "0-1" if begins[board - 1] else "1-0"
        report_result(round_=round_of(cup.section, 1), table=table, value=value, seen=None, by=cast.bob)
    line = line_of(cup)
    assert (line.first_points, line.second_points, line.forfeited) == ("4", "4", "second")
    assert (line.decision, line.won) == ("", "first")
    assert match.second is not None
    text = f"{match.second.name} lost the match by default."
    assert line.defaults[0] == text
    assert [default.split(":")[0] for default in line.defaults[1:]] == ["Board 1", "Board 2"]
    row = match_row(round_of(cup.section, 1), 1)
    assert row is not None
    assert (row.lost, row.decision) == (text, "")
    assert still_in([round_of(cup.section, 1)])[cup.section_id] >= {match.first_id}
    assert match.second_id not in still_in([round_of(cup.section, 1)])[cup.section_id]


@pytest.mark.slow
def test_where_both_teams_lose_by_forfeited_boards_neither_goes_on(cast: Cast, cup: Round) -> None:
    match = match_at(cup)
    forfeited(cup, cast, team=match.first_id, from_board=3, which="below")
    for board in (1, 2):
        forfeited(cup, cast, team=match.second_id, from_board=board)
    line = line_of(cup)
    assert (line.forfeited, line.won, line.decision) == ("both", "", "")
    assert line.defaults[0] == "Both teams lost the match by default."
    assert not {match.first_id, match.second_id} & still_in([round_of(cup.section, 1)])[cup.section_id]
