"""Comments and variations of a record, in the order of its plies and in the reader's notation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.pages.weiqi_board import spoken_move
from games.queries.public_games import PlayedMoves
from games.weiqi.positions import placed_stones
from games.wording.records import chinese_moves
from tournaments.wording.names import reads_chinese

# Characters of a comment that a page shows; a file has them all.
LONGEST: Final = 2_000
# Comments and lines that a page shows; a file has them all.
MOST: Final = 300
# What programs write among the words: clocks, arrows.
_COMMAND: Final = re.compile(r"\[%[a-z]+ [^\]]*\]")


@dataclass(frozen=True, slots=True)
class RecordNote:
    """A comment or a variation of a record."""

    # After which it stands, 0 before the first.
    ply: int
    move: str
    text: str
    # Of a variation its moves, which begin in the place of ``ply``; empty for a comment.
    line: str = ""
    # Inside how many variations.
    depth: int = 0


# Comments come before the variations at their ply.
def notes_of(record: PlayedMoves) -> list[RecordNote]:
    size = placed_stones(record.start_fen)[0] if "sgf" in record.moves else 0
    moves = _texts(record.moves, size)
    notes = list(_comments(record.comments, moves, 1, 0))
    notes += [note for variation in record.variations for note in _variation(variation, moves, 0, size)]
    groups: list[list[RecordNote]] = []
    for note in notes:
        if note.depth and groups:
            groups[-1].append(note)
        else:
            groups.append([note])
    return [note for group in sorted(groups, key=lambda group: group[0].ply) for note in group][:MOST]


def _comments(comments: Mapping[str, str], moves: list[str], first: int, depth: int) -> Iterator[RecordNote]:
    for ply, text in comments.items():
        words = _COMMAND.sub("", text).strip()
        if words:
            yield RecordNote(int(ply), _at(moves, int(ply), first), words[:LONGEST], "", depth)


def _variation(
    variation: Mapping[str, Any], around: list[str], depth: int, size: int, first: int = 1
) -> Iterator[RecordNote]:
    """List a variation and what is inside it; ``around``: the line in which it stands, from ply ``first``
    on."""
    ply, moves = variation["ply"], _texts(variation["moves"], size)
    line = _plays(moves, ply) if size else _line(moves, ply)
    yield RecordNote(ply, _at(around, ply, first), "", line, depth)
    yield from _comments(variation["comments"], moves, ply, depth + 1)
    for inner in variation["variations"]:
        yield from _variation(inner, moves, depth + 1, size, ply)


def _texts(moves: Mapping[str, Any], size: int) -> list[str]:
    """Write moves for the reader; ``size``: of a board of weiqi, else 0."""
    if size:
        return [spoken_move(text, size) for text in moves["sgf"]]
    return chinese_moves(moves["chinese"]) if reads_chinese() else list(moves["english"])


def _plays(moves: list[str], first: int) -> str:
    """Write ``31 Q16 32 D4``: plies of weiqi have their own numbers."""
    return " ".join(f"{ply} {move}" for ply, move in enumerate(moves, first))


def _line(moves: list[str], first: int) -> str:
    """Write ``12. C2=5 H8+7 13. …``."""
    # A line that the second side begins has its dots.
    words = [f"{(first + 1) // 2}…"] if first % 2 == 0 else []
    for ply, move in enumerate(moves, first):
        words += [f"{(ply + 1) // 2}.", move] if ply % 2 else [move]
    return " ".join(words)


def _at(moves: list[str], ply: int, first: int) -> str:
    return moves[ply - first] if 0 <= ply - first < len(moves) else ""
