"""Which number a table has in the hall. Pairing counts tables from 1; a section may begin elsewhere, so that
two sections of one hall share no number, and who needs to may always sit at the same table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def table_numbers(
    pairs: Iterable[tuple[int, int]], *, first: int = 1, fixed: Mapping[int, int] | None = None
) -> list[int]:
    """A number for each pair, in the order of the tables. ``fixed``: entry number → the table where that
    entry always sits; of two who would share one, the pair that comes first has it.

    >>> table_numbers([(1, 5), (2, 6), (3, 7)], first=21, fixed={7: 21})
    [22, 23, 21]
    """
    held: dict[int, int] = {}
    listed = list(pairs)
    for place, pair in enumerate(listed):
        for number in pair:
            wanted = (fixed or {}).get(number)
            if wanted is not None and wanted not in held.values() and place not in held:
                held[place] = wanted
    taken = set(held.values())
    numbers = []
    following = first
    for place in range(len(listed)):
        if place in held:
            numbers.append(held[place])
            continue
        while following in taken:
            following += 1
        numbers.append(following)
        following += 1
    return numbers
