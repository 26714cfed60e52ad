"""``copy_database FOLDER [--keep N]``: a whole database of SQLite as it is now (docs/operate/backup.md)."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.copies.drills import is_file
from portal.copies.files import make
from portal.copies.programs import NoCopyError


class Command(BaseCommand):
    help = (
        "Copy a database of SQLite into a folder, and delete the oldest copies there. "
        "PostgreSQL's are made by pgBackRest."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="where the copies are kept")
        parser.add_argument("--keep", type=int, default=7, help="how many copies stay (%(default)s)")

    def handle(self, *, folder: Path, keep: int, **options: Any) -> None:
        if keep < 1:
            raise CommandError("At least one copy stays.")
        if not is_file():
            raise CommandError("Of PostgreSQL pgBackRest makes the copies: docs/operate/backup.md.")
        try:
            self.stdout.write(str(make(Path(settings.DATABASES["default"]["NAME"]), folder, keep=keep)))
        except NoCopyError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{error.filename or folder}: {error.strerror}.") from None
