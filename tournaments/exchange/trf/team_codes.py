"""Record ``192`` of a file of teams: the system, and what of its settings the code says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.pairing.knockout import KNOCKOUT
from tournaments.pairing.registry import FIDE_TEAM, ROUND_ROBINS, TEAM_SYSTEMS
from tournaments.pairing.scheveningen import NAME as SCHEVENINGEN
from tournaments.state.team_matches import ColourModel, Primary
from tournaments.state.team_settings import TeamSettings

_MODELS = {ColourModel.STRONG: "_TYPEA", ColourModel.STRONG_AND_MILD: "_TYPEB", ColourModel.NONE: ""}
_POINTS = {
    (Primary.MATCH, True): "MP_GP",
    (Primary.MATCH, False): "MP",
    (Primary.BOARD, True): "GP_MP",
    (Primary.BOARD, False): "GP",
}


def team_system_code(system: str, settings: TeamSettings) -> str:
    """Of one of `TEAM_SYSTEMS`."""
    primary = Primary(settings.primary)
    if system == FIDE_TEAM:
        model = _MODELS[ColourModel(settings.model)]
        baku = "_BAKU" if settings.accelerated else ""
        return f"FIDE_TEAM{model}_{_POINTS[primary, settings.secondary_colours]}{baku}"
    if system in ROUND_ROBINS:
        return "FIDE_TEAM_ROUNDROBIN"
    if system == SCHEVENINGEN:
        return "FIDE_SCHEVENINGEN"
    if system == KNOCKOUT:
        return "CUSTOM_TEAM_KNOCKOUT"
    return f"CUSTOM_TEAM_SWISS_{_POINTS[primary, False]}"


def system_in(words: str, code: str) -> str | None:
    """Of record ``092`` in this program's words, else of ``192``; None where neither says one."""
    # A double round robin is named with the word for a single one.
    named = sorted((system for system in TEAM_SYSTEMS if system in words.lower()), key=len)
    if named:
        return named[-1]
    if "ROUNDROBIN" in code or "ROUND_ROBIN" in code:
        return ROUND_ROBINS[1] if "DOUBLE" in code else ROUND_ROBINS[0]
    for part, system in (("SCHEVENINGEN", SCHEVENINGEN), ("KNOCKOUT", KNOCKOUT), ("FIDE_TEAM", FIDE_TEAM)):
        if part in code:
            return system
    return None


def settings_in(code: str) -> Mapping[str, Any]:
    """What a code says of the settings, by their keys. A bare ``FIDE_TEAM`` is Type A by match points."""
    settings: dict[str, Any] = {}
    if code.startswith("CUSTOM_TEAM_SWISS_GP"):
        settings["primary"] = Primary.BOARD
    if not code.startswith("FIDE_TEAM") or "ROUND" in code:
        return settings
    remainder = code.removeprefix("FIDE_TEAM").removesuffix("_BAKU")
    if remainder:
        settings["model"] = next(
            (m for m, part in _MODELS.items() if part and part in remainder), ColourModel.NONE
        )
    points = remainder.replace("_TYPEA", "").replace("_TYPEB", "").removeprefix("_")
    for (primary, both), text in _POINTS.items():
        if text == points:
            settings |= {"primary": primary, "secondary_colours": both}
    return settings
