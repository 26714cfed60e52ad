"""What the organiser of a section settles about weiqi, beyond the rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.weiqi.counting import COMPENSATION, quarters_text
from games.weiqi.handicap import Placement, Return, compensation_of, fixed_points, given_back
from games.weiqi.record import DEFAULT_SIZE


@dataclass(frozen=True, slots=True)
class Difference:
    """A record against its section: ``found`` in the record, ``settled`` in the section."""

    code: str
    params: Mapping[str, object]


def stands_fixed(options: Mapping[str, Any]) -> bool:
    """Whether a section's handicap stones stand on the star points."""
    return Settings.of(options).placement is Placement.FIXED


# In quarters of a stone, but for the size, which is in lines.
@dataclass(frozen=True, slots=True)
class Settings:
    size: int = DEFAULT_SIZE
    # What Black gives back (11).
    compensation: int = COMPENSATION
    # What Black gives back besides with handicap (9).
    handicap_return: int = 0
    # What Black gives back for each stone.
    handicap_rule: str = Return.NONE
    # Where the stones stand.
    handicap_placement: str = Placement.FREE

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Settings:
        """Read a section's options; what they do not name has its default."""
        return cls(**options.get("weiqi", {}))

    @property
    def placement(self) -> Placement:
        return Placement(self.handicap_placement)

    def fixed_stones(self, handicap: int) -> tuple[int, ...]:
        """Where the stones of a table stand before the first move, as far as that is settled."""
        if self.placement is not Placement.FIXED:
            return ()
        try:
            return fixed_points(self.size, handicap)
        except ValueError:
            # A board without so many star points: Black puts them where the players agree.
            return ()

    def price(self, handicap: int, komi: int | None = None, *, stones_told: bool = False) -> tuple[int, int]:
        """Say what Black gives back, in quarters: as komi, and besides for the stones.

        ``komi``: the game's own, in half points, which are quarters of a stone. ``stones_told``: there
        were stones of
        which the pairing knows nothing.
        """
        if not handicap:
            even = self.compensation if komi is None else komi
            return even, self.handicap_return if stones_told else 0
        # With a handicap whole points alone are given back besides, so that no game is drawn.
        constant = self.handicap_return // 2 * 2 if handicap > 1 else 0
        # The komi of a table with handicap is ½ whatever the section's.
        game_price = compensation_of(handicap, self.compensation) if komi is None else komi
        return game_price, constant + given_back(handicap, Return(self.handicap_rule))

    def may_draw(self, handicap: int = 0, komi: int | None = None) -> bool:
        """Say whether a count can end in a draw."""
        # Areas are whole halves of a point, so an odd number of quarters that is given back leaves somebody
        # ahead.
        return any(sum(self.price(handicap, komi, stones_told=stones)) % 2 == 0 for stones in (False, True))

    def differences(
        self,
        *,
        size: int,
        handicap: int,
        compensation: str | None,
        of_table: int = 0,
        komi: int | None = None,
    ) -> list[Difference]:
        """Say what a record plays by that is not as settled; ``compensation`` as `quarters_text` writes
        it, or None."""
        differing = []
        if size != self.size:
            differing.append(Difference("other-size", {"found": size, "settled": self.size}))
        # One stone is none on the board.
        if of_table and handicap != (of_table if of_table > 1 else 0):
            differing.append(Difference("other-handicap", {"found": handicap, "settled": of_table}))
        elif handicap and not of_table and not self.handicap_return:
            differing.append(Difference("handicap-not-settled", {"found": handicap}))
        price, handicap_part = self.price(of_table, komi, stones_told=handicap > 0)
        settled = [quarters_text(price + more) for more in sorted({0, handicap_part})]
        if of_table:
            settled = settled[:1]
        if compensation is not None and compensation not in settled:
            params = {"found": compensation, "settled": settled[-1]}
            differing.append(Difference("other-compensation", params))
        return differing
