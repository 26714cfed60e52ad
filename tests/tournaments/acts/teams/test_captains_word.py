"""What captains say beside line-ups: results of their boards, and rounds that their team does not play."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.policy import Denied, Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast, last
from tests.factories import make_link
from tests.teams_world import captain_link, drawn_teams, match_at, numbers, published, round_of, teams_playing
from tournaments.acts.own_table import tell_result
from tournaments.acts.results import report_result
from tournaments.acts.teams.board_results import tell_board_result
from tournaments.acts.teams.line_ups import set_roster
from tournaments.acts.teams.team_absences import ask_team_absence, set_team_absence
from tournaments.acts.teams.teams import place_in_teams
from tournaments.acts.undo.undo import undo
from tournaments.models import CaptainLink, Entry, Match, Pairing, ResultReport, Round, Section, Team
from tournaments.queries.refereeing.player_reports import disputed_by_round
from tournaments.queries.teams.captains import captained, version
from tournaments.wording.refusals import refusal_sentence


@pytest.fixture
@remembered
def playing(cast: Cast) -> Round:
    return teams_playing(cast)


def sides(round_: Round, table: int = 1) -> tuple[CaptainLink, CaptainLink]:
    match = match_at(round_, table)
    assert match.second is not None
    return captain_link(match.first), captain_link(match.second)


def tell(round_: Round, link: Any, board: int, outcome: str, **more: Any) -> Any:
    arguments = {"team": link.team_id, "board": board, "outcome": outcome, "by": link} | more
    return tell_board_result(round_=round_of(round_.section, round_.number), **arguments)


def refused(do: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        do()
    assert refusal_sentence(refusal.value.code, refusal.value.params)
    return refusal.value


@pytest.mark.parametrize(("board", "value"), [(1, "1-0"), (2, "0-1"), (3, "1-0")])
def test_what_both_captains_say_is_the_result(playing: Round, board: int, value: str) -> None:
    ours, theirs = sides(playing)
    message = tell(playing, ours, board, "win")
    assert (message["agreed"], message["disputed"]) == (False, False)
    assert not ResultReport.objects.exists()
    assert tell(playing, theirs, board, "loss")["agreed"]
    report = ResultReport.objects.get()
    # The first team moves second on even boards.
    assert (report.pairing.board, report.value, report.by) == (board, value, None)
    assert refused(lambda: tell(playing, ours, board, "draw")).code == "result-stands"


def test_where_they_differ_a_referee_decides(cast: Cast, playing: Round) -> None:
    ours, theirs = sides(playing)
    tell(playing, ours, 1, "win")
    assert tell(playing, ours, 1, "draw")["agreed"] is False
    assert tell(playing, theirs, 1, "win")["disputed"]
    assert [table for table, _ in disputed_by_round([playing])[playing.pk]] == [1]
    page = captained(ours.team)
    assert page.now is not None
    assert page.now.reports == {1: "differ"}
    assert refused(lambda: tell(playing, theirs, 1, "draw")).code == "both-told"
    report_result(
        round_=round_of(playing.section, 1), table=1, value="1/2", seen=None, reason="asked both", by=cast.bob
    )
    assert disputed_by_round([playing]) == {}


def test_a_captain_speaks_for_the_player_of_that_side(playing: Round) -> None:
    ours, theirs = sides(playing)
    pairing = Pairing.objects.get(match__round=playing, match__table=1, board=1)
    second = Entry.objects.get(seats__pairing=pairing, seats__colour="second")
    tell_result(by=make_link(second), round_=playing, outcome="loss")
    assert captained(ours.team).now.reports == {}  # type: ignore[union-attr]
    assert captained(theirs.team).now.reports == {1: "loss"}  # type: ignore[union-attr]
    assert tell(playing, ours, 1, "win")["agreed"]


def test_the_open_pages_of_both_captains_learn_of_it(playing: Round) -> None:
    ours, theirs = sides(playing)
    before = version(ours.team), version(theirs.team)
    tell(playing, ours, 3, "draw")
    after = version(ours.team), version(theirs.team)
    assert before[0] != after[0]
    assert before[1] != after[1]


def test_what_cannot_be_told_says_why(playing: Round) -> None:
    ours, theirs = sides(playing)
    other = sides(playing, 2)[0]
    assert refused(lambda: tell(playing, ours, 9, "win")).code == "no-such-board"
    assert refused(lambda: tell(playing, ours, 1, "gone")).code == "unknown-result"
    with pytest.raises(Denied):
        tell(playing, ours, 1, "win", by=theirs)
    with pytest.raises(Denied):
        tell(playing, ours, 1, "win", by=other)
    player = Entry.objects.filter(team=ours.team).first()
    with pytest.raises(Denied):
        tell(playing, ours, 1, "win", by=make_link(player))


def test_an_agreement_of_captains_is_undone(cast: Cast, playing: Round) -> None:
    ours, theirs = sides(playing)
    tell(playing, ours, 1, "win")
    tell(playing, theirs, 1, "loss")
    undo(
        event=cast.event, entry=last("tell_board_result").pk, reason="they signed the wrong card", by=cast.bob
    )
    assert ResultReport.objects.order_by("-pk")[0].value == ResultReport.Value.OPEN
    assert not tell(playing, ours, 1, "draw")["agreed"]
    assert tell(playing, theirs, 1, "draw")["agreed"]


def section_with(cast: Cast, **settings: Any) -> Section:
    return drawn_teams(cast, teams=5, settings=settings)


def ask(section: Section, team: Team, number: int, kind: str) -> None:
    ask_team_absence(section=section, team=team.pk, round_number=number, kind=kind, by=captain_link(team))


@pytest.mark.slow
def test_a_captain_says_that_the_team_does_not_play_a_round(cast: Cast) -> None:
    section = section_with(cast, team_half_byes=1)
    team = section.teams.get(number=2)
    ask(section, team, 2, "H")
    assert refused(lambda: ask(section, team, 3, "H")).code == "team-half-byes-used"
    ask(section, team, 3, "Z")
    ask(section, team, 3, "plays")
    assert {absence.round_number: absence.kind for absence in team.absences.all()} == {2: "H"}
    assert refused(lambda: ask(section, team, 1, "F")).code == "absence-kind"
    assert refused(lambda: ask(section, team, 9, "Z")).code == "no-such-round"
    ask(section, team, 1, "Z")
    round_ = published(section, cast.bob)
    assert not round_.matches.filter(first=team).exists()
    assert refused(lambda: ask(section, team, 1, "plays")).code == "state"


def test_without_the_setting_there_is_no_half_point_bye_and_the_desks_word_stands(cast: Cast) -> None:
    section = section_with(cast)
    team = section.teams.get(number=2)
    assert refused(lambda: ask(section, team, 2, "H")).code == "team-half-byes-used"
    set_team_absence(section=section, team=team.pk, round_number=2, kind="F", by=cast.carol)
    assert refused(lambda: ask(section, team, 2, "Z")).code == "absence-by-desk"
    with pytest.raises(Denied):
        ask_team_absence(
            section=section,
            team=team.pk,
            round_number=3,
            kind="Z",
            by=captain_link(section.teams.get(number=3)),
        )
    undone = last("set_team_absence")
    undo(event=cast.event, entry=undone.pk, reason="a slip", by=cast.alice)
    assert not team.absences.exists()


def test_rosters_close_at_their_deadline(cast: Cast) -> None:
    section = section_with(cast, team_roster_deadline=60)
    team = section.teams.get(number=1)
    order = [entry.pk for entry in team.entries.order_by("-board_order")]

    def by_captain() -> None:
        set_roster(section=section, team=team.pk, members=order, by=captain_link(team))

    section.round_set.filter(number=1).update(starts_at=timezone.now() + timedelta(minutes=90))
    by_captain()
    section.round_set.filter(number=1).update(starts_at=timezone.now() + timedelta(minutes=30))
    order.reverse()
    assert refused(by_captain).code == "roster-closed"
    arguments: dict[str, Any] = {"section": section, "team": team.pk, "members": order, "by": cast.alice}
    assert refused(lambda: set_roster(**arguments)).field == "reason"
    set_roster(**arguments, reason="the captain was held up")
    player = team.entries.first()
    assert player is not None
    moved: dict[str, Any] = {"section": section, "teams": {player.pk: None}, "by": cast.alice}
    assert refused(lambda: place_in_teams(**moved)).field == "reason"
    assert place_in_teams(**moved, reason="registered twice")["placed"] == 1


def test_who_has_played_for_a_team_stays_in_it(cast: Cast, playing: Round) -> None:
    section = playing.section
    team, other = (section.teams.get(number=number) for number in (1, 2))
    player = Entry.objects.get(section=section, number=numbers(team)[0])
    reserve = Entry.objects.get(section=section, number=numbers(team)[3])
    refusal = refused(lambda: place_in_teams(section=section, teams={player.pk: other.pk}, by=cast.alice))
    assert (refusal.code, refusal.params["name"]) == ("member-played", team.name)
    assert place_in_teams(section=section, teams={reserve.pk: other.pk}, by=cast.alice)["placed"] == 1


def test_no_result_is_reported_before_the_match_starts(playing: Round) -> None:
    match = match_at(playing)
    Match.objects.filter(pk=match.pk).update(starts_at=timezone.now() + timedelta(days=1))
    ours, _ = sides(playing)
    assert refused(lambda: tell(playing, ours, 1, "win")).code == "not-started"
    match_now = captained(match.first).now
    assert match_now
    assert not match_now.tellable
    before = version(match.first)
    Match.objects.filter(pk=match.pk).update(starts_at=timezone.now())
    assert version(match.first) != before
    assert tell(playing, ours, 1, "win")["disputed"] is False
