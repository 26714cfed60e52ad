"""``judge``: what rulebooks find in a series of moves from a position."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, Final

from games.records.game import MOST_PLIES
from games.rulebooks.findings import NO_QUESTION
from games.rulebooks.registry import RULEBOOKS, Rulebook, UnknownRulebookError, rulebook
from games.wording.findings import finding_object
from games.wording.records import FAULTS
from games.xiangqi.cycles import Played
from games.xiangqi.fen import START, FileErrorCode, read_fen
from games.xiangqi.values import KING, SQUARE_NUMBERS, Move
from tournaments.management.commands._plain import (
    FileCommand,
    Unusable,
    batch_lines,
    command_line_text,
    printable_name,
    read_text,
    to_json,
)

# What a rule book's diagram may show that no game can reach; generals stay in their palaces.
DIAGRAM: Final = frozenset({FileErrorCode.MISPLACED})


class Command(FileCommand):
    help = "Check a series of moves. Exit code 1 if a move is illegal, 2 if nothing can be judged."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--fen", default=START, help="the position (default: the start of a game)")
        parser.add_argument("--moves", default="", help='moves in ICCS: "h2e2 h9g7"')
        parser.add_argument("--batch", metavar="FILE", help="a .jsonl file of {id, fen, moves}, or -")
        parser.add_argument(
            "--rulebook",
            action="append",
            default=[],
            metavar="NAME",
            help=f"one or more of: {', '.join(RULEBOOKS)} (default: all)",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")

    def run(self, **options: Any) -> None:
        books = _books(options["rulebook"])
        if options["batch"] is not None:
            self._batch(options["batch"], books)
            return
        verdict = judge(options["fen"], options["moves"], books)
        self.stdout.write(to_json(verdict) if options["json"] else as_text(verdict))
        if "error" in verdict:
            self.stderr.write(verdict["error"])
            raise SystemExit(1)

    def _batch(self, name: str, books: dict[str, Rulebook[Played]]) -> None:
        try:
            text = read_text(name)
        except Unusable as error:
            raise Unusable(f"{printable_name(name)}: {error}") from None
        for number, line in batch_lines(text):
            self.stdout.write(to_json(_line(number, line, books)))


def _books(names: Sequence[str]) -> dict[str, Rulebook[Played]]:
    try:
        return {name: rulebook(name) for name in names or RULEBOOKS}
    except UnknownRulebookError as error:
        raise Unusable(f"judge: {error}") from None


def judge(fen: str, moves: object, books: dict[str, Rulebook[Played]]) -> dict[str, Any]:
    """Answer what the rulebooks find; an illegal move is its ``error``, with the findings up to there."""
    position, defects = read_fen(fen)
    bad = [
        defect
        for defect in defects
        if position is None
        or defect.code not in DIAGRAM
        or position.squares[SQUARE_NUMBERS[defect.text]] & 7 == KING
    ]
    if position is None or bad:
        raise Unusable("not a position: " + ", ".join(f"{problem.code} {problem.text}" for problem in bad))
    wanted = _moves(moves)
    played = Played.of(wanted, position, allowed=DIAGRAM)
    answer: dict[str, Any] = {"plies": len(played)}
    for book in books.values():
        if book.verdict is not None:
            answer["verdict"] = book.verdict(played)
    answer["findings"] = [
        finding_object(finding) for book in books.values() for finding in book.findings(played, NO_QUESTION)
    ]
    if played.stopped is not None:
        stopped = played.stopped
        why = FAULTS[stopped.reason] % {"text": stopped.move}
        answer["error"] = f"ply {len(played) + 1}: {why}"
    return answer


def _moves(moves: object) -> list[Move]:
    texts = moves.split() if isinstance(moves, str) else moves
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Unusable("moves: not a list of moves in ICCS")
    if len(texts) > MOST_PLIES:
        raise Unusable(f"moves: {len(texts)} plies are more than {MOST_PLIES}")
    moves_read = []
    for ply, text in enumerate(texts, 1):
        try:
            moves_read.append(Move.parse(text.replace("-", "")))
        except ValueError:
            raise Unusable(f"ply {ply}: {text[:20]!r} is not a move in ICCS") from None
    return moves_read


def _line(number: int, line: str, books: dict[str, Rulebook[Played]]) -> dict[str, Any]:
    own_keys: dict[str, Any] = {}
    try:
        request = json.loads(line)
        if not isinstance(request, dict):
            raise Unusable("not an object with fen and moves")
        own_keys = {"id": request["id"]} if "id" in request else {}
        fen = request.get("fen", START)
        if not isinstance(fen, str):
            raise Unusable("fen: not a text")
        answer = judge(fen, request.get("moves", []), books)
    except Unusable as error:
        return own_keys | {"error": command_line_text(str(error)), "line": number}
    except (ValueError, RecursionError) as error:
        return {"error": command_line_text(f"not JSON: {error}"), "line": number}
    return own_keys | answer | ({"line": number} if "error" in answer else {})


def as_text(verdict_data: dict[str, Any]) -> str:
    """One line for the whole, and one for each finding."""
    verdict = f", verdict {verdict_data['verdict']}" if "verdict" in verdict_data else ""
    lines = [f"{verdict_data['plies']} plies, {len(verdict_data['findings'])} findings{verdict}"]
    lines += [
        f"  ply {finding['ply']}: {finding['kind']}: "
        f"{finding['message']} ({finding['rulebook']} {finding['article']})"
        for finding in verdict_data["findings"]
    ]
    return "\n".join(lines)
