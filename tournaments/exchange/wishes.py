"""The keys ``forbidden``, ``fixed`` and ``fouls`` of the tournament file.

A forbidden pair is ``[3, 9]`` for the whole tournament, or ``{"round": 2, "pair": [3, 9]}`` for one round.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tournaments.exchange.defects import DefectCode
from tournaments.state.tournament import FixedPair, ForbiddenPair, Foul, Tournament

if TYPE_CHECKING:
    from tournaments.exchange.reading import Reader

FOUL_KINDS = ("technical", "recording", "other")
ONCE_KEYS = ("round", "pair")
FIXED_KEYS = ("round", "first", "second")
FOUL_KEYS = ("round", "number", "kind")


@dataclass(slots=True)
class Forbidden:
    """Forbidden pairs, each with its path."""

    always: list[tuple[str, tuple[int, int]]] = field(default_factory=list)
    once: list[tuple[str, ForbiddenPair]] = field(default_factory=list)


def read_forbidden(reader: Reader, value: object) -> Forbidden:
    """Both forms in one list; defects go to ``reader``."""
    found = Forbidden()
    for i, row in enumerate(reader.items(value, "forbidden")):
        path = f"forbidden[{i}]"
        if isinstance(row, dict):
            data = reader.mapping(row, path, ONCE_KEYS, ONCE_KEYS)
            pair = _pair(reader, data.get("pair", []), f"{path}.pair")
            if pair is not None:
                found.once.append((path, ForbiddenPair(reader.round(data, path), *pair)))
        elif (pair := _pair(reader, row, path)) is not None:
            found.always.append((path, pair))
    return found


def _pair(reader: Reader, value: object, path: str) -> tuple[int, int] | None:
    numbers = reader.integers(value, path)
    if len(numbers) != 2:
        reader.blame(path, DefectCode.NOT_A_PAIR)
        return None
    return numbers[0], numbers[1]


def read_fixed(reader: Reader, value: object) -> tuple[FixedPair, ...]:
    """Pairs that the chief arbiter set; defects go to ``reader``."""
    found = []
    for i, row in enumerate(reader.items(value, "fixed")):
        path = f"fixed[{i}]"
        data = reader.mapping(row, path, FIXED_KEYS, FIXED_KEYS)
        first = reader.integer(data.get("first", 1), f"{path}.first")
        second = reader.integer(data.get("second", 1), f"{path}.second")
        found.append(FixedPair(reader.round(data, path), first, second))
    return tuple(found)


def read_fouls(reader: Reader, value: object) -> tuple[Foul, ...]:
    """Fouls that count; defects go to ``reader``."""
    found = []
    for i, row in enumerate(reader.items(value, "fouls")):
        path = f"fouls[{i}]"
        data = reader.mapping(row, path, FOUL_KEYS, FOUL_KEYS)
        number = reader.integer(data.get("number", 1), f"{path}.number")
        kind = reader.text(data.get("kind", FOUL_KINDS[0]), f"{path}.kind", FOUL_KINDS)
        found.append(Foul(reader.round(data, path), number, kind))
    return tuple(found)


def written_forbidden(tournament: Tournament) -> list[Any]:
    """The list ``forbidden`` as it stands in the file: for good first, then for one round."""
    once = [{"round": row.round, "pair": [row.one, row.other]} for row in tournament.forbidden_once]
    return [*(list(pair) for pair in tournament.forbidden), *once]
