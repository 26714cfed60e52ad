"""Who bears a name that another one of the same section bears too, and what tells them apart.

Where two of one name have one federation, the club tells them apart, else the province, else the number that
was drawn. Where they have different ones, the federation does, which most lists show beside the name anyway.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Apart:
    """What stands behind a name that two bear, with its native form as far as it has one. ``is_federation``:
    it is the code of the federation, needed only where a list does not show that."""

    name: str
    native_name: str = ""
    is_federation: bool = False


@dataclass(frozen=True, slots=True)
class Bearer:
    """Who bears a name. ``key``: what the caller knows the person by."""

    key: int
    number: int | None
    name: str
    native_name: str
    federation: str
    club: str
    native_club: str
    province: str
    native_province: str

    @property
    def names(self) -> Iterator[str]:
        """As they are compared: a list may show either of them alone."""
        for name in (self.name, self.native_name):
            if name:
                yield " ".join(unicodedata.normalize("NFKC", name).casefold().split())

    def places(self) -> Iterator[Apart]:
        """Where the person comes from, beside the federation; what tells best first."""
        yield Apart(self.club, self.native_club)
        yield Apart(self.province, self.native_province)


def told_apart(bearers: Iterable[Bearer]) -> dict[int, Apart]:
    """By key, of those alone who need it; who has no number yet and nothing else needs it in vain. The price
    grows with the number of bearers, also where all have one name."""
    everybody = list(bearers)
    sharing: dict[str, _Namesakes] = defaultdict(_Namesakes)
    for one in everybody:
        for name in set(one.names):
            sharing[name].add(one)
    found = {}
    for one in everybody:
        groups = [group for name in set(one.names) if (group := sharing[name]).bearers > 1]
        if groups and (apart := _apart(one, groups)) is not None:
            found[one.key] = apart
    return found


class _Namesakes:
    """How many bear a name, and of each federation how many do and how many of those come from a place."""

    def __init__(self) -> None:
        self.bearers = 0
        self.compatriots: Counter[str] = Counter()
        self.places: Counter[tuple[str, Apart]] = Counter()

    def add(self, one: Bearer) -> None:
        self.bearers += 1
        self.compatriots[one.federation] += 1
        self.places.update((one.federation, place) for place in set(one.places()))


def _apart(one: Bearer, groups: Iterable[_Namesakes]) -> Apart | None:
    """``groups``: of the names that ``one`` shares; each counts it too."""
    groups = [group for group in groups if group.compatriots[one.federation] > 1]
    if not groups:
        return Apart(one.federation, is_federation=True) if one.federation else None
    for place in one.places():
        taken = any(group.places[one.federation, place] > 1 for group in groups)
        if (place.name or place.native_name) and not taken:
            return place
    return Apart(f"#{one.number}") if one.number else None
