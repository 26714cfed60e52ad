"""On the captain's page: results of the boards, a round not played; at the desk what is lifted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.teams_world import captain_link, match_at, teams_playing
from tests.world import ValidClient
from tournaments.models import ResultReport, Round, Team, TeamAbsence
from tournaments.queries.teams.captains import captain_secret

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def playing(cast: Cast) -> Round:
    return teams_playing(cast, settings={"team_half_byes": 1})


def own_page(team: Team | None, leaf: str = "") -> str:
    assert team is not None
    return f"/en/t/{captain_secret(captain_link(team))}/{leaf}"


def desk(user: Any) -> Client:
    valid_client = ValidClient()
    valid_client.force_login(user)
    return valid_client


@pytest.mark.slow
def test_both_captains_report_a_board_on_their_pages(playing: Round, text: Text) -> None:
    match = match_at(playing)
    arguments = {"round": "1", "board": "1", "outcome": "win"}
    assert "Report a result" in text(ValidClient().get(own_page(match.first)))
    assert ValidClient().post(own_page(match.first, "board/"), arguments).status_code == 302
    assert "reported; not yet by the other side" in text(ValidClient().get(own_page(match.first)))
    assert "reported; not yet" not in text(ValidClient().get(own_page(match.second)))
    again = ValidClient().post(own_page(match.second, "board/"), {**arguments, "outcome": "loss"})
    assert again.status_code == 302
    assert ResultReport.objects.get().value == "1-0"
    late = ValidClient().post(own_page(match.first, "board/"), {**arguments, "outcome": "draw"})
    assert late.status_code == 409
    for sent in ({}, {"round": "x", "board": "☃", "outcome": "9"}, {"round": "1", "board": "99"}):
        assert ValidClient().post(own_page(match.first, "board/"), sent).status_code == 422


@pytest.mark.slow
def test_words_that_differ_are_shown_to_both(playing: Round, text: Text) -> None:
    match = match_at(playing)
    for team, board in ((match.first, 2), (match.second, 2)):
        sent = {"round": "1", "board": str(board), "outcome": "win"}
        assert ValidClient().post(own_page(team, "board/"), sent).status_code == 302
    for team in (match.first, match.second):
        assert "reports differ: a referee decides" in text(ValidClient().get(own_page(team)))


@pytest.mark.slow
def test_a_round_that_the_team_does_not_play(playing: Round, text: Text) -> None:
    team = match_at(playing).first
    page = text(ValidClient().get(own_page(team)))
    assert "Our team misses a round" in page
    sent = {"round_number": "2", "kind": "H"}
    assert ValidClient().post(own_page(team, "absence/"), sent).status_code == 302
    assert TeamAbsence.objects.get().kind == "H"
    assert "Round 2: scores as for a draw on every board." in text(ValidClient().get(own_page(team)))
    more = ValidClient().post(own_page(team, "absence/"), {"round_number": "3", "kind": "H"})
    assert more.status_code == 422
    assert "half-point bye" in text(more)
    for number in ("1", "77", "x"):
        answer = ValidClient().post(own_page(team, "absence/"), {"round_number": number, "kind": "Z"})
        assert answer.status_code == 422


@pytest.mark.slow
def test_the_desk_forfeits_boards_and_lifts_a_forfeit(cast: Cast, playing: Round, text: Text) -> None:
    match = match_at(playing)
    place = [cast.event.slug, playing.section.slug, 1, 1]
    page = reverse("match_desk", args=place)
    client = desk(cast.bob)
    sent = {"team": str(match.first_id), "from_board": "2", "which": "below", "reason": "Wrong order."}
    assert client.post(reverse("forfeit_boards", args=place), {**sent, "team": "0"}).status_code == 422
    assert client.post(reverse("forfeit_boards", args=place), sent).status_code == 302
    assert ResultReport.objects.filter(forfeit=True).count() == 2
    assert client.post(reverse("forfeit_boards", args=place), sent).status_code == 422
    lost = {"lost_by": "second", "reason": "Nobody came."}
    assert client.post(reverse("forfeit_match", args=place), lost).status_code == 302
    assert "Withdraw forfeit" in text(client.get(page))
    assert client.post(reverse("lift_forfeit", args=place), {"reason": "They came."}).status_code == 302
    page_text = text(client.get(page))
    assert "Withdraw forfeit" not in page_text
    assert "Forfeit boards" in page_text


def test_a_team_comes_back(cast: Cast, playing: Round, text: Text) -> None:
    team = match_at(playing).first
    place = [cast.event.slug, playing.section.slug]
    client = desk(cast.bob)
    gone = {"team": str(team.pk), "reason": "ill"}
    assert client.post(reverse("withdraw_team", args=place), gone).status_code == 302
    assert "Reinstate team" in text(client.get(reverse("teams", args=place)))
    assert client.post(reverse("reinstate_team", args=place), gone).status_code == 302
    team.refresh_from_db()
    assert team.withdrawn_after is None
