"""Turn a record into the JSON object that the command line promises; plain values only.

The keys are those of xiangqi, with ``moves.sgf`` instead of the notations, and ``area`` and ``captures``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from games.problems import Problem
from games.weiqi.counting import count, half_points, quarters_text
from games.weiqi.judging import Judged
from games.weiqi.positions import write_position
from games.weiqi.values import BLACK, SIDE_NAMES, WHITE, Move

Say = Callable[[Problem], str]


def weiqi_answer(
    judged: Judged, file: str, say: Say, findings: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """Make the object; ``say`` gives a fault's sentence."""
    record, board = judged.record, judged.board
    return {
        "file": file,
        "index": record.index,
        "game": "weiqi",
        "headers": record.headers,
        "valid": judged.is_valid,
        "plies": len(record.moves),
        "moves": {"sgf": [_text(move) for move in record.moves]},
        "final_fen": write_position(board),
        "ending": "passes" if judged.is_agreed else "undecided",
        "result": record.claim.score,
        "result_contradicted": False,
        "quiet_plies": _quiet(board.captured),
        "captures": {SIDE_NAMES[colour]: board.captures(colour) for colour in (BLACK, WHITE)},
        # That of the board as it stands: a record does not say which stones are dead.
        "area": _area(judged),
        "faults": [_fault(fault, say) for fault in judged.faults],
        "findings": list(findings),
    }


_text = cache(Move.__str__)


def _quiet(captured: Sequence[tuple[int, ...]]) -> int:
    """Plies since the last capture."""
    for quiet, stones in enumerate(reversed(captured)):
        if stones:
            return quiet
    return len(captured)


def _area(judged: Judged) -> dict[str, Any]:
    """Both areas, the shared points, what komi makes of them, how far that is from the claim (for Black)."""
    counted = count(judged.board)
    komi = judged.record.komi
    outcome = None if komi is None else counted.outcome(komi)
    difference = None if outcome is None else judged.record.claim.difference(outcome)
    return {
        "first": half_points(counted.black),
        "second": half_points(counted.white),
        "shared": counted.shared,
        "compensation": None if komi is None else quarters_text(komi),
        "result": None if outcome is None else outcome.sgf,
        "difference": None if difference is None else quarters_text(difference),
    }


def _fault(fault: Problem, say: Say) -> dict[str, Any]:
    return {
        "line": fault.line,
        "ply": fault.ply,
        "text": fault.text,
        "cause": str(fault.cause),
        "message": say(fault),
        "candidates": list(fault.candidates),
        "code": fault.code,
        "fen": None,
    }
