"""A file of our club: the name of the evening, then a player a line."""

from __future__ import annotations

from tournaments.exchange.formats import FileFormat
from tournaments.state import Entry, Tournament

ROUNDS = 3


def read(data: bytes) -> Tournament:
    """Three rounds of the usual Swiss, nothing played yet."""
    evening, *names = data.decode("utf-8").splitlines()[:200] or [""]
    if len(names) < 2:
        raise ValueError("a club's list has a name and at least two players.")
    entries = tuple(Entry(number, name.strip()) for number, name in enumerate(names, 1))
    return Tournament(
        name=evening.strip(), system="wxc2015", rounds=ROUNDS, tiebreaks=("buchholz",), entries=entries
    )


CLUB_LIST = FileFormat("club", read)
