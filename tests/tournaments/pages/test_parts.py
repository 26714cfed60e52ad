"""Large sections in parts: every row in one part, found from each, followed and indexed as its own page."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal import outbox, published
from portal.published import Page
from tests import factories, large
from tests.cached_worlds import remembered
from tests.tournaments.pages.rendered import parsed, text_of
from tournaments import pages
from tournaments.models import Section
from tournaments.pages.renderers import RENDERERS
from tournaments.queries.public import public_parts

ROWS, PLAYERS = 20, 61
"""Four parts by name and in the standings, two of tables."""


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many parts as 601 players have, of a tenth of the rows."""
    monkeypatch.setattr(public_parts, "ROWS", ROWS)


@pytest.fixture
@remembered
def section(db: None) -> Section:
    section = factories.make_section(factories.make_event(), state="running")
    large.make_players(section, PLAYERS)
    large.play(section, 1)
    large.publish(section, 2)
    factories.announce(section)
    return section


def bodies(client: Client, path: str, count: int) -> list[str]:
    """The parts of a page, as a reader gets them."""
    addresses = [path, *(f"{path}part/{number}/" for number in range(2, count + 1))]
    answers = [client.get(f"/en/e/test-2015/men/{address}") for address in addresses]
    assert {answer.status_code for answer in answers} == {200}
    assert client.get(f"/en/e/test-2015/men/{path}part/{count + 1}/").status_code == 404
    return [answer.content.decode() for answer in answers]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "rows", "key"),
    [
        ("", PLAYERS, "e"),
        ("round/2/", PLAYERS // 2, "t"),
        ("round/2/by-name/", PLAYERS, "p"),
        ("standings/1/", PLAYERS, "p"),
        ("crosstable/1/", PLAYERS, "p"),
    ],
)
def test_every_row_stands_in_one_part(
    client: Client, section: Section, path: str, rows: int, key: str
) -> None:
    count = -(-rows // ROWS)
    result = bodies(client, path, count)
    keys = [re.findall(rf'data-key="({key}\d+)"', body) for body in result]
    assert [len(part) for part in keys] == [ROWS] * (count - 1) + [rows - ROWS * (count - 1)]
    assert len({item for part in keys for item in part}) == rows
    for number, body in enumerate(result, start=1):
        document = parsed(body)
        assert document.find(".//nav[@aria-label='Parts of this table']") is not None
        links = {link.get("rel"): link.get("href") for link in document.iter("link") if link.get("rel")}
        base = f"/en/e/test-2015/men/{path}"
        mine = base if number == 1 else f"{base}part/{number}/"
        assert links["canonical"].endswith(mine)
        assert ("prev" in links, "next" in links) == (number > 1, number < count)
        assert "a4.pdf" in body or not path
        ids = [element.get("id") for element in document.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
    titles = {text_of(parsed(body).find(".//title")) for body in result}
    assert len(titles) == count


@pytest.mark.parametrize(("path", "by"), [("rounds/2", "by_name"), ("standings/1", "part"), ("", "part")])
def test_programs_find_everybody_and_every_part(client: Client, section: Section, path: str, by: str) -> None:
    base = f"/api/v1/events/test-2015/sections/men/{path}".rstrip("/")
    first = client.get(base).json()
    rows = "tables" if "rounds" in path else "rows" if path else "players"
    result, seen = first, list(first[rows])
    while result["part"]["next"]:
        previous, result = result, client.get(result["part"]["next"]).json()
        assert client.get(result["part"]["previous"]).json()["version"] == previous["version"]
        seen += result[rows]
    assert len(seen) == first["part"]["rows"]
    places = client.get(first["part"]["places"]).json()["places"]
    assert len(places) == PLAYERS
    assert {place[by] for place in places} == {1, 2, 3, 4}
    if "rounds" in path:
        tables = {table["table"]: table for table in seen}
        for place in places:
            if place["kind"] in {"first", "second"}:
                table = tables[place["table"]]
                assert table[place["kind"]]["number"] == place["number"]
                assert place["part"] == (place["table"] - 1) // ROWS + 1
        assert [place["kind"] for place in places].count("bye") == 1


@pytest.mark.slow
def test_the_list_by_name_is_in_parts_before_the_round_is(client: Client, db: None) -> None:
    section = factories.make_section(factories.make_event(), state="running")
    large.make_players(section, ROWS * 3 // 2)
    large.publish(section, 1)
    factories.announce(section)
    outbox.drain()
    assert "data-places" not in client.get("/en/e/test-2015/men/round/1/").content.decode()
    names = client.get("/en/e/test-2015/men/round/1/by-name/").content.decode()
    [address] = re.findall(r'data-places="([^"]+)"', names)
    assert {item["by_name"] for item in client.get(address).json()["places"]} == {1, 2}
    # The round itself has no parts; rendering it leaves the document of the list by name.
    published.store(published.render_many(["e/test-2015/men/round/1/"]))
    assert client.get(address).status_code == 200


@pytest.mark.slow
def test_a_result_changes_the_part_with_its_table_and_the_first(client: Client, section: Section) -> None:
    outbox.drain()
    bodies(client, "round/2/", 2)
    before = versions()
    round_ = section.round_set.get(number=2)
    factories.report(round_, 25, "1-0")
    pages.results_changed(round_)
    outbox.drain()
    changed = {path for path, version in versions().items() if version != before.get(path)}
    men = "e/test-2015/men/"
    assert {f"{men}round/2/", f"{men}round/2/part/2/"} <= changed
    assert not {path for path in changed if "by-name/part" in path or "standings" in path}
    assert f"{men}part/2/" not in changed


@pytest.mark.slow
def test_a_sentence_of_one_part_names_who_sits_in_another(client: Client, section: Section) -> None:
    at = {table: section.round_set.get(number=2).pairings.get(table=table) for table in (1, 2, 29, 30)}
    named = {
        table: [seat.entry for seat in first.seats.select_related("entry__player")]
        for table, first in at.items()
    }
    for table, elsewhere in ((2, 29), (30, 1)):
        first, other = (entry.number for entry in named[elsewhere])
        passed = {"code": "upfloated-not", "params": {"players": [first, other], "cause": "forbidden"}}
        cause = {"player": named[table][0].number, "opponent": first, "passed": other, "cause": "met"}
        at[table].reasons = [passed, {"code": "not-before", "params": cause}]
        at[table].save()
    pages.results_changed(section.round_set.get(number=2))
    outbox.drain()
    for body, elsewhere in zip(bodies(client, "round/2/", 2), (29, 1), strict=True):
        page = text_of(parsed(body))
        assert "#" not in page
        assert {page.count(entry.player.name) for entry in named[elsewhere]} == {2}


def versions() -> dict[str, int]:
    return dict(Page.objects.values_list("path", "version"))


def test_the_parts_are_followed_and_in_the_site_map(client: Client, section: Section) -> None:
    bodies(client, "round/2/", 2)
    answer = client.get("/now/e/test-2015/men.json").json()
    assert "round/2/part/2/" in answer["pages"]
    parts = re.findall(r"/(sitemap-\d+\.xml)</loc>", client.get("/sitemap.xml").content.decode())
    listed = "".join(client.get(f"/{address}").content.decode() for address in parts)
    assert "/en/e/test-2015/men/round/2/part/2/" in listed
    assert "places" not in listed


@pytest.mark.slow
def test_taking_back_takes_all_parts(client: Client, section: Section) -> None:
    bodies(client, "standings/1/", 4)
    published.withhold("e/test-2015/men/standings/1/")
    assert client.get("/en/e/test-2015/men/standings/1/part/3/").status_code == 410
    assert client.get("/api/v1/events/test-2015/sections/men/standings/1/places").status_code == 410


@pytest.mark.slow
def test_a_section_that_grows_gets_another_part(client: Client, db: None) -> None:
    section = factories.make_section(factories.make_event())
    large.make_players(section, ROWS)
    factories.announce(section)
    outbox.drain()
    assert not Page.objects.filter(path__contains="/part/").exists()
    factories.make_entries(section, 1)
    pages.section_changed(section)
    outbox.drain()
    assert set(Page.objects.filter(path__contains="/part/").values_list("path", flat=True)) == {
        "e/test-2015/men/part/2/"
    }
    answer = client.get("/en/e/test-2015/men/part/2/")
    assert "21 players" in answer.content.decode()


@pytest.mark.slow
def test_a_section_that_shrinks_has_fewer_parts(client: Client, db: None) -> None:
    section = factories.make_section(factories.make_event())
    large.make_players(section, 3 * ROWS)
    factories.announce(section)
    outbox.drain()
    for left, parts in ((ROWS + 5, {"part/2/"}), (5, set())):
        section.entries.filter(number__gt=left).delete()
        pages.section_changed(section)
        outbox.drain()
        answer = client.get("/now/e/test-2015/men.json").json()["pages"]
        assert {path for path in answer if "part/" in path} == parts
        response = client.get("/api/v1/events/test-2015/sections/men/places")
        assert response.status_code == (200 if parts else 410)
        assert client.get("/en/e/test-2015/men/part/3/").status_code == 410
    factories.make_entries(section, 2 * ROWS)
    pages.section_changed(section)
    outbox.drain()
    assert client.get("/en/e/test-2015/men/part/3/").status_code == 200


@pytest.mark.parametrize("kind", ["section", "round", "round-by-name", "standings", "crosstable"])
def test_as_many_queries_in_parts(db: None, kind: str) -> None:
    counts = [queries(kind, players) for players in (2, 2 * ROWS)]
    assert len(set(counts)) == 1


@pytest.mark.long
def test_as_many_queries_at_2000_players(db: None) -> None:
    for kind in ("section", "round", "round-by-name", "standings", "crosstable"):
        assert queries(kind, 2000) == queries(kind, 2)


def queries(kind: str, players: int) -> int:
    event = factories.make_event(f"{kind}-{players}")
    section = factories.make_section(event, state="running")
    large.make_players(section, players)
    large.play(section, 1)
    params = {"section": section.pk, "round": 1, "after": 1, "part": 2 if players > ROWS else 1}
    wanted = {"section": ("section",), "round": ("section", "round"), "round-by-name": ("section", "round")}
    names = (*wanted.get(kind, ("section", "after")), "part")
    with CaptureQueriesContext(connection) as result:
        RENDERERS[kind].read({name: params[name] for name in names})
    return len(result)
