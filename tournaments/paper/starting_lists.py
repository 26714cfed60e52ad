"""Starting lists: everybody who plays, in one of several orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.queries.papers import PaperPlayer
from tournaments.text.titles import GRADES
from tournaments.wording.names import federation_name, sort_key

ORDERS = ("number", "name", "rating", "federation")
_STRENGTH = {grade: place for place, grade in enumerate(GRADES)}
_LAST = "\uffff"


@dataclass(frozen=True, slots=True)
class PlayerGroup:
    """``code`` and ``name`` of a federation; empty where the list is not by federation."""

    code: str
    name: str
    players: Sequence[PaperPlayer]


def ordered_list(players: Sequence[PaperPlayer], order: str) -> list[PlayerGroup]:
    """Order the list; by federation a group for each, those without one last."""
    by_name = sorted(players, key=lambda player: (sort_key(player.name), player.number or 0))
    if order == "name":
        return [PlayerGroup("", "", by_name)]
    if order == "rating":
        # The highest first; who has none follows by grade.
        return [PlayerGroup("", "", sorted(by_name, key=_strength))]
    by_number = sorted(by_name, key=lambda player: (player.number is None, player.number or 0))
    if order == "number":
        return [PlayerGroup("", "", by_number)]
    by_federation = sorted(by_number, key=lambda player: player.federation or _LAST)
    groups = [
        (code, list(members)) for code, members in groupby(by_federation, lambda player: player.federation)
    ]
    return [
        PlayerGroup(code, federation_name(members[0].federation_names), members) for code, members in groups
    ]


def shown_columns(players: Sequence[PaperPlayer]) -> dict[str, bool]:
    """What anybody has: a column that is empty for all takes no room, nor do teams that are federations."""
    return {
        "number": any(player.number for player in players),
        "title": any(player.title or player.grade for player in players),
        "province": any(player.province or player.native_province for player in players),
        "club": any(player.club or player.native_club for player in players),
        "team": any(player.team not in ("", player.federation) for player in players),
        "rating": any(player.rating is not None for player in players),
    }


def _strength(player: PaperPlayer) -> tuple[int, int]:
    """Smaller is stronger."""
    return (-(player.rating or 0), _STRENGTH.get(player.grade, len(_STRENGTH)))
