"""Cases of teams that meet teams."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.framed import Case
from tests.teams_world import all_reported, captain_link, match_at, published, round_of
from tournaments.acts.sections import draw_lots
from tournaments.acts.teams.team_matches import decide_match, forfeit_match, withdraw_team
from tournaments.acts.teams.teams import add_team
from tournaments.models import Entry, Round, Section, Team
from tournaments.state.team_settings import TeamSettings, team_settings_as_json

RULES = team_settings_as_json(TeamSettings(boards=2, reserves=0))


@remembered
def of_teams(cast: Cast) -> Section:
    """The section with its eight players in four teams of two, numbered anew."""
    section = cast.section
    Section.objects.filter(pk=section.pk).update(team_rules=RULES, lots_drawn_at=None)
    players = list(section.entries.order_by("pk"))
    section.entries.update(number=None)
    for number in range(len(players) // 2):
        team = Team.objects.create(section=section, name=f"Team {number}")
        keys = [entry.pk for entry in players[2 * number : 2 * number + 2]]
        Entry.objects.filter(pk__in=keys).update(team=team)
    section.refresh_from_db()
    draw_lots(section=section, by=cast.bob)
    section.refresh_from_db()
    return section


@remembered
def with_matches(cast: Cast) -> Round:
    return published(of_teams(cast), cast.bob)


def a_roster(cast: Cast) -> dict[str, Any]:
    section = of_teams(cast)
    team = section.teams.order_by("pk")[0]
    return {"section": section, "team": team.pk, "members": [team.entries.order_by("-pk")[0].pk]}


def a_line_up(cast: Cast) -> dict[str, Any]:
    round_ = with_matches(cast)
    match = match_at(round_)
    collected = [entry.number or 0 for entry in match.first.entries.order_by("-number")]
    return {"round_": round_, "match": 1, "team": match.first_id, "players": collected, "reason": "ill"}


@remembered
def that_wait(cast: Cast) -> Round:
    """Round 1 is public and waits for line-ups."""
    section = of_teams(cast)
    Section.objects.filter(pk=section.pk).update(team_rules=RULES | {"deadline": 30})
    section.refresh_from_db()
    return published(section, cast.bob)


def an_own_line_up(cast: Cast) -> dict[str, Any]:
    round_ = that_wait(cast)
    team = match_at(round_).first
    Team.objects.filter(pk=team.pk).update(captain=cast.dave)
    collected = [entry.number or 0 for entry in team.entries.order_by("-number")]
    return {"round_": round_, "team": team.pk, "players": collected}


def a_reveal(cast: Cast) -> dict[str, Any]:
    return {"round_": that_wait(cast), "reason": "the hall is ready"}


def a_link(cast: Cast) -> dict[str, Any]:
    section = of_teams(cast)
    team = section.teams.order_by("pk")[0]
    captain_link(team)
    return {"section": section, "team": team.pk}


def a_captain(cast: Cast) -> dict[str, Any]:
    section = of_teams(cast)
    return {"section": section, "team": section.teams.order_by("pk")[0].pk, "account": "charlie"}


def a_forfeit(cast: Cast) -> dict[str, Any]:
    return {"round_": with_matches(cast), "match": 1, "lost_by": "first", "reason": "nobody came"}


def a_move(cast: Cast) -> dict[str, Any]:
    return {"round_": with_matches(cast), "match": 1, "starts": datetime(2026, 11, 27, 6, tzinfo=UTC)}


def a_penalty(cast: Cast) -> dict[str, Any]:
    section = of_teams(cast)
    team = section.teams.order_by("pk")[0]
    return {"section": section, "team": team.pk, "match_points": "-1", "reason": "late"}


def a_leaving(cast: Cast) -> dict[str, Any]:
    section = of_teams(cast)
    return {"section": section, "team": section.teams.order_by("pk")[0].pk, "reason": "gone"}


def a_decision(cast: Cast) -> dict[str, Any]:
    section = of_teams(cast)
    Section.objects.filter(pk=section.pk).update(system="knock-out")
    section.refresh_from_db()
    round_ = published(section, cast.bob)
    all_reported(round_, cast.bob, "1/2")
    arguments = {"decided_for": "first", "decided_by": "lot", "reason": "drawn before both captains"}
    return {"round_": round_of(section, 1), "match": 1, **arguments}


def a_step(cast: Cast) -> dict[str, Any]:
    decision = a_decision(cast)
    section = decision["round_"].section
    steps = ["one; 1; even; exchange; next; 10 min + 10 s"]
    Section.objects.filter(pk=section.pk).update(team_rules={**section.team_rules, "steps": steps})
    match = match_at(round_of(section, 1))
    players = {"first": [match.first_line_up[0]], "second": [match.second_line_up[-1]]}
    return {"round_": round_of(section, 1), "match": 1, "step": 1, **players, "results": ["1-0"]}


def an_absence(cast: Cast) -> dict[str, Any]:
    section = of_teams(cast)
    team = section.teams.order_by("pk")[0]
    return {"section": section, "team": team.pk, "round_number": 2, "kind": "H"}


def last_ranks(cast: Cast) -> dict[str, Any]:
    section = of_teams(cast)
    Section.objects.filter(pk=section.pk).update(lots_drawn_at=None)
    section.refresh_from_db()
    return {"section": section, "ranks": {section.teams.order_by("pk")[0].pk: 1}}


def a_forfeited_match(cast: Cast) -> dict[str, Any]:
    round_ = with_matches(cast)
    forfeit_match(round_=round_, match=1, lost_by="first", reason="nobody came", by=cast.bob)
    return {"round_": round_of(round_.section, 1), "match": 1, "reason": "they were on the stairs"}


def boards_to_forfeit(cast: Cast) -> dict[str, Any]:
    round_ = with_matches(cast)
    team = match_at(round_).first_id
    return {"round_": round_, "match": 1, "team": team, "from_board": 1, "reason": "wrong order"}


def a_decided_match(cast: Cast) -> dict[str, Any]:
    decision = a_decision(cast)
    decide_match(**decision, by=cast.bob)
    return {"round_": decision["round_"], "match": 1, "reason": "the wrong team was drawn"}


def one_that_left(cast: Cast) -> dict[str, Any]:
    leaving = a_leaving(cast)
    withdraw_team(**leaving, by=cast.bob)
    return leaving


def an_own_board(cast: Cast) -> dict[str, Any]:
    round_ = with_matches(cast)
    team = match_at(round_).first
    Team.objects.filter(pk=team.pk).update(captain=cast.dave)
    return {"round_": round_, "team": team.pk, "board": 1, "outcome": "win"}


def an_own_absence(cast: Cast) -> dict[str, Any]:
    section = of_teams(cast)
    team = section.teams.order_by("pk")[0]
    Team.objects.filter(pk=team.pk).update(captain=cast.dave)
    return {"section": section, "team": team.pk, "round_number": 2, "kind": "Z"}


def team(cast: Cast) -> int:
    return add_team(section=cast.section, name="Team", by=cast.alice)["team"]


TEAMS: dict[str, Case] = {
    "add_team": Case(lambda cast: {"section": cast.section, "name": "A"}, may="AFBC"),
    "remove_team": Case(lambda cast: {"section": cast.section, "team": team(cast)}, may="AFBC"),
    "describe_team": Case(
        lambda cast: {"section": cast.section, "team": team(cast), "short_name": "A1"}, may="AFBC"
    ),
    "set_teams": Case(
        lambda cast: {"section": cast.section, "teams": {cast.section.entries.all()[0].pk: team(cast)}},
        may="AFBC",
    ),
    "forfeit_boards": Case(boards_to_forfeit, who="dave", not_who="carol"),
    "lift_forfeit": Case(a_forfeited_match, who="dave", not_who="carol"),
    "withdraw_decision": Case(a_decided_match, who="dave", not_who="carol"),
    "reinstate_team": Case(one_that_left, not_who="carol", may="AFB"),
    "tell_board_result": Case(an_own_board, who="dave", not_who="alice"),
    "ask_team_absence": Case(an_own_absence, who="dave", not_who="alice"),
    "set_roster": Case(a_roster, may="AFBC"),
    "rank_teams": Case(last_ranks),
    "hand_in_line_up": Case(an_own_line_up, who="dave", not_who="alice"),
    "reveal_line_ups": Case(a_reveal, who="dave", not_who="carol", may="BD"),
    "issue_captain_links": Case(a_link, who="carol", not_who="bob"),
    "revoke_captain_link": Case(a_link, who="carol", not_who="bob", may="AFC"),
    "name_captain": Case(a_captain, who="carol", not_who="bob", may="AFC"),
    "give_line_up": Case(a_line_up, who="carol", not_who="alice"),
    "forfeit_match": Case(a_forfeit, who="dave", not_who="carol"),
    "move_match": Case(a_move),
    "penalise_team": Case(a_penalty, who="bob", not_who="alice", may="B"),
    "play_decider": Case(a_step, who="carol", not_who="charlie"),
    "decide_match": Case(a_decision, who="dave", not_who="carol"),
    "set_team_absence": Case(an_absence, not_who="dave", may="AFBC"),
    "withdraw_team": Case(a_leaving, may="AFB"),
}
