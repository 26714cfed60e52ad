"""A section's settings as the fields of its forms have them, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from tournaments.forms.section_fields import NO, POINT_FIELDS, YES


def as_fields(values: Mapping[str, Any], time: Callable[[str], str]) -> dict[str, Any]:
    """Settings as the fields have them. ``time``: a time control in the reader's words."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        if key == "points":
            shown = {"bye": value["win"], **value}
            found |= {f"points_{one}": Decimal(shown[one]) for one in POINT_FIELDS if one in shown}
        elif isinstance(value, bool):
            found[key] = YES if value else NO
        elif key in ("compensation", "handicap_return"):
            found[key] = Decimal(value) / 4
        elif key == "time_control":
            found[key] = time(value)
        else:
            found[key] = value
    return found


def as_settings(cleaned: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The other way round: what was sent, for the settings in ``now`` of which every field is there."""
    found: dict[str, Any] = {}
    for key, value in now.items():
        if key == "points":
            sent = {one: cleaned.get(f"points_{one}") for one in POINT_FIELDS}
            given = {one: f"{points.normalize():f}" for one, points in sent.items() if points is not None}
            if {"win", "draw", "loss"} <= given.keys():
                found[key] = {**value, **given}
                # Emptied: a draw gives both sides the same.
                if "points_draw_second" in cleaned and "draw_second" not in given:
                    found[key].pop("draw_second", None)
        elif key not in cleaned:
            continue
        elif isinstance(value, bool):
            found[key] = cleaned[key] == YES
        elif key in ("compensation", "handicap_return"):
            found[key] = value if cleaned[key] is None else int(4 * cleaned[key])
        else:
            found[key] = cleaned[key]
    return found
