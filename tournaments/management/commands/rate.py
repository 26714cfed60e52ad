"""``rate FILE…``: compute rating lists from their public files, and compare them with what was published.

The files, in any order: one system (``system.json``), the games of one period or more (``games.json``), lists
(``list.json``): one from before the first period that is rated, and those to compare with. Periods that
follow each other are computed one upon the other, as many as there are files. A folder stands for the
``.json`` files in it.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tournaments.management.commands._files import read_json
from tournaments.management.commands._plain import (
    FileCommand,
    Unusable,
    command_line_text,
    printable_name,
    to_json,
)
from tournaments.ratings.files import (
    PeriodGames,
    PublishedList,
    UnreadableError,
    first_difference,
    games_of,
    list_document,
    list_input_digest,
    list_of,
    system_of,
)
from tournaments.ratings.periods import flaws_of_periods, rate_all
from tournaments.ratings.values import FlawedInputError, RatingsOn, System
from tournaments.state.gc_disabled import gc_disabled


class Command(FileCommand):
    help = (
        "Compute rating lists from their public files (no database) and compare them with the published ones."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="system.json, games.json …, list.json …, or a folder of them",
        )
        parser.add_argument("--json", action="store_true", help="write each list that was computed as JSON")

    def run(self, **options: Any) -> None:
        systems: list[System] = []
        games: list[PeriodGames] = []
        lists: list[PublishedList] = []
        with gc_disabled():
            for name in self._names(options["files"]):
                document = self._document(name)
                try:
                    match document.get("kind"):
                        case "system":
                            systems.append(system_of(document))
                        case "games":
                            games.append(games_of(document))
                        case "list":
                            lists.append(list_of(document))
                        case kind:
                            raise Unusable(
                                f"{printable_name(name)}: kind {kind!r} is none of system, games, list"
                            )
                except UnreadableError as error:
                    raise Unusable(f"{printable_name(name)}: {error}") from None
            if len(systems) != 1 or not games:
                raise Unusable("give one file of the system and at least one with the games of a period")
            if not self._computed(systems[0], games, lists, as_json=options["json"]):
                raise SystemExit(1)

    def _names(self, paths: list[str]) -> Iterator[str]:
        for name in paths:
            if Path(name).is_dir():
                yield from sorted(map(str, Path(name).glob("*.json")))
            else:
                yield name

    def _document(self, name: str) -> dict[str, Any]:
        document = read_json(name)
        if not isinstance(document, dict):
            raise Unusable(f"{printable_name(name)}: no object")
        return document

    def _computed(
        self, system: System, games: list[PeriodGames], lists: list[PublishedList], *, as_json: bool
    ) -> bool:
        """Whether all that could be compared is equal."""
        first = min(period.period.first for period in games)
        before = [published.ratings for published in lists if published.ratings.date <= first]
        published_on = {published.ratings.date: published for published in lists}
        equal = True
        try:
            if flaws := flaws_of_periods([period.period for period in games]):
                raise FlawedInputError(flaws)
            for period, rated, previous in rate_all(system, before, games):
                document = list_document(system, rated.list)
                self.stdout.write(
                    to_json(document) if as_json else self._text(system, period, document, previous)
                )
                published = published_on.get(period.period.list_date)
                if published is not None:
                    equal &= self._same(system, rated.list, published, document["digest"])
        except FlawedInputError as error:
            for flaw in error.flaws:
                self.stderr.write(command_line_text(str(flaw)))
            raise SystemExit(2) from None
        return equal

    def _text(self, system: System, games: PeriodGames, document: dict[str, Any], previous: str) -> str:
        taken = list_input_digest(system, games, previous)
        return f"{games.period.name}: {len(document['rows'])} rows, {document['digest']}, input {taken}"

    def _same(self, system: System, computed: RatingsOn, published: PublishedList, digest: str) -> bool:
        difference = first_difference(system, computed.rows, published.ratings.rows)
        if not difference and published.digest and published.digest != digest:
            difference = f"the rows are equal, the digest says {published.digest}"
        sys.stdout.flush()
        if difference:
            self.stderr.write(command_line_text(f"{computed.date.isoformat()}: {difference}"))
            return False
        return True
