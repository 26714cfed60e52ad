"""A section's settings as the fields of its forms have them, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from tournaments.forms.section_fields import NO, POINT_FIELDS, YES


def as_fields(values: Mapping[str, Any], time: Callable[[str], str]) -> dict[str, Any]:
    """Settings as the fields have them. ``time``: a time control in the reader's words."""
    fields: dict[str, Any] = {}
    for key, value in values.items():
        if key == "points":
            points = {"bye": value["win"], **value}
            fields |= {f"points_{field}": Decimal(points[field]) for field in POINT_FIELDS if field in points}
            fields["points_rounds"] = value.get("rounds", "")
        elif isinstance(value, bool):
            fields[key] = YES if value else NO
        elif key in ("compensation", "handicap_return"):
            fields[key] = Decimal(value) / 4
        elif key == "time_control":
            fields[key] = time(value)
        else:
            fields[key] = value
    return fields


def as_settings(cleaned: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """The other way round: what was sent, for the settings in ``now`` of which every field is there."""
    settings: dict[str, Any] = {}
    for key, value in now.items():
        if key == "points":
            sent = {field: cleaned.get(f"points_{field}") for field in POINT_FIELDS}
            points_typed = {
                field: f"{points.normalize():f}" for field, points in sent.items() if points is not None
            }
            if {"win", "draw", "loss"} <= points_typed.keys():
                settings[key] = {**value, **points_typed}
                # Emptied: a draw gives both sides the same, and nothing further.
                for field in ("draw_second", "decider"):
                    if f"points_{field}" in cleaned and field not in points_typed:
                        settings[key].pop(field, None)
                if "points_rounds" in cleaned:
                    settings[key]["rounds"] = cleaned["points_rounds"]
        elif key not in cleaned:
            continue
        elif isinstance(value, bool):
            settings[key] = cleaned[key] == YES
        elif key in ("compensation", "handicap_return"):
            settings[key] = value if cleaned[key] is None else int(4 * cleaned[key])
        else:
            settings[key] = cleaned[key]
    return settings
