"""``reconcile --first SHEET --second SHEET``: two scoresheets to one game."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, NoReturn

from games.management.commands._bytes import read_bytes
from games.records.encodings import decode_record
from games.scoresheets.answer import sheets_answer
from games.scoresheets.sheet import TooLongError
from games.wording.scoresheets import broken_text, doubt_text, heading_text
from tournaments.management.commands._plain import (
    PlainCommand,
    command_line_text,
    to_json,
)


class Command(PlainCommand):
    help = "Reconcile the scoresheets of both players. Exit code 1 unless they give exactly one game."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--first", required=True, metavar="SHEET", help="Red's sheet, or - for input")
        parser.add_argument("--second", required=True, metavar="SHEET", help="Black's sheet, or -")
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        names = {side: options[side] for side in ("first", "second")}
        if set(names.values()) == {"-"}:
            self._unusable("only one sheet can come from standard input")
        texts = {side: self._text(name) for side, name in names.items()}
        try:
            result = sheets_answer(texts["first"], texts["second"])
        except TooLongError as error:
            self._unusable(str(error))
        self.stdout.write(to_json(result) if options["json"] else as_text(result))
        if result["status"] != "complete":
            raise SystemExit(1)

    def _text(self, name: str) -> str:
        try:
            return decode_record(read_bytes(name)).text
        except (OSError, ValueError) as error:
            self._unusable(f"{name}: {command_line_text(getattr(error, 'strerror', None) or str(error))}")

    def _unusable(self, cause: str) -> NoReturn:
        self.stderr.write(f"reconcile: {cause}")
        raise SystemExit(2)


def as_text(result: dict[str, Any]) -> str:
    """The answer in a few lines."""
    lines = [f"{result['status']}: {result['plies']} plies", f"  {heading_text(result)}"]
    sentence = broken_text(result) if result["status"] == "broken" else doubt_text(result)
    lines += [f"  {sentence}"] if sentence else []
    for side, sheet in result["sheets"].items():
        lines.append(
            f"  {side}: {len(sheet['missed'])} missed {sheet['missed']}, {len(sheet['wrong'])} wrong "
            f"{sheet['wrong']}, fouls {sheet['fouls']}"
        )
    if result["moves"]:
        lines.append("  " + " ".join(result["moves"]))
    return "\n".join(lines)
