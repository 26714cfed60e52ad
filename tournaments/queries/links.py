"""What other apps have to show of a table: the game that was played at it, its record.

Apps add what they know: `register_table_links` takes a provider, a function of rounds (section and event
loaded) that gives the links of their tables, or of some, in as many queries as for one, and one that gives a
version which changes with them. The pages of a round and the bracket show the links; an open list of the
desk compares the version.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class TableLink:
    """``text``: an untranslated message; ``path``: an address without its language. ``staff``: for the desk,
    not for the public. ``game``: which of several games of the table it is about, else 0. ``mark``: what of
    it stands in the list of tables, an untranslated message, ``look`` as `Mark.look`. ``decides``: whether
    disputes of the table are decided there. ``act``: it is for whoever may do it; empty: for all."""

    text: str
    path: str
    staff: bool = False
    game: int = 0
    mark: str = ""
    look: str = ""
    decides: bool = False
    act: str = ""


# Id of a round, and table; table 0 stands for the round itself.
Place = tuple[int, int]
Provider = Callable[[Sequence[Round], Collection[Place] | None], Mapping[Place, Sequence[TableLink]]]
Version = Callable[[Round], str]
_providers: dict[Provider, Version] = {}


def register_table_links(provider: Provider, version: Version) -> None:
    """Have ``provider`` asked about every round, and the cheaper ``version`` by every list that is open."""
    # Called in `AppConfig.ready()`, which may run twice: a dictionary keeps each once.
    _providers[provider] = version


def links_versions(round_: Round) -> list[str]:
    """What changes when the links of a round do."""
    return [version(round_) for version in _providers.values()]


def table_links(
    rounds: Iterable[Round], *, staff: bool, places: Collection[Place] | None = None
) -> dict[Place, list[TableLink]]:
    """Return the links of each table that has some: those for the desk, or those for everybody."""
    round_list = list(rounds)
    links_by_place: dict[Place, list[TableLink]] = {}
    for provider in _providers:
        for place, links in provider(round_list, places).items():
            wanted = [link for link in links if link.staff == staff]
            if wanted:
                links_by_place.setdefault(place, []).extend(wanted)
    return links_by_place


Boards = Callable[[Sequence[Round]], Mapping[int, TableLink]]
_boards: list[Boards] = []


def register_boards(provider: Boards) -> None:
    """Have ``provider`` asked where the running games of rounds are followed, in few queries."""
    # Called in `AppConfig.ready()`, which may run twice.
    if provider not in _boards:
        _boards.append(provider)


def live_addresses(rounds: Iterable[Round]) -> dict[int, TableLink]:
    """Return where the running games of these rounds are followed, by id of the round, if that is public."""
    round_list = list(rounds)
    if not round_list:
        return {}
    return {key: link for provider in _boards for key, link in provider(round_list).items()}


Positions = Callable[[Collection[int]], Mapping[int, str]]
_positions: list[Positions] = []


def register_positions(provider: Positions) -> None:
    """Have ``provider`` asked in which position the games of pairings ended, in few queries."""
    # Called in `AppConfig.ready()`, which may run twice.
    if provider not in _positions:
        _positions.append(provider)


def final_positions(pairings: Collection[int]) -> dict[int, str]:
    """Return the line from which a small board is drawn, by id of the pairing, where its game is public."""
    return {key: line for provider in _positions for key, line in provider(pairings).items()}
