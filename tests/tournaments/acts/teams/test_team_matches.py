"""Teams that meet teams: lots, matches with their boards, line-ups, forfeits, penalties, standings."""

from __future__ import annotations

import pytest

from portal.policy import Denied, Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.teams_world import (
    all_reported,
    closed,
    drawn_teams,
    make_team_section,
    match_at,
    numbers,
    published,
    round_of,
    teams_playing,
)
from tests.working import compute
from tournaments.acts.all_rounds import publish_all_rounds
from tournaments.acts.drafts import pair_round
from tournaments.acts.results import report_result
from tournaments.acts.rounds import missing_results
from tournaments.acts.sections import draw_lots
from tournaments.acts.teams.line_ups import give_line_up, set_roster
from tournaments.acts.teams.team_matches import forfeit_match, penalise_team, withdraw_team
from tournaments.acts.teams.teams import remove_team
from tournaments.models import Entry, LineUp, Match, Pairing, Round, Seat, Section, Team
from tournaments.pairing import recompute
from tournaments.queries.seats import seated_pairings
from tournaments.queries.teams.team_matches import boards_by_match, match_state, score_of, team_event_of


@pytest.fixture
@remembered
def playing(cast: Cast) -> Round:
    return teams_playing(cast)


@pytest.fixture
@remembered
def finished(cast: Cast) -> Round:
    round_ = teams_playing(cast)
    all_reported(round_, cast.bob)
    return closed(round_, cast.bob)


def seats(match: Match) -> dict[int | None, tuple[int, ...]]:
    """By board, who moves first and second."""
    pairings = Pairing.objects.filter(match=match).order_by("board")
    return {
        item.board: tuple(seat.entry.number or 0 for seat in item.seats.order_by("colour"))
        for item in pairings
    }


def scores(round_: Round) -> dict[int, tuple[str, str]]:
    boards = boards_by_match(seated_pairings([round_]))
    values = {}
    for match in round_.matches.filter(table__isnull=False).select_related("first", "second", "round"):
        score = score_of(round_.section, match_state(round_.section, match, boards.get(match.pk, {})))
        values[match.table or 0] = score.first, score.second
    return values


def test_teams_draw_the_lots_and_players_are_numbered_team_by_team(cast: Cast) -> None:
    section = drawn_teams(cast)
    teams = list(section.teams.order_by("number"))
    assert [team.number for team in teams] == [1, 2, 3, 4]
    assert [numbers(team) for team in teams] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 12],
        [13, 14, 15, 16],
    ]


@pytest.mark.parametrize(
    ("teams", "members", "code"),
    [(1, 4, "too-few-teams"), (4, 1, "team-too-small"), (4, 5, "team-too-large")],
)
def test_what_cannot_be_drawn_says_why(cast: Cast, teams: int, members: int, code: str) -> None:
    section = make_team_section(cast.event, cast.alice, teams=teams, members=members)
    with pytest.raises(Refusal, match=code):
        draw_lots(section=section, by=cast.bob)


def test_a_swiss_of_more_rounds_than_opponents_is_refused(cast: Cast) -> None:
    section = make_team_section(cast.event, cast.alice, rounds=5)
    with pytest.raises(Refusal, match="too-few-teams-for-rounds"):
        draw_lots(section=section, by=cast.bob)


@pytest.mark.slow
def test_a_match_is_three_boards_in_order_with_colours_in_turn(playing: Round) -> None:
    first, second = match_at(playing, 1), match_at(playing, 2)
    assert first.second is not None
    ours, theirs = numbers(first.first), numbers(first.second)
    assert seats(first) == {
        1: (ours[0], theirs[0]),
        2: (theirs[1], ours[1]),
        3: (ours[2], theirs[2]),
    }
    assert list(playing.pairings.order_by("table").values_list("table", "match", "board")) == [
        *((table, first.pk, table) for table in (1, 2, 3)),
        *((table + 3, second.pk, table) for table in (1, 2, 3)),
    ]


def test_what_was_published_is_what_the_rule_gives_of_the_stored_input(playing: Round) -> None:
    version = playing.versions.get()
    again = recompute(version.input)
    assert [(row["table"], row["first"], row["second"]) for row in version.pairs] == list(again.as_numbers())
    assert version.digest == again.digest


