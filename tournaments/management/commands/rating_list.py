"""``rating_list FILE --source egf --by NAME``: load a list of ratings, as the page of lists does."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from portal.policy import Denied, Refusal
from tournaments.acts.register.rating_lists import load_rating_list
from tournaments.exchange.headings import SKIP
from tournaments.exchange.ratings.rating_lists import read_rating_list
from tournaments.exchange.ratings.rating_tables import FIELDS, HIGHER, LOWER, read_table, recognise_table
from tournaments.management.commands._options import account_called, day_option
from tournaments.models import RatingList
from tournaments.queries.register.rating_lists import remembered_tables
from tournaments.wording.exchange import problem_text
from tournaments.wording.refusals import refusal_sentence

MOST_TOLD = 20


class Command(BaseCommand):
    help = "Load a list of ratings of a go federation (EGF, FFG, AGA) or a table (CSV) as a dated snapshot."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the list as the federation publishes it")
        parser.add_argument("--source", required=True, choices=RatingList.Source.values, help="whose list")
        parser.add_argument("--by", required=True, metavar="USERNAME", help="who loads it")
        parser.add_argument("--date", default="", metavar="YYYY-MM-DD", help="if the list does not say it")
        parser.add_argument("--name", default="", help="of a table")
        parser.add_argument(
            "--columns",
            default="",
            help=f"of a table, by commas: {', '.join(FIELDS)}, {SKIP}; else as its headings say",
        )

        parser.add_argument(
            "--better", choices=(HIGHER, LOWER), default=HIGHER, help="of a table: which ratings are better"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        by = account_called(options["by"])
        dated = day_option(options["date"])
        try:
            data = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(str(error)) from None
        columns: tuple[str, ...] = ()
        shape = ""
        if options["source"] == RatingList.Source.TABLE:
            table = recognise_table(data, remembered_tables())
            column_names = tuple(column.strip() for column in options["columns"].split(",") if column.strip())
            if unknown := set(column_names) - {*FIELDS, SKIP}:
                raise CommandError(f"No column is called {', '.join(sorted(unknown))}.")
            columns, shape = column_names or table.fields, table.shape
            listed = read_table(data, columns, options["better"])
        else:
            listed = read_rating_list(data, options["source"])
        for flaw in listed.problems[:MOST_TOLD]:
            self.stderr.write(problem_text(flaw))
        try:
            answer = load_rating_list(
                listed=listed,
                dated=dated,
                name=options["name"],
                columns=columns,
                shape=shape,
                lower=options["better"] == LOWER,
                by=by,
            )
        except Refusal as refusal:
            raise CommandError(str(refusal_sentence(refusal.code, refusal.params))) from None
        except Denied:
            raise CommandError(f"{by.username} may not load rating lists.") from None
        self.stdout.write(f"{answer['rows']} players loaded, {answer['left_out']} lines left out.")
