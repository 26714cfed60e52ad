"""``person_ratings FILE --issuer fide --by NAME``: enter the ratings of a list in the register of persons.

The file is one of FIDE's (text, XML, or their archive), or a ``list.json`` of `rate`.
"""

from __future__ import annotations

import zipfile
from argparse import ArgumentParser
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from portal.policy import Denied, Refusal
from tournaments.acts.ratings.person_ratings import enter_list_ratings
from tournaments.exchange.ratings.fide_lists import (
    ListedAtFide,
    ListedRating,
    TooLargeError,
    open_fide_list,
    read_fide,
)
from tournaments.management.commands._files import read_json
from tournaments.management.commands._options import account_called, day_option
from tournaments.management.commands._plain import (
    Unusable,
)
from tournaments.models import PersonNumber
from tournaments.ratings.files import UnreadableError, list_of
from tournaments.ratings.tables import half_away
from tournaments.wording.exchange import problem_text
from tournaments.wording.refusals import refusal_sentence

KINDS = ("standard", "rapid", "blitz")


class Command(BaseCommand):
    help = "Enter the ratings of a list (FIDE's, or list.json of rate) for persons whose numbers it has."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="FIDE's list (.txt, .xml, .zip) or a list.json")
        parser.add_argument("--issuer", required=True, help="whose ratings they are, such as fide")
        parser.add_argument("--numbers", default="", help="who gave the numbers, if not the issuer")
        parser.add_argument("--kind", choices=KINDS, default="standard", help="of FIDE's ratings")
        parser.add_argument("--date", default="", metavar="YYYY-MM-DD", help="of FIDE's list")
        parser.add_argument("--source", default="", help="where it is to be read")
        parser.add_argument("--by", required=True, metavar="USERNAME", help="who enters them")

    def handle(self, *args: Any, **options: Any) -> None:
        by = account_called(options["by"])
        on = day_option(options["date"])
        numbers = options["numbers"] or options["issuer"]
        try:
            if options["file"].suffix == ".json":
                on, ratings = self._of_list(options["file"])
            else:
                ratings = self._of_fide(options["file"], numbers, options["kind"])
        except (OSError, zipfile.BadZipFile, TooLargeError, Unusable, UnreadableError) as error:
            raise CommandError(str(error)) from None
        if on is None:
            raise CommandError("FIDE's lists need --date: the first of their month.")
        try:
            answer = enter_list_ratings(
                issuer=options["issuer"],
                numbers=numbers,
                on=on,
                ratings=ratings,
                source=options["source"],
                by=by,
            )
        except Refusal as refusal:
            raise CommandError(str(refusal_sentence(refusal.code, refusal.params))) from None
        except Denied:
            raise CommandError(f"{by.username} may not keep the register of persons.") from None
        self.stdout.write(
            f"{answer['persons']} persons of the register, {answer['changed']} ratings entered."
        )

    def _of_list(self, path: Path) -> tuple[date, dict[str, ListedRating]]:
        """Of a system with decimals the nearest whole ratings. Raises `Unusable`, `UnreadableError`."""
        document = read_json(str(path))
        if not isinstance(document, Mapping) or document.get("kind") != "list":
            raise Unusable(f"{path}: no list")
        ratings = list_of(document).ratings
        return ratings.date, {
            number: ListedRating(half_away(round(rating * 1000), 1000))
            for number, rating in ratings.ratings.items()
        }

    def _of_fide(self, path: Path, issuer: str, kind: str) -> dict[str, ListedRating]:
        """Only persons of the register: FIDE does not allow to give its lists on."""
        here = set(PersonNumber.objects.filter(issuer=issuer, former=False).values_list("number", flat=True))

        def wanted(row: ListedAtFide) -> bool:
            return row.number in here

        with open_fide_list(path) as stream:
            listed = read_fide(stream, wanted, single=kind)
        for flaw in listed.problems:
            self.stderr.write(problem_text(flaw))
        rated = ((row.number, getattr(row, kind)) for row in listed.rows)
        return {number: rating for number, rating in rated if rating is not None}
