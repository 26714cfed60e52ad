"""Tie-breaks, files and rating systems of other packages. In a module without Django, as `games.plugged`."""

from __future__ import annotations

from typing import Any

from portal import plugged
from tournaments.exchange import formats
from tournaments.ratings import presets
from tournaments.ratings.values import Formula, System
from tournaments.standings import tiebreaks
from tournaments.standings.criterion import Criterion


def load() -> None:
    """`qiyuan.tiebreaks`: each is a `Criterion`; `qiyuan.files`: each is a `FileFormat`; `qiyuan.ratings`:
    each is a `System`."""
    plugged.load("qiyuan.tiebreaks", _register)
    plugged.load("qiyuan.files", _register_format)
    plugged.load("qiyuan.ratings", _register_system)


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


def _register_system(name: str, system: Any) -> None:
    if presets.PRESETS.get(name) is system:
        return
    plugged.refuse_taken(name, presets.PRESETS, "a rating system")
    if not isinstance(system, System):
        raise ValueError("it is no System of tournaments.ratings.values.")
    if system.formula is Formula.IMPORTED:
        raise ValueError("lists of an imported system are not computed.")
    presets.register_preset(name, system)
