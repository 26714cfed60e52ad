"""What was unpublished stands on no other page, and nothing leads to it: all public pages are crawled for
each thing that can be taken back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from portal import outbox
from portal.policy import Refusal
from portal.published.documents import plain_value
from portal.published.memory import memory
from tests import factories
from tests.cached_worlds import remembered
from tests.crawling import crawled
from tests.world import World
from tournaments.acts.papers import wanted_of
from tournaments.acts.public.publication import republish, unpublish
from tournaments.exchange import tournament_file
from tournaments.pages.publication import published_places
from tournaments.queries.papers import Scope, contents_of, kinds
from tournaments.queries.public.public_rounds import RoundPage


@pytest.fixture
@remembered
def two_rounds(drawn: World) -> World:
    """One is closed, with its standings, and one is played: three tables of four have results."""
    factories.announce(drawn.section)
    factories.announce(drawn.other)
    drawn.closed()
    drawn.published(2)
    for table in (1, 2, 3):
        drawn.post("carol", "report_result", 2, line=f"{table} 1-0", htmx=True)
    drawn.section.refresh_from_db()
    outbox.drain([outbox.FAST])
    return drawn


def values(document: Any) -> Iterator[Mapping[str, Any]]:
    """Every object in a document."""
    if isinstance(document, dict):
        yield document
        document = list(document.values())
    if isinstance(document, list):
        for v in document:
            yield from values(v)


def of_round(document: Any, number: int) -> list[Mapping[str, Any]]:
    """Whatever says who met whom, or who won, in a round."""
    return [
        v
        for v in values(document)
        if v.get("round") == number
        and any(v.get(key) for key in ("opponent", "first", "result", "outcome", "value", "tables"))
    ]


@pytest.mark.long
@pytest.mark.parametrize("name", ["event", "men", "men/round/1", "men/round/2", "men/standings/1"])
def test_nothing_of_it_stands_anywhere_and_nothing_leads_to_it(two_rounds: World, name: str) -> None:
    alice = two_rounds.users["alice"]
    before = crawled()
    assert "/en/e/cup/men/round/2/" in before
    assert {at: status for at, (status, _) in before.items() if status != 200} == {}
    assert name in [place.key for place in published_places(two_rounds.event)]
    unpublish(event=two_rounds.event, what=name, reason="wrong", by=alice)
    # Of its own section at once, before any worker has come to it.
    page = Client().get("/en/e/cup/men/")
    assert name in ("event", "men") or f"men/{name.removeprefix('men/')}/" not in page.content.decode()
    outbox.drain([outbox.FAST])
    memory.refresh()
    crawled_pages = crawled()
    assert [address for address, (status, _) in crawled_pages.items() if status != 200] == []
    assert "/en/e/away/" in crawled_pages
    gone = "/e/cup/" if name == "event" else f"/e/cup/{name}/"
    assert [address for address in crawled_pages if gone in address] == []
    if "/round/" in name:
        number = int(name[-1])
        documents = {
            address: json.loads(text)
            for address, (_, text) in crawled_pages.items()
            if address.startswith("/api/") or address.endswith(".json")
        }
        assert {at: left for at, d in documents.items() if (left := of_round(d, number))} == {}
        for address, (_, text) in crawled_pages.items():
            assert f'data-round="{number}"' not in text or "met" not in _cells(text, number), address
    republish(event=two_rounds.event, what=name, by=alice)
    outbox.drain([outbox.FAST])
    memory.refresh()
    assert crawled().keys() == before.keys()


@pytest.mark.slow
def test_papers_for_everybody_quote_nothing_of_it(two_rounds: World, press: None) -> None:
    """The crosstable of a round that stands quotes no round that was taken back, whoever prints it; the
    paper that was printed before leads to the new one."""
    alice = two_rounds.users["alice"]
    crosstable = "/en/e/cup/men/paper/crosstable/1/a4.pdf"
    client = Client()
    assert client.get(crosstable).status_code == 202
    outbox.drain()
    printed = client.get(crosstable)["Location"]
    assert client.get(printed).status_code == 200
    unpublish(event=two_rounds.event, what="men/round/1", reason="wrong", by=alice)
    outbox.drain()
    moved = client.get(printed)
    assert (moved.status_code, moved["Location"]) == (302, crosstable)
    for kind in kinds():
        if kind.public and kind.scope is Scope.STANDINGS and kind.offered(two_rounds.section):
            wanted = wanted_of(two_rounds.section, kind.key, 1, language="en", size="a4")
            try:
                document = plain_value(contents_of(wanted), whole=True)
            except Refusal:
                continue
            assert of_round(json.loads(json.dumps(document, default=str)), 1) == [], kind.key
            assert '"arithmetic": {"' not in json.dumps(document, default=str), kind.key
    # Who pairs prints the round itself all the same.
    wanted = wanted_of(two_rounds.section, "pairings", 1, language="en", size="a4")
    assert isinstance(contents_of(wanted), RoundPage)


def _cells(text: str, number: int) -> str:
    return "".join(re.findall(rf'<td[^>]*data-round="{number}">(.*?)</td>', text, re.DOTALL))


@pytest.mark.slow
def test_the_overview_tells_the_round_before(two_rounds: World) -> None:
    unpublish(event=two_rounds.event, what="men/round/2", reason="wrong", by=two_rounds.users["alice"])
    section = Client().get("/api/v1/events/cup/sections/men").json()
    assert section["current"]["number"] == 1
    assert section["tables"] == []
    assert [r["url"] is not None for r in section["rounds"][:2]] == [True, False]
    [first] = [r for r in section["players"] if r["number"] == 1]
    card = Client().get(urlsplit(first["url"]).path).json()
    assert [r["round"] for r in card["rounds"]] == [1]
    whole = Client().get("/en/download/e/cup/men/files/men.json").content.decode()
    assert tournament_file.loads(whole).last_round == 1
