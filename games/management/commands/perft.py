"""``perft DEPTH``: how many series of legal plies a position has; the proof of a move generator."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from typing import Any

from games.xiangqi.board import Board
from games.xiangqi.fen import START, FenError
from games.xiangqi.moves import perft
from tournaments.management.commands._plain import (
    PlainCommand,
    Unusable,
    batch_lines,
    command_line_text,
    printable_name,
    read_text,
    to_json,
)

DEEPEST = 12


class Command(PlainCommand):
    help = "Count legal move sequences from a position (default: the start)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("depth", type=int, metavar="DEPTH", help=f"plies, 0 to {DEEPEST}")
        parser.add_argument(
            "--fen",
            default=START,
            help="a position, or a .jsonl batch (- for standard input) of {fen, depth}",
        )
        parser.add_argument("--json", action="store_true", help="a JSON object instead of the number")

    def handle(self, *_args: Any, **options: Any) -> None:
        fen = options["fen"]
        try:
            if fen == "-" or fen.endswith(".jsonl"):
                for number, line in batch_lines(read_text(fen)):
                    self.stdout.write(to_json(_line(number, line, options["depth"])))
                return
            counted = count(fen, options["depth"])
        except Unusable as error:
            self.stderr.write(
                command_line_text(f"perft: {printable_name(fen) + ': ' if fen != START else ''}{error}")
            )
            raise SystemExit(2) from None
        self.stdout.write(to_json(counted) if options["json"] else str(counted["nodes"]))


def count(fen: str, depth: int) -> dict[str, Any]:
    """Count the series of plies; ``seconds`` are processor seconds of the count alone."""
    if not 0 <= depth <= DEEPEST:
        raise Unusable(f"depth {depth} is not from 0 to {DEEPEST}")
    try:
        board = Board.from_fen(fen)
    except FenError as error:
        defects = ", ".join(f"{defect.code} {defect.text}" for defect in error.defects)
        raise Unusable(f"not a position: {defects}") from None
    began = time.process_time()
    nodes = perft(board, depth)
    return {"depth": depth, "nodes": nodes, "seconds": time.process_time() - began}


def _line(number: int, line: str, depth: int) -> dict[str, Any]:
    try:
        request = json.loads(line)
        own_keys = {"id": request["id"]} if "id" in request else {}
        return own_keys | count(str(request["fen"]), int(request.get("depth", depth)))
    except Unusable as error:
        return own_keys | {"error": command_line_text(str(error)), "line": number}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        return {"error": command_line_text(f"not an object with a fen: {error}"), "line": number}
