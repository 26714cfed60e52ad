"""Prize money: who of those that are level gets what.

*line*     the contenders of a list in the order of their places
*amounts*  of the places from the first on, in the smallest units of the currency
*level*    with the same points; their places together hold the prizes that they share
*rest*     what no whole unit of the currency divides, and prizes that nobody has won

Hort's rule: half of the prize of one's own place, and half of an equal share of what all that are level hold.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby


class Sharing(StrEnum):
    """``NONE``: the place decides, only those who share a place share its prizes."""

    NONE = "none"
    EQUAL = "equal"
    HORT = "hort"


@dataclass(frozen=True, slots=True)
class Contender:
    """``place``: in the list, shared where nothing separates; ``points``: whatever is equal for those who are
    level."""

    number: int
    place: int
    points: Hashable


@dataclass(frozen=True, slots=True)
class Payout:
    """``amounts``: by number, of everybody in the line; with ``remainder`` they are all the money."""

    amounts: Mapping[int, int]
    remainder: int


def pay(line: Sequence[Contender], amounts: Sequence[int], sharing: Sharing) -> Payout:
    """Nobody gets a part of a unit: what is cut off is the rest."""
    prizes = [*amounts, *[0] * max(0, len(line) - len(amounts))]
    paid: dict[int, int] = {}
    at = 0
    for _, level in groupby(
        line, lambda contender: contender.place if sharing is Sharing.NONE else contender.points
    ):
        people = list(level)
        held = prizes[at : at + len(people)]
        equal = Fraction(sum(held), len(people))
        prizes_of = _prizes_of_places(people, held)
        for contender in people:
            share = (prizes_of[contender.place] + equal) / 2 if sharing is Sharing.HORT else equal
            paid[contender.number] = int(share)
        at += len(people)
    return Payout(paid, sum(amounts) - sum(paid.values()))


def _prizes_of_places(people: Sequence[Contender], held: Sequence[int]) -> dict[int, Fraction]:
    """The prize of each place; who share a place have its mean."""
    prizes_by_place: dict[int, list[int]] = {}
    for contender, prize in zip(people, held, strict=True):
        prizes_by_place.setdefault(contender.place, []).append(prize)
    return {place: Fraction(sum(prizes), len(prizes)) for place, prizes in prizes_by_place.items()}
