"""Tie-breaks and files of other packages. In a module without Django, as `games.plugged`."""

from __future__ import annotations

from typing import Any

from portal import plugged
from tournaments.exchange import formats
from tournaments.standings import tiebreaks
from tournaments.standings.criterion import Criterion


def load() -> None:
    """`qiyuan.tiebreaks`: each is a `Criterion`; `qiyuan.files`: each is a `FileFormat`."""
    plugged.load("qiyuan.tiebreaks", _register)
    plugged.load("qiyuan.files", _register_format)


def _register(name: str, rule: Any) -> None:
    if tiebreaks.CRITERIA.get(name) is rule:
        return
    plugged.refuse_taken(name, tiebreaks.CRITERIA, "a tie-break")
    if not isinstance(rule, Criterion):
        raise ValueError("it is no Criterion of tournaments.standings.criterion.")
    tiebreaks.register_tiebreak(name, rule)


def _register_format(name: str, file_format: Any) -> None:
    if formats.PLUGGED.get(name) is file_format:
        return
    plugged.refuse_taken(name, {**formats.PLUGGED, **dict.fromkeys(formats.READ)}, "a format")
    if not isinstance(file_format, formats.FileFormat):
        raise ValueError("it is no FileFormat of tournaments.exchange.formats.")
    if file_format.suffix in formats.SUFFIXES:
        raise ValueError(f"files that end in .{file_format.suffix} are read already.")
    formats.register_format(name, file_format)
