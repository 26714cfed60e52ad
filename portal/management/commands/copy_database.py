"""``copy_database FOLDER [--keep N]``: the whole database as it is now (docs/operate/backup.md)."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.copies.making import make
from portal.copies.programs import NoCopyError


class Command(BaseCommand):
    help = "Copy the whole database into a folder, and delete the oldest copies there."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="where the copies are kept")
        parser.add_argument("--keep", type=int, default=7, help="how many copies stay (%(default)s)")

    def handle(self, *, folder: Path, keep: int, **options: Any) -> None:
        if keep < 1:
            raise CommandError("At least one copy stays.")
        try:
            self.stdout.write(str(make(folder, keep=keep)))
        except NoCopyError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{error.filename or folder}: {error.strerror}.") from None
