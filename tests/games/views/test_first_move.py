"""Nigiri at the table, as players, referees and the public see it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import ColourDecision
from portal import outbox
from tests.games.views.mine import page as own_page
from tests.games.views.mine import seats
from tests.world import World
from tournaments.models import Section


@pytest.fixture
def left_open(playing: World) -> World:
    left = {"first_move": "nigiri", "game": "weiqi", "rulebook": "weiqi", "system": "mcmahon"}
    Section.objects.filter(pk=playing.section.pk).update(**left)
    playing.section.refresh_from_db()
    return playing


@pytest.mark.slow
def test_a_player_enters_what_nigiri_gave(left_open: World, client: Client) -> None:
    first, second = seats(left_open)
    holder, guesser = sorted((first, second), key=lambda entry: entry.number or 0)
    page = client.get(own_page(first, "my_page")).content.decode()
    assert f'name="first" value="{guesser.number}"' in page
    answer = client.post(own_page(first, "decide_my_colours", 1), {"first": guesser.number, "guess": "odd"})
    assert answer.status_code == 302
    assert seats(left_open)[0] == guesser
    again = client.get(own_page(second, "my_page")).content.decode()
    assert 'name="first"' not in again, "it is decided"
    refused = client.post(own_page(second, "decide_my_colours", 1), {"first": holder.number})
    assert refused.status_code == 409
    assert "tell a referee" in refused.content.decode()


@pytest.mark.slow
def test_a_referee_puts_it_right_with_a_reason(left_open: World) -> None:
    first, second = seats(left_open)
    page = left_open.get("dave", "referee", 1, 1).content.decode()
    assert f'name="first" value="{second.number}"' in page
    left_open.post("dave", "referee_colours", 1, 1, first=second.number)
    assert left_open.post("dave", "referee_colours", 1, 1, first=first.number).status_code == 422
    right: dict[str, Any] = {"first": first.number, "reason": "the wrong way round"}
    assert left_open.post("dave", "referee_colours", 1, 1, **right).status_code == 302
    assert ColourDecision.objects.count() == 2


@pytest.mark.slow
def test_the_public_reads_that_colours_are_open(left_open: World, client: Client) -> None:
    with_lot = {"first_move": "lot"}
    assert left_open.client("alice").post(reverse("set_first_move", args=["cup", "men"]), with_lot)
    outbox.drain()
    assert "colours: lot at the table" in client.get("/en/e/cup/men/round/1/").content.decode()
    assert "先后手：台上抽签" in client.get("/zh-hans/e/cup/men/round/1/").content.decode()
