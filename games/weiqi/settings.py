"""What the organiser of a section settles about weiqi, beyond the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.weiqi.counting import COMPENSATION, quarters_text
from games.weiqi.record import DEFAULT_SIZE


@dataclass(frozen=True, slots=True)
class Difference:
    """A record against its section: ``code``; ``found`` in the record, ``settled`` in the section."""

    code: str
    params: Mapping[str, object]


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

    @property
    def may_draw(self) -> bool:
        """Whether a count can end in a draw: areas are whole halves of a point, so an odd number of quarters
        that is given back leaves somebody ahead."""
        return any((self.compensation + given) % 2 == 0 for given in (0, self.handicap_return))

    def differences(self, *, size: int, handicap: int, compensation: str | None) -> list[Difference]:
        """What a record plays by that is not as settled: its lines, its handicap stones, and what Black gives
        back by its komi, as `quarters_text` writes it (None: it names none)."""
        found = []
        if size != self.size:
            found.append(Difference("other-size", {"found": size, "settled": self.size}))
        if handicap and not self.handicap_return:
            found.append(Difference("handicap-not-settled", {"found": handicap}))
        with_handicap = self.handicap_return if handicap else 0
        settled = [quarters_text(self.compensation + more) for more in sorted({0, with_handicap})]
        if compensation is not None and compensation not in settled:
            params = {"found": compensation, "settled": settled[-1]}
            found.append(Difference("other-compensation", params))
        return found
