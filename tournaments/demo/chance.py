"""Chance that is the same everywhere: a number follows from a seed and what it is for, and from nothing
that happened before. So a simulation that was interrupted goes on as if it had not been."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_WHOLE = 1 << 64


def chance(seed: int, *purpose: object) -> float:
    """From 0 up to, not with, 1."""
    text = "|".join(map(str, (seed, *purpose)))
    return int.from_bytes(sha256(text.encode()).digest()[:8]) / _WHOLE


def pick(options: Sequence[T], seed: int, *purpose: object) -> T:
    """One of ``options``, each as likely as the others."""
    return options[int(chance(seed, *purpose) * len(options))]
