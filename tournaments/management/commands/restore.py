"""``restore FILE --by USER [--slug ADDRESS]``: an event from a backup (docs/operate/backup.md)."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, no_translations

from portal.accounts.models import User
from portal.backup import stored
from portal.backup.archive import BackupFault, Reader
from portal.policy import Denied, Refusal
from tournaments.acts.backups import restore_event
from tournaments.wording.refusals import refusal_sentence


class Command(BaseCommand):
    help = "Restore an event from a backup."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a backup; store:NAME in the object storage for backups")
        parser.add_argument("--slug", help="URL name for the event (default: as in the backup)")
        parser.add_argument(
            "--by", required=True, metavar="USER", help="username of the site administrator who restores it"
        )

    @no_translations
    def handle(self, *_args: Any, file: str, slug: str | None, by: str, **_options: Any) -> None:
        user = User.objects.filter(username=by).first()
        if user is None:
            raise CommandError(f"Unknown username: {by!r}.")
        try:
            with stored.open_backup(file) if stored.is_stored(file) else Path(file).open("rb") as source:
                reader = Reader(source)
                wanted = slug or str(reader.manifest["subject"].get("slug", ""))
                answer = restore_event(reader=reader, slug=wanted, by=user)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror or error}.") from None
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from None
        except (BackupFault, Refusal) as fault:
            raise CommandError(refusal_sentence(fault.code, fault.params)) from None
        except Denied:
            raise CommandError(f"{by} is not allowed to restore events.") from None
        self.stdout.write(f"{answer['slug']}: {answer['rows']} rows")
        if not answer["ours"]:
            self.stdout.write(
                "This file was not signed by this site, so its entries are not attributed to any account "
                "here."
            )
        if answer["hidden"]:
            page = f"{settings.PUBLIC_URL}/en/desk/{answer['slug']}/-/public/"
            self.stdout.write(f"Not published yet. Check it, then publish it at {page}")
