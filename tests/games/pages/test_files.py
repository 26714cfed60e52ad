"""The games of a round, a section, an event in one file: what was accepted, with what was written beside the
moves once there is a result, and nothing else of a record."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.acts.live_settings import show_live
from games.acts.records import accept_record, submit_record
from games.models import GameRecord
from games.records.detect import read
from games.weiqi.reading import read_file
from portal import outbox
from tests.world import World
from tournaments.acts.entering.players import erase_player
from tournaments.acts.public.publication import republish, unpublish
from tournaments.acts.results import current_report, report_result
from tournaments.models import Section
from tournaments.pages.renderers import RENDERERS

PGN = """[Event "secret"]
[Annotator "Somebody Private"]

1. 炮二平五 {<central>} 馬8进7 (1... 炮8平5 {as black}) 2. 马二进三 車9平8 *
"""
SGF = (
    "(;GM[1]FF[4]SZ[19]KM[6.5]PB[Somebody Private]C[before];B[pd](;W[dd]C[a \\] corner];B[pp];W[dp])"
    "(;W[pp]C[rather];B[dp](;W[dd])(;W[qd])))"
)
FILES = "/en/download/e/cup"


def accepted(world: World, table: int, text: str, number: int = 1) -> None:
    pairing = world.round(number).pairings.get(table=table)
    submit_record(pairing=pairing, raw=text.encode(), by=world.users["carol"])
    outbox.drain()
    accept_record(record=GameRecord.objects.get(pairing=pairing), by=world.users["bob"])
    outbox.drain()


@pytest.mark.slow
def test_games_of_xiangqi_come_as_pgn(drawn: World, client: Client, settings) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0.0
    drawn.published()
    outbox.drain()
    assert client.get(f"{FILES}/men/files/men-games.pgn").status_code == 404
    accepted(drawn, 1, PGN)
    for path in ("files/cup-games.pgn", "men/files/men-games.pgn", "men/files/men-round-1-games.pgn"):
        answer = client.get(f"{FILES}/{path}")
        assert answer.status_code == 200, path
        text = answer.content.decode()
        [game] = read(text.encode())
        assert (game.is_valid, len(game.moves)) == (True, 4)
        assert (game.headers["Round"], game.headers["Event"]) == ("1.1", "The Cup: Men")
        assert "rivate" not in text
        assert "secret" not in text
        assert (dict(game.comments), len(game.variations)) == ({}, 1), "there is no result yet"
        assert not game.variations[0].comments
    for page in ("/en/e/cup/", "/en/e/cup/men/", "/en/e/cup/men/round/1/"):
        assert "-games.pgn" in client.get(page).content.decode(), page
    accepted(drawn, 2, PGN)
    assert len(list(read(client.get(f"{FILES}/men/files/men-games.pgn").content))) == 2
    second = drawn.round(1).pairings.get(table=2).seats.get(colour="first").entry.number
    address = f"{FILES}/men/files/men-player-{second}-games.pgn"
    [game] = read(client.get(address).content)
    assert game.headers["Round"] == "1.2"
    card = RENDERERS["player"].read({"section": drawn.section.pk, "number": second}).data
    assert [f"/en/download/{file.path}" for file in card.files] == [address]
    assert client.get(f"{FILES}/men/files/men-player-99-games.pgn").status_code == 404


@pytest.mark.slow
def test_games_of_weiqi_come_as_sgf(drawn: World, client: Client, settings) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0.0
    Section.objects.filter(pk=drawn.section.pk).update(game="weiqi", rulebook="weiqi")
    drawn.section.refresh_from_db()
    drawn.published()
    accepted(drawn, 1, SGF)
    answer = client.get(f"{FILES}/men/files/men-games.sgf")
    assert answer.status_code == 200
    [record] = read_file(answer.content)
    assert [str(move) for move in record.moves] == ["B[pd]", "W[dd]", "B[pp]", "W[dp]"]
    assert (record.komi, record.faults) == (13, ())
    assert b"rivate" not in answer.content
    assert b"before" not in answer.content, "there is no result yet"
    assert [variation.sgf for variation in record.variations] == ["(;W[pp];B[dp](;W[dd])(;W[qd]))"]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "text"), [("pgn", PGN), ("sgf", SGF)], ids=["pgn", "sgf"])
def test_what_stands_beside_the_moves_is_shown_and_written_once_there_is_a_result(
    kind: str, text: str, drawn: World, client: Client, settings
) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0.0
    if kind == "sgf":
        Section.objects.filter(pk=drawn.section.pk).update(game="weiqi", rulebook="weiqi")
        drawn.section.refresh_from_db()
    drawn.published()
    accepted(drawn, 1, text)
    words = {
        "pgn": ["<central>", "as black"],
        "sgf": ["before", r"a \] corner", "rather"],
    }[kind]

    def words_read() -> tuple[list[bool], list[bool]]:
        file = client.get(f"{FILES}/men/files/men-games.{kind}").content.decode()
        page = client.get("/en/e/cup/men/round/1/table/1/").content.decode()
        on_page = [word.replace("\\", "").replace("<", "&lt;").replace(">", "&gt;") for word in words]
        return [word in file for word in words], [word in page for word in on_page]

    none, everything = [False] * len(words), [True] * len(words)
    assert words_read() == (none, none)
    decide(drawn, 1, "1-0")
    assert words_read() == (everything, everything)
    page = client.get("/en/e/cup/men/round/1/table/1/").content.decode()
    assert '<details class="record-notes" id="notes">' in page, "collapsed"
    assert ("1… C8=5" if kind == "pgn" else "2 Q4 3 D4") in page
    assert "<central>" not in page
    by = drawn.users["alice"]
    show_live(section=drawn.section, public=False, delay=0, comments=False, by=by)
    outbox.drain()
    assert words_read() == (none, none), "withheld"
    show_live(section=drawn.section, public=False, delay=0, comments=True, by=by)
    outbox.drain()
    assert words_read() == (everything, everything)
    entry = drawn.round(1).pairings.get(table=1).seats.get(colour="second").entry
    erase_player(entry=entry, confirm=entry.player.name, by=by)
    outbox.drain()
    assert words_read() == (none, none), "with the person"
    assert "Q4" not in client.get("/en/e/cup/men/round/1/table/1/").content.decode().partition("notes")[2]


def decide(world: World, table: int, value: str, **more: Any) -> None:
    round_ = world.round(1)
    standing = current_report(round_.pairings.get(table=table), 1)
    reason = "misheard" if standing else ""
    values = {"seen": standing.pk if standing else None, "by": world.users["bob"], "reason": reason}
    report_result(round_=round_, table=table, value=value, **values, **more)
    outbox.drain()


@pytest.mark.slow
def test_the_result_of_a_file_is_the_tables_own(drawn: World, client: Client, settings) -> None:
    """Also where the record claims another, or none; and corrected later."""
    settings.PUBLISHED_RENDER_EVERY = 0.0
    drawn.published()
    plain = re.sub(r" \{.*?\}| \(.*?\)", "", PGN)
    accepted(drawn, 1, plain)
    accepted(drawn, 2, plain.replace(" *", " 1-0"))
    accepted(drawn, 3, plain.replace(" *", " 0-1"))

    def tags_and_comments() -> list[tuple[str, dict[int, str]]]:
        content = client.get(f"{FILES}/men/files/men-games.pgn").content
        return [(game.headers["Result"], dict(game.comments)) for game in read(content)]

    claims_1, claims_2 = {0: "Result in the record: 1-0"}, {0: "Result in the record: 0-1"}
    assert tags_and_comments() == [("*", {}), ("*", claims_1), ("*", claims_2)]
    decide(drawn, 1, "1-0")
    decide(drawn, 2, "1/2")
    decide(drawn, 3, "0-0", forfeit=True)
    both_lost = "Official result: 0-0. By forfeit. Result in the record: 0-1"
    assert tags_and_comments() == [("1-0", {}), ("1/2-1/2", claims_1), ("*", {0: both_lost})]
    decide(drawn, 2, "1-0")
    decide(drawn, 3, "0-1", forfeit=True)
    assert tags_and_comments() == [("1-0", {}), ("1-0", {}), ("0-1", {0: "By forfeit"})]


@pytest.mark.slow
def test_an_sgf_has_the_tables_result_too(drawn: World, client: Client, settings) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0.0
    Section.objects.filter(pk=drawn.section.pk).update(game="weiqi", rulebook="weiqi")
    drawn.section.refresh_from_db()
    drawn.published()
    accepted(drawn, 1, "(;GM[1]FF[4]SZ[19]KM[6.5]RE[B+R];B[pd];W[dd];B[pp];W[dp])")

    def result_and_comments() -> tuple[str, dict[int, str]]:
        [record] = read_file(client.get(f"{FILES}/men/files/men-games.sgf").content)
        return record.properties["RE"], dict(record.comments)

    claimed = {0: "Result in the record: 1-0"}
    assert result_and_comments() == ("?", claimed)
    decide(drawn, 1, "0-1", forfeit=True)
    assert result_and_comments() == ("W+F", {0: "By forfeit. Result in the record: 1-0"})
    decide(drawn, 1, "0-0", forfeit=True)
    assert result_and_comments() == ("Both lost", {0: "By forfeit. Result in the record: 1-0"})
    decide(drawn, 1, "1-0")
    assert result_and_comments() == ("B+R", {0: "Cause: resignation"}), "as the record says it"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "left"),
    [
        ("men/round/1", {"files/cup-games.pgn": 1, "men/files/men-games.pgn": 1}),
        ("men", {"files/cup-games.pgn": 0}),
    ],
)
def test_what_is_taken_back_stands_in_no_file_and_no_list(
    change: str,
    left: dict[str, int],
    drawn: World,
    client: Client,
    settings,
) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0.0
    drawn.closed()
    accepted(drawn, 1, PGN)
    drawn.published(2)
    accepted(drawn, 1, PGN, number=2)

    def games() -> dict[str, int]:
        return {path: client.get(f"{FILES}/{path}").content.count(b"[Event ") for path in left}

    before = games()
    assert set(before.values()) == {2}
    unpublish(event=drawn.event, what=change, reason="x", by=drawn.users["alice"])
    assert games() == left
    listed = client.get("/api/v1/events/cup/sections/men/games")
    if change == "men":
        assert listed.status_code == 410
    else:
        assert [item["round"] for item in listed.json()["results"]] == [2]
    republish(event=drawn.event, what=change, by=drawn.users["alice"])
    assert games() == before
    assert len(client.get("/api/v1/events/cup/sections/men/games").json()["results"]) == 2
