"""Named lists of criteria, chosen when a section is created (points always come first)."""

from __future__ import annotations

from collections.abc import Mapping

PRESETS: Mapping[str, tuple[str, ...]] = {
    # WXC 6.1 (1) A-G and the closing sentence
    "wxc2015": (
        "buchholz",
        "direct",
        "wins",
        "black-wins",
        "black-games",
        "best-opponent",
        "fewer-fouls",
        "previous-rank",
    ),
    # WMSG rule 4
    "wmsg2008": ("sos", "sos-minus"),
    # S4: the AXF text's chapter 6 is not at hand; press reports say that wins with Black decide
    "axf-round-robin": ("direct", "wins", "black-wins", "fewer-fouls"),
}

PRESET_OF_SYSTEM: Mapping[str, str] = {
    "wxc2015": "wxc2015",
    "wmsg2008": "wmsg2008",
    "round-robin": "axf-round-robin",
    "double-round-robin": "axf-round-robin",
}


def default_criteria(system: str) -> tuple[str, ...]:
    """The criteria of a section that names none; a knock-out ranks by points alone."""
    preset = PRESET_OF_SYSTEM.get(system)
    return PRESETS[preset] if preset else ()
