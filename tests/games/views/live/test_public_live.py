"""Running games for everybody: what is public of them, when, and what never is before the end."""

from __future__ import annotations

import gzip
import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.acts.live import note_flag, take_back, write_game, write_plies
from games.acts.live_settings import show_live
from games.acts.records import accept_record, submit_record
from games.live.stream import PlyItem
from games.models import GameRecord, LiveGame
from games.queries import public_live, running_rounds
from games.records.detect import read
from games.weiqi.reading import read_file
from portal import outbox
from portal.published.front import Front
from portal.published.memory import Memory
from tests.front import ask
from tests.games.acts.perpetual import CHECKS, PERPETUAL
from tests.games.record_texts import GOOD
from tests.world import World
from tournaments.acts.results import report_result
from tournaments.models import Round, Section

LINE = ["h2e2", "h9g7", "h0g2", "i9h9"]
WALL = "/en/boards/cup/men/round/1/"
LINES = "/boards/cup/men/round/1/1.txt"
PGN = "/boards/cup/men/round/1/round.pgn"


@pytest.fixture(autouse=True)
def asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_rounds.rounds, "_seconds", -1.0)
    monkeypatch.setattr(running_rounds.files, "_seconds", -1.0)
    running_rounds.running.clear()


@pytest.fixture
def visible(playing: World) -> World:
    """Running games are public at once."""
    show_live(section=playing.section, public=True, delay=0, comments=True, by=playing.users["alice"])
    return playing


def pairing(world: World, table: int = 1) -> Any:
    return world.round(1).pairings.select_related("round__section__event").get(table=table)


def write(world: World, *moves: str, table: int = 1, **more: Any) -> None:
    write_game(pairing=pairing(world, table), moves=moves, by=world.users["carol"], **more)


def test_nothing_is_public_before_somebody_says_so(playing: World, client: Client) -> None:
    write(playing, *LINE)
    for address in (WALL, LINES, PGN, f"{WALL}table/1/", f"{WALL}table/1/now/"):
        assert client.get(address).status_code == 404, address


def test_the_wall_the_board_and_the_file(visible: World, client: Client) -> None:
    write(visible, *LINE)
    write(visible, LINE[0], table=2)
    assert client.get(LINES).content.decode().split("\n") == [
        "1.1 4 rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R i9h9 - - *",
        "2.1 1 rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR h2e2 - - *",
        "",
    ]
    wall = client.get(WALL)
    assert wall.status_code == 200
    assert wall.content.count(b"data-board-key") == 2
    board = client.get(f"{WALL}table/1/")
    assert board.content.count(b"data-ply=") == 4
    assert client.get("/zh-hans" + WALL.removeprefix("/en")).status_code == 200
    assert client.get(f"{WALL}table/3/").status_code == 404
    games = list(read(client.get(PGN).content))
    assert [[str(move) for move in game.moves] for game in games] == [LINE, LINE[:1], [], []]
    assert games[0].headers["GameId"] == "cup/men/1/1"
    assert games[0].headers["Round"] == "1.1"
    assert games[0].headers["Red"]


def test_who_has_the_newest_gets_304(visible: World, client: Client) -> None:
    write(visible, *LINE)
    for address in (WALL, LINES, PGN, f"{WALL}table/1/now/"):
        first = client.get(address)
        assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
        assert first["Access-Control-Allow-Origin"] == "*"
    etag = client.get(LINES)["ETag"]
    take_back(pairing=pairing(visible), ply=3, by=visible.users["dave"])
    assert client.get(LINES, headers={"If-None-Match": etag}).status_code == 200
    assert b"i9h9" not in client.get(PGN).content, "what was cut never stays in a file"


