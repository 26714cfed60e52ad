"""Give the types of the two tables: who may do an act, and in which state of its object.

The tables themselves are data in the apps (``tournaments/policy.py``); tests walk them and the
documentation page is made from them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class Permission(StrEnum):
    """What the state of an object says to an act."""

    ALLOWED = "allowed"
    WARN = "warn"
    REFUSED = "refused"


class Denied(Exception):  # noqa: N818  an answer, not a fault of the program
    """This person has no role that may do this act (403)."""

    def __init__(self, act: str) -> None:
        super().__init__(act)
        self.act = act


class Refusal(Exception):  # noqa: N818  an answer, not a fault of the program
    """The act cannot be done now, or not with these values; ``wording`` has the sentence for ``code``."""

    # ``field`` names the form field that is to blame, if one is.
    def __init__(self, code: str, /, *, field: str = "", **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.field = field
        self.params = params


# ``params`` holds both values, so that a person can decide.
class Conflict(Refusal):
    """Somebody else was first (409)."""
