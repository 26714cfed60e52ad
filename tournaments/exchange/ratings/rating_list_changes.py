"""What of a list of ratings is another thing than in the list before it, and what of that is odd.

*odd*       what a list that nobody has looked at must not bring by itself: a person decides on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from enum import StrEnum

from tournaments.exchange.ratings.rating_lists import RatedRow
from tournaments.exchange.ratings.rating_matches import matching_name_key

# Points: who moves further from one list to the next is seldom the same person.
FAR = 300


@dataclass(frozen=True, slots=True)
class ListChanges:
    """How many players: in the list before, new, no longer in it; of those in both, with another rating,
    grade, name, country; ``far``: whose rating is another one by more than `FAR`."""

    before: int = 0
    new: int = 0
    gone: int = 0
    rating: int = 0
    grade: int = 0
    name: int = 0
    country: int = 0
    far: int = 0

    def as_json(self) -> dict[str, int]:
        """Only what there is."""
        return {name: count for name, count in asdict(self).items() if count}


class OddRow(StrEnum):
    SHRUNK = "shrunk"
    LEFT_OUT = "left out"
    OLDER = "older"
    MOVED = "moved"


def list_changes(before: Iterable[RatedRow], after: Iterable[RatedRow]) -> ListChanges:
    """Count what differs between two lists; the order of rows does not matter."""
    # Players are the same by number, where there is none by name and country.
    old, new = _by_key(before), _by_key(after)
    both = [(old[key], new[key]) for key in old.keys() & new.keys()]
    return ListChanges(
        before=len(old),
        new=len(new.keys() - old.keys()),
        gone=len(old.keys() - new.keys()),
        rating=sum(was.rating != row.rating for was, row in both),
        grade=sum(was.grade != row.grade for was, row in both),
        name=sum((was.surname, was.given) != (row.surname, row.given) for was, row in both),
        country=sum(was.country != row.country for was, row in both),
        far=sum(
            was.rating is not None and row.rating is not None and abs(was.rating - row.rating) > FAR
            for was, row in both
        ),
    )


def _by_key(rows: Iterable[RatedRow]) -> Mapping[tuple[str, str], RatedRow]:
    return {
        ("", row.number) if row.number else (matching_name_key(row.surname, row.given), row.country): row
        for row in rows
    }


def oddities(
    changes: ListChanges, rows: int, left_out: int, dated: date | None, before: date | None
) -> tuple[OddRow, ...]:
    """List what is odd about a new list with so many ``rows``; ``before``: the day of the one that stands."""
    same = changes.before - changes.gone
    # Half of the players gone, a tenth of the lines unread, a day before the last one, or one in ten of those
    # in both far from where they were.
    odd = {
        OddRow.SHRUNK: 2 * changes.gone > changes.before,
        OddRow.LEFT_OUT: 10 * left_out > rows + left_out,
        OddRow.OLDER: dated is not None and before is not None and dated < before,
        OddRow.MOVED: 10 * changes.far > same,
    }
    return tuple(code for code, holds in odd.items() if holds)
