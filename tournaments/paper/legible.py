"""What the fonts cannot draw is told, never printed as boxes.

A *person* or *titled thing* is a mapping with ``name`` and ``native``: where one of the two cannot be drawn
the other stands alone; a person with neither is the number. Any other text has the geta mark 〓, the sign of
printers for a character that is not in the case, in place of what cannot be drawn.
"""

from __future__ import annotations

from typing import Any

from tournaments.paper.fonts import Fonts

GETA = "〓"
Report = dict[str, Any]


def legible(data: Any, found: Fonts) -> tuple[Any, list[Report]]:
    """``data`` with every text drawable, and what was left out:
    ``{"number": of the entry or None, "characters": "U+20BB7 U+1F600"}``."""
    reports: list[Report] = []
    drawable = _walk(data, found, reports)
    return drawable, [report for n, report in enumerate(reports) if report not in reports[:n]]


def _walk(value: Any, found: Fonts, reports: list[Report]) -> Any:
    if isinstance(value, str):
        outside = found.outside(value)
        if not outside:
            return value
        reports.append(_report(None, outside))
        return "".join(GETA if character in outside else character for character in value)
    if isinstance(value, dict):
        if isinstance(value.get("name"), str) and isinstance(value.get("native"), str):
            value = _named(value, found, reports)
        return {key: _walk(one, found, reports) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_walk(one, found, reports) for one in value]
    return value


def _named(value: dict[str, Any], found: Fonts, reports: list[Report]) -> dict[str, Any]:
    kept = {}
    for key in ("name", "native"):
        outside = found.outside(value[key])
        if outside:
            reports.append(_report(value.get("number"), outside))
        else:
            kept[key] = value[key]
    name, native = kept.get("name", ""), kept.get("native", "")
    if len(kept) == 2:
        return value
    if not (name or native):
        number = value.get("number")
        if number is None:
            return value  # a title in no script of the font: its characters are marked one by one
        name = str(number)
    return {**value, "name": name or native, "native": native if name else ""}


def _report(number: int | None, outside: list[str]) -> Report:
    return {"number": number, "characters": " ".join(f"U+{ord(character):04X}" for character in outside)}