@pytest.mark.slow
def test_board_points_make_the_match_and_the_standings(cast: Cast, playing: Round) -> None:
    for table, value in enumerate(("1-0", "1-0", "1/2", "1-0", "0-1", "1-0"), 1):
        report_result(round_=round_of(playing.section, 1), table=table, value=value, seen=None, by=cast.bob)
    # Match 1: board 1 and, with the other colour, board 2 share the points, board 3 is drawn.
    assert scores(playing) == {1: ("3", "3"), 2: ("6", "0")}
    closed(playing, cast.bob)
    table = playing.section.standings.get().data["team_table"]
    first_one, two = match_at(playing, 1), match_at(playing, 2)
    assert first_one.second
    assert two.second
    by_key = {row["team"]: (row["rank"], row["match_points"], row["board_points"]) for row in table["rows"]}
    assert by_key[two.first.number] == (1, "2", "6")
    assert by_key[two.second.number] == (4, "0", "0")
    assert by_key[first_one.first.number][1:] == by_key[first_one.second.number][1:] == ("1", "3")
    assert playing.section.standings.get().data["teams"] == []


@pytest.mark.matrix
def test_three_rounds_of_a_swiss_pair_everybody_with_everybody(cast: Cast, finished: Round) -> None:
    section = finished.section
    for number in (2, 3):
        round_ = published(section, cast.bob, number)
        all_reported(round_, cast.bob)
        closed(round_, cast.bob)
    met = {
        frozenset((match.first_id, match.second_id)) for match in Match.objects.filter(round__section=section)
    }
    assert len(met) == 6
    section.refresh_from_db()
    assert section.state == Section.State.FINISHED
    assert len(team_event_of(section).matches) == 6


@pytest.mark.slow
def test_an_odd_number_of_teams_has_a_bye_with_a_win_on_every_board(cast: Cast) -> None:
    round_ = teams_playing(cast, teams=5)
    alone = round_.matches.get(second=None)
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    rows = round_.section.standings.get().data["team_table"]["rows"]
    row = next(row for row in rows if row["team"] == alone.first.number)
    assert (row["match_points"], row["board_points"]) == ("2", "6")


@pytest.mark.slow
def test_a_league_has_the_rounds_that_its_teams_need_and_a_free_team_gets_nothing(cast: Cast) -> None:
    round_ = teams_playing(cast, teams=5, preset="axf-round-robin", rounds=1)
    section = round_.section
    assert section.rounds == 5
    alone = round_.matches.get(second=None)
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    rows = section.standings.get().data["team_table"]["rows"]
    row = next(row for row in rows if row["team"] == alone.first.number)
    assert (row["match_points"], row["board_points"]) == ("0", "0")
    assert published(section, cast.bob, 2).matches.filter(table__isnull=False).count() == 2


def test_the_pairings_of_all_rounds_are_not_published_at_once(cast: Cast) -> None:
    section = drawn_teams(cast, preset="axf-round-robin", rounds=1)
    assert section.is_round_robin
    with pytest.raises(Refusal, match="not-for-teams"):
        publish_all_rounds(section=section, by=cast.bob)
    section.refresh_from_db()
    assert not section.all_rounds_public


@pytest.mark.slow
def test_who_is_absent_gives_the_place_to_the_next_of_the_roster(cast: Cast) -> None:
    section = drawn_teams(cast)
    team = section.teams.get(number=1)
    away = team.entries.get(board_order=1)
    away.absences.create(round_number=1)
    round_ = published(section, cast.bob)
    match = (
        round_.matches.get(first=team)
        if round_.matches.filter(first=team)
        else round_.matches.get(second=team)
    )
    assert (match.first_line_up if match.first_id == team.pk else match.second_line_up) == numbers(team)[1:]


