"""What a section is when it is created by the name of a rule set (law 5)."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.standings.presets import PRESETS as CRITERIA


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
        return list(CRITERIA[self.key])


PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        # WXC 1, 3 and 6: "60 min + 30 sec. each move"; "Move limit is not concerned".
        Preset("wxc2015", "wxc2015", "wxc2015", 3600, 30),
        # WXC 6.1 (2): the women's single round robin takes its ties from the AXF.
        Preset("axf-round-robin", "round-robin", "axf", 3600, 30),
    )
}
