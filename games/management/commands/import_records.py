"""``import_records ARCHIVE --by NAME --collection NAME``: the games of a ZIP, a folder or a file, in bulk."""

from __future__ import annotations

import io
import threading
import time
import zipfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from games.acts.archives import import_collection, import_records
from games.models import ArchiveLine, RecordArchive
from games.queries.archives import ArchiveProgress, ArchiveState, archive_keys, progress_of
from games.records.archives import MOST_PACKED
from games.wording.archives import line_text
from portal import outbox
from portal.policy import Denied, Refusal
from portal.sandbox import parent
from tournaments.exchange.spreadsheet import Table, to_csv, to_xlsx
from tournaments.management.commands._options import account_called
from tournaments.models import Section
from tournaments.wording.refusals import refusal_sentence

LOOK_EVERY: Final = 1.0
WAIT: Final = 0.2
MOST_PROBLEMS: Final = 20
ENDED: Final = (ArchiveState.DONE, ArchiveState.REFUSED, ArchiveState.FAILED)


class Command(BaseCommand):
    help = "Import the game records of a ZIP archive, a folder or a file into a section or a collection."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("archive", type=Path, help="a ZIP, a folder, or one file with many games")
        parser.add_argument("--by", required=True, metavar="USERNAME", help="who imports it")
        target = parser.add_mutually_exclusive_group(required=True)
        target.add_argument("--collection", metavar="NAME", help="for games of no tournament")
        target.add_argument("--section", metavar="EVENT/SECTION", help="for games of its tables")
        parser.add_argument("--preview", action="store_true", help="only report; nothing is kept")
        parser.add_argument(
            "--jobs",
            type=int,
            choices=range(1, parent.MOST_AT_ONCE + 1),
            default=2,
            help="processes that read",
        )
        parser.add_argument(
            "--report",
            type=Path,
            metavar="FILE",
            help="the whole report; as XLSX if FILE ends so, else as CSV",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        by = account_called(options["by"])
        try:
            raw = packed_records(options["archive"])
        except OSError as error:
            raise CommandError(str(error)) from None
        arguments = {"raw": raw, "by": by, "filename": options["archive"].name, "preview": options["preview"]}
        try:
            if options["collection"] is not None:
                taken = import_collection(collection=options["collection"], **arguments)
            else:
                taken = import_records(section=section_called(options["section"]), **arguments)
        except Refusal as refusal:
            raise CommandError(refusal_sentence(refusal.code, refusal.params)) from None
        except Denied:
            raise CommandError(f"{by.username} may not do that.") from None
        del raw, arguments
        progress = self.finish(RecordArchive.objects.defer("body").get(pk=taken["archive"]), options["jobs"])
        if options["report"]:
            write_report(progress.archive, options["report"])
        self.tell(progress)

    # It does the work that workers of the site would do, and shares it with them where there are any: what is
    # done is done once. Killed at any moment and called again, it goes on where it was.
    def finish(self, archive: RecordArchive, jobs: int) -> ArchiveProgress:
        """Work on it with so many threads, each of which has its games read by a process of its own."""
        threads = [
            threading.Thread(target=work_on, args=(archive.pk,), daemon=True, name=f"archive-{number}")
            for number in range(jobs)
        ]
        for thread in threads:
            thread.start()
        began, last_done = time.monotonic(), -1
        while True:
            archive.refresh_from_db(fields=["games", "fault"])
            progress = progress_of(archive)
            if progress.done != last_done:
                last_done = progress.done
                seconds = time.monotonic() - began
                self.stderr.write(f"{seconds:.0f} s: {last_done} of {progress.games or '?'} games read")
            if progress.state in ENDED:
                break
            time.sleep(LOOK_EVERY)
        for thread in threads:
            thread.join()
        return progress

    def tell(self, progress: ArchiveProgress) -> None:
        """Print the end of it, or raise `CommandError` where it did not come to one."""
        if progress.fault:
            raise CommandError(refusal_sentence(progress.fault["code"], progress.fault["params"]))
        if progress.state == ArchiveState.FAILED:
            raise CommandError("The work was given up; the log above says why. What was kept stays.")
        formats = ", ".join(f"{count} {kind}" for kind, count in progress.formats.items())
        outcome = "would be kept" if progress.preview else "kept"
        self.stdout.write(
            f"{progress.games} games ({formats}): {progress.kept} {outcome}, {progress.faulty} of them with "
            f"errors; {progress.already} there already, {progress.refused} refused."
        )
        lines = ArchiveLine.objects.filter(archive=progress.archive).exclude(what=ArchiveLine.Fate.ALREADY)
        for line in lines[:MOST_PROBLEMS]:
            where = ", ".join([f"game {line.game}", *([f"line {line.line}"] if line.line else [])])
            self.stdout.write(f"  {line.file}, {where}: {line.what}: {line_text(line)}")
        if (more := lines.count() - MOST_PROBLEMS) > 0:
            self.stdout.write(f"  and {more} more; --report FILE writes all")


def packed_records(path: Path) -> bytes:
    """Give a ZIP as it is; a folder or another file as one."""
    if path.is_file() and zipfile.is_zipfile(path):
        return path.read_bytes()
    files = sorted(inner for inner in path.rglob("*") if inner.is_file()) if path.is_dir() else [path]
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for file in files:
            name = file.relative_to(path).as_posix() if path.is_dir() else file.name
            # Without the file's own date and mode: the same files are the same archive.
            archive.writestr(zipfile.ZipInfo(name), file.read_bytes(), zipfile.ZIP_DEFLATED)
            if body.tell() > MOST_PACKED:
                break
    return body.getvalue()


def section_called(name: str) -> Section:
    event, _, section = name.partition("/")
    section_row = Section.objects.select_related("event").filter(event__slug=event, slug=section).first()
    if section_row is None:
        raise CommandError(f"There is no section {name!r}; write it as EVENT/SECTION, as in its address.")
    return section_row


def work_on(archive: int) -> None:
    """Do what is due of this archive until nothing of it waits, here or with a worker."""
    keys = archive_keys(archive)
    try:
        while True:
            if outbox.run_next((outbox.SLOW,), keys=keys) is None:
                if not outbox.Job.objects.filter(keys, state__in=("new", "running")).exists():
                    return
                time.sleep(WAIT)
    finally:
        connections.close_all()


def write_report(archive: int, path: Path) -> None:
    """A line for each game that was refused, has errors or was there already; a workbook where the name of
    the file ends in ``.xlsx``."""
    lines = ArchiveLine.objects.filter(archive=archive).iterator()
    rows = ((line.file, line.game, line.line or "", line.what, line_text(line)) for line in lines)
    table: Table = [("file", "game", "line", "what", "why"), *rows]
    path.write_bytes(to_xlsx(table) if path.suffix.lower() == ".xlsx" else to_csv(table))
