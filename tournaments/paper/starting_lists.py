"""Starting lists: everybody who plays, in one of several orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.queries.papers import Player
from tournaments.state.titles import GRADES
from tournaments.wording.names import federation_name, sort_key

ORDERS = ("number", "name", "rating", "federation")
_STRENGTH = {grade: place for place, grade in enumerate(GRADES)}
_LAST = "\uffff"


@dataclass(frozen=True, slots=True)
class Group:
    """``code`` and ``name`` of a federation; empty where the list is not by federation."""

    code: str
    name: str
    players: Sequence[Player]


def in_order(players: Sequence[Player], order: str) -> list[Group]:
    """The list; by federation a group for each, those without one last, within it by number or name. By
    rating the highest first; who has none follows by grade."""
    by_name = sorted(players, key=lambda one: (sort_key(one.name), one.number or 0))
    if order == "name":
        return [Group("", "", by_name)]
    if order == "rating":
        return [Group("", "", sorted(by_name, key=_strength))]
    by_number = sorted(by_name, key=lambda one: (one.number is None, one.number or 0))
    if order == "number":
        return [Group("", "", by_number)]
    by_federation = sorted(by_number, key=lambda one: one.federation or _LAST)
    groups = [(code, list(own)) for code, own in groupby(by_federation, lambda one: one.federation)]
    return [Group(code, federation_name(own[0].federation_names), own) for code, own in groups]


def shown_columns(players: Sequence[Player]) -> dict[str, bool]:
    """What anybody has: a column that is empty for all takes no room, nor do teams that are federations."""
    return {
        "number": any(one.number for one in players),
        "title": any(one.title or one.grade for one in players),
        "province": any(one.province or one.native_province for one in players),
        "club": any(one.club or one.native_club for one in players),
        "team": any(one.team not in ("", one.federation) for one in players),
        "rating": any(one.rating is not None for one in players),
    }


def _strength(one: Player) -> tuple[int, int]:
    """Smaller is stronger."""
    return (-(one.rating or 0), _STRENGTH.get(one.grade, len(_STRENGTH)))