def test_of_many_who_read_one_wakes_django(
    visible: World,
    django: WSGIHandler,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """Wall, lines and boards come from the memory of the process until one of their games is another."""
    write(visible, *LINE)
    write(visible, LINE[0], table=2)
    good, old = (
        partial(monkeypatch.setattr, running_rounds.rounds, "_seconds", seconds) for seconds in (60.0, -1.0)
    )
    front = Front(django, Memory(limit=1))
    board, other = f"{WALL}table/1/now/", f"{WALL}table/2/now/"
    addresses = (WALL, LINES, board, other)
    running_rounds.rounds.clear()
    good()
    before = {address: ask(front, address) for address in addresses}
    assert {answer[0] for answer in before.values()} == {200}
    with django_assert_num_queries(0):
        assert all(ask(front, address) == before[address] for address in addresses)
    write(visible, *LINE[:2], table=2)
    # Whoever asks first learns what is new; then only what shows that game is made anew.
    old()
    assert ask(front, other) != before[other]
    good()
    assert ask(front, LINES) != before[LINES]
    with django_assert_num_queries(0):
        assert ask(front, board) == before[board]
    take_back(pairing=pairing(visible), ply=3, by=visible.users["dave"])
    old()
    assert b"i9h9" not in gzip.decompress(ask(front, LINES)[2])


def test_clocks_stand_in_the_file(visible: World, client: Client) -> None:
    items = [PlyItem(1, LINE[0], clock_first=3511), PlyItem(2, LINE[1], clock_second=3480)]
    write_plies(pairing=pairing(visible), items=items, by=visible.users["carol"])
    text = client.get(PGN).content.decode()
    assert "{[%clk 0:58:31]}" in text
    assert '[BlackClock "0:58:00"]' in text
    assert '[Clock "W/0:58:31"]' in text
    assert '[TimeControl "3600+30"]' in text
    in_words = client.get(PGN, {"format": "wxf"}).content.decode()
    assert ("C2=5" in in_words, "h2e2" in in_words) == (True, False)
    assert client.get(PGN, {"format": "morse"}).status_code == 404
    assert client.get(LINES).content.decode().split()[4:6] == ["3511", "3480"]


def test_an_illegal_ply_and_what_follows_is_never_public(visible: World, client: Client) -> None:
    write(visible, *LINE[:2], "h0h4", "i9h9")
    assert LiveGame.objects.get().head == 4
    for address in (WALL, LINES, PGN, f"{WALL}table/1/", f"{WALL}table/1/now/"):
        assert b"h0h4" not in client.get(address).content
        assert b"i9h9" not in client.get(address).content
    assert b"stopped for a moment" in client.get(f"{WALL}table/1/").content


def test_the_delay_shows_what_had_arrived_before_it(
    visible: World, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_live(section=visible.section, public=True, delay=5, comments=True, by=visible.users["alice"])
    write(visible, *LINE)
    assert client.get(LINES).content.split()[1] == b"0"
    at = timezone.now() + timedelta(minutes=6)
    monkeypatch.setattr(running_rounds.timezone, "now", lambda: at)
    assert client.get(LINES).content.split()[1] == b"4"


def test_the_delay_ends_with_the_game(visible: World, client: Client) -> None:
    show_live(section=visible.section, public=True, delay=5, comments=True, by=visible.users["alice"])
    write(visible, *LINE)
    report_result(round_=visible.round(1), table=1, value="1-0", seen=None, by=visible.users["carol"])
    line = client.get(LINES).content.decode().split()
    assert (line[1], line[-1]) == ("4", "1-0")


def test_nobody_without_rights_reads_a_word_of_a_prompt(visible: World, client: Client) -> None:
    """While a prompt, an objection and a flag stand, every public address is read and has none of them."""
    Section.objects.filter(pk=visible.section.pk).update(rulebook="wxc2015")
    write(visible, *PERPETUAL[:6], start=CHECKS)
    write_plies(pairing=pairing(visible), items=[PlyItem(2, "d9d8", "x")], by=visible.users["dave"])
    note_flag(pairing=pairing(visible), side=0, by=visible.users["carol"])
    assert len(LiveGame.objects.get().prompts) == 2
    for address in (WALL, LINES, PGN, f"{WALL}table/1/", f"{WALL}table/1/now/"):
        page = client.get(address).content.decode()
        for word in ("perpetual", "third", "time of", "d9d8", "carol", "dave", "must"):
            assert word not in page.partition("<footer")[0], (address, word)


@pytest.mark.slow
def test_an_accepted_record_takes_the_place_of_the_stream(visible: World, client: Client) -> None:
    write(visible, *LINE)
    made = submit_record(pairing=pairing(visible), raw=GOOD, by=visible.users["carol"])
    outbox.drain()
    accept_record(record=GameRecord.objects.get(pk=made["record"]), by=visible.users["dave"])
    assert client.get(LINES).content == b""
    assert client.get(f"{WALL}table/1/").status_code == 404
    in_file = next(read(client.get(PGN).content))
    assert (len(in_file.moves), in_file.headers["GameId"]) == (6, "cup/men/1/1"), "relays keep the game"


def test_a_round_that_was_taken_back_has_no_boards(visible: World, client: Client) -> None:
    write(visible, *LINE)
    Round.objects.filter(section=visible.section).update(state=Round.State.DRAFT)
    assert client.get(WALL).status_code == 404


def test_weiqi_has_stones_and_a_collection(played: World, client: Client) -> None:
    show_live(section=played.section, public=True, delay=0, comments=True, by=played.users["alice"])
    write(played, "aa", "ba", "ii", "ab")
    assert client.get(LINES).content.decode().startswith("1.1 4 1w7/w8/")
    assert client.get(f"{WALL}table/1/").status_code == 200
    record, *others = read_file(client.get(PGN.replace(".pgn", ".sgf")).content)
    assert [len(other.moves) for other in others] == [0, 0, 0]
    assert (record.size, len(record.moves), list(record.faults)) == (9, 4, [])
    assert client.get(PGN).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_the_wall_costs_the_same_for_any_number(
    count: int, visible: World, client: Client, django_assert_num_queries: Any
) -> None:
    for table in range(1, count + 1):
        write(visible, *LINE, table=table)
    client.get(LINES)
    with django_assert_num_queries(5):
        assert len(client.get(LINES).content.split(b"\n")) == count + 1


def test_the_page_of_settings(playing: World, text: Any) -> None:
    alice = playing.client("alice")
    address = "/en/desk/cup/men/live/"
    assert "Show running games in public" in text(alice.get(address))
    answer = alice.post(address, {"public": "on", "delay": "3", "once": "a"}, follow=True)
    assert answer.status_code == 200
    setting = public_live.setting_of(playing.section)
    assert (setting.public, setting.delay) == (True, 3)
    assert alice.post(address, {"delay": "99", "once": "b"}).status_code == 422


def test_the_file_says_how_a_game_ended(visible: World, client: Client) -> None:
    write(visible, *LINE)
    running, *_others = read(client.get(PGN).content)
    assert "Termination" not in running.headers
    report_result(
        round_=visible.round(1), table=1, value="0-1", cause="time", seen=None, by=visible.users["carol"]
    )
    ended, *_others = read(client.get(PGN).content)
    assert ended.headers["Result"] == "0-1"
    assert ended.headers["Termination"] == "time forfeit"
    assert ended.headers["TerminationDetails"] == "time, article 3"
    assert ended.headers["ResultText"] == "超时"


def test_the_wall_shows_what_is_wanted(visible: World, client: Client) -> None:
    write(visible, *LINE)
    write(visible, LINE[0], table=2)
    report_result(round_=visible.round(1), table=2, value="1-0", seen=None, by=visible.users["carol"])

    def tables_shown(query: str, address: str = WALL) -> list[str]:
        page = client.get(f"{address}{query}").content.decode()
        return re.findall(r'data-board-key="([\d.]+)"', page)

    assert tables_shown("") == ["1.1", "2.1"]
    assert tables_shown("?show=playing") == ["1.1"]
    assert tables_shown("?show=over") == ["2.1"]
    name = pairing(visible, 2).seats.get(colour="second").entry.player.name
    assert tables_shown(f"?q={name[:6].upper()}") == ["2.1"]
    assert tables_shown("?q=nobody of this name") == []
    assert "No board fits." in client.get(f"{WALL}?q=nobody").content.decode()
    for odd in ("?show=x", "?team=-1", "?team=%C2%B2", "?q=%00"):
        assert client.get(f"{WALL}{odd}").status_code == 200, odd
    lines = client.get(f"{LINES}?show=over").content.decode()
    assert [line.split()[0] for line in lines.splitlines()] == ["2.1"]
    page = client.get(f"{WALL}?show=over").content.decode()
    assert 'data-wall="/boards/cup/men/round/1/1.txt?show=over"' in page
