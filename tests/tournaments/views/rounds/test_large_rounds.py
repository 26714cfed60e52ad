"""A round of hundreds of tables at the desk: a part at a time, cut down over all tables; files of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests import large
from tests.cached_worlds import remembered
from tests.world import World
from tournaments.models import Section
from tournaments.queries.public import public_parts
from tournaments.views.rounds import table_window

Text = Callable[[Any], str]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the tables, in as many parts."""
    monkeypatch.setattr(table_window, "WHOLE", 20)
    monkeypatch.setattr(table_window, "ON_A_PAGE", 10)
    monkeypatch.setattr(public_parts, "ROWS", 20)


@pytest.fixture
@remembered
def played(world: World) -> World:
    """Thirty-five tables and a bye, of which number 7 and those from 21 on have no result."""
    large.make_players(world.section, 71)
    Section.objects.filter(pk=world.section.pk).update(lots_drawn_at="2026-01-01T00:00:00Z")
    large.publish(world.section, 1, played=True, without={7, *range(21, 36)})
    return world


def tables(answer: Any) -> list[int]:
    return [
        int(table)
        for table in re.findall(r'<tr role="row" class="plain" id="t(\d+)"', answer.content.decode())
    ]


def ways(answer: Any) -> dict[str, str]:
    page = re.findall(r'rel="(prev|next)" href="[^"?]*\?([^"]+)"', answer.content.decode())
    return {rel: query.replace("&amp;", "&") for rel, query in page}


@pytest.mark.slow
def test_all_tables_are_reached_a_part_at_a_time(played: World, text: Text) -> None:
    client, address = played.client("bob"), played.url("round_desk", 1)
    answer = client.get(address)
    seen = tables(answer)
    assert seen == list(range(1, 11))
    assert "prev" not in ways(answer)
    assert "Tables 1 to 10; 35 in all" in text(answer)
    while "next" in ways(answer):
        answer = client.get(f"{address}?{ways(answer)['next']}")
        seen += tables(answer)
    assert seen == list(range(1, 36))
    assert tables(client.get(f"{address}?{ways(answer)['prev']}")) == list(range(21, 31))
    assert "Bye" in text(answer)


@pytest.mark.slow
def test_the_overview_of_referees_is_in_parts_of_what_it_shows(played: World, text: Text) -> None:
    client, address = played.client("dave"), played.url("hall", 1)

    def seen(answer: Any) -> list[int]:
        return [line["row"].table for line in answer.context["rows"]]

    first = client.get(address)
    assert seen(first) == list(range(1, 11))
    assert "Tables 1 to 10; 35 in all" in text(first)
    assert ways(first) == {"next": "from=11&show=all"}
    second = client.get(f"{address}?{ways(first)['next']}")
    assert seen(second) == list(range(11, 21))
    # It renews the part that is open.
    assert second.context["renewal"].endswith("&from=11")
    playing = client.get(address, {"show": "playing"})
    assert seen(playing) == [7, *range(21, 36)]
    assert ways(playing) == {}
    assert client.get(address, {"table": 30}).status_code == 302


@pytest.mark.slow
def test_those_without_a_result_are_looked_for_among_all(played: World) -> None:
    client, address = played.client("bob"), played.url("round_desk", 1)
    first = client.get(address, {"show": "open"})
    assert tables(first) == [7, *range(21, 30)]
    assert tables(client.get(f"{address}?{ways(first)['next']}")) == list(range(30, 36))
    assert tables(client.get(address, {"show": "review"})) == []
    for nonsense in ({"from": "x"}, {"from": "9" * 30}, {"show": "x"}, {"from": "\0"}, {"from": "-1"}):
        assert tables(client.get(address, nonsense)) == list(range(1, 11)), nonsense


@pytest.mark.slow
def test_an_open_page_keeps_its_part(played: World) -> None:
    page = f"http://testserver{played.url('round_desk', 1)}?from=21&show=open"
    headers = {"HX-Request": "true", "HX-Current-URL": page}
    client = played.client("carol")
    fragment = client.get(played.url("results", 1), {"v": "old"}, headers=headers)
    assert tables(fragment) == list(range(21, 31))
    sent = {"line": "23 1-0", "once": "k"}
    answer = client.post(played.url("report_result", 1), sent, headers=headers)
    assert tables(answer) == [21, 22, *range(24, 32)]
    # Without scripts the part with the table follows.
    answer = client.post(played.url("report_result", 1), {"line": "35 1-0", "once": "l"})
    assert answer["Location"] == f"{played.url('round_desk', 1)}?from=31#t35"


@pytest.mark.parametrize("page", ["result", "referee", "record"])
def test_who_leaves_a_table_comes_to_its_part(played: World, page: str) -> None:
    address = played.url(page, 1, 30, 1) if page == "record" else played.url(page, 1, 30)
    html = played.client("bob").get(address).content.decode()
    assert f"{played.url('round_desk', 1)}?from=21#t30" in html
    assert f"{played.url('round_desk', 1)}#t30" not in html


@pytest.mark.slow
def test_a_player_of_a_large_section_is_typed(
    played: World, text: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.forms.base.MOST_OFFERED", 30)
    html = played.get("bob", "round_desk", 1).content.decode()
    assert "<option" not in re.search(r"<form[^>]+swap/.*?</form>", html, re.DOTALL)[0]  # type: ignore[index]
    refused = played.post("bob", "swap_players", 1, first="999", second="abc", reason="they asked")
    assert refused.status_code == 422
    first, second = (
        played.round().seats.get(pairing__table=table, colour="first").entry for table in (7, 21)
    )
    done = played.post(
        "bob", "swap_players", 1, first=first.number, second=second.number, reason="they asked"
    )
    assert done.status_code == 302
    assert played.round().seats.get(entry=first).pairing.table == 21


def test_what_a_file_omits_is_looked_at_when_somebody_asks(played: World, text: Text) -> None:
    client, address = played.client("bob"), played.url("section_files")
    page = text(client.get(address))
    assert "What it omits" in page
    assert "Omits" not in page.replace("What it omits", "")
    assert "Omits" in text(client.get(address, {"of": "trf16"}))
    assert client.get(address, {"of": "nonsense"}).status_code == 200
