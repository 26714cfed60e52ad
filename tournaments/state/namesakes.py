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


def distinguish_namesakes(bearers: Iterable[Bearer]) -> dict[int, Apart]:
    """Distinguish bearers of one name, by key, of those alone who need it."""
    everybody = list(bearers)
    # The price grows with the number of bearers, also where all have one name.
    sharing: dict[str, _Namesakes] = defaultdict(_Namesakes)
    for bearer in everybody:
        for name in set(bearer.names):
            sharing[name].add(bearer)
    distinctions = {}
    for bearer in everybody:
        groups = [group for name in set(bearer.names) if (group := sharing[name]).bearers > 1]
        if groups and (apart := _apart(bearer, groups)) is not None:
            distinctions[bearer.key] = apart
    return distinctions


class _Namesakes:
    """How many bear a name, and of each federation how many do and how many of those come from a place."""

    def __init__(self) -> None:
        self.bearers = 0
        self.compatriots: Counter[str] = Counter()
        self.places: Counter[tuple[str, Apart]] = Counter()

    def add(self, bearer: Bearer) -> None:
        self.bearers += 1
        self.compatriots[bearer.federation] += 1
        self.places.update((bearer.federation, place) for place in set(bearer.places()))


def _apart(bearer: Bearer, groups: Iterable[_Namesakes]) -> Apart | None:
    """``groups``: of the names that ``bearer`` shares; each counts it too."""
    groups = [group for group in groups if group.compatriots[bearer.federation] > 1]
    if not groups:
        return Apart(bearer.federation, is_federation=True) if bearer.federation else None
    for place in bearer.places():
        taken = any(group.places[bearer.federation, place] > 1 for group in groups)
        if (place.name or place.native_name) and not taken:
            return place
    return Apart(f"#{bearer.number}") if bearer.number else None
