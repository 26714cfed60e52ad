"""Which rulebooks there are: name → what judges a game by it. Adding one changes this table only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.xiangqi.fen import Position
from games.xiangqi.values import Move

Judge = Callable[[Position, Sequence[Move]], Sequence[Any]]

RULEBOOKS: Final[Mapping[str, Judge]] = {}


class UnknownRulebookError(LookupError):
    """No rulebook has that name."""

    def __init__(self, name: str) -> None:
        known = ", ".join(sorted(RULEBOOKS)) or "none yet"
        super().__init__(f"unknown rulebook {name!r} (there are: {known})")
        self.name = name


def rulebook(name: str) -> Judge:
    """The rulebook of that name. Raises `UnknownRulebookError`."""
    try:
        return RULEBOOKS[name]
    except KeyError:
        raise UnknownRulebookError(name) from None
