"""Say what is wrong with what somebody sent: records of both games, their files and the positions in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Cause(StrEnum):
    """Cannot be read; can be read and may not be; can be read in more than one way."""

    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong; what else is known of a place stands in the fields that its reader fills."""

    cause: Cause
    # What exactly: a `FaultCode`, an `Illegal`, or a notation error's code.
    code: str
    # Of the text, from 1; None in binary files and where no place is meant.
    line: int | None = None
    # From 1; None where no ply is meant.
    ply: int | None = None
    # What it choked on, as it stood there; of a position a square, a rank, a piece's letter.
    text: str = ""
    # What would be legal or may have been meant instead, nearest first, in the notation of the text.
    candidates: tuple[str, ...] = ()
    # The position that the move was read in, where there is one.
    fen: str | None = None
    # The ply after which the board is no longer certain, if an earlier problem left it so.
    since: int | None = None
    # Whether it stands in a variation, not in the game.
    variation: bool = False
    params: Mapping[str, Any] = field(default_factory=dict)
    # Of a tree's main line.
    node: int = 0
    # In the bytes of a file, before they are lines.
    offset: int | None = None
