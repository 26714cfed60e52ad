"""``convert FILE --to …``: a record in another notation or container."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from games.management.commands._bytes import read_bytes
from games.records.answer import record_answer
from games.records.detect import read
from games.records.game import FORMATS, Game
from games.records.writing import NOTATIONS, to_dhtmlxq, to_list, to_pgn
from games.wording.records import fault_text
from games.xiangqi.fen import START_POSITION
from tournaments.management.commands._plain import (
    PlainCommand,
    command_line_text,
    printable_name,
    to_json,
)

TARGETS = ("pgn", "wxf", "chinese", "iccs", "dhtmlxq", "json")


class Command(PlainCommand):
    help = "Convert game records to another notation or format."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
        parser.add_argument("--to", choices=TARGETS, required=True)
        parser.add_argument("--traditional", action="store_true", help="traditional Chinese characters")
        parser.add_argument("--notation", choices=NOTATIONS, default="chinese", help="of the moves in PGN")
        parser.add_argument("--format", choices=("auto", *FORMATS), default="auto")

    def handle(self, *_args: Any, **options: Any) -> None:
        name = options["file"]
        try:
            raw = read_bytes(name)
        except (OSError, ValueError) as error:
            cause = command_line_text(getattr(error, "strerror", None) or str(error))
            self.stderr.write(f"{printable_name(name)}: {cause}")
            raise SystemExit(2) from None
        games = list(read(raw, options["format"]))
        code = 0
        for index, game in enumerate(games):
            if not game.is_valid:
                code = max(code, 1 if game.moves or game.unplayed else 2)
                fault = next(fault for fault in game.faults if not fault.variation)
                line = f", line {fault.line}" if fault.line else ""
                self.stderr.write(f"{printable_name(name)}{line}: {command_line_text(fault_text(fault))}")
                if code == 2:
                    continue
            self.stdout.write(self._written(game, name, index, options, many=len(games) > 1), ending="")
        if code:
            raise SystemExit(code)

    def _written(self, game: Game, name: str, index: int, options: dict[str, Any], *, many: bool) -> str:
        to, traditional = options["to"], options["traditional"]
        if to == "json":
            return to_json(record_answer(game, name, index, fault_text)) + "\n"
        if to == "dhtmlxq":
            return to_dhtmlxq(game)
        if to == "pgn":
            return to_pgn(game, options["notation"], traditional=traditional) + "\n" * many
        if many or game.start != START_POSITION:
            # Only with tags can a reader tell where a game begins and from which position.
            return to_pgn(game, to, traditional=traditional) + "\n" * many
        return to_list(game, to, traditional=traditional)
