"""What a row of the table of addresses says (`tests.tournaments.addresses`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.framed import Case
from tournaments.acts.frame import ACTS

STAFF = ("alice", "frank", "bob", "dave", "carol", "erin")
EVERYBODY = ("anonymous", *STAFF, "admin", "charlie", "nobody")
EVERY = frozenset(EVERYBODY)
SIGNED_IN = EVERY - {"anonymous"}


def only(letters: str) -> frozenset[str]:
    """``ABF``: Alice, Bob and Frank."""
    return frozenset(name for name in STAFF if name[0].upper() in letters)


@dataclass(frozen=True)
class Row:
    """``may``: who gets through. ``kind``: to what the address belongs, ``event``, ``section``, ``round`` or
    ``entry`` (then another event's object is 404), or ``site``. ``get`` and ``post``: what those who may
    get, for GET and for an empty POST; 405 for everybody when the method is not answered."""

    kind: str
    may: frozenset[str]
    get: int = 200
    post: int = 405
    more: tuple[Any, ...] = ()
    public: bool = False


def rows_of(cases: Mapping[str, Case]) -> dict[str, Row]:
    """Those of the addresses at which nothing is read and an empty form is refused, by the acts' cases."""
    return {
        ACTS[name].__name__: Row(ACTS[name].on.argument.rstrip("_"), only(case.may), get=405, post=422)
        for name, case in cases.items()
        if case.may
    }
