"""Words of tie-breaks and rating systems that other packages bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from portal import plugged
from tournaments.wording.ratings import PRESET_NAMES
from tournaments.wording.standings import NAMES, SHORT_NAMES


def load() -> None:
    """`qiyuan.words`: mappings; of theirs ``tiebreaks`` (key → name, short name) and ``ratings`` (key → name)
    are read here."""
    plugged.load("qiyuan.words", _register)


def _register(_name: str, words: Any) -> None:
    if not isinstance(words, Mapping):
        raise ValueError("it is no mapping.")
    for key, (name, short) in words.get("tiebreaks", {}).items():
        NAMES.setdefault(key, str(name))
        SHORT_NAMES.setdefault(key, str(short))
    for key, name in words.get("ratings", {}).items():
        PRESET_NAMES.setdefault(key, str(name))
