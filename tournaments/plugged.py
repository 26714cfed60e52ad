"""Tie-breaks of other packages. In a module without Django, as `games.plugged`."""

from __future__ import annotations

from typing import Any

from portal import plugged
from tournaments.standings import tiebreaks
from tournaments.standings.criterion import Criterion


def load() -> None:
    """`qiyuan.tiebreaks`: each is a `Criterion`."""
    plugged.load("qiyuan.tiebreaks", _register)


def _register(name: str, rule: Any) -> None:
    if tiebreaks.CRITERIA.get(name) is rule:
        return
    plugged.refuse_taken(name, tiebreaks.CRITERIA, "a tie-break")
    if not isinstance(rule, Criterion):
        raise ValueError("it is no Criterion of tournaments.standings.criterion.")
    tiebreaks.register_tiebreak(name, rule)
