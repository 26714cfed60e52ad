"""A draft of teams is changed by hand on the page of the round, and everybody reads that it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal import outbox
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.teams_world import drawn_teams, round_of
from tests.world import ValidClient
from tournaments.acts.drafts import pair_round
from tournaments.acts.rounds import publish_round
from tournaments.models import Round
from tournaments.queries.progress import round_revision

Text = Callable[[Any], str]


@pytest.fixture
@remembered
def draft(cast: Cast) -> Round:
    section = drawn_teams(cast, teams=5)
    pair_round(round_=round_of(section, 1), by=cast.bob)
    outbox.drain()
    return round_of(section, 1)


def at(name: str, round_: Round) -> str:
    return reverse(name, args=[round_.section.event.slug, round_.section.slug, round_.number])


def signed_in(user: Any) -> Client:
    valid_client = ValidClient()
    valid_client.force_login(user)
    return valid_client


def teams_of(round_: Round, table: int | None) -> list[int]:
    match = round_.matches.select_related("first", "second").get(table=table)
    return [item.number or 0 for item in (match.first, match.second) if item]


@pytest.mark.slow
def test_swap_flip_and_bye_are_offered_for_teams_and_told(cast: Cast, draft: Round, text: Text) -> None:
    client = signed_in(cast.bob)
    page = text(client.get(at("round_desk", draft)))
    assert "Swap two teams" in page
    assert "Switch the colours of a match" in page
    assert "Give the bye to another team" in page
    assert "Swap two players" not in page
    sent = {"reason": "They share a coach.", "round_seen": round_revision(draft)}
    answer = client.post(at("swap_players", draft), {"first": "1", "second": "77", **sent})
    assert answer.status_code == 422
    first_one, other = teams_of(draft, 1)[1], teams_of(draft, 2)[1]
    answer = client.post(at("swap_players", draft), {"first": str(first_one), "second": str(other), **sent})
    assert answer.status_code == 302, text(answer)
    draft.refresh_from_db()
    again = {"reason": "They asked.", "round_seen": round_revision(draft)}
    assert client.post(at("flip_colours", draft), {"table": "1", **again}).status_code == 302
    draft.refresh_from_db()
    bye = {"player": str(teams_of(draft, 2)[0]), "reason": "Train.", "round_seen": round_revision(draft)}
    assert client.post(at("give_bye", draft), bye).status_code == 302
    page = text(client.get(at("round_desk", draft)))
    for words in ("Manual changes", "swapped", "Match 1: colours switched", "has the bye", "Train."):
        assert words in page
    draft = round_of(draft.section, 1)
    publish_round(round_=draft, seen=draft.draft_digest, by=cast.bob)
    outbox.drain()
    section = draft.section
    public = text(Client().get(f"/en/e/{section.event.slug}/{section.slug}/round/1/"))
    assert "Changed by the chief referee: matches 1, 2." in public
    document = Client().get(f"/api/v1/events/{section.event.slug}/sections/{section.slug}/rounds/1").json()
    assert [match["by_hand"] for match in document["matches"]] == [True, True]


@pytest.mark.slow
def test_scheveningen_offers_no_change(cast: Cast, text: Text) -> None:
    section = drawn_teams(cast, teams=2, preset="scheveningen")
    pair_round(round_=round_of(section, 1), by=cast.bob)
    outbox.drain()
    page = text(signed_in(cast.bob).get(at("round_desk", round_of(section, 1))))
    assert "Switch the colours" not in page
