"""What an act at one table and a look at a draft ask of the database: as much for any number of players."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from portal import outbox
from tests.factories import make_entries, make_link
from tests.world import ValidClient, World
from tournaments.acts.entering.attendance import set_absence
from tournaments.models import Membership, Seat, Section
from tournaments.queries.invitations import secret_of
from tournaments.queries.progress import round_revision

REPORTED, TOLD, PRESSED, SHOWN = 39, 40, 18, 27
"""Queries: of a result that the desk reports, of one that the second player confirms by the private link, of
a pressed *pair*, of the page of a draft; signing in, locks and save points included."""
SIZES = pytest.mark.parametrize("players", [8, 30])


@pytest.fixture(autouse=True)
def renders_wait(settings: Any) -> None:
    """On a busy machine the last rendering is so long ago that the next is due at once, and asks as well."""
    settings.PUBLISHED_RENDER_EVERY = 3600.0


def drawn(world: World, players: int) -> World:
    make_entries(world.section, players)
    Section.objects.filter(pk=world.section.pk).update(lots_drawn_at="2026-01-01T00:00:00Z")
    return world


def published(world: World, players: int) -> World:
    drawn(world, players)
    world.post("bob", "pair_round", 1)
    outbox.drain()
    world.post("bob", "publish_round", 1, seen=world.round().draft_digest)
    outbox.drain()
    return world


def queries_of(do: Callable[[], Any], *, status: int = 302) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        assert do().status_code == status
    return [query["sql"] for query in queries]


def asking(queries: list[str], table: str) -> int:
    return sum(f'FROM "{table}"' in query for query in queries)


@pytest.mark.slow
@SIZES
def test_a_reported_result(players: int, world: World) -> None:
    published(world, players)
    client, address = world.client("carol"), world.url("report_result", 1)
    # The first result sets the round playing.
    client.post(address, {"line": "3 1-0", "once": uuid4().hex})
    queries = queries_of(lambda: client.post(address, {"line": "1 1-0", "once": uuid4().hex}))
    assert len(queries) == REPORTED
    # Once for the page, once under the lock.
    assert asking(queries, "tournaments_membership") == 2
    assert sum("portal_job" in query and "SELECT" in query for query in queries) == 11


@pytest.mark.slow
@SIZES
def test_a_result_that_both_players_say(players: int, world: World) -> None:
    round_ = published(world, players).round()
    client, address = world.client("carol"), world.url("report_result", 1)
    client.post(address, {"line": "3 1-0", "once": uuid4().hex})
    outbox.drain()
    for colour, outcome in (("first", "win"), ("second", "loss")):
        link = make_link(Seat.objects.get(pairing__table=1, colour=colour, round=round_).entry)
        mine = reverse("my_result", args=[secret_of(link)])
        sent = {"outcome": outcome, "round": 1, "game": 1, "once": colour}
        queries = queries_of(partial(ValidClient().post, mine, sent))
    assert len(queries) == TOLD
    assert round_.pairings.get(table=1).reports.get().value == "1-0"


@pytest.mark.slow
@SIZES
def test_a_pressed_pair_and_its_draft(players: int, world: World) -> None:
    drawn(world, players)
    client = world.client("bob")
    sent = {"once": uuid4().hex, "round_seen": round_revision(world.round())}
    assert len(queries_of(lambda: client.post(world.url("pair_round", 1), sent))) == PRESSED
    outbox.drain()

    def look() -> Any:
        return client.get(world.url("round_desk", 1))

    queries = queries_of(look, status=200)
    assert len(queries) == SHOWN
    # Nothing of what the pairing rests on is read again, until something was done that it may rest on.
    assert asking(queries, "tournaments_category") == 0
    world.post("bob", "flip_colours", 1, table=1, reason="they asked")
    assert asking(queries_of(look, status=200), "tournaments_category") == 0
    entry = world.section.entries.get(number=2)
    set_absence(entries=[entry], round_number=1, absent=True, reason="ill", by=world.users["bob"])
    assert asking(queries_of(look, status=200), "tournaments_category") > 0
    assert "have changed since" in look().content.decode()


@pytest.mark.slow
def test_a_request_asks_once_who_may_and_the_next_asks_anew(world: World) -> None:
    published(world, 8)
    client, address = world.client("carol"), world.url("report_result", 1)
    assert client.post(address, {"line": "1 1-0", "once": uuid4().hex}).status_code == 302
    Membership.objects.filter(user=world.users["carol"]).delete()
    assert client.post(address, {"line": "2 1-0", "once": uuid4().hex}).status_code == 404
