"""A section as everybody may have it in a file: what is published, and nothing of what is being prepared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tournaments.exchange.spreadsheet import Cell
from tournaments.models import RoundVersion, Section
from tournaments.queries.files import file_of
from tournaments.queries.public import Data
from tournaments.state.tournament import Tournament


def public_file_of(section: Section) -> Tournament:
    """`file_of` without what staff have noted for rounds that are not public: absences, fixed pairs, and
    pairs that are forbidden since the last public round was paired."""
    whole = file_of(section)
    last = whole.last_round
    inputs = RoundVersion.objects.filter(round__section=section).values_list("input", flat=True)
    used = {tuple(pair) for told in inputs for pair in told.get("forbidden", ())}
    return replace(
        whole,
        entries=tuple(
            replace(entry, absences=frozenset(number for number in entry.absences if number <= last))
            for entry in whole.entries
        ),
        fixed=tuple(pair for pair in whole.fixed if pair.round <= last),
        forbidden=tuple(pair for pair in whole.forbidden if (min(pair), max(pair)) in used),
        forbidden_once=tuple(pair for pair in whole.forbidden_once if pair.round <= last),
    )


PAIRING_COLUMNS = (
    *("table", "first number", "first name", "first native name", "first federation", "first points"),
    *("second number", "second name", "second native name", "second federation", "second points", "results"),
)


def pairing_table(data: Data) -> Iterator[tuple[Cell, ...]]:
    """A heading and a row per table of what `public_rounds.round_by_table` gives; byes and absences last."""
    people = data["people"]

    def seat(number: int, points: str) -> tuple[Cell, ...]:
        person = people[number]
        return (number, person["name"], person["native"], person["federation"], points)

    yield PAIRING_COLUMNS
    nobody = ("",) * 5
    for table in data["tables"]:
        results = " ".join(one["value"] + (" forfeit" if one["forfeit"] else "") for one in table["results"])
        first = seat(table["first"], table["first_points"])
        yield (table["table"], *first, *seat(table["second"], table["second_points"]), results)
    for word, numbers in (("bye", data["byes"]), ("absent", data["absent"])):
        for number in numbers:
            yield ("", *seat(number, ""), *nobody, word)