@pytest.mark.slow
def test_a_side_that_is_empty_has_lost_its_board(cast: Cast) -> None:
    section = drawn_teams(cast, members=3)
    team = section.teams.get(number=1)
    team.entries.get(board_order=2).absences.create(round_number=1)
    round_ = published(section, cast.bob)
    match = next(item for item in round_.matches.all() if team.pk in (item.first_id, item.second_id))
    # The empty board is the lowest one, and no game.
    assert sorted(seats(match)) == [1, 2]
    assert missing_results(round_) == sorted(round_.pairings.values_list("table", flat=True))
    all_reported(round_, cast.bob, "1/2")
    side = scores(round_)[match.table or 0]
    assert side == (("2", "4") if match.first_id == team.pk else ("4", "2"))


def test_the_roster_is_put_in_order(cast: Cast) -> None:
    section = make_team_section(cast.event, cast.alice)
    team = section.teams.get(name="Hanoi")
    keys = list(team.entries.order_by("board_order").values_list("pk", flat=True))
    set_roster(section=section, team=team.pk, members=[keys[3], keys[0]], by=cast.carol)
    assert list(team.entries.order_by("board_order").values_list("pk", flat=True)) == [
        keys[3],
        keys[0],
        keys[1],
        keys[2],
    ]
    stranger = section.teams.get(name="Beijing").entries.first()
    assert stranger is not None
    with pytest.raises(Refusal, match="roster-stranger"):
        set_roster(section=section, team=team.pk, members=[stranger.pk], by=cast.carol)
    with pytest.raises(Refusal, match="roster-twice"):
        set_roster(section=section, team=team.pk, members=[keys[0], keys[0]], by=cast.carol)


@pytest.mark.slow
def test_the_reserve_comes_in_with_a_reason(cast: Cast, playing: Round) -> None:
    match = match_at(playing)
    ours = numbers(match.first)
    arguments = {"round_": playing, "match": 1, "team": match.first_id, "by": cast.carol}
    with pytest.raises(Refusal, match="reason-needed"):
        give_line_up(players=[ours[0], ours[3], ours[2]], reason="", **arguments)
    give_line_up(players=[ours[0], ours[3], ours[2]], reason="ill", **arguments)
    match.refresh_from_db()
    assert match.first_line_up == [ours[0], ours[3], ours[2]]
    assert ours[3] in seats(match)[2]
    line_up = LineUp.objects.get()
    assert (line_up.version, line_up.players, line_up.by) == (1, match.first_line_up, cast.carol)
    # The next round begins with who sat there last.
    all_reported(playing, cast.bob)
    closed(playing, cast.bob)
    again = published(playing.section, cast.bob, 2)
    mine = next(item for item in again.matches.all() if match.first_id in (item.first_id, item.second_id))
    assert match.first_line_up == (
        mine.first_line_up if mine.first_id == match.first_id else mine.second_line_up
    )


@pytest.mark.parametrize(
    ("places", "code"),
    [
        ((0, 1), "line-up-boards"),
        ((0, 0, 1), "line-up-twice"),
        ((0, None, 1), "line-up-gap"),
        ((0, None, None), "line-up-too-few"),
        ((0, 99, 1), "line-up-not-a-member"),
    ],
)
def test_a_line_up_that_cannot_be_says_what_is_wrong(
    cast: Cast, playing: Round, places: tuple[int | None, ...], code: str
) -> None:
    match = match_at(playing)
    ours = [*numbers(match.first), *[999] * 100]
    players = [0 if place is None else ours[place] for place in places]
    with pytest.raises(Refusal) as refused:
        give_line_up(round_=playing, match=1, team=match.first_id, players=players, reason="x", by=cast.carol)
    assert refused.value.code == code


@pytest.mark.slow
def test_a_fixed_order_is_kept(cast: Cast) -> None:
    round_ = teams_playing(cast, settings={"team_order": "fixed"})
    match = match_at(round_)
    ours = numbers(match.first)
    arguments = {"round_": round_, "match": 1, "team": match.first_id, "reason": "x", "by": cast.carol}
    with pytest.raises(Refusal) as refused:
        give_line_up(players=[ours[1], ours[0], ours[2]], **arguments)
    assert (refused.value.code, refused.value.params["player"]) == ("line-up-order", ours[0])
    give_line_up(players=[ours[0], ours[2], ours[3]], **arguments)


