"""Points, exact: every score in the pure rooms is an integer count of ``1 / unit`` points.

2 / 1 / 0 (WMSG 4, WXC) has ``unit`` 1; 1 / 0.5 / 0 has ``unit`` 2. Binary floats never occur.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

# Half as much to ten times as much, in halves.
MOST_WEIGHT = 10
_WEIGHT = re.compile(r"([1-9][0-9]{0,3}) ?[:×] ?([0-9]{1,2}(?:\.[05])?|1/2)", re.ASCII)


# Where rounds may count differently for players, and decider games give points.
WEIGHTED = ("wxc2015", "wmsg2008", "round-robin", "double-round-robin")


def may_weigh(system: str, *, of_teams: bool) -> bool:
    """Whether rounds may count differently; in a knock-out no points rank anybody."""
    return system != "knock-out" if of_teams else system in WEIGHTED


class PointsError(ValueError):
    """A points table that cannot be used; the message holds the text it choked on."""


class WeightsError(PointsError):
    """Of the rounds that count differently."""


def _fraction(key: str, text: object) -> Fraction:
    try:
        value = Fraction(str(text).strip())
    except (ValueError, ZeroDivisionError):
        raise PointsError(f"points: {key} is {text!r}, not a number") from None
    if not 0 <= value <= 1000 or 1000 % value.denominator:
        raise PointsError(f"points: {key} is {text!r}; from 0 to 1000, at most three decimals")
    return value


def _weights(text: object) -> tuple[tuple[int, Fraction], ...]:
    weights: dict[int, Fraction] = {}
    for part in filter(None, re.split(r"[,;，；]", str(text))):
        read = _WEIGHT.fullmatch(part.strip())
        if read is None or int(read[1]) in weights or not 0 < Fraction(read[2]) <= MOST_WEIGHT:
            raise WeightsError(f"points: rounds has {part.strip()!r}; such as 9: 2, 10: 0.5")
        weights[int(read[1])] = Fraction(read[2])
    return tuple(sorted((number, weight) for number, weight in weights.items() if weight != 1))


_VALUES = ("win", "draw", "loss", "absence")


@dataclass(frozen=True, slots=True)
class Points:
    """What a game gives, in counts of ``1 / unit`` points. ``bye``: of a Swiss, where it is not as much as a
    win (WXC 2.3), None where it is. ``draw_second``: of a draw for who moves second, where that is not as
    much as for who moves first (Chinese xiangqi competition rules of 2011, 13.3), None where it is.
    ``decider``: further, for who wins the decider games of a drawn game, None where they are not played.
    ``weights``: the rounds in which everything counts so many times."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    absence: int = 0
    unit: int = 1
    bye: int | None = None
    draw_second: int | None = None
    decider: int | None = None
    weights: tuple[tuple[int, Fraction], ...] = ()

    def weight(self, number: int) -> Fraction:
        """How many times a round counts."""
        return dict(self.weights).get(number, Fraction(1))

    def in_round(self, number: int) -> Points:
        """The table of one round."""
        weight = self.weight(number)
        if weight == 1:
            return self
        # The unit is so fine that nothing is cut.
        return replace(
            self,
            win=int(self.win * weight),
            draw=int(self.draw * weight),
            loss=int(self.loss * weight),
            absence=int(self.absence * weight),
            bye=None if self.bye is None else int(self.bye * weight),
            draw_second=None if self.draw_second is None else int(self.draw_second * weight),
            decider=None if self.decider is None else int(self.decider * weight),
        )

    def worth(self, rounds: int) -> Fraction:
        """How many ordinary rounds the first so many are worth."""
        return rounds + sum((weight - 1 for number, weight in self.weights if number <= rounds), Fraction(0))

    @property
    def drawn(self) -> tuple[int, int]:
        """What a draw gives who moves first, and who moves second."""
        return self.draw, self.draw if self.draw_second is None else self.draw_second

    @property
    def half(self) -> int:
        """What counts as a draw where nobody moves first: half of what both get for one."""
        return sum(self.drawn) // 2

    @property
    def of_bye(self) -> int:
        """What a bye gives."""
        return self.win if self.bye is None else self.bye

    @classmethod
    def parse(cls, table: Mapping[str, object]) -> Points:
        """From ``{"win": "1", "draw": "0.5", "loss": "0", "absence": "0"}``; missing keys keep 2/1/0/0,
        ``bye`` is as much as a win, ``draw_second`` as ``draw``, ``decider`` nothing. ``rounds``: ``9: 2,
        10: 0.5``.

        Raises `PointsError` on an unknown key, a value that is no number, or win < draw or draw < loss (of
        either side) or win < bye or win < draw + decider.
        """
        defaults = dict(zip(_VALUES, ("2", "1", "0", "0"), strict=True))
        unknown = sorted(set(table) - {*defaults, "bye", "draw_second", "decider", "rounds"})
        if unknown:
            raise PointsError(f"points: unknown key {unknown[0]!r}")
        values = {key: _fraction(key, table.get(key, default)) for key, default in defaults.items()}
        draws = values["draw"], _fraction("draw_second", table.get("draw_second", values["draw"]))
        if not all(values["win"] >= draw >= values["loss"] for draw in draws):
            raise PointsError("points: a win must not give less than a draw, nor a draw less than a loss")
        bye = _fraction("bye", table.get("bye", values["win"]))
        if bye > values["win"]:
            raise PointsError("points: a bye must not give more than a win")
        decider = _fraction("decider", table.get("decider", 0))
        if max(draws) + decider > values["win"]:
            raise PointsError("points: a draw and its decider games must not give more than a win")
        # The unit holds the mean of both sides of a draw as well: half-point byes score that.
        unit = lcm(
            *(
                value.denominator
                for value in (*values.values(), bye, decider, draws[1], (draws[0] + draws[1]) / 2)
            )
        )
        weights = _weights(table.get("rounds", ""))
        if any(
            1000 % (value * weight).denominator
            for value in (*values.values(), decider)
            for _, weight in weights
        ):
            raise WeightsError(f"points: rounds are {table['rounds']!r}; at most three decimals")
        unit *= lcm(*(weight.denominator for _, weight in weights))
        return cls(
            unit=unit,
            weights=weights,
            bye=None if bye == values["win"] else int(bye * unit),
            draw_second=None if draws[0] == draws[1] else int(draws[1] * unit),
            decider=int(decider * unit) or None,
            **{key: int(value * unit) for key, value in values.items()},
        )

    def text(self, value: int) -> str:
        """``value`` as a person writes it: ``15``, ``7.5``."""
        if self.unit == 1:
            return str(value)
        whole = Fraction(value, self.unit)
        if whole.denominator == 1:
            return str(whole.numerator)
        return f"{whole.numerator / whole.denominator:.3f}".rstrip("0")

    def as_table(self) -> dict[str, str]:
        """The form that `parse` reads."""
        table = {key: self.text(getattr(self, key)) for key in _VALUES}
        others = {"bye": self.bye, "draw_second": self.draw_second, "decider": self.decider}
        table |= {key: self.text(value) for key, value in others.items() if value is not None}
        rounds = ", ".join(f"{number}: {float(weight):g}" for number, weight in self.weights)
        return table | ({"rounds": rounds} if rounds else {})
