"""What other apps have to show of a table: the game that was played at it, its record.

Apps add what they know: `register_table_links` takes a provider, a function of a round (its section and
event loaded) that gives the links of its tables. The pages of a round show them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class Link:
    """``text``: an untranslated message; ``path``: an address without its language. ``staff``: for the desk,
    not for the public."""

    text: str
    path: str
    staff: bool = False


Provider = Callable[[Round], Mapping[int, Sequence[Link]]]
_providers: list[Provider] = []


def register_table_links(provider: Provider) -> None:
    """Have ``provider`` asked about every round; called in ``AppConfig.ready()``."""
    if provider not in _providers:
        _providers.append(provider)


def table_links(round_: Round, *, staff: bool) -> dict[int, list[Link]]:
    """The links of each table that has some: those for the desk, or those for everybody."""
    found: dict[int, list[Link]] = {}
    for provider in _providers:
        for table, links in provider(round_).items():
            wanted = [link for link in links if link.staff == staff]
            if wanted:
                found.setdefault(table, []).extend(wanted)
    return found
