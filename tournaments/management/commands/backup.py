"""``backup EVENT FILE``: everything about an event in one file (docs/backup.md)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.acts.backups import write_event
from tournaments.models import Event


class Command(BaseCommand):
    help = "Write a backup of an event to one file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="URL name of the event, such as wxc-2015")
        parser.add_argument("file", type=Path, help="the file to write")

    def handle(self, *_args: Any, event: str, file: Path, **_options: Any) -> None:
        found = Event.objects.filter(slug=event).first()
        if found is None:
            raise CommandError(f"Unknown event: {event!r}.")
        part = file.with_name(f"{file.name}.part")
        try:
            with part.open("wb") as out:
                digest = write_event(found, out)
            # Only now is there a file of that name, and it is whole.
            part.replace(file)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from None
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{file}: {file.stat().st_size} bytes, {digest}")
