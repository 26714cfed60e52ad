"""Stages of an event: groups, and who comes from one section to a place of the next.

*pot*       as many players in the order of their strength as there are groups: each group gets one of them.
*source*    who comes to a place: ``group-a:2`` the second of a section, ``cup:W7`` and ``cup:L7`` the winner
            and the loser of match 7 of its bracket, ``group-a+group-b+group-c:3:1`` the best third of these
            groups, ``group-a#12`` number 12 of a section; ``-`` nobody. A section is named by its address.
*crossing*  the sources of a bracket, from top to bottom: two neighbours meet, the winners of two pairs, and
            so on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

MOST_GROUPS = 16
_SLUG = r"[-a-zA-Z0-9_]+"
_SOURCE = re.compile(
    rf"(?P<sections>{_SLUG}(?:\+{_SLUG})*)"
    r"(?::(?P<place>[1-9]\d{0,2})(?::(?P<best>[1-9]\d?))?|:(?P<side>[WL])(?P<match>[1-9]\d{0,2})|#(?P<number>[1-9]\d{0,3}))"
)


class SourceError(ValueError):
    """A text that names no place."""


@dataclass(frozen=True, slots=True)
class Source:
    """``sections``: one, or several whose players of ``place`` are ranked together, ``best`` the first of
    them; ``match`` with ``loser``; ``number`` of an entry. No section: nobody comes.

    >>> str(Source.parse("cup:L7"))
    'cup:L7'
    """

    sections: tuple[str, ...] = ()
    place: int = 0
    best: int = 0
    match: int = 0
    loser: bool = False
    number: int = 0

    @classmethod
    def parse(cls, text: str) -> Source:
        """Raises `SourceError`."""
        if text == "-":
            return cls()
        read = _SOURCE.fullmatch(text)
        if read is None:
            raise SourceError(text)
        sections = tuple(read["sections"].split("+"))
        if (len(sections) > 1) is not bool(read["best"]) or len(set(sections)) != len(sections):
            raise SourceError(text)
        place, best, match, number = (int(read[key] or 0) for key in ("place", "best", "match", "number"))
        return cls(sections, place, best, match, read["side"] == "L", number)

    def __str__(self) -> str:
        if not self.sections:
            return "-"
        named = "+".join(self.sections)
        if self.match:
            return f"{named}:{'L' if self.loser else 'W'}{self.match}"
        if self.number:
            return f"{named}#{self.number}"
        return f"{named}:{self.place}:{self.best}" if self.best else f"{named}:{self.place}"

    def renamed(self, former: str, slug: str) -> Source:
        """The same after a section has got another address."""
        sections = tuple(slug if section == former else section for section in self.sections)
        return Source(sections, self.place, self.best, self.match, self.loser, self.number)


def snake(players: Sequence[int], groups: int) -> list[list[int]]:
    """Deal players, the strongest first, like a snake: of 16 in four 1 8 9 16, 2 7 10 15, …"""
    made: list[list[int]] = [[] for _ in range(groups)]
    # Each pot goes in the other direction than the one before.
    for pot in range(0, len(players), groups):
        order = made if pot // groups % 2 == 0 else made[::-1]
        for group, player in zip(order, players[pot : pot + groups], strict=False):
            group.append(player)
    return made


def groups_by_lot(players: Sequence[int], groups: int, seed: str) -> list[list[int]]:
    """Deal each pot by lot: SHA-256 of seed, ``group``, pot and player."""
    made: list[list[int]] = [[] for _ in range(groups)]
    for pot in range(0, len(players), groups):
        # A last pot that is not full goes to groups by lot as well.
        lots = sorted(range(groups), key=lambda group: _lot(seed, "place", pot, group))
        order = sorted(players[pot : pot + groups], key=lambda player: _lot(seed, "group", pot, player))
        for group, player in zip(lots, order, strict=False):
            made[group].append(player)
    return made


def _lot(seed: str, *parts: object) -> bytes:
    return sha256("|".join(map(str, (seed, *parts))).encode()).digest()


def kept_apart(groups: Sequence[Sequence[int]], federations: Mapping[int, str]) -> list[list[int]]:
    """Keep players of one federation in different groups wherever a pot allows it."""
    made: list[list[int]] = [[] for _ in groups]
    for pot in range(max(map(len, groups), default=0)):
        here = {at: group[pot] for at, group in enumerate(groups) if pot < len(group)}
        taken = [{federations[player] for player in group} - {""} for group in made]
        # As many as can be are placed where nobody of theirs is, in their own group first, then in the next
        # one.
        placed = _placed(here, lambda player, at: federations[player] not in taken[at])  # noqa: B023
        for at, player in placed.items():
            made[at].append(player)
    return made


def _placed(here: Mapping[int, int], fits: Callable[[int, int], bool]) -> dict[int, int]:
    """A largest matching of the players of a pot with its places, the rest where room is left."""
    places, by_place = list(here), dict[int, int]()

    def seat(player: int, home: int, seen: set[int]) -> bool:
        at = places.index(home)
        for place in (*places[at:], *places[:at]):
            if place in seen or not fits(player, place):
                continue
            seen.add(place)
            if place not in by_place or seat(by_place[place], place, seen):
                by_place[place] = player
                return True
        return False

    left = [player for home, player in here.items() if not seat(player, home, set())]
    free = [place for place in places if place not in by_place]
    return {**by_place, **dict(zip(free, left, strict=True))}


def crossings(groups: Sequence[str], qualifiers: int) -> list[str]:
    """Return the usual crossing of a power of two of groups, whose addresses are given.

    One, two or four of each qualify, four of two groups alone."""
    a, b = groups[::2], groups[1::2]
    # The first of one group meets the last qualified of its neighbour, and two of one group meet again in the
    # final at the earliest.
    both = list(zip(a, b, strict=True))
    if qualifiers == 1:
        return [f"{group}:1" for pair in both for group in pair]
    if qualifiers == 2:
        half = [place for upper, lower in both for place in (f"{upper}:1", f"{lower}:2")]
        return [*half, *(place for upper, lower in both for place in (f"{lower}:1", f"{upper}:2"))]
    [(upper, lower)] = both
    halves = ((upper, lower), (lower, upper))
    return [
        place
        for first, second in halves
        for place in (f"{first}:1", f"{second}:4", f"{second}:2", f"{first}:3")
    ]


def qualifiers_of(groups: int) -> tuple[int, ...]:
    """How many of each group `crossings` can take."""
    if groups < 2 or groups & (groups - 1):
        return ()
    return (1, 2, 4) if groups == 2 else (1, 2)
