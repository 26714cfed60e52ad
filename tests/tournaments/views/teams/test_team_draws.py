"""Draws that give more to who moves second: the setting, and where the points of boards stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal import outbox
from portal.policy import Refusal
from tests.cast import Cast
from tests.factories import make_section
from tests.teams_world import all_reported, closed, drawn_teams, match_at, published
from tests.teams_world import signed_in_as as client
from tournaments.acts.change_section import change_section
from tournaments.queries.section_settings import settings_of_section
from tournaments.queries.teams.team_matches import team_event_of
from tournaments.state.team_matches import board_points
from tournaments.wording.refusals import refusal_sentence

Text = Callable[[Any], str]
POINTS = {"win": "3", "draw": "1", "draw_second": "2", "loss": "0"}


def sent(alice: Client, address: str, **changed: str) -> dict[str, Any]:
    """The form as the browser has it, with ``changed`` fields."""
    form = alice.get(address).context["form"]
    by_key = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in by_key.items() if value is not None} | {"reason": "r"} | changed


@pytest.mark.slow
def test_the_setting_is_offered_where_teams_meet_and_can_be_emptied(cast: Cast, text: Text) -> None:
    section = drawn_teams(cast)
    address = reverse("section_settings", args=[section.event.slug, section.slug])
    alice = client(cast.alice)
    assert "draw of who moves second" in text(alice.get(address))
    fields = {f"points_{key}": value for key, value in POINTS.items()}
    assert alice.post(address, sent(alice, address, **fields)).status_code == 302
    section.refresh_from_db()
    assert settings_of_section(section)["points"] == POINTS | {"absence": "0"}
    assert "draw of who moves second 2" in text(alice.get(address))

    assert alice.post(address, sent(alice, address, points_draw_second="4")).status_code == 422
    assert alice.post(address, sent(alice, address, points_draw_second="")).status_code == 302
    section.refresh_from_db()
    assert "draw_second" not in settings_of_section(section)["points"]


def test_players_that_meet_players_have_none(cast: Cast, text: Text) -> None:
    alone = make_section(cast.event, "alone", system="wmsg2008")
    address = reverse("section_settings", args=[alone.event.slug, alone.slug])
    assert "draw of who moves second" not in text(client(cast.alice).get(address))
    with pytest.raises(Refusal) as caught:
        change_section(section=alone, wanted={"points": POINTS}, seen=None, reason="r", by=cast.alice)
    assert refusal_sentence(caught.value.code, caught.value.params).startswith(
        "Only in team matches can a draw give more"
    )


@pytest.mark.slow
def test_pages_papers_and_documents_tell_the_points_of_each_side(cast: Cast, text: Text) -> None:
    section = drawn_teams(cast, settings={"points": POINTS})
    round_ = published(section, cast.bob)
    all_reported(round_, cast.bob, "1/2")
    closed(round_, cast.bob)
    outbox.drain()
    where = f"/en/e/{section.event.slug}/{section.slug}/"
    assert "1 + 2 + 1 = 4 : 2 + 1 + 2 = 5" in text(Client().get(f"{where}round/1/"))
    assert "<dt>Points of a board</dt><dd>win 3, draw 1, draw of who moves second 2, loss 0</dd>" in text(
        Client().get(where)
    )
    event = team_event_of(section)
    assert {board_points(event.rules, match) for match in event.matches} == {((2, 4, 2), (4, 2, 4))}

    document = Client().get(f"/api/v1/events/{section.event.slug}/sections/{section.slug}/rounds/1").json()
    match = document["matches"][0]
    assert (match["first_points"], match["second_points"]) == ("4", "5")
    assert match["by_board"] == [["1", "2"], ["2", "1"], ["1", "2"]]
    loser = match_at(round_, match["table"]).first
    page = text(Client().get(f"{where}standings/1/"))
    assert loser.name in page
    rows = section.standings.get(after_round=1).data["team_table"]["rows"]
    assert {row["board_points"] for row in rows} == {"4", "5"}
    assert {tuple(row["per_board"]) for row in rows} == {("1", "2", "1"), ("2", "1", "2")}
