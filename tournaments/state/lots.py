"""Drawing lots that anybody can repeat (R1, R6): SHA-256 of seed, purpose, canonical name and federation."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class LotTicket:
    """Who takes part in a draw. ``key`` is the caller's own handle, ``group`` 1 or 2 (WXC 2.1)."""

    key: int
    name: str
    federation: str
    group: int = 1


def canonical(name: str) -> str:
    """Return the same name in any spelling of its bytes."""
    # Joiners are not seen, and inner white space is typed as it comes.
    joined = name.replace("\u200c", "").replace("\u200d", "")
    return " ".join(unicodedata.normalize("NFKC", joined).casefold().split())


def lot_digest(seed: str, purpose: str, name: str, federation: str) -> str:
    """The lot itself, a hexadecimal digest; the smallest is drawn first."""
    return sha256("|".join((seed, purpose, canonical(name), federation)).encode()).hexdigest()


def drawn_order(tickets: Iterable[LotTicket], seed: str, purpose: str = "numbers") -> list[int]:
    """Keys in the order drawn. Two tickets with one name and federation keep the order of their keys."""
    return [
        t.key for t in sorted(tickets, key=lambda t: (lot_digest(seed, purpose, t.name, t.federation), t.key))
    ]


def number_by_lot(tickets: Sequence[LotTicket], seed: str, *, two_groups: bool) -> dict[int, int]:
    """Return the lots' numbers by key."""
    if not two_groups:
        return {key: place for place, key in enumerate(drawn_order(tickets, seed), start=1)}
    # R6: group 1 draws odd numbers, group 2 even ones; the smaller takes its lowest, the larger fills the
    # rest.
    drawn = {
        group: drawn_order([t for t in tickets if (t.group == 2) == (group == 2)], seed) for group in (1, 2)
    }
    smaller = min((1, 2), key=lambda group: len(drawn[group]))
    free_numbers = range(1 if smaller == 1 else 2, len(tickets) + 2, 2)
    numbers = dict(zip(drawn[smaller], free_numbers, strict=False))
    others = [n for n in range(1, len(tickets) + 1) if n not in set(numbers.values())]
    numbers.update(zip(drawn[3 - smaller], others, strict=True))
    return numbers


# Titles as C.04.2, 2.2.2 orders them; others, and none, come after.
OF_FIDE = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


def number_by_rating(
    strength: Mapping[int, tuple[int | None, str]], tickets: Sequence[LotTicket], seed: str
) -> dict[int, int]:
    """Return numbers by key: rating, then title, then name; ``strength``: rating and title by key."""
    drawn = {key: place for place, key in enumerate(drawn_order(tickets, seed))}

    # C.04.2, 2.2; of namesakes by lot.
    def order(ticket: LotTicket) -> tuple[int, int, str, int]:
        rating, title = strength[ticket.key]
        place = OF_FIDE.index(title) if title in OF_FIDE else len(OF_FIDE)
        return -(rating or 0), place, canonical(ticket.name), drawn[ticket.key]

    return {ticket.key: place for place, ticket in enumerate(sorted(tickets, key=order), start=1)}


def odd_begin(seed: str) -> bool:
    """Draw the colour for round 1 of FIDE's Swiss for teams: whether odd numbers move first (C.04.6, 4.1)."""
    return int(sha256(f"{seed}|colour".encode()).hexdigest(), 16) % 2 == 0


def seed_of_colour(*, odd: bool) -> str:
    """A seed from which `odd_begin` draws this: of an event whose colour was drawn elsewhere."""
    tries = itertools.chain([""], (f"colour {i}" for i in itertools.count(1)))
    return next(seed for seed in tries if odd_begin(seed) is odd)


def late_number(taken: Iterable[int], group: int, *, two_groups: bool) -> int:
    """The number of somebody who enters after the draw: the next free one of the group."""
    used = set(taken)
    step = 2 if two_groups else 1
    number = 2 if two_groups and group == 2 else 1
    while number in used:
        number += step
    return number
