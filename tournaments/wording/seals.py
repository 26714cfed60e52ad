"""What a seal shows, and what stands upright beside a title: both from the name in Chinese."""

from __future__ import annotations

import re

# Names of events begin with the year and the number of a series.
_BEFORE = re.compile(r"^(?:\s|\d|年|第[^届屆\s]{1,6}[届屆])+")
_BRACKETS = re.compile(r"[（(][^（）()]*[）)]")
_LETTERS = 2
# Characters that stand upright beside a title; a longer name stays in it.
_UPRIGHT = 12


def upright_name(native_name: str) -> str:
    """The name without its year, its number and what stands in brackets; empty where that is long."""
    name = _core(native_name)
    return name if len(name) <= _UPRIGHT else ""


def _core(native_name: str) -> str:
    return _BEFORE.sub("", _BRACKETS.sub("", native_name)).strip()


def seal_text(name: str, native_name: str) -> str:
    """The first character that is neither a number nor a year; else the initials of two words."""
    if core := _core(native_name):
        return core[0]
    words = [word for word in re.split(r"[\s\-–·]+", name) if word[:1].isalpha()]
    return "".join(word[0] for word in words[:_LETTERS]).upper()
