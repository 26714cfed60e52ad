"""What an act at one table and a look at a draft ask of the database: as much for any number of players."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.shortcuts import render
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from portal import outbox
from tests.factories import make_entries, make_link
from tests.games.record_texts import GOOD
from tests.world import ValidClient, World
from tournaments.acts.entering.attendance import set_absence
from tournaments.models import Membership, Seat, Section
from tournaments.queries.invitations import invitation_secret
from tournaments.queries.progress import round_revision
from tournaments.views.rounds import round_page

FEW = pytest.mark.parametrize("players", [2, 6])
"""One table and three."""
SIZES = pytest.mark.parametrize("players", [6, 30])
KINDS = {
    "transaction": ("SAVEPOINT", "RELEASE"),
    "who": ("django_session", "portal_user", "tournaments_membership"),
    "journal": ("portal_journalentry",),
    "work": ("portal_job",),
    "pages": ("portal_page", "portal_rendered", "portal_withheld", "tournaments_privatestamp"),
    "listeners": ("portal_webhook", "portal_subscription"),
}
"""What a query is for, by the table that it reads or writes; what is none of these is the subject's own."""


def kind_of(query: str) -> str:
    command = query.split(maxsplit=1)[0]
    table = re.search(r'(?:FROM|INTO|UPDATE) "(\w+)"', query)
    # The outermost table of a query with questions inside it is the one whose columns it reads.
    columns = re.match(r'SELECT (?:DISTINCT )?"(\w+)"', query)
    name = columns.group(1) if columns else table.group(1) if table else command
    return next((kind for kind, names in KINDS.items() if name in names or command in names), "subject")


PAGE = Path(__file__).parents[3] / "docs" / "develop" / "walks.md"


def check(walk: str, queries: list[str]) -> None:
    """Compare with the row of ``docs/develop/walks.md`` that says what the walk costs; with
    ``QIYUAN_WRITE_WALKS=1``
    write that anew."""
    counts = Counter(map(kind_of, queries))
    numbers = [len(queries), *(counts[kind] for kind in ("subject", *KINDS))]
    now = f"| {walk} | {' | '.join(map(str, numbers))} |"
    text = PAGE.read_text()
    [row] = [line for line in text.splitlines() if line.startswith(f"| {walk} |")]
    if os.environ.get("QIYUAN_WRITE_WALKS"):
        PAGE.write_text(text.replace(row, now))
    else:
        assert now == row, "\n".join(queries)


@pytest.fixture(autouse=True)
def renders_wait(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the last rendering is so long ago that the next is due at once, and asks as well."""
    settings.PUBLISHED_RENDER_EVERY = 3600.0
    # Nor is a job parted because it has taken long.
    monkeypatch.setattr("portal.published.pages.AT_A_TIME", 60.0)


def with_lots(world: World, players: int) -> World:
    make_entries(world.section, players)
    Section.objects.filter(pk=world.section.pk).update(lots_drawn_at="2026-01-01T00:00:00Z")
    return world


def published(world: World, players: int) -> World:
    with_lots(world, players)
    world.post("bob", "pair_round", 1)
    outbox.drain()
    world.post("bob", "publish_round", 1, seen=world.round().draft_digest)
    outbox.drain()
    return world


def queries_of(do: Callable[[], Any], *, status: int = 302) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        assert do().status_code == status
    return [query["sql"] for query in queries]


def queries_of_worker() -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        assert outbox.drain()
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
    check("a reported result", queries)
    # Once for the page, once under the lock.
    assert asking(queries, "tournaments_membership") == 2


@pytest.mark.slow
@SIZES
def test_a_result_that_both_players_say(players: int, world: World) -> None:
    round_ = published(world, players).round()
    client, address = world.client("carol"), world.url("report_result", 1)
    client.post(address, {"line": "3 1-0", "once": uuid4().hex})
    outbox.drain()
    for colour, outcome in (("first", "win"), ("second", "loss")):
        link = make_link(Seat.objects.get(pairing__table=1, colour=colour, round=round_).entry)
        mine = reverse("my_result", args=[invitation_secret(link)])
        sent = {"outcome": outcome, "round": 1, "game": 1, "once": colour}
        queries = queries_of(partial(ValidClient().post, mine, sent))
    check("the second player's word by the private link", queries)
    assert round_.pairings.get(table=1).reports.get().value == "1-0"


@pytest.mark.anywhere  # on PostgreSQL each claim of a job asks for its lock as well
@pytest.mark.slow
@FEW
def test_a_pressed_pair_and_its_draft(players: int, world: World) -> None:
    with_lots(world, players)
    client = world.client("bob")
    sent = {"once": uuid4().hex, "round_seen": round_revision(world.round())}
    pressed = queries_of(lambda: client.post(world.url("pair_round", 1), sent))
    check("a pressed *Pair*, the desk's part", pressed)
    check("the worker's part of it", queries_of_worker())

    def look() -> Any:
        return client.get(world.url("round_desk", 1))

    queries = queries_of(look, status=200)
    check("the page of the draft", queries)
    # Nothing of what the pairing rests on is read again, until something was done that it may rest on.
    assert asking(queries, "tournaments_category") == 0
    world.post("bob", "flip_colours", 1, table=1, reason="they asked")
    assert asking(queries_of(look, status=200), "tournaments_category") == 0
    entry = world.section.entries.get(number=2)
    set_absence(entries=[entry], round_number=1, absent=True, reason="ill", by=world.users["bob"])
    assert asking(queries_of(look, status=200), "tournaments_category") > 0
    assert "have changed since" in look().content.decode()


@pytest.mark.slow
@FEW
def test_a_submitted_record(players: int, world: World) -> None:
    published(world, players)
    client, address = world.client("carol"), world.url("submit_record", 1, 1)
    sent = {"text": GOOD.decode(), "once": uuid4().hex}
    check("a submitted record, the desk's part", queries_of(lambda: client.post(address, sent)))


@pytest.mark.anywhere  # on PostgreSQL each claim of a job asks for its lock as well
@pytest.mark.slow
@FEW
def test_a_published_round(players: int, world: World) -> None:
    with_lots(world, players)
    world.post("bob", "pair_round", 1)
    outbox.drain()
    world.post("bob", "publish_round", 1, seen=world.round().draft_digest)
    check("a published round, the worker's part with its pages", queries_of_worker())


@pytest.mark.slow
@pytest.mark.parametrize("stage", [World.paired, World.published], ids=["draft", "public"])
def test_the_page_of_a_round_asks_nothing_once_its_template_begins(
    stage: Callable[[World, int], Any], drawn: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage(drawn, 1)
    queries_within: list[str] = []

    def rendered(*args: Any, **more: Any) -> Any:
        with CaptureQueriesContext(connection) as queries:
            page = render(*args, **more)
        queries_within.extend(query["sql"] for query in queries)
        return page

    monkeypatch.setattr(round_page, "render", rendered)
    assert drawn.get("bob", "round_desk", 1).status_code == 200
    # What the site is called, where no organisation heads the page.
    assert [query for query in queries_within if 'FROM "tournaments_site"' not in query] == []


@pytest.mark.slow
def test_a_request_asks_once_who_may_and_the_next_asks_anew(world: World) -> None:
    published(world, 8)
    client, address = world.client("carol"), world.url("report_result", 1)
    assert client.post(address, {"line": "1 1-0", "once": uuid4().hex}).status_code == 302
    Membership.objects.filter(user=world.users["carol"]).delete()
    assert client.post(address, {"line": "2 1-0", "once": uuid4().hex}).status_code == 404
