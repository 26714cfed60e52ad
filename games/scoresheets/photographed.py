"""Find the game of one photographed sheet or two, as plain values, and do what a person decides with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.scoresheets.costed import CostedCell
from games.scoresheets.layers import WIDEST, Candidate
from games.scoresheets.rows import follow_rows
from games.xiangqi.board import Board
from games.xiangqi.notation import NotationError, coordinates, find_move
from games.xiangqi.notation.writing import chinese, english
from games.xiangqi.values import Move
from tournaments.fouls import recording_fouls

WIDEST_OF_TWO: Final = 150
# What a person decides about a ply before which the game had ended.
END: Final = ""
# Notation, and of each cell its costs by key, as `games.photos.reading.CellsRead` has them.
Sheet = tuple[str, Sequence[Mapping[str, float] | None]]


def follow_sheets(sheets: Mapping[str, Sheet], decided: Mapping[str, str]) -> dict[str, Any]:
    """Follow ``sheets`` by side; ``decided``: by ply from 1 a move in ICCS, or `END`.

    ``lost_at``: from which ply on the sheets could not be followed, or null; ``empty``: by side, the plies
    whose
    cell is empty, or whose row was skipped; ``places``: by side, where a row was skipped or stands twice,
    which
    cell stands for each ply, or null.
    """
    fixed = {int(ply): Move.parse(move) for ply, move in decided.items() if move != END}
    end = min((int(ply) - 1 for ply, move in decided.items() if move == END), default=None)
    cells = {
        side: [CostedCell(notation, costs) for costs in of_cells[:end]]
        for side, (notation, of_cells) in sheets.items()
    }
    aligned = follow_rows([*cells.values()], fixed, widest=WIDEST if len(cells) == 1 else WIDEST_OF_TWO)
    game = aligned.game
    board, plies = Board(), []
    for number, ply in enumerate(game.plies, 1):
        plies.append(
            {
                **_written(board, ply.move),
                "probability": ply.probability,
                "doubtful": ply.doubtful,
                "decided": number in fixed,
                # Those of another game may not be legal in this one.
                "candidates": [
                    _candidate(board, each)
                    for each in ply.candidates
                    if each.move != ply.move and board.is_legal(each.move)
                ],
            }
        )
        board.push(ply.move)
    places = {side: each[: len(plies)] for side, each in zip(cells, aligned.places, strict=True)}
    empty = {
        side: [
            ply
            for ply, place in enumerate(places[side], 1)
            if place is None or (place <= len(of_sheet) and of_sheet[place - 1].is_blank)
        ]
        for side, of_sheet in cells.items()
    }
    moved = {
        side: list(places[side]) for side, is_moved in zip(cells, aligned.moved, strict=True) if is_moved
    }
    return {"plies": plies, "lost_at": game.lost_at, "empty": empty, "places": moved}


def _candidate(board: Board, candidate: Candidate) -> dict[str, Any]:
    return {**_written(board, candidate.move), "probability": candidate.probability}


def _written(board: Board, move: Move) -> dict[str, str]:
    squares = board.squares
    return {"move": str(move), "english": english(squares, move), "chinese": chinese(squares, move)}


def move_after(moves: Sequence[str], text: str) -> str | None:
    """Read a text in any notation after these moves, in ICCS; None where it is no legal move."""
    board = Board()
    for each in moves:
        board.play(Move.parse(each))
    try:
        move = coordinates.read(text, 0) if coordinates.looks_like(text) else find_move(board, text)
    except (NotationError, ValueError):
        return None
    return str(move) if board.is_legal(move) else None


def settled_game(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Answer what reconciling typed sheets answers, of a game that a person has gone through."""
    moves = [ply["move"] for ply in answer["plies"]]
    return {
        "status": "complete",
        "moves": moves,
        "plies": len(moves),
        "broken_at": None,
        "stood": None,
        "cause": None,
        "alternatives": 1,
        "best": 1,
        "proved": True,
        "differ_at": None,
        "games": [],
        # What counts as missed (WXC 4.3) is an empty cell. What no program could read is not missed.
        "sheets": {side: _side(answer, side) for side in ("first", "second")},
    }


def _side(answer: Mapping[str, Any], side: str) -> dict[str, Any]:
    missed = list(answer["empty"].get(side, ()))
    places = answer.get("places", {})
    return ({"places": places[side]} if side in places else {}) | {
        "missed": missed,
        "wrong": [],
        "transposed": [],
        "texts": {},
        "fouls": recording_fouls(len(missed)),
    }


def sheet_text(answer: Mapping[str, Any], side: str) -> str:
    """Write a sheet as it would be typed: its moves row by row; nothing for a side without a sheet."""
    if side not in answer["empty"]:
        return ""
    empty = set(answer["empty"][side])
    # A sign for a gap where a cell is empty.
    texts = ["…" if ply in empty else each["english"] for ply, each in enumerate(answer["plies"], 1)]
    rows = [texts[at : at + 2] for at in range(0, len(texts), 2)]
    return "\n".join(f"{number}. {' '.join(row)}" for number, row in enumerate(rows, 1))
