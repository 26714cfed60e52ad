"""A game as the JSON object that the command line promises; plain values only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.records.game import Fault, Game, outcome
from games.records.writing import both_languages
from games.xiangqi.fen import START

Say = Callable[[Fault], str]


def answer(
    game: Game, file: str, index: int, say: Say, findings: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """The object; ``say`` gives a fault's sentence, ``findings`` are what rulebooks found."""
    end = outcome(game)
    english, chinese = both_languages(game.start, game.moves)
    return {
        "file": file,
        "index": index,
        "game": "xiangqi",
        "headers": dict(game.headers),
        "valid": game.is_valid,
        "plies": len(game.moves),
        "moves": {"iccs": [str(move) for move in game.moves], "english": english, "chinese": chinese},
        "final_fen": end.final.fen(),
        "ending": str(end.ending),
        "result": game.result,
        "result_contradicted": end.contradicts,
        "quiet_plies": end.quiet,
        "faults": [fault_object(fault, say) for fault in game.faults],
        "findings": list(findings),
    }


def fault_object(fault: Fault, say: Say) -> dict[str, Any]:
    """A fault with the promised keys, its code, and the position in which the move was read."""
    return {
        "line": fault.line,
        "ply": fault.ply,
        "text": fault.text,
        "cause": str(fault.cause),
        "message": say(fault),
        "candidates": list(fault.candidates),
        "code": str(fault.code),
        "fen": fault.fen,
    }


def unreadable_object(file: str, message: str, code: str) -> dict[str, Any]:
    """The object of a file that could not even be opened."""
    fault = {"line": None, "ply": None, "text": "", "cause": "unreadable", "message": message}
    return {
        "file": file,
        "index": 0,
        "game": "xiangqi",
        "headers": {},
        "valid": False,
        "plies": 0,
        "moves": {"iccs": [], "english": [], "chinese": []},
        "final_fen": START,
        "ending": "undecided",
        "result": "*",
        "result_contradicted": False,
        "quiet_plies": 0,
        "faults": [fault | {"candidates": [], "code": code, "fen": None}],
        "findings": [],
    }
