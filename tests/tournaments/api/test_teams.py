"""Teams that meet teams, for programs: their rosters and matches, what the desk does with them, and what
webhooks are told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from portal import outbox
from portal.webhooks.models import Delivery, Webhook
from tests.cast import Cast
from tests.portal.api.callers import Caller
from tests.portal.api.described import faults
from tests.teams_world import (
    drawn_teams,
    make_team_section,
    match_at,
    numbers,
    published,
    round_of,
    teams_playing,
    waiting_round,
)
from tournaments.acts.adjust_round import Swap, adjust_round
from tournaments.acts.entering.attendance import withdraw
from tournaments.acts.results import report_result, take_back_result
from tournaments.acts.teams.team_forfeits import forfeit_boards
from tournaments.models import Round, Section

pytestmark = pytest.mark.django_db


def at(section: Section) -> str:
    return f"/api/v1/events/{section.event.slug}/sections/{section.slug}"


def matches(caller: Caller, round_: Round) -> list[dict[str, Any]]:
    answer = caller.get(f"{at(round_.section)}/rounds/{round_.number}/matches")
    assert answer.status_code == 200, answer.json()
    result: list[dict[str, Any]] = answer.json()["results"]
    assert [faults("TeamMatch", item) for item in result] == [[]] * len(result)
    return result


@pytest.mark.slow
def test_teams_and_what_the_desk_does_with_them(cast: Cast) -> None:
    section = drawn_teams(cast)
    alice, bob = Caller(cast.alice), Caller(cast.bob)
    listed = alice.get(f"{at(section)}/rosters").json()["results"]
    assert [faults("ListedTeam", item) for item in listed] == [[]] * 4
    team = listed[0]
    turned = [*reversed(team["members"])]
    assert alice.post(f"{at(section)}/rosters", {"team": team["team"], "members": turned}).status_code == 200
    assert alice.get(f"{at(section)}/rosters").json()["results"][0]["members"] == turned
    away = {"team": team["team"], "round_number": 2, "kind": "H"}
    assert alice.post(f"{at(section)}/teams/absences", away).status_code == 200
    fined = {"team": team["team"], "match_points": "-1", "reason": "late"}
    answer = bob.post(f"{at(section)}/teams/penalties", fined)
    assert (answer.status_code, faults("Penalised", answer.json())) == (200, [])
    gone = {"team": listed[1]["team"], "reason": "left"}
    assert bob.post(f"{at(section)}/teams/withdraw", gone).status_code == 200
    listed = alice.get(f"{at(section)}/rosters").json()["results"]
    assert [item["absences"] for item in listed[:2]] == [[2], []]
    assert [item["withdrawn_after"] for item in listed[:2]] == [None, 0]
    answer = bob.post(f"{at(section)}/teams/reinstate", gone | {"reason": "stayed"})
    assert (answer.status_code, faults("TeamReinstated", answer.json())) == (200, [])
    assert alice.get(f"{at(section)}/rosters").json()["results"][1]["withdrawn_after"] is None


def test_ranks_at_the_last_event(cast: Cast) -> None:
    section = make_team_section(cast.event, cast.alice)
    alice = Caller(cast.alice)
    first_one, two, *_ = alice.get(f"{at(section)}/rosters").json()["results"]
    for rank in (3, None, 2):
        values = {"team": first_one["team"], "rank": rank}
        answer = alice.post(f"{at(section)}/teams/ranks", values)
        assert (answer.status_code, answer.json()) == (200, {"ranked": 1})
    refused = alice.post(f"{at(section)}/teams/ranks", {"team": two["team"], "rank": 2})
    assert (refused.status_code, refused.json()["code"]) == (422, "last-rank-twice")
    assert (
        alice.post(f"{at(section)}/teams/ranks", {"team": first_one["team"], "rank": "2"}).status_code == 422
    )
    assert alice.get(f"{at(section)}/rosters").json()["results"][0]["last_rank"] == 2


@pytest.mark.slow
def test_matches_and_their_boards(cast: Cast) -> None:
    round_ = teams_playing(cast)
    bob = Caller(cast.bob)
    where = f"{at(round_.section)}/rounds/1"
    first = matches(bob, round_)[0]
    assert (first["revealed"], first["winner"]) == (True, "")
    assert [board["table"] for board in first["boards"]] == [1, 2, 3]
    team = match_at(round_).first
    reserve = [numbers(team)[3], *numbers(team)[1:3]]
    values = {"match": 1, "team": team.pk, "players": reserve, "reason": "ill"}
    answer = bob.post(f"{where}/line-ups", values)
    assert (answer.status_code, faults("LineUpGiven", answer.json())) == (200, [])
    assert [board["first"] for board in matches(bob, round_)[0]["boards"]] == reserve
    refused = bob.post(f"{where}/line-ups", values | {"players": [reserve[0]] * 3})
    assert (refused.status_code, refused.json()["code"]) == (422, "line-up-twice")
    for table in (1, 2):
        # Who moves first at board 1 is of the first team, at board 2 of the other.
        value = "1-0" if table == 1 else "0-1"
        assert bob.post(f"{where}/results", {"table": table, "value": value}).status_code == 200
    first = matches(bob, round_)[0]
    assert [first["first_points"], first["second_points"], first["winner"]] == ["4", "0", "first"]
    assert [board["value"] for board in first["boards"]] == ["1-0", "1-0", None]
    lost = {"match": 2, "lost_by": "both", "reason": "nobody came"}
    answer = bob.post(f"{where}/matches/forfeit", lost)
    assert (answer.status_code, faults("MatchForfeited", answer.json())) == (200, [])
    assert matches(bob, round_)[1]["winner"] == "none"
    decided = {"match": 1, "decided_for": "first", "decided_by": "lot", "reason": "drawn"}
    assert bob.post(f"{where}/matches/decide", decided).json()["code"] == "no-knock-out"


@pytest.mark.slow
def test_forfeits_and_decisions_and_taking_them_back(cast: Cast, heard: Any) -> None:
    """Each is told once, when all of it is done."""
    round_ = teams_playing(cast)
    bob, where = Caller(cast.bob), f"{at(round_.section)}/rounds/1/matches"
    team = match_at(round_).first_id
    boards = {"match": 1, "team": team, "from_board": 2, "which": "below", "reason": "wrong order"}
    answer = bob.post(f"{where}/forfeit/boards", boards)
    assert (answer.status_code, faults("BoardsForfeited", answer.json())) == (200, [])
    assert answer.json()["boards"] == [2, 3]
    assert [delivery["winner"] for delivery in heard()] == ["second"]
    assert bob.post(f"{where}/forfeit", {"match": 2, "lost_by": "first", "reason": "away"}).status_code == 200
    answer = bob.post(f"{where}/forfeit/lift", {"match": 2, "reason": "came"})
    assert (answer.status_code, faults("ForfeitLifted", answer.json())) == (200, [])
    assert [(delivery["match"], delivery["winner"]) for delivery in heard()] == [
        (1, "second"),
        (2, "second"),
        (2, ""),
    ]


@pytest.mark.slow
def test_a_decision_is_withdrawn(cast: Cast, heard: Any) -> None:
    round_ = teams_playing(cast, preset="knock-out", rounds=2, settings={"team_deciders": ""})
    bob, where = Caller(cast.bob), f"{at(round_.section)}/rounds/1"
    for table in (1, 2, 3):
        assert bob.post(f"{where}/results", {"table": table, "value": "1/2"}).status_code == 200
    decided = {"match": 1, "decided_for": "second", "decided_by": "lot", "reason": "drawn"}
    assert bob.post(f"{where}/matches/decide", decided).status_code == 200
    answer = bob.post(f"{where}/matches/decide/withdraw", {"match": 1, "reason": "not yet"})
    assert (answer.status_code, faults("MatchDecided", answer.json())) == (200, [])
    assert [delivery["winner"] for delivery in heard()] == ["level", "second", "level"]


@pytest.mark.slow
def test_a_match_lost_by_forfeited_boards_says_so_to_programs(cast: Cast, heard: Any) -> None:
    round_ = teams_playing(cast, settings={"team_forfeit_boards": 1})
    match = match_at(round_)
    forfeit_boards(round_=round_, match=1, team=match.first_id, from_board=3, reason="late", by=cast.bob)
    first = matches(Caller(cast.bob), round_)[0]
    assert [first["winner"], first["lost_by"]] == ["second", "first"]
    (delivery,) = heard()
    assert [delivery["winner"], delivery["forfeited"]] == ["second", "first"]


@pytest.mark.slow
def test_secret_line_ups_have_no_boards(cast: Cast) -> None:
    round_ = waiting_round(cast)
    bob = Caller(cast.bob)
    where = f"{at(round_.section)}/rounds/1"
    team = match_at(round_).first
    values = {"match": 1, "team": team.pk, "players": numbers(team)[:3], "reason": "told"}
    assert bob.post(f"{where}/line-ups", values).status_code == 200
    assert [(match["revealed"], match["boards"]) for match in matches(bob, round_)] == [(False, [])] * 2
    answer = bob.post(f"{where}/line-ups/reveal", {"reason": "all are here"})
    assert (answer.status_code, faults("Revealed", answer.json())) == (200, [])
    assert [len(match["boards"]) for match in matches(bob, round_)] == [3, 3]


def test_where_players_meet_there_is_none(cast: Cast) -> None:
    section = cast.section
    bob = Caller(cast.bob)
    assert bob.get(f"{at(section)}/rosters").status_code == 404
    assert bob.get(f"{at(section)}/rounds/1/matches").status_code == 404


@pytest.fixture
def heard(cast: Cast) -> Any:
    """What a webhook is told of decided matches."""
    Webhook.objects.create(
        scope=f"event:{cast.event.pk}", url="https://example.org/", topics=["match.decided"], salt="x"
    )

    def payloads() -> list[dict[str, Any]]:
        outbox.drain()
        return [json.loads(delivery.body) for delivery in Delivery.objects.order_by("pk")]

    return payloads


@pytest.mark.slow
def test_a_webhook_hears_of_a_decided_match(cast: Cast, heard: Any) -> None:
    round_ = teams_playing(cast)

    def report(table: int, value: str, **more: Any) -> int:
        answer = report_result(
            round_=round_of(round_.section, 1), table=table, value=value, seen=None, by=cast.bob, **more
        )
        return int(answer["report"])

    report(1, "1-0")
    assert heard() == []
    second = report(2, "0-1")
    (delivery,) = heard()
    match = match_at(round_)
    assert [delivery["match"], delivery["first"], delivery["second"]] == [
        1,
        match.first.number,
        match.second.number,
    ]
    assert [delivery["first_points"], delivery["second_points"], delivery["winner"]] == ["4", "0", "first"]
    report(3, "0-1")
    assert len(heard()) == 1, "decided already"
    take_back_result(round_=round_of(round_.section, 1), table=2, seen=second, reason="misread", by=cast.bob)
    assert [delivery["winner"] for delivery in heard()] == ["first", ""]
    report(2, "1/2")
    assert heard()[-1]["winner"] == "level"


@pytest.mark.slow
def test_a_webhook_hears_of_a_forfeited_match_once(cast: Cast, heard: Any) -> None:
    round_ = teams_playing(cast)
    body = {"match": 2, "lost_by": "first", "reason": "nobody came"}
    assert Caller(cast.bob).post(f"{at(round_.section)}/rounds/1/matches/forfeit", body).status_code == 200
    (delivery,) = heard()
    assert [delivery["match"], delivery["winner"], delivery["forfeited"]] == [2, "second", "first"]


@pytest.mark.slow
def test_a_webhook_hears_at_once_what_empty_boards_decide(cast: Cast, heard: Any) -> None:
    """As the line-ups are revealed, and as they are changed."""
    round_ = waiting_round(cast, settings={"team_least": 1})
    bob, where = Caller(cast.bob), f"{at(round_.section)}/rounds/1"
    match = match_at(round_)
    first, second = match.first, match.second
    alone = {"match": 1, "team": first.pk, "players": [numbers(first)[0], 0, 0], "reason": "two are ill"}
    assert bob.post(f"{where}/line-ups", alone).status_code == 200
    assert heard() == []
    assert bob.post(f"{where}/line-ups/reveal", {"reason": "all are here"}).status_code == 200
    assert [(delivery["match"], delivery["winner"]) for delivery in heard()] == [(1, "second")]
    whole = {"match": 1, "team": first.pk, "players": numbers(first)[:3], "reason": "they have come"}
    assert bob.post(f"{where}/line-ups", whole).status_code == 200
    assert [delivery["winner"] for delivery in heard()] == ["second", ""]
    assert second is not None


@pytest.mark.slow
def test_a_webhook_hears_with_the_publication_what_empty_boards_decide(cast: Cast, heard: Any) -> None:
    """And when the published match is changed by hand: of who is met then, and of who was met before."""
    section = drawn_teams(cast, settings={"team_least": 1})
    weak = section.teams.get(number=1)
    gone = list(section.entries.filter(team=weak, number__in=numbers(weak)[1:]))
    withdraw(entries=gone, reason="ill", by=cast.bob)
    round_ = published(section, cast.bob)
    rows = {
        item.table: (item.first, item.second) for item in round_.matches.select_related("first", "second")
    }
    (mine,) = [table for table, pair in rows.items() if weak in pair]
    won = "second" if rows[mine][0] == weak else "first"
    assert [(item["match"], item["winner"]) for item in heard()] == [(mine, won)]

    (other,) = [table for table in rows if table != mine]
    stranger = next(team for team in rows[other] if team)
    adjust_round(
        round_=round_of(section, 1),
        change=Swap(weak.number or 0, stranger.number or 0),
        reason="they travelled together",
        leave_official=True,
        by=cast.bob,
    )
    answer = heard()[1:]
    assert {item["match"]: bool(item["winner"]) for item in answer} == {mine: False, other: True}
    assert len(answer) == 2
    match = match_at(round_, other)
    lone = next(item for item in answer if item["match"] == other)
    assert lone["winner"] == ("second" if match.first == weak else "first")


@pytest.mark.parametrize("limit", [1, 3])
@pytest.mark.slow
def test_lists_ask_as_often_for_any_number(cast: Cast, limit: int, django_assert_num_queries: Any) -> None:
    round_ = teams_playing(cast, teams=8)
    bob = Caller(cast.bob)
    for path in ("rosters", "rounds/1/matches"):
        with django_assert_num_queries(7):
            result = bob.get(f"{at(round_.section)}/{path}?limit={limit}").json()["results"]
        assert len(result) == limit
