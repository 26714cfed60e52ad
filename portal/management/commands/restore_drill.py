"""``restore_drill [FOLDER]``: is the newest copy of the database worth anything? (docs/operate/backup.md)"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.copies.drills import Drill, drill


class Command(BaseCommand):
    help = (
        "Restore the newest copy of the database beside the site, look at it and remove it again. "
        "Ends with 1 where it is damaged, or lacks what the site had confirmed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder",
            type=Path,
            nargs="?",
            default=Path("/var/backups/qiyuan"),
            help="where copies of SQLite are kept (%(default)s)",
        )
        parser.add_argument(
            "--stanza", default="qiyuan", help="what pgBackRest calls those of PostgreSQL (%(default)s)"
        )
        parser.add_argument(
            "--missing", type=int, default=0, metavar="N", help="how many acts it may lack (%(default)s)"
        )

    def handle(self, *, folder: Path, stanza: str, missing: int, **options: Any) -> None:
        done = drill(folder, stanza)
        if not done.well:
            raise CommandError(f"{done.copy or 'The copy'} cannot be relied on. {done.fault}")
        if done.missing is not None and done.missing > missing:
            raise CommandError(sentence(done))
        self.stdout.write(sentence(done))


def sentence(done: Drill) -> str:
    """How fresh the copy was, in one line."""
    looked = done.outcome or {}
    acts = f"{looked['acts']} acts"
    if newest := looked["newest"]:
        age = done.moment - datetime.fromisoformat(newest)
        acts += f", the newest of {newest}, {max(round(age.total_seconds()), 0)} s before the drill"
    checked = ", ".join(f"{count} {table}" for table, count in looked["counts"].items())
    compared = (
        "the site's database did not answer, so nothing was compared"
        if done.missing is None
        else f"{done.missing} of what the site had confirmed are missing"
    )
    return f"{done.copy}: restored in {done.seconds:g} s; {acts}; {compared}; {checked}."
