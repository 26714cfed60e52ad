"""Read and judge a record in one go, as plain values: what is done with the bytes that people hand in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from games.records.answer import printable, readings
from games.rulebooks import weiqi_reading
from games.rulebooks.findings import NO_QUESTION, plain
from games.rulebooks.prompting import Table
from games.rulebooks.registry import RULEBOOKS, WEIQI_RULEBOOKS
from games.rulebooks.weiqi import PRACTICE
from games.weiqi.handicap import Placement
from games.weiqi.sgf import is_one_line, looks_like_sgf
from games.xiangqi.cycles import Played
from games.xiangqi.fen import START_POSITION, read_fen
from games.xiangqi.values import Move


# Called in a process of its own, under its limits, as are the others here. Faults and findings are codes with
# parameters; who shows them has the words.
def read_xiangqi(raw: bytes, kind: str, rulebooks: Iterable[str] = RULEBOOKS) -> dict[str, Any]:
    """Read the first game with what the named rulebooks find; ``kind``: ``auto`` or one of the formats."""
    first, others = _first(readings(raw, kind))
    judging = judged(first["start_fen"], first["moves"]["iccs"], rulebooks)
    # ``others`` counts further games.
    answer: dict[str, Any] = printable({**first, **judging, "others": others})
    return answer


def read_weiqi(raw: bytes, rulebook: str, placement: Placement | None = None) -> dict[str, Any]:
    """Read the first game as the rulebook has it, with ``placement`` of the handicap stones where it is
    settled."""
    first, others = _first(weiqi_reading.readings(raw, rulebook, placement))
    answer: dict[str, Any] = printable({**first, "others": others})
    return answer


def weiqi_so_far(text: str, rulebook: str, placement: Placement | None = None) -> dict[str, Any]:
    """Say what a record says while it is typed or tapped; ``one_line``: as `is_one_line` has it."""
    return {**read_weiqi(text.encode(), rulebook, placement), "one_line": is_one_line(text)}


def checked(raw: bytes, kind: str, rulebooks: Sequence[str]) -> dict[str, Any]:
    """Read the first game, of xiangqi or weiqi, with what the named rulebooks find."""
    if kind == "sgf" or (kind == "auto" and looks_like_sgf(raw)):
        # Weiqi is played under the first of its rulebooks that is named.
        return read_weiqi(raw, next((name for name in rulebooks if name in WEIQI_RULEBOOKS), PRACTICE))
    return read_xiangqi(raw, kind, rulebooks)


def checked_all(bodies: Sequence[bytes], rulebooks: Sequence[str]) -> list[dict[str, Any]]:
    """Of each the first game, whatever it is written in."""
    return [checked(body, "auto", rulebooks) for body in bodies]


def judged(start: str, moves: Iterable[str], rulebooks: Iterable[str] = RULEBOOKS) -> dict[str, list[Any]]:
    """Give what the rulebooks find, for moves (ICCS) that were found legal from a position (FEN)."""
    books = {name: RULEBOOKS[name] for name in rulebooks if name in RULEBOOKS}
    if not books:
        return {"judged": [], "findings": []}
    played = Played.of(tuple(map(Move.parse, moves)), read_fen(start)[0] or START_POSITION)
    findings = [plain(finding) for book in books.values() for finding in book.findings(played, NO_QUESTION)]
    return {"judged": [*books], "findings": findings}


def standing(start: str, moves: Sequence[str], rulebook: str) -> list[dict[str, Any]]:
    """Give the prompts that stand after the last move; moves (ICCS) were found legal from the position
    (FEN)."""
    position = read_fen(start)[0] or START_POSITION
    return [plain(prompt) for prompt in Table.of(rulebook, map(Move.parse, moves), position).prompts]


def _first(games: Iterator[Mapping[str, Any]]) -> tuple[Mapping[str, Any], int]:
    return next(games), sum(1 for _ in games)


def preload_rulebooks() -> None:
    """Load and make what the first record needs."""
    read_xiangqi(b"1. C2=5 H8+7\n", "auto")
    read_weiqi(b"(;B[aa])", PRACTICE)
