"""Read a weiqi record and play it through, as plain values; the rulebook says what a repetition is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from games.records.weiqi_variations import variations
from games.rulebooks.findings import plain
from games.rulebooks.weiqi import REPETITION, findings
from games.weiqi.answer import weiqi_answer
from games.weiqi.board import Board
from games.weiqi.handicap import Placement
from games.weiqi.judging import Judged, judge
from games.weiqi.positions import write_position
from games.weiqi.reading import read_file
from games.weiqi.record import Setup, WeiqiRecord
from games.weiqi.values import COLOUR_LETTERS, Move, point_name

NO_STONE: Final = "="


def readings(raw: bytes, rulebook: str, placement: Placement | None = None) -> Iterator[dict[str, Any]]:
    """Give one object for each game that the bytes yield; ``placement``: as `read_file` has it."""
    for record in read_file(raw, placement):
        yield {**reading(judge(record, REPETITION[rulebook])), "judged": [rulebook]}


def reading(judged: Judged) -> dict[str, Any]:
    """Give a played record as it is kept: the promised object, faults and findings as codes with
    parameters."""
    record = judged.record
    reading_answer = weiqi_answer(judged, "", lambda fault: "")
    for fault_data, fault in zip(reading_answer["faults"], judged.faults, strict=True):
        del fault_data["message"]
        fault_data |= {"params": dict(fault.params), "since": None, "variation": False}
    reading_answer["findings"] = [plain(finding) for finding in findings(judged)]
    # The position before ply 1.
    reading_answer["start_fen"] = write_position(_start(record))
    reading_answer["plays"] = changes(judged)
    reading_answer["handicap"] = record.handicap
    reading_answer["comments"] = {str(ply): text for ply, text in record.comments.items()}
    reading_answer["variations"] = variations(record)
    reading_answer["rest"] = []
    return reading_answer


def _start(record: WeiqiRecord) -> Board:
    board = Board(record.size, first=record.first)
    for setup in (record.setup, record.setups.get(0, Setup())):
        board.set_up(setup.black, setup.white, setup.empty)
    return board


def changes(judged: Judged) -> list[str]:
    """List per ply: ``Bpd`` a stone, ``=`` none; then ``-pe`` a stone taken, and what was set up (``~pe``:
    emptied)."""
    # Whoever makes all of them in turn, from the start position, has the board after every ply, without
    # rules.
    return [
        " ".join(
            [
                _stone(move),
                *(f"-{point_name(point)}" for point in taken),
                *_set_up(judged.record.setups.get(ply)),
            ]
        )
        for ply, (move, taken) in enumerate(
            zip(judged.board.moves, judged.board.captured, strict=True), start=1
        )
    ]


def change_texts(board: Board) -> list[str]:
    """The same of a board on which a game was played without a stone set up."""
    return [
        " ".join([_stone(move), *(f"-{point_name(point)}" for point in taken)])
        for move, taken in zip(board.moves, board.captured, strict=True)
    ]


def _stone(move: Move) -> str:
    return NO_STONE if move.point is None else COLOUR_LETTERS[move.colour] + point_name(move.point)


def _set_up(setup: Setup | None) -> Iterator[str]:
    if setup is not None:
        for mark, points in (("~", setup.empty), ("B", setup.black), ("W", setup.white)):
            yield from (mark + point_name(point) for point in points)
