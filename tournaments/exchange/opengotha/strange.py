"""Elements of an OpenGotha file that nobody here knows, with all that stands in them: they are written back
(M18). Kept are those that stand in the tournament itself or among its settings; others, and what follows
inside one that is too large, are reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from xml.sax.saxutils import escape

from tournaments.exchange.conversion import LossCode, Losses
from tournaments.exchange.opengotha.lines import opened
from tournaments.exchange.xml_elements import Element
from tournaments.state.gotha.carried import MOST_TEXT, is_name

PLACES = ("TournamentParameterSet", "Tournament")
"""In the order in which they are closed."""
OUTER = frozenset(
    {
        *(
            "Players",
            "Games",
            "ByePlayers",
            "ByePlayer",
            "Teams",
            "Board",
            "ClubsGroups",
            "Club",
            "Categories",
        ),
        *("TournamentParameterSet", "PlacementParameterSet", "PlacementCriteria"),
        *("TeamTournamentParameterSet", "TeamPlacementParameterSet"),
    }
)
"""Elements around others, and such as mean nothing where they stand."""
MOST = 200
_NEVER_KEPT = ("externalIPAddress", "macAddress")


class Strange(NamedTuple):
    """``level``: how deep it stands; one inside another follows it. ``place``: of `PLACES`, of the outermost
    one."""

    level: int
    place: str
    name: str
    attributes: Mapping[str, str]
    text: str


class Gatherer:
    """Takes the elements that nobody knows, in the order of the file."""

    def __init__(self, losses: Losses) -> None:
        self.losses = losses
        self.found: list[Strange] = []
        self.outer: tuple[str, ...] = ()
        self.keeps = False

    def take(self, element: Element) -> None:
        around = element.inside
        inner = bool(self.outer) and around[: len(self.outer)] == self.outer
        if not inner:
            self.outer = (*around, element.name)
            self.keeps = around[-1:] != () and around[-1] in PLACES
        level = len(around) - len(self.outer) + 1
        place = self.outer[-2] if len(self.outer) > 1 else ""
        attributes = {key: text for key, text in element.attributes.items() if key not in _NEVER_KEPT}
        texts = (element.text, *attributes, *attributes.values())
        fits = is_name(element.name) and all(len(text) <= MOST_TEXT for text in texts)
        self.keeps = self.keeps and fits and len(self.found) < MOST
        if self.keeps:
            self.found.append(Strange(level, place, element.name, attributes, element.text))
        else:
            self.losses.add(LossCode.RECORD, about=element.name, line=element.line)

    def all(self) -> tuple[Strange, ...]:
        """By place, in the order of the file."""
        return tuple(sorted(self.found, key=lambda one: PLACES.index(one.place)))


def lines_in(strange: Iterable[Strange], place: str) -> Iterator[str]:
    """The elements of a place as they stood, each with what is inside."""
    still_open: list[str] = []
    for one in (*(one for one in strange if one.place == place), None):
        while still_open and (one is None or one.level < len(still_open)):
            yield f"</{still_open.pop()}>"
        if one is not None:
            yield opened(one.name, one.attributes) + escape(one.text)
            still_open.append(one.name)
