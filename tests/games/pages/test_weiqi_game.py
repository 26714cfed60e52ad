"""The published page of a weiqi game: the board without scripts, its plays, its faults."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.acts.counts import agree_count, count_board
from games.models import BoardCount, CountConsent
from games.pages.renderers import RENDERERS
from games.queries.counts import current_count
from games.queries.public_games import PublicCount
from portal import outbox
from portal.api.shapes import shape_of
from tests import factories
from tests.cached_worlds import remembered
from tests.games.accepted import accepted
from tests.games.pages.drawing import by_class, drawn, render, text_of
from tests.games.record_texts import WEIQI, WEIQI_FAULTY
from tournaments.models import Pairing, Section


@pytest.fixture
@remembered
def section(db: None) -> Section:
    options = {"weiqi": {"size": 9}}
    section = factories.make_section(factories.make_event(), game="weiqi", rulebook="weiqi", options=options)
    factories.make_entries(section, 6)
    factories.report(factories.publish(factories.pair(section, 1)), 1, "1-0")
    section.refresh_from_db()
    return section


def stones(svg: Any) -> set[tuple[str, int, int]]:
    return {
        (e.get("href"), int(e.get("x")), int(e.get("y")))
        for group in drawn(svg, "g")
        if group.get("data-stones") is not None
        for e in group
    }


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("raw", [WEIQI, WEIQI_FAULTY], ids=["good", "faulty"])
def test_the_page_is_valid_and_complete_without_scripts(section: Section, raw: bytes, language: str) -> None:
    document = render(accepted(section, 1, raw).pairing_id, language)
    assert [
        e for e in document.iter() if isinstance(e.tag, str) and (e.get("style") or e.tag == "style")
    ] == []
    ids = [e.get("id") for e in document.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    [svg] = by_class(document, "weiqi")
    assert {e.get("href") for e in drawn(svg, "use")} <= {f"#{item}" for item in ids}


def test_the_board_after_the_last_play(section: Section) -> None:
    document = render(accepted(section, 1, WEIQI).pairing_id)
    [svg] = by_class(document, "weiqi")
    # ba, ab, cg Black; gc, gg White; aa was taken. Lines are 20 apart, the first 30 from the rim.
    assert stones(svg) == {
        ("#stone-b", 50, 30),
        ("#stone-b", 30, 50),
        ("#stone-b", 70, 150),
        ("#stone-w", 150, 70),
        ("#stone-w", 150, 150),
    }
    assert len(by_class(svg, "stars")[0]) == 5
    assert [text_of(e) for e in by_class(svg, "names")[0]][:3] == ["A", "A", "B"]
    [moves] = [e for e in document.iter("ol") if e.get("data-moves") is not None]
    assert [text_of(move) for move in moves][:3] == [
        "1 Black B9",
        "2 White A9",
        "3 Black A8 ×1, captures 1 stone",
    ]
    assert text_of(moves[7]) == "8 White pass"
    assert [e.get("data-move") for e in moves.iter("button")][1:4] == ["Waa", "Bab -aa", "Wgc"]
    page = text_of(document)
    assert "Captures: Black 1 White 0" in page
    assert "both sides passed after 8 moves of both sides" in page
    for private in ("Somebody", "555"):
        assert private not in page
    assert "handed in late" in text_of(document.find(".//details[@id='notes']"))


def test_a_faulty_game_goes_on_and_says_what_is_wrong(section: Section) -> None:
    document = render(accepted(section, 1, WEIQI_FAULTY).pairing_id)
    [moves] = [e for e in document.iter("ol") if e.get("data-moves") is not None]
    assert [e.get("id") for e in moves if "faulty" in e.get("class").split()] == ["ply-4", "ply-6"]
    assert len(moves) == 7
    page = text_of(document)
    assert "“W[aa]” is suicide (article 5)" in page
    assert "“KM[2.75]” looks like stones" in page
    assert "Accepted by the referee with its errors" in page


def settle(section: Section, dead: list[str], *agree: str) -> BoardCount:
    """The board of table 1 counted by its first player; then whoever else agrees."""
    pairing = Pairing.objects.select_related("round__section__event").get(
        round__section=section, round__number=1, table=1
    )
    links = {seat.colour: factories.make_link(seat.entry) for seat in pairing.seats.all()}
    position = accepted(section, 1, WEIQI).reading.data["final_fen"]
    current = current_count(pairing)
    seen = current.pk if current else None
    count_board(pairing=pairing, position=position, dead=dead, seen=seen, by=links["first"])
    count = BoardCount.objects.get(superseded_by=None)
    for side in agree:
        agree_count(count=count, by=links[side])
    return count


def test_a_settled_count_stands_on_the_page(section: Section) -> None:
    pairing = settle(section, ["gc"]).pairing_id
    assert by_class(render(pairing), "count-outcome") == []
    settle(section, ["gc", "gg"], "second")
    document = render(pairing)
    [outcome] = by_class(document, "count-outcome")
    # All 81 are Black's once both white stones are off: 40½ above the line, 2¾ given back.
    assert text_of(outcome) == "Black wins by 37¾ B+75.5"
    [side] = by_class(document, "count-side")
    page = text_of(side)
    assert "Komi 2¾ Margin, in stones 37¾ Dead stones Black 0 White 2" in page
    assert "Agreed by both players." in page
    [svg] = by_class(side, "weiqi")
    dead = {(e.get("x"), e.get("y")) for e in drawn(svg, "use") if e.get("class") == "dead"}
    assert dead == {("150", "70"), ("150", "150")}
    ids = [e.get("id") for e in document.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert {e.get("href") for e in drawn(document, "use")} <= {f"#{item}" for item in ids}


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_page_with_a_count_is_valid(section: Section, language: str) -> None:
    document = render(settle(section, [], "second").pairing_id, language)
    assert len(by_class(document, "weiqi")) == 2


def test_a_ruling_is_told_without_its_reason(section: Section) -> None:
    count = settle(section, [])
    CountConsent.objects.create(count=count, voice="referee", ruling="no-result", reason="Bob was there")
    page = text_of(render(count.pairing_id))
    assert "Referee's ruling: no result." in page
    assert "Bob was there" not in page


def test_the_document_has_the_count(section: Section) -> None:
    count = settle(section, ["gc", "gg"], "second")
    work = RENDERERS["game"].read({"pairing": count.pairing_id, "game": 1})
    answer = RENDERERS["game"].document(work.data, version=3, path="")["count"]
    assert shape_of(PublicCount)(data=answer).is_valid(raise_exception=True)
    assert answer == {
        "position": count.position,
        "dead": ["gc", "gg"],
        "first": 81,
        "second": 0,
        "shared": 0,
        "compensation": "2¾",
        "handicap_return": "0",
        "outcome": "B+75.5",
        "ruling": "",
    }


@pytest.mark.slow
def test_the_page_changes_when_the_count_is_settled(section: Section) -> None:
    accepted(section, 1, WEIQI)
    outbox.drain()
    path = f"e/{section.event.slug}/{section.slug}/round/1/table/1/"
    client = Client()
    assert "count-outcome" not in client.get(f"/en/{path}").content.decode()
    settle(section, ["gc", "gg"], "second")
    outbox.drain()
    assert "count-outcome" in client.get(f"/en/{path}").content.decode()
