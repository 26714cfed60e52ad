"""The published page of a weiqi game: the board without scripts, its plays, its faults."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings

from tests import factories
from tests.games.pages.conftest import accepted
from tests.games.pages.test_game import by_class, drawn, render, text_of
from tests.games.record_texts import WEIQI, WEIQI_FAULTY
from tournaments.models import Section


@pytest.fixture
def section(db: None) -> Section:
    section = factories.make_section(factories.make_event(), game="weiqi", rulebook="weiqi")
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
    assert {e.get("href") for e in drawn(svg, "use")} <= {f"#{one}" for one in ids}


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
        "3 Black A8 ×1, takes 1 stone",
    ]
    assert text_of(moves[7]) == "8 White pass"
    assert [e.get("data-move") for e in moves.iter("button")][1:4] == ["Waa", "Bab -aa", "Wgc"]
    shown = text_of(document)
    assert "Stones taken: Black 1 White 0" in shown
    assert "both sides have passed after 8 plies" in shown
    for private in ("Somebody", "555", "handed in late"):
        assert private not in shown


def test_a_faulty_game_goes_on_and_says_what_is_wrong(section: Section) -> None:
    document = render(accepted(section, 1, WEIQI_FAULTY).pairing_id)
    [moves] = [e for e in document.iter("ol") if e.get("data-moves") is not None]
    assert [e.get("id") for e in moves if "faulty" in e.get("class").split()] == ["ply-4", "ply-6"]
    assert len(moves) == 7
    shown = text_of(document)
    assert "“W[aa]” leaves the own stones without a liberty (article 5)" in shown
    assert "“KM[2.75]” looks like stones" in shown
    assert "has accepted this record with its faults" in shown
