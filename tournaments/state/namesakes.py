"""Who bears a name that another one of the same section bears too, and what tells them apart.

Where two of one name have one federation, the club tells them apart, else the province, else the number that
was drawn. Where they have different ones, the federation does, which most lists show beside the name anyway.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
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
    """By key, of those alone who need it; who has no number yet and nothing else needs it in vain."""
    sharing: dict[str, list[Bearer]] = defaultdict(list)
    for one in bearers:
        for name in set(one.names):
            sharing[name].append(one)
    others: dict[Bearer, set[Bearer]] = defaultdict(set)
    for group in sharing.values():
        if len(group) > 1:  # few names are shared
            for one in group:
                others[one].update(other for other in group if other.key != one.key)
    found = {one.key: _apart(one, namesakes) for one, namesakes in others.items() if namesakes}
    return {key: apart for key, apart in found.items() if apart is not None}


def _apart(one: Bearer, namesakes: Iterable[Bearer]) -> Apart | None:
    compatriots = [other for other in namesakes if other.federation == one.federation]
    if not compatriots:
        return Apart(one.federation, is_federation=True) if one.federation else None
    taken = {place for other in compatriots for place in other.places()}
    for place in one.places():
        if (place.name or place.native_name) and place not in taken:
            return place
    return Apart(f"#{one.number}") if one.number else None
