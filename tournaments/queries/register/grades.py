"""What grades the ratings of players would make, before anybody sets them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Entry
from tournaments.state.canonical import digest_of
from tournaments.state.gotha.ranks import grade_of_rating


@dataclass(frozen=True, slots=True)
class Regrade:
    """A grade that the rating would change; ``old`` is empty for who has none."""

    entry: Entry
    rating: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Regrades:
    """Propose grades; ``unrated`` keep what stands there, ``seen``: what this rests on, as a digest."""

    changes: list[Regrade]
    unrated: list[Entry]
    seen: str


def regrades(entries: Iterable[Entry]) -> Regrades:
    """Of entries with their players. The rating is that of the entry, else that of the player."""
    changes, unrated, changed_rows = [], [], []
    for entry in sorted(entries, key=lambda entry: entry.pk):
        rating = entry.player.rating if entry.rating is None else entry.rating
        changed_rows.append([entry.pk, rating, entry.player.grade])
        if rating is None:
            unrated.append(entry)
        elif (new := grade_of_rating(rating)) != entry.player.grade:
            changes.append(Regrade(entry, rating, entry.player.grade, new))
    return Regrades(changes, unrated, digest_of(changed_rows))
