"""The technical desk types the moves of many tables in one line."""

from __future__ import annotations

import pytest

from games.acts.live import write_game
from games.models import LiveGame
from tests.world import World
from tournaments.models import ResultReport, Section


def typed(world: World, text: str, *, table: str = "", game: str = "1", who: str = "carol") -> str:
    answer = world.post(who, "live_desk_type", 1, typed=text, table=table, game=game)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def line(world: World, table: int) -> list[str]:
    return LiveGame.objects.get(pairing__table=table, pairing__round=world.round(1)).moves


@pytest.mark.slow
def test_moves_take_backs_and_clocks_of_several_tables(playing: World) -> None:
    page = playing.get("carol", "live_desk", 1).content.decode()
    assert page.count("data-line=") == 4, "tables stand there before their first move"
    text = typed(playing, "1 C2=5 H8+7")
    assert "notice-bad" not in text
    assert 'name="table" value="1"' in text
    typed(playing, "马二进三", table="1")
    typed(playing, "2 h2e2")
    assert (line(playing, 1), line(playing, 2)) == (["h2e2", "h9g7", "h0g2"], ["h2e2"])
    typed(playing, "1 <2")
    typed(playing, "c 1:02:11 58:40", table="1")
    live = LiveGame.objects.get(pairing__table=1)
    assert (live.moves, live.clock_first, live.clock_second) == (["h2e2"], 3731, 3520)
    typed(playing, "c 0:00 3x30 12:40 15/25", table="1")
    live.refresh_from_db()
    assert (live.clock_first, live.overtime["first"]["periods"], live.overtime["second"]["moves"]) == (
        0,
        3,
        15,
    )
    typed(playing, "c 1:02:11 58:40", table="1")
    lines = playing.get("carol", "live_desk_lines", 1).content.decode().splitlines()
    assert lines[0].startswith("1.1 1 ")
    assert lines[0].endswith("h2e2 3731 3520 *")
    assert lines[3].startswith("4.1 0 ")
    assert 'name="table" value="2"' in typed(playing, "/", table="1"), "whose last move is the oldest"


@pytest.mark.slow
def test_how_a_game_ended_is_typed_and_the_referee_enters_it(playing: World) -> None:
    typed(playing, "1 C2=5 H8+7")
    typed(playing, "2 h2e2")
    assert "notice-bad" not in typed(playing, "r", table="1")
    assert "notice-bad" not in typed(playing, "2 1 t")
    ends = [
        (live.prompts[-1]["evidence"]["result"], live.prompts[-1]["evidence"]["ended"])
        for live in LiveGame.objects.order_by("pairing__table")
    ]
    assert ends == [("0-1", "resignation"), ("1-0", "time")]
    assert not ResultReport.objects.exists()
    assert "No move stands there yet" in typed(playing, "3 r")


def test_what_is_refused_stays_in_the_line(playing: World) -> None:
    for text, words in {
        "C2=5": "Type the number of the table first.",
        "77 C2=5": "77",
        "1 C2=5 nonsense": "is not a move here",
        "1 c 5": "is no clock",
        "3 c 1:00 1:00": "No move stands there yet",
    }.items():
        page = typed(playing, text)
        assert words in page, text
        assert "notice-bad" in page
        assert f'value="{text}"' in page
    assert line(playing, 1) == ["h2e2"], "what stood before the refused move stays"


def test_an_illegal_move_in_a_hall_is_kept_and_said(playing: World) -> None:
    write_game(pairing=playing.round(1).pairings.get(table=1), moves=["h2e2"], by=playing.users["carol"])
    assert "Kept, although not possible" in typed(playing, "1 h9h8")


def test_the_rulebook_speaks_to_whoever_types(playing: World) -> None:
    Section.objects.update(rulebook="xiangqi-com")
    moves = ["a3a4", "a6a5", "a4a5"]
    write_game(pairing=playing.round(1).pairings.get(table=1), moves=moves[:2], by=playing.users["carol"])
    assert "notice-bad" not in typed(playing, "1 a4a5")
    assert typed(playing, "1 <", who="bob")
    assert playing.post("erin", "live_desk_type", 1, typed="1 h2e2").status_code == 403
