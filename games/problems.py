"""What is wrong with what somebody sent: one kind of thing for records of both games, their files and the
positions in them. What else is known of a place stands in the fields that its reader fills."""

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
    """One thing that is wrong.

    cause       unreadable, illegal or ambiguous
    code        what exactly: a `FaultCode`, an `Illegal`, or a notation error's code
    line        of the text, from 1; None in binary files and where no place is meant
    ply         from 1; None where no ply is meant
    text        what it choked on, as it stood there; of a position a square, a rank, a piece's letter
    candidates  what would be legal or may have been meant instead, nearest first, in the notation of the text
    fen         the position that the move was read in, where there is one
    since       the ply after which the board is no longer certain, if an earlier problem left it so
    variation   whether it stands in a variation, not in the game
    node        of a tree's main line
    offset      in the bytes of a file, before they are lines
    """

    cause: Cause
    code: str
    line: int | None = None
    ply: int | None = None
    text: str = ""
    candidates: tuple[str, ...] = ()
    fen: str | None = None
    since: int | None = None
    variation: bool = False
    params: Mapping[str, Any] = field(default_factory=dict)
    node: int = 0
    offset: int | None = None
