"""What a section is when it is created by the name of a rule set (law 5)."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.fouls import LADDER_OF_GAME
from tournaments.standings.tiebreaks import default_tie_breaks

WEIQI_BY_THE_LETTER = "weiqi-strict"
"""The rulebook under which no position may come again (article 6)."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Values of a new section; seconds; ``move_limit`` None: none."""

    key: str
    system: str
    rulebook: str
    base_seconds: int
    increment_seconds: int
    move_limit: int | None = None

    @property
    def tiebreaks(self) -> list[str]:
        return list(default_tie_breaks(self.system))

    def rulebook_for(self, game: str) -> str:
        """The rules of play: a list of pairing rules serves both games, a rulebook one."""
        return "weiqi" if game == "weiqi" else self.rulebook

    def ladder_for(self, game: str) -> str:
        """What fouls cost, as ``tournaments.fouls`` calls it."""
        return LADDER_OF_GAME[game]


PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        # WXC 1, 3 and 6: "60 min + 30 sec. each move"; "Move limit is not concerned".
        Preset("wxc2015", "wxc2015", "wxc2015", 3600, 30),
        # WXC 6.1 (2): the women's single round robin takes its ties from the AXF.
        Preset("axf-round-robin", "round-robin", "axf", 3600, 30),
        Preset("axf-double-round-robin", "double-round-robin", "axf", 3600, 30),
        # Appendix 2 says nothing about clocks: the time is a proposal.
        Preset("wmsg2008", "wmsg2008", "wxc2015", 3600, 30),
        Preset("knock-out", "knock-out", "wxc2015", 3600, 30),
    )
}


def preset_of(system: str) -> str:
    """The preset that a section of ``system`` gets when a file brings it here. Raises KeyError."""
    return {preset.system: preset.key for preset in PRESETS.values()}[system]
