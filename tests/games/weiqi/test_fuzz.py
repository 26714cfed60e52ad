"""Damaged files: the reader and the board answer every one, with faults where something is wrong."""

import json
import random
from time import process_time

import pytest

from games.weiqi.answer import weiqi_answer
from games.weiqi.judging import judge
from games.weiqi.reading import read_file
from games.weiqi.record import MOST_MOVES, FaultCode, WeiqiRecord
from games.weiqi.sgf import sgf_grammar
from games.weiqi.writing import write_sgf
from games.wording.weiqi import weiqi_fault_text
from tests.games.weiqi.games import load, sgf

PIECES = [
    b"(;",
    b")",
    b"(",
    b";",
    b"[",
    b"]",
    b"\\",
    b"B[aa]",
    b"W[]",
    b"AB[aa:ss]",
    b"SZ[9]",
    b"SZ[]",
    b"C[",
    b"\xff",
]
PIECES += [
    "CA[Big5]棋".encode("big5"),
    b"KM[1e9]",
    b"HA[99]",
    b"PL[]",
    b"RE[]",
    b"AE[aa]",
    b"\x00",
    b"\xef\xbb\xbf",
    b"B[tt]",
]


def damaged(seed: int) -> bytes:
    """A real game's beginning with pieces cut out, put in, doubled, swapped; or pieces alone."""
    chance = random.Random(seed)
    data = b""
    if chance.random() < 0.8:
        root, *nodes = sgf(chance.choice(load("games"))).removesuffix(b")\n").split(b"\n;")
        data = root + b"\n;" + b";".join(nodes[0].split(b";")[: chance.randrange(1, 60)])
        data += chance.choice([b")", b")", b"(;B[aa])(;W[bb];B[cc]))", b""])
    for _ in range(chance.choice([0, 0, 1, 1, 2, 3, 9])):
        at = chance.randrange(len(data) + 1)
        upto = min(len(data), at + chance.randrange(0, 12))
        twice = data[at : at + chance.randrange(200)]
        piece = chance.choice([*PIECES, b"", b" ", bytes([chance.randrange(256)]), twice])
        data = data[:at] + piece + data[upto:]
    return data


def variations(record: WeiqiRecord) -> list[tuple[int, bytes]]:
    """The variations with each node's properties in the order of the alphabet, as they are written."""
    trees = [
        (variation.ply, sgf_grammar.parse_sgf_game(variation.sgf.encode())) for variation in record.variations
    ]
    return [(ply, sgf_grammar.serialise_game_tree(tree, wrap=None)) for ply, tree in trees]


def answered(seed: int) -> int:
    """Reads, plays, answers and, where it is legal, writes and reads again. How many faults there were."""
    faults = 0
    records = read_file(damaged(seed))
    assert records
    for record in records:
        judged = judge(record)
        answer_found = weiqi_answer(judged, "-", weiqi_fault_text)
        assert json.loads(json.dumps(answer_found)) == answer_found
        assert answer_found["area"]["first"] + answer_found["area"]["second"] == record.size**2
        assert all(fault["message"] for fault in answer_found["faults"])
        assert len(answer_found["moves"]["sgf"]) == answer_found["plies"] == judged.board.ply
        faults += len(judged.faults)
        if judged.is_valid and not any(fault.code == FaultCode.BAD_CHARACTERS for fault in judged.faults):
            (again,) = read_file(write_sgf(record))
            assert (again.moves, again.setup, again.first) == (record.moves, record.setup, record.first)
            assert variations(again) == variations(record)
    return faults


@pytest.mark.slow
def test_damaged_files():
    assert sum(bool(answered(seed)) for seed in range(400)) in range(200, 380)


@pytest.mark.long
def test_thirty_thousand_damaged_files(record_property):
    wrong = sum(bool(answered(seed)) for seed in range(30_000))
    record_property("files", 30_000)
    record_property("has errors", wrong)
    assert 15_000 < wrong < 29_000


@pytest.mark.slow
def test_a_board_that_is_filled_at_every_ply_is_read_in_time():
    """38 kB; a walk through the whole chain for each of its stones would be quadratic in the board, at every
    ply: more than ten minutes."""
    (record,) = read_file(b"(;SZ[25]" + b";AB[aa:yy]B[aa]" * 2_500 + b")")
    started = process_time()
    judged = judge(record)
    assert process_time() - started < 20
    assert judged.board.ply == MOST_MOVES
    assert FaultCode.SETUP_WITHOUT_LIBERTY in {fault.code for fault in judged.faults}
