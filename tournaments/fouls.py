"""Fouls: their kinds, as data. What the next one costs is a ladder that rulebooks hang on here."""

from __future__ import annotations

from enum import StrEnum


class FoulKind(StrEnum):
    """``technical`` breaks ties (WXC 6.1 G); ``recording`` counts toward the four-foul loss (4.3, S6)."""

    TECHNICAL = "technical"
    RECORDING = "recording"
    OTHER = "other"


TIE_BREAKING_KINDS = frozenset({FoulKind.TECHNICAL})
