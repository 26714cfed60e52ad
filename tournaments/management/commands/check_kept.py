"""``check_kept FILE [FINGERPRINT]``: whether a kept event is as its site signed it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from portal.kept.check import check_kept_event
from tournaments.management.commands._plain import PlainCommand


class Command(PlainCommand):
    help = "Check a kept event. Exit code 1 if something of it is not as it was signed, 2 if it is none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the zip, or the folder in which it was unpacked")
        parser.add_argument("fingerprint", nargs="*", help="as it stands on the printed final standings")

    def handle(self, *_args: Any, file: Path, fingerprint: list[str], **_options: Any) -> None:
        lines, code = check_kept_event(file, " ".join(fingerprint))
        (self.stderr if code else self.stdout).write("\n".join(lines))
        if code:
            raise SystemExit(code)
