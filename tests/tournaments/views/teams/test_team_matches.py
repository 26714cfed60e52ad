"""A section of team matches on the desk and in public: from the card to the standings of teams."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from portal import outbox
from portal.published.renderers import renderer_of
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.teams_world import address as at
from tests.teams_world import all_reported, closed, match_at, numbers, round_of, teams_playing, waiting_round
from tests.teams_world import signed_in_as as client
from tournaments.acts.results import report_result
from tournaments.acts.teams.line_ups import give_line_up
from tournaments.models import Round, Section, Team
from tournaments.pages import event_changed, section_changed
from tournaments.queries.progress import round_revision
from tournaments.queries.public.public_matches import team_ref
from tournaments.queries.public.public_now import podiums
from tournaments.queries.public.public_state import PublicSnapshot

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def playing(cast: Cast) -> Round:
    return teams_playing(cast)


def page(round_: Round, leaf: str) -> str:
    return f"/en/e/{round_.section.event.slug}/{round_.section.slug}/{leaf}"


def test_a_card_makes_a_section_of_teams(cast: Cast) -> None:
    address = reverse("section_create", args=[cast.event.slug])
    data = {"card": "weiqi-team-league", "step": "3", "name": "League", "seed": "x", "create": "on"}
    data |= {"players": "6", "team_boards": "5", "team_points": "3-1-0"}
    answer = client(cast.alice).post(address, data)
    assert answer.status_code == 302, answer.content.decode()
    section = Section.objects.get(name="League")
    assert (section.system, section.rounds) == ("round-robin", 5)
    assert section.team_rules["boards"] == 5
    assert (section.team_rules["match_points"], section.team_rules["order"]) == ("3-1-0", "fixed")
    settings = client(cast.alice).get(reverse("section_settings", args=[cast.event.slug, section.slug]))
    assert settings.status_code == 200
    assert 'name="team_boards"' in settings.content.decode()
    assert 'name="counted_players"' not in settings.content.decode()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("team_points", "1-2-0", "this value is not possible"),
        ("team_colours", "FX", "this value is not possible"),
        ("team_bye_points", "9-1", "this value is not possible"),
        ("team_bye_points", "1-99", "this value is not possible"),
    ],
)
def test_settings_that_cannot_be_are_refused_at_their_field(
    cast: Cast, text: Text, field: str, value: str, words: str
) -> None:
    address = reverse("section_create", args=[cast.event.slug])
    data = {"card": "asian-teams", "step": "3", "name": "T", "seed": "x", "create": "on", field: value}
    answer = client(cast.alice).post(address, data)
    assert answer.status_code == 422
    assert words in text(answer)
    assert not Section.objects.filter(name="T").exists()


@pytest.mark.slow
def test_the_round_at_the_desk_shows_matches_and_their_boards(cast: Cast, playing: Round, text: Text) -> None:
    response = client(cast.bob).get(at("round_desk", playing, 1))
    assert response.status_code == 200
    assert "Matches" in text(response)
    assert match_at(playing).first.name in text(response)
    assert "Swap two teams" in text(response)
    result = client(cast.bob).get(at("match_desk", playing, 1, 1))
    assert result.status_code == 200
    assert "Line-up of" in text(result)
    assert client(cast.bob).get(at("match_desk", playing, 1, 9)).status_code == 404


@pytest.mark.slow
def test_a_draft_is_hidden_from_who_may_not_read_it(cast: Cast, playing: Round, text: Text) -> None:
    Round.objects.filter(pk=playing.pk).update(state=Round.State.DRAFT)
    assert client(cast.carol).get(at("match_desk", playing, 1, 1)).status_code == 404
    assert client(cast.bob).get(at("match_desk", playing, 1, 1)).status_code == 200
    response = client(cast.bob).get(at("round_desk", playing, 1))
    assert match_at(playing).first.name in text(response)


@pytest.mark.slow
def test_a_substitution_by_the_form(cast: Cast, playing: Round, text: Text) -> None:
    match = match_at(playing)
    ours = numbers(match.first)
    address = at("give_line_up", playing, 1, 1)
    data = {"team": match.first_id, "reason": "ill"}
    data |= {f"board_{board}": ours[place] for board, place in ((1, 0), (2, 3), (3, 2))}
    answer = client(cast.carol).post(address, data)
    assert answer.status_code == 302
    match.refresh_from_db()
    assert match.first_line_up == [ours[0], ours[3], ours[2]]
    refused = client(cast.carol).post(address, data | {"board_1": ours[3]})
    assert refused.status_code == 422
    assert "sits at board 1 already" in text(refused)


@pytest.mark.slow
def test_a_forfeit_by_the_form(cast: Cast, playing: Round, text: Text) -> None:
    values = {"lost_by": "second", "reason": "did not come"}
    answer = client(cast.dave).post(at("forfeit_match", playing, 1, 1), values)
    assert answer.status_code == 302
    assert "lost the match by default" in text(client(cast.dave).get(at("match_desk", playing, 1, 1)))
    assert client(cast.carol).post(at("forfeit_match", playing, 1, 2), values).status_code == 403


def test_forfeits_are_folded_until_one_is_refused(cast: Cast, playing: Round) -> None:
    page = client(cast.dave).get(at("match_desk", playing, 1, 1)).content.decode()
    for key in ("forfeit", "forfeit-boards"):
        assert re.search(rf'<details class="measure" id="{key}"\s*>', page), key
    refused = client(cast.dave).post(at("forfeit_match", playing, 1, 1), {"lost_by": "second"})
    assert refused.status_code == 422
    assert re.search(r'<details class="measure" id="forfeit"\s+open>', refused.content.decode())


@pytest.mark.slow
def test_the_table_of_teams_is_searched_and_has_the_running_score(
    cast: Cast, playing: Round, text: Text
) -> None:
    match = match_at(playing)
    assert match.second is not None
    report_result(round_=playing, table=1, value="1-0", seen=None, by=cast.bob)
    answer = client(cast.bob).get(at("teams", playing))
    scores = {line.team.pk: line.now.score for line in answer.context["teams"] if line.now}
    ours, theirs = scores[match.first_id], scores[match.second.pk]
    assert ours.split(" : ") == theirs.split(" : ")[::-1]
    assert sorted(ours.split(" : ")) == ["0", "2"]
    assert f'href="{at("match_desk", playing, 1, 1)}"' in answer.content.decode()
    member = match.second.entries.select_related("player").order_by("board_order")[1]
    for words in (match.second.name, member.player.name):
        lines = client(cast.bob).get(at("teams", playing), {"q": words}).context["teams"]
        assert [line.team for line in lines] == [match.second], words
    assert "No team matches." in text(client(cast.bob).get(at("teams", playing), {"q": "zz"}))


@pytest.mark.slow
def test_the_table_of_teams_says_whose_line_up_is_missing(cast: Cast, text: Text) -> None:
    waiting = waiting_round(cast)
    match = match_at(waiting)
    assert "0 of 4 line-ups for round 1 are in" in text(client(cast.bob).get(at("teams", waiting)))
    players = numbers(match.first)[:3]
    give_line_up(
        round_=waiting, match=1, team=match.first_id, players=players, reason="told by telephone", by=cast.bob
    )
    answer = client(cast.bob).get(at("teams", waiting), {"line_up": "missing"})
    assert "1 of 4 line-ups for round 1 are in" in text(answer)
    assert match.first not in [line.team for line in answer.context["teams"]]
    assert len(answer.context["teams"]) == 3


@pytest.mark.slow
def test_rosters_penalties_and_leaving_on_the_page_of_teams(cast: Cast, playing: Round, text: Text) -> None:
    section = playing.section
    team = section.teams.get(number=1)
    entries = list(team.entries.order_by("board_order"))
    assert client(cast.bob).get(at("teams", playing)).status_code == 200
    places = {f"place_{entry.pk}": 9 - place for place, entry in enumerate(entries)}
    roster = {"team": team.pk, **places}
    assert client(cast.carol).post(at("set_roster", playing), roster).status_code == 409  # while it plays
    all_reported(playing, cast.bob)
    closed(playing, cast.bob)
    assert client(cast.carol).post(at("set_roster", playing), roster).status_code == 302
    assert [entry.pk for entry in team.entries.order_by("board_order")] == [e.pk for e in entries[::-1]]
    values = {"team": team.pk, "match_points": "x", "board_points": "0", "reason": "late"}
    refused = client(cast.bob).post(at("penalise_team", playing), values)
    assert refused.status_code == 422
    assert "“x”" in text(refused)
    assert (
        client(cast.bob).post(at("penalise_team", playing), values | {"match_points": "-1"}).status_code
        == 302
    )
    assert (
        client(cast.bob).post(at("withdraw_team", playing), {"team": team.pk, "reason": "x"}).status_code
        == 302
    )
    assert "withdrawn" in text(client(cast.bob).get(at("teams", playing)))


@pytest.mark.slow
def test_rulings_and_absences_by_the_forms(cast: Cast, playing: Round, text: Text) -> None:
    section = playing.section
    all_reported(playing, cast.bob)
    closed(playing, cast.bob)
    response = client(cast.bob).get(at("round_desk", playing, 2))
    assert "Fix or forbid a pair" in text(response)
    assert 'id="miss"' not in response.content.decode()
    values = {"kind": "forbidden", "first": 1, "second": 2, "reason": "sisters"}
    values["round_seen"] = round_revision(round_of(section, 2))
    assert client(cast.bob).post(at("rule_pair", playing, 2), values).status_code == 302
    names = [section.teams.get(number=number).name for number in (1, 2)]
    assert f"{names[0]} – {names[1]}" in text(client(cast.bob).get(at("round_desk", playing, 2)))
    team = section.teams.get(number=3)
    away: dict[str, Any] = {"team": team.pk, "round_number": 2, "kind": "H"}
    assert client(cast.carol).post(at("set_team_absence", playing), away).status_code == 302
    assert "Round 2: scores as for a draw on every board" in text(
        client(cast.carol).get(at("teams", playing), {"team": team.pk})
    )
    wrongs: list[dict[str, Any]] = [
        {"round_number": "x"},
        {"kind": "Q"},
        {"round_number": 1},
        {"team": "nobody"},
    ]
    for wrong in wrongs:
        assert client(cast.carol).post(at("set_team_absence", playing), away | wrong).status_code == 422, (
            wrong
        )


@pytest.mark.slow
def test_the_public_round_tells_matches_and_counts_their_boards(
    cast: Cast, playing: Round, text: Text
) -> None:
    response = Client().get(page(playing, "round/1/"))
    assert response.status_code == 200
    assert "verified" in text(response)
    assert "Boards at tables 1–3" in text(response)
    all_reported(playing, cast.bob)
    outbox.drain()
    assert "4 : 2" in text(Client().get(page(playing, "round/1/")))
    closed(playing, cast.bob)
    table = Client().get(page(playing, "standings/1/"))
    assert "match points" in text(table)
    assert all(team.name in text(table) for team in Team.objects.filter(section=playing.section))
    overview = text(Client().get(page(playing, "")))
    assert "<dt>Boards of a match</dt><dd>3</dd>" in overview
    assert "<li>1. match points</li>" in overview
    for leaf in ("", "teams/", "crosstable/1/", "round/1/by-name/", "player/1/"):
        assert Client().get(page(playing, leaf)).status_code == 200, leaf
    assert round_of(playing.section, 1).state == Round.State.CLOSED


def test_the_document_of_a_round_has_its_matches(playing: Round) -> None:
    document = Client().get(f"/api/v1/events/{playing.section.event.slug}/sections/teams/rounds/1").json()
    assert [match["table"] for match in document["matches"]] == [1, 2]
    assert document["matches"][0]["tables"] == [1, 2, 3]
    boards = [(table["table"], table["board"]) for table in document["tables"]]
    assert boards == [(1, 1), (2, 2), (3, 3), (4, 1), (5, 2), (6, 3)]


@pytest.mark.slow
def test_the_document_of_a_player_has_the_board_of_each_round(playing: Round) -> None:
    section = f"/api/v1/events/{playing.section.event.slug}/sections/teams"
    second = Client().get(f"{section}/rounds/1").json()["tables"][1]
    for colour in ("first", "second"):
        (round_,) = Client().get(f"{section}/players/{second[colour]['number']}").json()["rounds"]
        assert (round_["round"], round_["table"], round_["board"]) == (1, 2, 2)


def test_the_document_of_a_section_tells_how_teams_are_ranked(playing: Round) -> None:
    document = Client().get(f"/api/v1/events/{playing.section.event.slug}/sections/teams").json()
    assert (document["team_boards"], document["team_reserves"]) == (3, 1)
    assert document["team_criteria"][:2] == ["match-points", "board-points"]


@pytest.mark.slow
def test_an_empty_board_of_a_line_up_is_named(cast: Cast, playing: Round, text: Text) -> None:
    match = match_at(playing, 1)
    match.first_line_up = [match.first_line_up[0], None, match.first_line_up[2]]
    match.save(update_fields=["first_line_up"])
    section_changed(playing.section)
    outbox.drain()
    assert "board 2 empty" in text(Client().get(page(playing, "teams/")))


@pytest.mark.slow
def test_the_leading_teams_stand_where_leaders_do(cast: Cast, playing: Round) -> None:
    section = playing.section
    Team.objects.filter(section=section).update(native_name="代表队")
    all_reported(playing, cast.bob)
    closed(playing, cast.bob)
    outbox.drain()
    rows = section.standings.get(after_round=1).data["team_table"]["rows"]
    leader = Team.objects.get(section=section, number=rows[0]["team"])
    link = f'teams/#team-{leader.number}"'
    for leaf in ("", f"{section.slug}/"):
        assert link in Client().get(f"/en/e/{section.event.slug}/{leaf}").content.decode(), leaf
    assert "代表队" in Client().get(page(playing, "")).content.decode()
    document = Client().get(f"/api/v1/events/{section.event.slug}/sections/{section.slug}").json()
    first = document["leaders"][0]
    assert (first["player"], first["team"]["number"], first["points"]) == (
        None,
        leader.number,
        rows[0]["match_points"],
    )
    Section.objects.filter(pk=section.pk).update(state=Section.State.FINISHED)
    podium = podiums([Section.objects.get(pk=section.pk)], PublicSnapshot())[section.pk]
    assert podium[0].team == team_ref(leader)


@pytest.mark.slow
def test_shared_addresses_show_teams_and_who_has_won(cast: Cast, playing: Round) -> None:
    section = playing.section

    def described(leaf: str) -> str:
        page_text = Client().get(f"/en/e/{section.event.slug}/{leaf}").content.decode()
        return unescape(page_text.split('<meta name="description" content="')[1].split('"')[0])

    match = match_at(playing)
    assert match.second
    assert f"1 {match.first.name} – {match.second.name}" in described(f"{section.slug}/round/1/")
    all_reported(playing, cast.bob)
    closed(playing, cast.bob)
    Section.objects.filter(event=section.event).update(state=Section.State.FINISHED)
    event_changed(section.event)
    outbox.drain()
    first = section.standings.get(after_round=1).data["team_table"]["rows"][0]
    leader = section.teams.get(number=first["team"])
    words = f"1 {leader.name} ({leader.federation_id}) {first['match_points']}"
    assert words in described(f"{section.slug}/standings/1/")
    assert words in described(f"{section.slug}/teams/")
    with override("en"):
        card = renderer_of("event").card(renderer_of("event").read({"event": section.event_id}).data)
    assert leader.name in " ".join(row.end for row in card.rows)
