"""``verify_database [--json]``: is everything that was frozen, handed in or published what it was?"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand

from games.queries.whole_database import DatabaseCheck, whole_database
from tournaments.management.commands._plain import (
    to_json,
)


class Command(BaseCommand):
    help = "Check every digest that the database keeps. Ends with 1 where something is not what it was."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object")
        parser.add_argument("--until", type=int, metavar="ENTRY", help="count acts up to this journal entry")
        parser.add_argument("--exit-zero", action="store_true", help="end with 0 whatever is found")

    def handle(self, *_args: Any, until: int | None, **options: Any) -> None:
        verified = whole_database(until=until)
        self.stdout.write(to_json(asdict(verified)) if options["json"] else as_text(verified))
        if verified.faults and not options["exit_zero"]:
            raise SystemExit(1)


def as_text(verified: DatabaseCheck) -> str:
    lines = [*verified.faults] or ["Everything is what it was."]
    lines += [f"  {count} {name}" for name, count in verified.counts.items()]
    lines.append(
        f"  {verified.acts} acts, the newest of {verified.newest}" if verified.newest else "  no acts"
    )
    return "\n".join(lines)
