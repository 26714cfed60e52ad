"""The three causes why a token gives no move, and their three types."""

from __future__ import annotations

from collections.abc import Sequence

from games.problems import Cause
from games.xiangqi.values import Move


class NotationError(ValueError):
    """A token that gives no move; ``code`` says more than the cause."""

    cause: Cause

    def __init__(self, text: str, code: str) -> None:
        super().__init__(f"{text!r}: {code}")
        self.text = text
        self.code = code


class UnreadableError(NotationError):
    """Not notation: nothing that a move could look like."""

    cause = Cause.UNREADABLE


class NoSuchMoveError(NotationError):
    """Readable, but no such move here: ``no-such-piece``, ``piece-does-not-move-so``, ``wrong-side``."""

    cause = Cause.ILLEGAL


class AmbiguousError(NotationError):
    """More than one legal move; ``candidates`` are all of them."""

    cause = Cause.AMBIGUOUS

    def __init__(self, text: str, candidates: Sequence[Move]) -> None:
        super().__init__(text, "ambiguous")
        self.candidates = tuple(candidates)
