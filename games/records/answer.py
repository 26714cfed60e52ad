"""Turn a game into the JSON object that the command line promises and a reading keeps; plain values only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from games.problems import Problem
from games.records.detect import read
from games.records.game import Game, Variation, outcome
from games.records.writing import both_languages
from games.xiangqi.board import Board
from games.xiangqi.fen import START, Position
from games.xiangqi.values import Move

MOST_VARIATIONS: Final = 300
# So much of what annotators gave is kept with a reading; the record itself keeps all.
MOST_PLIES_OF_VARIATIONS: Final = 6_000
Say = Callable[[Problem], str]
# What no page can show and no database keeps → a picture of it (␀), or the sign for none.
_SEEN: Final = {
    **{code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A, 0x0D)},
    0x7F: 0x2421,
    **dict.fromkeys([*range(0x80, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF], 0xFFFD),
}


def record_answer(
    game: Game, file: str, index: int, say: Say, findings: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """Make the object; ``say`` gives a fault's sentence, ``findings`` are what rulebooks found."""
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


def fault_object(fault: Problem, say: Say) -> dict[str, Any]:
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


def readings(raw: bytes, kind: str) -> Iterator[dict[str, Any]]:
    """Give one object for each game that the bytes yield, as `record_answer` has it."""
    for index, game in enumerate(read(raw, kind)):
        game_answer = record_answer(game, "", index, lambda fault: "")
        for fault_data, fault in zip(game_answer["faults"], game.faults, strict=True):
            # Faults are codes with parameters, which those who show them put into words.
            del fault_data["message"]
            fault_data["params"] = dict(fault.params)
            fault_data["since"], fault_data["variation"] = fault.since, fault.variation
        game_answer["start_fen"] = game.start.fen()
        game_answer["comments"] = {str(ply): text for ply, text in game.comments.items()}
        game_answer["variations"] = _variations(game)
        game_answer["rest"] = [
            {"ply": late.ply, "text": late.text, "move": str(late.move) if late.move else None}
            for late in game.unplayed
        ]
        yield game_answer


class VariationBudget:
    """How much of the variations is kept."""

    def __init__(self) -> None:
        self.lines = MOST_VARIATIONS
        self.plies = MOST_PLIES_OF_VARIATIONS

    def takes(self, plies: int) -> bool:
        """Whether a line of so many plies is kept as well."""
        self.lines -= 1
        self.plies -= plies
        return self.lines >= 0 and self.plies >= 0


def _variations(game: Game) -> list[dict[str, Any]]:
    """Those of the game with those inside them, each with its moves in every notation."""
    return list(_lines(game.start, game.moves, game.variations, 1, VariationBudget()))


def _lines(
    start: Position,
    moves: Sequence[Move],
    variations: Sequence[Variation],
    first: int,
    budget: VariationBudget,
) -> Iterator[dict[str, Any]]:
    """List the variations of ``moves``, a line that begins at ply ``first`` from ``start``."""
    for variation in variations:
        if not budget.takes(len(variation.moves)):
            return
        board = Board(start)
        for move in moves[: variation.ply - first]:
            board.play(move)
        before = board.position()
        english, chinese = both_languages(before, variation.moves)
        yield {
            "ply": variation.ply,
            "moves": {
                "iccs": [str(move) for move in variation.moves],
                "english": english,
                "chinese": chinese,
            },
            "comments": {str(ply): text for ply, text in variation.comments.items()},
            "variations": list(_lines(before, variation.moves, variation.variations, variation.ply, budget)),
        }


def variations_from(data: Sequence[Mapping[str, Any]]) -> tuple[Variation, ...]:
    return tuple(
        Variation(
            line["ply"],
            tuple(Move.parse(text) for text in line["moves"]["iccs"]),
            {int(ply): text for ply, text in line["comments"].items()},
            variations_from(line["variations"]),
        )
        for line in data
    )


def printable(value: Any) -> Any:
    """Plain values, with nothing in their texts that cannot be seen."""
    if isinstance(value, str):
        return str(value) if value.isprintable() else value.translate(_SEEN)
    if isinstance(value, Mapping):
        return {printable(key): printable(item) for key, item in value.items()}
    return [printable(item) for item in value] if isinstance(value, list | tuple) else value
