"""``federations [FILE]``: brings the database's list of federations up to a file's."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, no_translations
from django.db import transaction

from portal import journal
from tournaments.exchange.federations import FederationRow as Listed
from tournaments.exchange.federations import read_federations
from tournaments.exchange.problems import Severity
from tournaments.models import Federation
from tournaments.wording.people import fault_text

PACKAGED = Path(__file__).resolve().parents[2] / "fixtures" / "federations.csv"
NAMES = ("name_en", "name_zh_hans", "name_zh_hant", "name_vi")


class Command(BaseCommand):
    help = "Load the list of federations from a CSV file: new codes are added, changed names are updated."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default=str(PACKAGED), help="default: the packaged list")

    @no_translations
    def handle(self, *_args: Any, **options: Any) -> None:
        name = options["file"]
        try:
            report = read_federations(Path(name).read_bytes())
        except OSError as error:
            self.stderr.write(f"{name}: {error.strerror}")
            raise SystemExit(2) from None
        for fault in report.problems:
            line = f"line {fault.place.line}: " if fault.place.line else ""
            self.stderr.write(f"{name}: {line}{fault_text(fault)}")
        if any(fault.severity is Severity.ERROR for fault in report.problems):
            self.stderr.write("Nothing was loaded.")
            raise SystemExit(2)
        added, changed = load(report.federations)
        if options["verbosity"]:
            self.stdout.write(f"{len(report.federations)} federations: {added} added, {changed} changed.")


def load(federations: tuple[Listed, ...]) -> tuple[int, int]:
    """Write the list, all or nothing; how many codes were added and how many had other names.

    A federation that the file does not know stays: entries may rest on it.
    """
    with transaction.atomic():
        before = {row.code: tuple(getattr(row, key) for key in NAMES) for row in Federation.objects.all()}
        rows = [
            Federation(code=listed.code, **{key: getattr(listed, key) for key in NAMES})
            for listed in federations
            if before.get(listed.code) != tuple(getattr(listed, key) for key in NAMES)
        ]
        if not rows:
            return 0, 0
        Federation.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["code"], update_fields=list(NAMES)
        )
        added = sum(row.code not in before for row in rows)
        journal.record(
            "load_federations",
            by=None,
            scope="site",
            target="federations",
            after={"added": added, "changed": len(rows) - added, "codes": [row.code for row in rows]},
        )
        return added, len(rows) - added
