"""Lists of people as they are read."""

from __future__ import annotations

from tournaments.exchange.faults import ListErrorCode
from tournaments.exchange.people import PeopleReport, PersonRow, read_people
from tournaments.exchange.problems import Problem

CODES = frozenset({"CHN", "VIE", "SGP", "HKG", "TPE", "GER"})


def read(text: str | bytes, **options: object) -> PeopleReport:
    data = text if isinstance(text, bytes) else text.encode()
    return read_people(data, **{"federations": CODES, **options})  # type: ignore[arg-type]


def codes(faults: tuple[Problem, ...]) -> list[ListErrorCode]:
    return [fault.code for fault in faults]


def only_row(text: str | bytes, **options: object) -> PersonRow:
    (row,) = read(text, **options).rows
    return row


def usable(report: PeopleReport) -> list[PersonRow]:
    """The rows that can be taken as they are."""
    return [row for row in report.rows if row.is_usable]
