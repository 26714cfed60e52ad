"""The shape of what came with an OpenGotha file and no field here holds (`exchange.go_carried` fills it)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

Carried = Mapping[str, Any]
# Also of everything together that nobody here knows.
MOST_TEXT = 200_000
# These of a game are known: they are part of what others have played.
OF_GAME = ("knownColor", "result", "tableNumber")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MOST_TEXT


def is_name(value: object) -> bool:
    """Of an XML element."""
    return isinstance(value, str) and re.fullmatch(r"[^\W\d][\w.:-]{0,100}", value) is not None


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value <= 10**6


def _is_texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(_is_text(k) and _is_text(v) for k, v in value.items())


def _is_general(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        _is_text(k) and (_is_text(v) or type(v) in (bool, int)) for k, v in value.items()
    )


def _each(check: Callable[[Any], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list | tuple) and all(map(check, value))


def _row(*checks: Callable[[Any], bool]) -> Callable[[object], bool]:
    return lambda value: (
        isinstance(value, list | tuple)
        and len(value) == len(checks)
        and all(check(item) for check, item in zip(checks, value, strict=True))
    )


def _is_by_number(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        str(k).isascii() and str(k).isdecimal() and _is_texts(v) for k, v in value.items()
    )


SHAPES: Mapping[str, Callable[[Any], bool]] = {
    "bag": lambda value: isinstance(value, Mapping) and all(map(_is_texts, value.values())),
    "general": _is_general,
    "players": _is_by_number,
    "games": _each(_row(_is_number, _is_number, _is_number, _is_texts)),
    "teams": _each(_row(_is_text, _is_number, _each(_row(_is_number, _is_number, _is_number)))),
    "criteria": _each(_is_text),
    "team_criteria": _each(_is_text),
    "settings": _is_texts,
    "categories": _each(_is_text),
    "clubs_groups": _each(_row(_is_text, _each(_is_text))),
    "strange": _each(_row(_is_number, _is_text, is_name, _is_texts, _is_text)),
    "unpaired": _each(_row(_is_number, _is_number)),
    "last": _is_number,
    "known": _is_number,
}


def check_carried(data: object) -> None:
    """Raises ValueError with the key that is unknown or holds something else."""
    if not isinstance(data, Mapping):
        raise ValueError("")
    for key, value in data.items():
        if key not in SHAPES or not SHAPES[key](value):
            raise ValueError(str(key))


def without_player(carried: Carried, number: int) -> dict[str, Any]:
    """Without what it says of somebody who is forgotten."""
    remaining = dict(carried)
    # Nobody knows what these say of whom.
    remaining.pop("strange", None)
    gone = str(number)
    if "bag" in remaining:
        remaining["bag"] = {
            key: row
            for key, row in remaining["bag"].items()
            if not (key.startswith(("ByePlayer ", "Board ")) and key.split(" ")[-1] == gone)
        }
    if "games" in remaining:
        remaining["games"] = [
            [n, *pair, {key: text for key, text in row.items() if number not in pair or key in OF_GAME}]
            for n, *pair, row in remaining["games"]
        ]
    if "players" in remaining:
        remaining["players"] = {key: row for key, row in remaining["players"].items() if key != gone}
    return remaining
