"""Elements of an OpenGotha file that nobody here knows, with all that stands in them: they are written back
in the element in which they stood (M18), as long as that is there. What is more than a file may have of them
is reported.

*place*   the element around one, by what it says and not by where it stands: ``Players``, ``Player 3``,
          ``Game 1 3 4`` (round, White, Black), ``ByePlayer 1 3``, ``Team 2``, ``Board 2 1 1 3`` (team, round,
          board, player), ``Category 1``, ``Club Paris 75Al``, ``GeneralParameterSet``.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple
from xml.sax.saxutils import escape

from tournaments.exchange.conversion import LossCode, Losses
from tournaments.exchange.opengotha.lines import opening_tag
from tournaments.exchange.xml_elements import Element
from tournaments.state.gotha.passthrough import MOST_TEXT, is_name

# Elements around others that say nothing themselves.
OUTER = frozenset(
    {
        *("Players", "Games", "ByePlayers", "Teams", "ClubsGroups", "Categories"),
        *("TournamentParameterSet", "PlacementParameterSet"),
        *("TeamTournamentParameterSet", "TeamPlacementParameterSet"),
    }
)
_SHORT = 1_000
# What an element takes besides its characters.
_ROOM_OF_ONE = 20
NEVER_KEPT = ("externalIPAddress", "macAddress")
# In a place, so many numbers stand before those of players.
_PLAYERS_FROM = {"Player": 0, "Game": 1, "ByePlayer": 1, "Board": 3}


class UnknownElement(NamedTuple):
    """``level``: how deep it stands; one inside another follows it. ``place``: of the outermost one."""

    level: int
    place: str
    name: str
    attributes: Mapping[str, str]
    text: str


def renumbered(place: str, numbers: Mapping[int, int]) -> str:
    """With other numbers of the players."""
    kind, *numbers_in_place = place.split(" ")
    if kind not in _PLAYERS_FROM:
        return place
    start = _PLAYERS_FROM[kind]
    return " ".join(
        (kind, *numbers_in_place[:start], *(str(numbers[int(number)]) for number in numbers_in_place[start:]))
    )


class UnknownElements:
    """Take the elements that nobody knows, in the order of the file.

    ``places``: those of the known ones, by line and column; that of a player is known when all are. ``bag``:
    their attributes that nobody knows."""

    def __init__(self, losses: Losses) -> None:
        self.losses = losses
        self.places: dict[tuple[int, int], str] = {}
        self.bag: dict[str, dict[str, str]] = {}
        self.gathered: list[tuple[Element, UnknownElement, int]] = []
        self.open: list[Element] = []
        self.outer: int | None = None
        self.dropped: int | None = None
        self.room = MOST_TEXT

    def is_within(self, element: Element) -> bool:
        """Tell whether it stands in one that nobody knows, and so is taken, whatever it is called."""
        # Asked of every element, in the order of the file: those that are closed by now go.
        del self.open[element.depth :]
        self.open.append(element)
        if self.outer is not None and element.depth > self.outer:
            self._add(element, self.outer)
            return True
        self.outer = None
        return False

    def keep(self, key: str, element: Element, attributes_known: Container[str]) -> None:
        """What a known element says besides, and that others may stand in it."""
        self.places[element.line, element.column] = key
        unread = {}
        for name, text in _attributes(element).items():
            # Short ones are kept of however many players there are.
            size = len(text) if len(text) > _SHORT else 0
            if name not in attributes_known and size > self.room:
                self.losses.add(LossCode.ROOM, about=f"{element.name} {name}", line=element.line)
            elif name not in attributes_known:
                self.room -= size
                unread[name] = text
        if unread:
            self.bag[key] = unread

    def take(self, element: Element) -> None:
        self.outer = element.depth
        self.dropped = None
        self._add(element, self.outer)

    def _add(self, element: Element, outer: int) -> None:
        if self.dropped is not None and element.depth <= self.dropped:
            self.dropped = None
        attributes = _attributes(element)
        size = sum(map(len, (element.name, element.text, *attributes, *attributes.values()))) + _ROOM_OF_ONE
        if self.dropped is None and outer and is_name(element.name) and size <= self.room:
            self.room -= size
            element_kept = UnknownElement(element.depth - outer, "", element.name, attributes, element.text)
            self.gathered.append((self.open[outer - 1], element_kept, element.line))
            return
        if self.dropped is None:
            self.dropped = element.depth
        self.losses.add(LossCode.ROOM, about=element.name, line=element.line)

    def all(self) -> tuple[UnknownElement, ...]:
        """By place, in the order of the file; for when every place is known."""
        elements = []
        for around, element, line in self.gathered:
            place = self.places.get((around.line, around.column))
            if place is None:
                self.losses.add(LossCode.RECORD, about=element.name, line=line)
            else:
                elements.append(element._replace(place=place))
        return tuple(sorted(elements, key=lambda element: element.place))


def _attributes(element: Element) -> dict[str, str]:
    return {key: text for key, text in element.attributes.items() if key not in NEVER_KEPT}


def grouped_elements(strange: Iterable[UnknownElement]) -> dict[str, list[UnknownElement]]:
    """The elements of every place, as they stood."""
    elements_by_place: dict[str, list[UnknownElement]] = {}
    for element in strange:
        elements_by_place.setdefault(element.place, []).append(element)
    return elements_by_place


def element_lines(strange: Iterable[UnknownElement]) -> Iterator[str]:
    """The elements of one place, each with what is inside."""
    still_open: list[str] = []
    for element in (*strange, None):
        while still_open and (element is None or element.level < len(still_open)):
            yield f"</{still_open.pop()}>"
        if element is not None:
            yield opening_tag(element.name, element.attributes) + escape(element.text)
            still_open.append(element.name)
