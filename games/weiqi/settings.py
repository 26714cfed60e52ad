"""What the organiser of a section settles about weiqi, beyond the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.weiqi.counting import COMPENSATION
from games.weiqi.record import DEFAULT_SIZE


@dataclass(frozen=True, slots=True)
class Settings:
    """``size`` in lines; in quarters what Black gives back (11), and what besides with handicap (9)."""

    size: int = DEFAULT_SIZE
    compensation: int = COMPENSATION
    handicap_return: int = 0

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Settings:
        """From a section's options; what they do not name has its default."""
        return cls(**options.get("weiqi", {}))
