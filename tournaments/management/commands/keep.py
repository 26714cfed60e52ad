"""``keep EVENT FILE``: a finished event in one signed file that opens from disk."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from portal.kept.signing import archive_keys
from portal.policy import Refusal
from tournaments.acts.public.keeping import write_kept
from tournaments.models import Event
from tournaments.wording.refusals import refusal_sentence


class Command(BaseCommand):
    help = "Write a finished event to one signed file that opens from disk, for good."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="URL name of the event, such as wxc-2015")
        parser.add_argument("file", type=Path, help="the file to write")

    def handle(self, *_args: Any, event: str, file: Path, **_options: Any) -> None:
        event_row = Event.objects.filter(slug=event).first()
        if event_row is None:
            raise CommandError(f"Unknown event: {event!r}.")
        part = file.with_name(f"{file.name}.part")
        try:
            with part.open("wb") as out:
                digest = write_kept(event_row, out)
            # Only now is there a file of that name, and it is whole.
            part.replace(file)
        except Refusal as refused:
            raise CommandError(refusal_sentence(refused.code, refused.params)) from None
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from None
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{file}: {file.stat().st_size} bytes, {digest}")
        self.stdout.write(f"Fingerprint of the key: {archive_keys()[0].fingerprint}")
