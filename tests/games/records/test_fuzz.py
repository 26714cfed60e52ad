"""Readers meet what nobody would write: they answer, quickly and in little memory, and never break."""

import os
import random
import time
import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.records.answer import record_answer
from games.records.detect import read
from games.records.game import FORMATS, MOST_PLIES, Game
from games.records.writing import to_dhtmlxq, to_list, to_pgn
from games.wording.records import fault_text
from games.xiangqi.board import Board
from portal.sandbox.parent import SECONDS as MOST_SECONDS
from tests.games.facts import championship_games, moves_of
from tests.games.records.binary import KEYS, cbl, cbr, xqf

KINDS = ("auto", *FORMATS)
SCRAPS = [
    *("(", ")", "{", "}", ";", "...", "1.", "2.", "99.", "1-0", "*", "?", "□", "\n", "\r\n", " ", "　"),
    *("炮二平五", "馬８進７", "前三进一", "C2=5", "H8+7", "+-=4", "33=4", "h2e2", "H9-G7", "h3h10"),
    *('[Event "x"]\n', '[FEN "3k5/9/9/9/9/9/9/9/9/4K4 b"]\n', "[DhtmlXQ]", "[DhtmlXQ_movelist]7747"),
    *("[/DhtmlXQ_movelist]", "[DhtmlXQ_move_0_1_1]7062[/DhtmlXQ_move_0_1_1]", "\ufeff", "\x00", "é"),
]


def seeds() -> dict[str, list[bytes]]:
    """Format → whole files of it."""
    games = [Game(moves=moves_of(game["moves"])) for game in championship_games()[:3]]
    written = {
        kind: [write(game).encode(codec) for game in games for codec in ("utf-8", "gb18030")]
        for kind, write in (("pgn", to_pgn), ("text", to_list), ("dhtmlxq", to_dhtmlxq))
    }
    moves = games[0].moves
    return written | {
        "xqf": [xqf(moves), xqf(moves, version=18, keys=KEYS)],
        "cbl": [cbr(moves), cbl([cbr(moves), cbr(moves)], 1)],
    }


SEEDS = seeds()
ALL_SEEDS = [raw for raws in SEEDS.values() for raw in raws]


def examine(raw: bytes, kind: str) -> None:
    """What must hold for any bytes at all."""
    games = list(read(raw, kind))
    assert games
    for index, game in enumerate(games):
        answer_found = record_answer(game, "f", index, fault_text)
        assert answer_found["plies"] == len(answer_found["moves"]["english"]) <= MOST_PLIES + 1
        assert answer_found["valid"] or answer_found["faults"]
        board = Board(game.start)
        for move in game.moves:
            board.play(move)


def mutated(chance: random.Random, files: list[bytes]) -> bytes:
    raw = bytearray(chance.choice(files))
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(raw) + 1)
        act = chance.randrange(5)
        if act == 0:
            raw[at : at + chance.randint(1, 40)] = b""
        elif act == 1:
            raw[at:at] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 8)))
        elif act == 2:
            raw[at:at] = chance.choice(SCRAPS).encode()
        elif act == 3 and at < len(raw):
            raw[at] ^= 1 << chance.randrange(8)
        else:
            other = chance.choice(ALL_SEEDS)
            start = chance.randrange(len(other))
            raw[at:at] = other[start : start + chance.randint(1, 400)]
        if not raw:
            raw = bytearray(b"1")
    return bytes(raw)


@pytest.mark.slow
@given(raw=st.binary(max_size=3000), kind=st.sampled_from(KINDS))
def test_any_bytes(raw: bytes, kind: str) -> None:
    examine(raw, kind)


@given(text=st.lists(st.sampled_from(SCRAPS), max_size=60).map(" ".join), kind=st.sampled_from(KINDS))
@pytest.mark.slow
def test_any_heap_of_tokens(text: str, kind: str) -> None:
    examine(text.encode(), kind)


@pytest.mark.slow
@pytest.mark.parametrize("kind", FORMATS)
@given(seed=st.integers(0, 2**32))
def test_files_of_each_format_that_were_damaged(kind: str, seed: int) -> None:
    raw = mutated(random.Random(seed), SEEDS[kind])
    examine(raw, "auto")
    examine(raw, kind)


@pytest.mark.long
def test_damaged_files_for_minutes(record_property: Callable[[str, object], None]) -> None:
    """Ten minutes, or what CI gives it. Memory is watched on every tenth file: watching takes several times
    as long as reading."""
    chance = random.Random(2026)
    slowest, peak, count = 0.0, 0, 0
    end = time.monotonic() + float(os.environ.get("QIYUAN_FUZZ_SECONDS", "600"))
    while time.monotonic() < end:
        raw, kind = mutated(chance, ALL_SEEDS), chance.choice(KINDS) if count % 2 else "auto"
        if count % 10 == 0:
            tracemalloc.start()
            examine(raw, kind)
            peak = max(peak, tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        else:
            began = time.process_time()
            examine(raw, kind)
            slowest = max(slowest, time.process_time() - began)
        count += 1
    record_property("files", count)
    record_property("slowest, processor seconds", round(slowest, 2))
    record_property("peak in MB", round(peak / 1e6, 1))
    assert peak < 100_000_000
    assert slowest < MOST_SECONDS
