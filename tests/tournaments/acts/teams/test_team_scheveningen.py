"""Two teams, everybody against everybody of the other one: from the settings to the final standings."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from portal.policy import Refusal
from tests.cast import Cast
from tests.factories import make_known
from tests.teams_world import (
    all_reported,
    closed,
    drawn_teams,
    make_team_section,
    match_at,
    numbers,
    published,
    round_of,
)
from tournaments.acts.change_section import change_section
from tournaments.acts.entering.attendance import set_absence
from tournaments.acts.results import report_result
from tournaments.acts.sections import draw_lots
from tournaments.acts.teams.line_ups import give_line_up, set_roster
from tournaments.acts.teams.team_matches import forfeit_match
from tournaments.acts.teams.teams import place_in_teams
from tournaments.models import Entry, Match, Pairing, Round, Section
from tournaments.pairing import pair, recompute
from tournaments.queries.section_settings import settings_of_section
from tournaments.queries.teams.team_matches import to_pair
from tournaments.wording.refusals import refusal_sentence


def two_teams(cast: Cast, boards: int = 3, **more: Any) -> Section:
    settings = {"team_boards": boards, "team_primary": "board", "team_tiebreaks": ["board-points"]}
    settings |= more.pop("settings", {})
    arguments = {"preset": "scheveningen", "teams": 2, "members": boards, "rounds": 1, "settings": settings}
    return drawn_teams(cast, **arguments | more)


def games(round_: Round) -> list[tuple[int, ...]]:
    """Who moves first and second, by board."""
    pairings = Pairing.objects.filter(round=round_).order_by("table")
    return [tuple(seat.entry.number or 0 for seat in item.seats.order_by("colour")) for item in pairings]


@pytest.mark.slow
def test_everybody_meets_the_whole_other_team_and_the_standings_count_every_game(cast: Cast) -> None:
    section = two_teams(cast)
    assert section.rounds == section.round_set.count() == 3
    ours, theirs = (numbers(team) for team in section.teams.order_by("number"))
    met: Counter[frozenset[int]] = Counter()
    firsts: Counter[int] = Counter()
    for number in (1, 2, 3):
        round_ = published(section, cast.bob, number)
        met.update(frozenset(game) for game in games(round_))
        firsts.update(game[0] for game in games(round_))
        version = round_.versions.get()
        assert recompute(version.input).digest == version.digest
        all_reported(round_, cast.bob)
        closed(round_, cast.bob)
    assert met == {frozenset((our, other)): 1 for our in ours for other in theirs}
    assert {abs(2 * firsts[player] - 3) for player in (*ours, *theirs)} == {1}
    section.refresh_from_db()
    assert section.state == Section.State.FINISHED
    table = section.standings.get(after_round=3).data["team_table"]
    won = sum(firsts[player] for player in ours) * 2
    points = {row["team"]: row["board_points"] for row in table["rows"]}
    assert points == {1: str(won), 2: str(18 - won)}
    assert table["criteria"][0] == "board-points"


@pytest.mark.parametrize(("teams", "code"), [(3, "two-teams"), (1, "too-few-teams")])
def test_another_number_of_teams_is_refused(cast: Cast, teams: int, code: str) -> None:
    section = make_team_section(cast.event, cast.alice, teams=teams, preset="scheveningen")
    with pytest.raises(Refusal) as refusal:
        draw_lots(section=section, by=cast.bob)
    assert refusal.value.code == code
    assert refusal_sentence(refusal.value.code, refusal.value.params)


@pytest.mark.slow
def test_who_is_away_loses_the_own_board_and_nobody_moves_up(cast: Cast) -> None:
    section = two_teams(cast)
    ours = numbers(section.teams.get(number=1))
    entry = Entry.objects.get(section=section, number=ours[0])
    set_absence(entries=[entry], round_number=1, absent=True, by=cast.bob)
    round_ = published(section, cast.bob)
    match = match_at(round_)
    assert match.first_line_up == [None, *ours[1:]]
    assert len(games(round_)) == 2
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    assert match_at(published(section, cast.bob, 2)).first_line_up == ours


@pytest.mark.slow
def test_a_reserve_takes_a_place_for_one_round(cast: Cast) -> None:
    section = two_teams(cast, members=4)
    round_ = published(section, cast.bob)
    team = section.teams.get(number=2)
    *players, reserve = numbers(team)
    wanted = [reserve, *(match_at(round_).second_line_up or [])[1:]]
    give_line_up(round_=round_, match=1, team=team.pk, players=wanted, reason="ill", by=cast.bob)
    assert match_at(round_).second_line_up == wanted
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    assert set(match_at(published(section, cast.bob, 2)).second_line_up or []) == set(players)


@pytest.mark.slow
def test_a_round_that_a_team_loses_without_play_turns_every_board(cast: Cast) -> None:
    round_ = published(two_teams(cast, boards=4), cast.bob)
    forfeit_match(round_=round_, match=1, lost_by=Match.LostBy.SECOND, reason="late", by=cast.bob)
    ours = set(numbers(match_at(round_).first))
    for pairing in round_.pairings.all():
        mover = pairing.seats.get(colour="first").entry.number
        report = pairing.reports.get()
        assert (report.value == "1-0", report.forfeit) == (mover in ours, True)


@pytest.mark.slow
def test_the_order_of_the_rosters_stands_once_a_round_is_public(cast: Cast) -> None:
    section = two_teams(cast)
    team = section.teams.get(number=1)
    order = [entry.pk for entry in team.entries.order_by("-board_order")]
    set_roster(section=section, team=team.pk, members=order, by=cast.alice)
    published(section, cast.bob)
    section.refresh_from_db()
    with pytest.raises(Refusal, match="places-stand"):
        set_roster(section=section, team=team.pk, members=order[::-1], by=cast.alice)


@pytest.mark.slow
def test_nobody_leaves_or_joins_a_roster_so_that_others_change_places(cast: Cast) -> None:
    """Also who has not played yet: the second of the first team is absent in round 1."""
    section = two_teams(cast)
    team = section.teams.get(number=1)
    roster = numbers(team)
    away, last = (Entry.objects.get(section=section, number=roster[place]) for place in (1, 2))
    move = {"section": section, "by": cast.alice}
    place_in_teams(teams={last.pk: None}, **move)
    place_in_teams(teams={away.pk: None}, **move)
    place_in_teams(teams={last.pk: team.pk}, **move)
    place_in_teams(teams={away.pk: team.pk}, **move)
    last.refresh_from_db()
    assert last.board_order is None, "who leaves a team keeps no place of it"
    set_roster(team=team.pk, members=[], **move)
    set_absence(entries=[away], round_number=1, absent=True, by=cast.bob)
    published(section, cast.bob)
    section.refresh_from_db()
    with pytest.raises(Refusal, match="places-stand"):
        place_in_teams(teams={away.pk: None}, **move)
    away.refresh_from_db()
    assert away.team_id == team.pk
    player = make_known(cast.event, name="Reserve", federation_id="CHN")
    late = Entry.objects.create(section=section, player=player, number=7)
    assert place_in_teams(teams={late.pk: team.pk}, **move)["placed"] == 1
    assert place_in_teams(teams={late.pk: None}, **move)["placed"] == 1


def test_its_tables_stand_for_the_settings_of_line_ups(cast: Cast) -> None:
    section = two_teams(cast)
    settings = settings_of_section(section)
    gone = {"team_order", "team_empty", "team_colours", "team_deadline", "team_bye", "team_deciders"}
    assert not gone & settings.keys()
    with pytest.raises(Refusal, match="boards-follow-draw"):
        change_section(section=section, wanted={"team_boards": 4}, reason="a slip", by=cast.alice)
    change_section(section=section, wanted={"team_primary": "match"}, reason="a slip", by=cast.alice)


def test_a_team_that_does_not_play_leaves_the_other_without_points(cast: Cast) -> None:
    section = two_teams(cast)
    team = section.teams.get(number=2)
    team.withdrawn_after = 0
    team.save()
    tournament = to_pair(section, before_round=1)
    paired = pair(tournament, 1)
    assert (paired.pairs, paired.free) == ((), (1,))


@pytest.mark.slow
def test_a_correction_moves_the_points_of_the_right_team(cast: Cast) -> None:
    section = two_teams(cast)
    round_ = published(section, cast.bob)
    all_reported(round_, cast.bob, "1/2")
    table = round_.pairings.order_by("table")[1].table
    pairing = round_.pairings.get(table=table)
    report_result(
        round_=round_of(section, 1),
        table=table,
        value="1-0",
        seen=pairing.reports.get().pk,
        reason="misread",
        by=cast.bob,
    )
    closed(round_, cast.bob)
    mover = pairing.seats.get(colour="first").entry.team
    assert mover is not None
    rows = section.standings.get(after_round=1).data["team_table"]["rows"]
    assert {row["team"]: row["board_points"] for row in rows}[mover.number] == "4"
