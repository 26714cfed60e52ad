"""How often each page asks the database: as often at 2 players as at 300 and at 2,000, at some events as at
thousands."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import factories, large
from tests.tournaments.addresses import TABLE, address
from tests.world import World
from tournaments.models import Section
from tournaments.pages.renderers import RENDERERS

WHO = ("bob", "alice", "admin", "carol", "dave")
KINDS = ("site", "event", "section", "round", "entry", "private")
MOST_OF_THEM = 60
GONE, COMING = date(2014, 9, 21), date(2090, 9, 21)
FEWER_WHERE_LARGE = {"section_files"}
"""It looks at every format of a small section, and at none of a large one."""
BY_ROWS_THAT_QUOTE = {"person_data", "person_data_file"}
"""All that is kept of a person: a question more for each row outside of events that quotes the whole name."""
PUBLIC = {
    "section": {},
    "round": {"round": 1},
    "round-by-name": {"round": 1},
    "standings": {"after": 1},
    "crosstable": {"after": 1},
    "teams": {},
    "player": {"number": 1},
}


def filled(world: World, players: int) -> None:
    """A round that is closed, and one that is played at all tables but one."""
    section = world.section
    large.make_players(section, players)
    Section.objects.filter(pk=section.pk).update(lots_drawn_at=factories.AT, state=Section.State.RUNNING)
    section.refresh_from_db()
    large.play(section, 1)
    large.publish(section, 2, played=True, without={1})


def queries_by_page(world: World) -> dict[str, int]:
    """Queries of every page of the desk and of every question of a public page, by name."""
    values = {}
    for name, row in TABLE.items():
        who = next((item for item in WHO if item in row.may), None)
        if who is None or row.get != 200 or row.kind not in KINDS:
            continue
        url = address(world, name)
        # Whether the page is valid is asked elsewhere, at a size at which that takes no time.
        client = Client()
        client.cookies = world.client(who).cookies
        client.get(url)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url).status_code == 200, url
        values[name] = len(queries)
    for kind, more in PUBLIC.items():
        with CaptureQueriesContext(connection) as queries:
            RENDERERS[kind].read({"section": world.section.pk, **more})
        values[f"public {kind}"] = len(queries)
    return values


def counts(world: World, players: int) -> dict[str, int]:
    """With so many players, who are gone again afterwards."""
    with transaction.atomic():
        filled(world, players)
        result = queries_by_page(world)
        transaction.set_rollback(True)
    world.section.refresh_from_db()
    return result


@pytest.mark.long
@pytest.mark.parametrize("players", [300, 2_000])
def test_every_page_asks_as_often_for_any_number_of_players(world: World, players: int) -> None:
    for who in WHO:
        world.client(who)
    few, many = counts(world, 2), counts(world, players)
    assert len(few) > MOST_OF_THEM
    more = {name: (few[name], many[name]) for name in few if few[name] != many[name]}
    assert more.keys() - BY_ROWS_THAT_QUOTE == FEWER_WHERE_LARGE, more


@pytest.mark.long
@pytest.mark.parametrize("events", [200, 2_000])
def test_every_page_asks_as_often_for_any_number_of_events(world: World, events: int) -> None:
    for who in WHO:
        world.client(who)
    filled(world, 2)
    # More than a page of each list, so that all of them lead on.
    large.make_events(120, day=GONE, prefix="past")
    large.make_events(120, day=COMING, prefix="soon")
    few = queries_by_page(world)
    large.make_events(events, day=GONE, prefix="many")
    large.make_events(events, day=COMING, prefix="others")
    many = queries_by_page(world)
    assert {name: (few[name], many[name]) for name in few if few[name] != many[name]} == {}
