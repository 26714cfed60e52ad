"""What is wrong with a file, and what a format cannot hold: one kind of thing for all of them.

*problem*   how bad it is, what it is, where it stands, and what the sentence about it names; the words for
            the codes are in `tournaments.wording`
*error*     nothing can be taken of what it is about: the file, or the row
*warning*   it is taken as it stands; somebody is to look
*loss*      it is taken without the value, the record or the detail
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Severity(StrEnum):
    """How much of what a problem is about can be taken."""

    ERROR = "error"
    WARNING = "warning"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file: line and column count from 1, 0 where there is none; ``path`` leads to a key
    (``entries[3].number``); ``text`` stands there, or names the record or the field that is meant."""

    line: int = 0
    column: int = 0
    path: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. A loss counts how often (``count``) and which entries (``numbers``)."""

    severity: Severity
    code: StrEnum
    place: Place = Place()
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def column(self) -> str:
        """The heading that a problem of a list's cell is about."""
        return str(self.params.get("column", ""))


def fatal_problem(
    code: StrEnum,
    params: Mapping[str, Any] | None = None,
    line: int = 0,
    column: int = 0,
    text: str = "",
    *,
    path: str = "",
) -> Problem:
    """Make a problem that keeps a file from being read, or a tournament from being written."""
    return Problem(Severity.ERROR, code, Place(line, column, path, text), params or {})
