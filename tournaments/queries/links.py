"""What other apps have to show of a table: the game that was played at it, its record.

Apps add what they know: `register_table_links` takes a provider, a function of a round (its section and
event loaded) that gives the links of its tables, and one that gives a version which changes with them. The
pages of a round show the links; an open list of the desk compares the version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class Link:
    """``text``: an untranslated message; ``path``: an address without its language. ``staff``: for the desk,
    not for the public. ``game``: which of several games of the table it is about, else 0."""

    text: str
    path: str
    staff: bool = False
    game: int = 0


Provider = Callable[[Round], Mapping[int, Sequence[Link]]]
Version = Callable[[Round], str]
_providers: dict[Provider, Version] = {}


def register_table_links(provider: Provider, version: Version) -> None:
    """Have ``provider`` asked about every round, and the cheaper ``version`` by every list that is open;
    called in ``AppConfig.ready()``."""
    _providers[provider] = version


def links_versions(round_: Round) -> list[str]:
    """What changes when the links of a round do."""
    return [version(round_) for version in _providers.values()]


def table_links(round_: Round, *, staff: bool) -> dict[int, list[Link]]:
    """The links of each table that has some: those for the desk, or those for everybody."""
    found: dict[int, list[Link]] = {}
    for provider in _providers:
        for table, links in provider(round_).items():
            wanted = [link for link in links if link.staff == staff]
            if wanted:
                found.setdefault(table, []).extend(wanted)
    return found
