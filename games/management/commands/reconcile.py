"""``reconcile --first SHEET --second SHEET``: two scoresheets to one game."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, NoReturn

from games.management.commands._bytes import read_bytes
from games.records.encodings import decode
from games.scoresheets.answer import answer
from games.scoresheets.sheet import TooLongError
from games.wording.scoresheets import broken_text, doubt_text, heading_text
from tournaments.management.commands._files import PlainCommand, one_line, to_json


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
            found = answer(texts["first"], texts["second"])
        except TooLongError as error:
            self._unusable(str(error))
        self.stdout.write(to_json(found) if options["json"] else as_text(found))
        if found["status"] != "complete":
            raise SystemExit(1)

    def _text(self, name: str) -> str:
        try:
            return decode(read_bytes(name)).text
        except (OSError, ValueError) as error:
            self._unusable(f"{name}: {one_line(getattr(error, 'strerror', None) or str(error))}")

    def _unusable(self, cause: str) -> NoReturn:
        self.stderr.write(f"reconcile: {cause}")
        raise SystemExit(2)


def as_text(found: dict[str, Any]) -> str:
    """The answer in a few lines."""
    lines = [f"{found['status']}: {found['plies']} plies", f"  {heading_text(found)}"]
    said = broken_text(found) if found["status"] == "broken" else doubt_text(found)
    lines += [f"  {said}"] if said else []
    for side, sheet in found["sheets"].items():
        lines.append(
            f"  {side}: {len(sheet['missed'])} missed {sheet['missed']}, {len(sheet['wrong'])} wrong "
            f"{sheet['wrong']}, fouls {sheet['fouls']}"
        )
    if found["moves"]:
        lines.append("  " + " ".join(found["moves"]))
    return "\n".join(lines)
