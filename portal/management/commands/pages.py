"""Keep published pages where they are shown without asking the portal: as files, or in object storage."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.published.folder import Folder
from portal.published.memory import look_for_ever
from portal.published.mirror import Mirror, Store
from portal.published.pg_listen import Listening
from portal.telemetry.process import report_metrics


class Command(BaseCommand):
    help = "Keep every published page as a file, or in object storage, until stopped (docs/operate/scale.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder", nargs="?", type=Path, default=settings.DATA_DIR / "pages", help="where (%(default)s)"
        )
        parser.add_argument(
            "--store",
            action="store_true",
            help="keep them in the object storage of PUBLISHED_STORE instead",
        )
        parser.add_argument("--once", action="store_true", help="bring the folder up to date and stop")

    def handle(self, *, folder: Path, store: bool, once: bool, **options: Any) -> None:
        mirror = Mirror(_objects() if store else Folder(folder, brotli=settings.PUBLISHED_BROTLI))
        if once:
            mirror.look()
        else:
            report_metrics("store" if store else "pages")
            look_for_ever(mirror.look, Listening().wait)


def _objects() -> Store:
    if not settings.PUBLISHED_STORE:
        raise CommandError("PUBLISHED_STORE is not set: there is no object storage to keep pages in.")
    # Amazon's client is large; who does not use it does not load it.
    from portal.published.objects import Objects

    return Objects()
