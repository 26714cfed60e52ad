"""Comments and variations of a record, in the order of its plies and in the reader's notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.queries.public_games import PlayedMoves
from games.wording.records import chinese_moves
from tournaments.wording.names import reads_chinese

LONGEST = 2_000
"""Characters of a comment that a page shows; a file has them all."""


@dataclass(frozen=True, slots=True)
class RecordNote:
    """``ply``: after which it stands, 0 before the first; ``move``: that ply. ``line``: of a variation its
    moves, which begin in the place of ``ply``; empty for a comment. ``depth``: inside how many variations."""

    ply: int
    move: str
    text: str
    line: str = ""
    depth: int = 0


def notes_of(record: PlayedMoves) -> list[RecordNote]:
    """Comments come before the variations at their ply."""
    moves = _texts(record.moves)
    notes = [
        RecordNote(int(ply), _at(moves, int(ply), 1), text[:LONGEST]) for ply, text in record.comments.items()
    ]
    notes += [note for variation in record.variations for note in _variation(variation, moves, 1, 0)]
    groups: list[list[RecordNote]] = []
    for note in notes:
        if note.depth and groups:
            groups[-1].append(note)
        else:
            groups.append([note])
    return [note for group in sorted(groups, key=lambda group: group[0].ply) for note in group]


def _variation(
    variation: Mapping[str, Any], parent: list[str], first: int, depth: int
) -> Iterator[RecordNote]:
    ply, moves = variation["ply"], _texts(variation["moves"])
    yield RecordNote(ply, _at(parent, ply, first), "", _line(moves, ply), depth)
    for at, text in variation["comments"].items():
        yield RecordNote(int(at), _at(moves, int(at), ply), text[:LONGEST], "", depth + 1)
    for inner in variation["variations"]:
        yield from _variation(inner, moves, ply, depth + 1)


def _texts(moves: Mapping[str, Any]) -> list[str]:
    if "english" not in moves:
        return list(moves.get("sgf", ()))
    return chinese_moves(moves["chinese"]) if reads_chinese() else list(moves["english"])


def _line(moves: list[str], first: int) -> str:
    """``12. C2=5 H8+7 13. …``; a line that the second side begins has its dots."""
    words = [f"{(first + 1) // 2}…"] if first % 2 == 0 else []
    for ply, move in enumerate(moves, first):
        words += [f"{(ply + 1) // 2}.", move] if ply % 2 else [move]
    return " ".join(words)


def _at(moves: list[str], ply: int, first: int) -> str:
    return moves[ply - first] if 0 <= ply - first < len(moves) else ""