def test_a_board_that_has_a_result_keeps_its_players(cast: Cast, playing: Round) -> None:
    match = match_at(playing)
    ours = numbers(match.first)
    report_result(round_=playing, table=1, value="1-0", seen=None, by=cast.bob)
    arguments = {"round_": round_of(playing.section, 1), "match": 1, "team": match.first_id, "by": cast.carol}
    with pytest.raises(Refusal, match="line-up-board-begun"):
        give_line_up(players=[ours[3], ours[1], ours[2]], reason="late", **arguments)
    before = seats(match)
    give_line_up(players=[ours[0], ours[1], ours[3]], reason="late", **arguments)
    assert {board: pair for board, pair in seats(match).items() if board < 3} == {
        board: pair for board, pair in before.items() if board < 3
    }


@pytest.mark.slow
def test_a_match_that_nobody_came_to_is_lost_on_every_board(cast: Cast, playing: Round) -> None:
    forfeit_match(round_=playing, match=1, lost_by="first", reason="did not come", by=cast.dave)
    assert scores(playing)[1] == ("0", "6")
    assert missing_results(playing) == [4, 5, 6]
    forfeit_match(
        round_=round_of(playing.section, 1), match=1, lost_by="both", reason="neither came", by=cast.dave
    )
    assert scores(playing)[1] == ("0", "0")
    report_result(round_=round_of(playing.section, 1), table=4, value="1-0", seen=None, by=cast.bob)
    with pytest.raises(Refusal, match="match-begun"):
        forfeit_match(round_=round_of(playing.section, 1), match=2, lost_by="first", reason="x", by=cast.dave)


@pytest.mark.slow
def test_points_are_taken_from_a_team_in_its_own_column(cast: Cast, finished: Round) -> None:
    section = finished.section
    first = section.standings.get().data["team_table"]["rows"][0]
    team = section.teams.get(number=first["team"])
    with pytest.raises(Denied):
        penalise_team(section=section, team=team.pk, match_points="-1", reason="x", by=cast.carol)
    for text in ("a lot", "-0.3", "-1000"):
        with pytest.raises(Refusal, match="penalty-unreadable"):
            penalise_team(section=section, team=team.pk, match_points=text, reason="x", by=cast.bob)
    penalise_team(
        section=section, team=team.pk, match_points="-1", board_points="−2", reason="late", by=cast.bob
    )
    compute()
    rows = section.standings.order_by("version").last().data["team_table"]["rows"]
    row = next(row for row in rows if row["team"] == team.number)
    assert row["penalty"] == ["-1", "-2"]
    assert row["match_points"] == str(int(first["match_points"]) - 1)


@pytest.mark.slow
def test_a_team_that_has_left_is_not_paired(cast: Cast, finished: Round) -> None:
    section = finished.section
    team = section.teams.get(number=1)
    withdraw_team(section=section, team=team.pk, reason="gone home", by=cast.bob)
    with pytest.raises(Refusal, match="team-withdrawn"):
        withdraw_team(section=section, team=team.pk, reason="gone home", by=cast.bob)
    round_ = published(section, cast.bob, 2)
    assert team.pk not in {key for match in round_.matches.all() for key in (match.first_id, match.second_id)}
    assert round_.matches.filter(second=None).count() == 1


@pytest.mark.slow
def test_a_draft_is_paired_again_without_leaving_anything(cast: Cast) -> None:
    section = drawn_teams(cast)
    for _ in range(2):
        pair_round(round_=round_of(section, 1), by=cast.bob)
        compute()
    assert Match.objects.count() == 2
    assert Pairing.objects.count() == 6
    assert Seat.objects.count() == 12


def test_a_section_of_players_has_none_of_it(cast: Cast) -> None:
    Team.objects.create(section=cast.section, name="China")
    team = Team.objects.get()
    with pytest.raises(Refusal, match="no-team-matches"):
        set_roster(section=cast.section, team=team.pk, members=[], by=cast.carol)
    assert not Entry.objects.filter(board_order__isnull=False).exists()


def test_a_team_that_was_in_a_match_is_not_deleted(cast: Cast, playing: Round) -> None:
    team = match_at(playing).first
    team.entries.update(team=None)
    with pytest.raises(Refusal, match="team-kept"):
        remove_team(section=playing.section, team=team.pk, by=cast.alice)
