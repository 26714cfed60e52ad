"""``backup EVENT FILE``: everything about an event in one file (docs/operate/backup.md), or in one object."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from portal.backup import stored
from tournaments.acts.backups import write_event
from tournaments.models import Event


class Command(BaseCommand):
    help = "Write a backup of an event to one file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="URL name of the event, such as wxc-2015")
        parser.add_argument("file", help="the file to write; store:NAME in the object storage for backups")

    def handle(self, *_args: Any, event: str, file: str, **_options: Any) -> None:
        event_row = Event.objects.filter(slug=event).first()
        if event_row is None:
            raise CommandError(f"Unknown event: {event!r}.")
        if stored.is_stored(file):
            size, digest = self._store(event_row, file)
        else:
            size, digest = self._write(event_row, Path(file))
        self.stdout.write(f"{file}: {size} bytes, {digest}")

    def _store(self, event: Event, file: str) -> tuple[int, str]:
        with TemporaryFile() as out:
            digest = write_event(event, out)
            size = out.tell()
            out.seek(0)
            try:
                stored.keep(file, out)
            except OSError as error:
                raise CommandError(f"{file} cannot be written: {error}") from None
            except ImproperlyConfigured as error:
                raise CommandError(str(error)) from None
        return size, digest

    def _write(self, event: Event, file: Path) -> tuple[int, str]:
        part = file.with_name(f"{file.name}.part")
        try:
            with part.open("wb") as out:
                digest = write_event(event, out)
            # Only now is there a file of that name, and it is whole.
            part.replace(file)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from None
        finally:
            part.unlink(missing_ok=True)
        return file.stat().st_size, digest
