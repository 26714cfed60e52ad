"""Categories (filters on entries, ranked by the section's own order) and prizes: WXC 6.1 (3), (4)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.standings.money import Contender, Sharing, pay
from tournaments.state.tournament import Entry


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """``rank`` inside the category (shared as in the section), ``overall`` the rank in the section."""

    rank: int
    number: int
    overall: int


@dataclass(frozen=True, slots=True)
class PrizeList:
    """Prizes for the first ``places`` of a category (all players when ``category`` is empty).

    ``exclusive_with``: keys of earlier lists; whoever holds a prize there is skipped here and the next in
    line moves up (WXC 6.1 (4): NCNV prizes skip the top 8 of men's individual). Who has a part of the money
    for being level with the last place has won as well. ``amounts``: of the places, in the smallest units.
    """

    key: str
    places: int
    category: str = ""
    exclusive_with: tuple[str, ...] = ()
    amounts: tuple[int, ...] = ()
    sharing: Sharing = Sharing.NONE


@dataclass(frozen=True, slots=True)
class Award:
    """Hold one prize: the ``place`` in its list, whose it is, and the money in the smallest unit."""

    place: int
    number: int
    amount: int = 0


class PrizeError(ValueError):
    """Prize lists that cannot be used; the message names the list."""


def category_rows(entries: Iterable[Entry], ranks: Mapping[int, int]) -> dict[str, tuple[CategoryRow, ...]]:
    """Every category that occurs, by name, its players in the section's order."""
    members: dict[str, list[int]] = {}
    for entry in entries:
        for category in entry.categories:
            members.setdefault(category, []).append(entry.number)
    return {category: _placed(members[category], ranks) for category in sorted(members)}


def _placed(numbers: Iterable[int], ranks: Mapping[int, int]) -> tuple[CategoryRow, ...]:
    rows: list[CategoryRow] = []
    for place, number in enumerate(sorted(numbers, key=lambda n: (ranks[n], n)), start=1):
        shared = bool(rows) and rows[-1].overall == ranks[number]
        rows.append(CategoryRow(rows[-1].rank if shared else place, number, ranks[number]))
    return tuple(rows)


def prizes_by_list(
    lists: Sequence[PrizeList],
    entries: Iterable[Entry],
    ranks: Mapping[int, int],
    points: Mapping[int, Hashable] | None = None,
) -> dict[str, tuple[Award, ...]]:
    """The prizes of each list by its key, lists taken in their order.

    Players who share the last place all hold it. ``points``: by number, of who are level for the money; None
    where only places count. Raises `PrizeError` on a repeated key and on a list
    exclusive with one that does not come before it.
    """
    people = tuple(entries)
    awards: dict[str, tuple[Award, ...]] = {}
    for prizes in lists:
        if prizes.key in awards:
            raise PrizeError(f"prizes: {prizes.key!r} is there twice")
        missing = [key for key in prizes.exclusive_with if key not in awards]
        if missing:
            raise PrizeError(
                f"prizes: {prizes.key!r} is exclusive with {missing[0]!r}, which is no earlier list"
            )
        holders = {
            award.number
            for earlier in lists
            if earlier.key in prizes.exclusive_with
            for award in awards[earlier.key]
        }
        in_line = _placed(
            (
                entry.number
                for entry in people
                if entry.number not in holders
                and (not prizes.category or prizes.category in entry.categories)
            ),
            ranks,
        )
        level = points or {row.number: row.rank for row in in_line}
        line = [Contender(row.number, row.rank, level[row.number]) for row in in_line]
        money = pay(line, prizes.amounts, prizes.sharing).amounts
        awards[prizes.key] = tuple(
            Award(row.rank, row.number, money[row.number])
            for row in in_line
            if row.rank <= prizes.places or money[row.number]
        )
    return awards
