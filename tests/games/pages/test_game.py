"""The published page of a game: valid, complete without scripts, nothing of it private."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.pages.renderers import RENDERERS
from portal import outbox, published
from portal.published import Page
from tests import factories
from tests.games.accepted import accepted
from tests.games.pages.drawing import PATH, by_class, drawn, render, text_of
from tests.games.record_texts import FAULTY, GOOD
from tests.tournaments.pages.rendered import render as render_page
from tournaments.models import Pairing, Section
from tournaments.queries.public.public_state import NotPublicError

MATE = b"""[Game "Chinese Chess"]
[Result "0-1"]
[FEN "3k5/4R4/9/9/9/9/9/9/9/4K3R w - - 0 1"]
[Annotator "Somebody, tel. 555 0199"]

1. R1+9 {he called me afterwards} 0-1
"""


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("raw", [GOOD, FAULTY, MATE], ids=["good", "faulty", "mate"])
def test_the_page_is_valid_and_allowed(section: Section, raw: bytes, language: str) -> None:
    document = render(accepted(section, 1, raw).pairing_id, language)
    main = document.find(".//main")
    assert (main.get("data-live"), main.get("data-version")) == ("", "3")
    assert len(document.findall(".//h1")) == 1
    assert [
        e.tag for e in document.iter() if isinstance(e.tag, str) and (e.get("style") or e.tag == "style")
    ] == []
    scripts = [script for script in document.iter("script") if not script.get("src")]
    assert [script.get("type") for script in scripts] == ["application/ld+json"]
    ids = [e.get("id") for e in document.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    used = {e.get("href") for e in drawn(document, "use")}
    assert {"#piece-K", "#icon-K"} <= used <= {f"#{item}" for item in ids}


def test_without_scripts_the_final_position_and_the_moves_are_there(section: Section) -> None:
    document = render(accepted(section, 1, GOOD).pairing_id)
    [svg] = by_class(document, "xiangqi")
    pieces = {
        (e.get("href"), int(e.get("x")), int(e.get("y")))
        for group in drawn(svg, "g")
        if group.get("data-pieces") is not None
        for e in group
    }
    assert len(pieces) == 32
    # 3. R1=2 C2=5: Red's right chariot on h0, Black's left cannon on e7
    assert {("#piece-R", 160, 206), ("#piece-c", 100, 66), ("#piece-C", 100, 166)} <= pieces
    marks = [(e.get("x"), e.get("y")) for e in drawn(svg, "use") if e.get("href") == "#corner"]
    assert marks == [("40", "66"), ("100", "66")]
    [moves] = [e for e in document.iter("ol") if e.get("data-moves") is not None]
    assert [text_of(move) for move in moves][:3] == ["1. C2=5 炮二平五", "H8+7 马８进７", "2. H2+3 马二进三"]
    assert len(list(moves)) == 6
    assert "6 moves of both sides; not decided on the board." in text_of(document.find(".//main"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "red", "first_move", "answer"),
    [
        ("en", "987654321", "1. C2=5 炮二平五", "H8+7 马８进７"),
        ("zh-hans", "九八七六五四三二一", "1. 炮二平五 C2=5", "马８进７ H8+7"),
        ("zh-hant", "九八七六五四三二一", "1. 炮二平五 C2=5", "馬８進７ H8+7"),
    ],
)
def test_the_movers_own_files_and_the_readers_own_notation(
    section: Section, language: str, red: str, first_move: str, answer: str
) -> None:
    document = render(accepted(section, 1, GOOD).pairing_id, language)
    [files] = by_class(document, "files")
    rows: dict[str, list[str]] = {}
    for file in files:
        rows.setdefault(file.get("y"), []).append(file.text)
    assert rows == {"10": list("123456789"), "222": list(red)}
    [moves] = [e for e in document.iter("ol") if e.get("data-moves") is not None]
    assert [text_of(move) for move in moves[:2]] == [first_move, answer]


def test_faults_are_marked_at_their_ply(section: Section) -> None:
    document = render(accepted(section, 1, FAULTY).pairing_id)
    [moves] = [e for e in document.iter("ol") if e.get("data-moves") is not None]
    marked = [e.get("id") for e in moves if "faulty" in e.get("class").split()]
    assert marked == ["ply-5", "ply-8"]
    steps = [(e.get("data-at"), bool(e.get("data-fen"))) for e in document.iter("button") if e.get("data-at")]
    assert steps == [("4", False), ("4", True)]
    assert "Accepted by the referee up to the first error" in text_of(document.find(".//main"))


def test_a_contradiction_is_marked_and_nothing_private_is_shown(section: Section) -> None:
    document = render(accepted(section, 1, MATE).pairing_id)
    page = text_of(document)
    assert "On the board: mate after 1 move of both sides." in page
    assert "The record says 0-1, but the side with no legal move has lost." in page
    assert "1. Red: R1+9, check" in page
    for private in ("Somebody", "555"):
        assert private not in page
    assert "he called me afterwards" in text_of(document.find(".//details[@id='notes']"))


def test_a_game_in_which_black_begins(section: Section) -> None:
    raw = b'[Game "Chinese Chess"]\n[FEN "3k5/9/9/9/9/9/9/9/9/4K3R b - - 0 1"]\n\n1... K4+1 2. R1+1 *'
    document = render(accepted(section, 1, raw).pairing_id)
    [moves] = [e for e in document.iter("ol") if e.get("data-moves") is not None]
    assert [(move.get("class"), text_of(move).split()[0]) for move in moves] == [
        ("second", "1."),
        ("first", "2."),
    ]


def test_only_an_accepted_game_of_a_public_round_is_shown(section: Section) -> None:
    record = accepted(section, 1, GOOD)
    read = RENDERERS["game"].read
    with pytest.raises(NotPublicError):
        read({"pairing": record.pairing_id, "game": 2})
    other = section.round_set.get(number=1).pairings.get(table=2)
    with pytest.raises(NotPublicError):
        read({"pairing": other.pk, "game": 1})
    section.round_set.filter(number=1).update(state="draft")
    with pytest.raises(NotPublicError):
        read({"pairing": record.pairing_id, "game": 1})


@pytest.mark.slow
def test_the_round_leads_to_its_games_and_a_correction_changes_the_page(
    section: Section, client: Client
) -> None:
    factories.announce(section)
    params = {"section": section.pk, "round": 1}
    assert f'href="/en/{PATH}"' not in render_page("round", params)
    accepted(section, 1, GOOD)
    document = render_page("round", params)
    assert f'href="/en/{PATH}"' in document
    assert "/table/2/" not in document
    assert "C2=5" in client.get(f"/en/{PATH}").text
    version = Page.objects.get(path=PATH).version
    accepted(section, 1, GOOD + b"4. R2+6")
    outbox.drain()
    assert "R2+6" in client.get(f"/en/{PATH}").text
    assert Page.objects.get(path=PATH).version > version
    published.unpublish("e/test-2015/men/")
    assert client.get(f"/en/{PATH}").status_code == 410


def test_a_long_game_costs_no_more_queries(section: Section) -> None:
    def count(raw: bytes) -> int:
        key = accepted(section, 1, raw).pairing_id
        with CaptureQueriesContext(connection) as queries:
            RENDERERS["game"].read({"pairing": key, "game": 1})
        return len(queries)

    assert count(GOOD) == count(FAULTY) <= 16


@pytest.mark.slow
def test_a_result_changed_later_reaches_the_game(section: Section, client: Client) -> None:
    from tournaments import pages

    factories.announce(section)
    accepted(section, 2, GOOD)
    address = f"/en/{PATH.replace('/1/table/1/', '/1/table/2/')}"
    assert "no result yet" in client.get(address).text
    round_ = section.round_set.select_related("section__event").get(number=1)
    factories.report(round_, 2, "0-1")
    pages.results_changed(round_)
    outbox.drain()
    assert "0–1" in client.get(address).text


@pytest.mark.slow
def test_how_the_champions_last_game_ended_stands_at_the_event_and_beside_the_list_of_games(
    section: Section, client: Client, settings: Any
) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0
    frozen = factories.close(factories.report_all(section.round_set.get(number=1)))
    champion = frozen.data["rows"][0]["number"]
    table = Pairing.objects.get(round__number=1, seats__entry__number=champion).table or 0
    Section.objects.filter(pk=section.pk).update(state=Section.State.FINISHED)
    factories.announce(section)
    page = client.get("/en/e/test-2015/").text
    assert "The champion's last game" in page
    assert "data-final" not in page
    accepted(section, table, GOOD)
    outbox.drain()
    drawing = f'data-final="{table}.1 '
    assert drawing in client.get("/en/e/test-2015/").text
    assert drawing in client.get("/en/e/test-2015/men/").text
    assert drawing in client.get("/en/games/").text
