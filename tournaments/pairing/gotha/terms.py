"""What a pair is worth: nine terms, the larger the better, and 1.

*f*   ``w · (1 − x) · (1 + k·x)`` with x from 0 to 1, cut to an integer. It is computed in IEEE double and in
      exactly this order, as OpenGotha does: other orders differ by one here and there.
*u*   a fifth of the weight of floats.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tournaments.pairing.gotha.entering import GothaEntering, GothaMember
from tournaments.state.gotha.handicap import stones
from tournaments.state.gotha.settings import FloatMode, Seeding

_LOT = 1_234_567


class ValueTerms(NamedTuple):
    """Of one pair, in the order in which OpenGotha lists them."""

    duplicate: int
    random: int
    colour: int
    category: int
    score: int
    dudd: int
    seed: int
    handicap: int
    geo: int

    @property
    def total(self) -> int:
        return sum(self) + 1


TERMS = ValueTerms._fields


def position_value(mode: FloatMode, size: int, position: int) -> int:
    """How fit somebody is to float, from the position in a group of this size.

    >>> [position_value(FloatMode.MID, 4, i) for i in range(4)]
    [0, 2, 2, 0]
    """
    if mode is FloatMode.TOP:
        return size - 1 - position
    return position if mode is FloatMode.BOT else size - 1 - abs(2 * position - size + 1)


class Valuation:
    """The terms of any pair of one round."""

    def __init__(self, entering: GothaEntering) -> None:
        self.entering = entering
        self.weights = entering.event.weights
        self.seeding = self.weights.seeding(entering.round)
        self._countries = {m.number: m.player.country.lower() for m in entering.members}
        self._clubs = {m.number: m.player.club.lower() for m in entering.members}
        groups = entering.event.clubs_groups if self.weights.clubs_group is not None else ()
        self._near: dict[str, set[int]] = {}
        for i, group in enumerate(groups):
            for club in group:
                self._near.setdefault(club.lower(), set()).add(i)
        # A round has few different arguments and very many pairs.
        self._shrunk = cache(self._f)
        self._nominal = cache(self._geo_below)

    def terms(self, member: GothaMember, other: GothaMember) -> ValueTerms:
        """In either order."""
        p, q = (member, other) if member.place < other.place else (other, member)
        weights = self.weights
        same_category = p.category == q.category
        return ValueTerms(
            duplicate=0 if q.number in p.met else weights.duplicate,
            random=self.lot(weights.random, p, q) if weights.random else 0,
            colour=self.colour(p, q),
            category=self._category(p, q),
            score=self._shrunk(weights.score, abs(p.group - q.group), self.entering.groups)
            if same_category
            else 0,
            dudd=self.dudd(p, q) if p.group != q.group else 0,
            seed=self.seed(p, q) if p.group == q.group else 0,
            handicap=self.handicap(p, q) if weights.handicap else 0,
            geo=self.geo(p, q),
        )

    def _f(self, weight: int, part: int, whole: int) -> int:
        return self._shrunk_by(weight, part / whole)

    def _shrunk_by(self, weight: int, x: float) -> int:
        return int(weight * (1 - x) * (1 + self.weights.nx1 * x))

    def lot(self, most: int, p: GothaMember, q: GothaMember) -> int:
        """A number from 0 to ``most`` that both names decide; ``p`` stands higher (M8)."""
        value = p.letters.sum_with(q.letters) * _LOT % (most + 1)
        return value if p.letters.joined < q.letters.joined else most - value

    def colour(self, p: GothaMember, q: GothaMember) -> int:
        if stones(self.entering.event.handicaps, p.strength, q.strength):
            return 0
        x, y = p.balance, q.balance
        if x * y < 0:
            return self.weights.colour
        return self.weights.colour // 2 if not x * y and abs(x + y) >= 2 else 0

    def _category(self, p: GothaMember, q: GothaMember) -> int:
        if self.entering.categories < 2:
            return 0
        return self._shrunk(self.weights.category, abs(p.category - q.category), self.entering.categories)

    @staticmethod
    def scenario(upper: GothaMember, lower: GothaMember, *, compensate: bool) -> int:
        """From 0, where both have floated this way before, to 4, where both owe it."""
        value = 2 - (upper.down > 0) - (lower.up > 0)
        if value and upper.up > upper.down:
            value += 1
        if value and lower.down > lower.up:
            value += 1
        return value if compensate else min(value, 2)

    def dudd(self, p: GothaMember, q: GothaMember) -> int:
        weights = self.weights
        upper, lower = (p, q) if p.group < q.group else (q, p)
        unit = weights.dudd // 5
        fit_upper = position_value(weights.upper, upper.size, upper.position)
        fit_lower = position_value(weights.lower, lower.size, lower.position)
        value = unit // 2 * fit_upper // upper.size + unit // 2 * fit_lower // lower.size
        value += unit * self.scenario(upper, lower, compensate=weights.compensate)
        for _ in range(4):
            value //= abs(p.category - q.category) + 1
        return value

    def seed(self, p: GothaMember, q: GothaMember) -> int:
        most, size, i, j = self.weights.seed, p.size, p.position, q.position
        if self.seeding is Seeding.RANDOM:
            apart = (2 * i < size) != (2 * j < size)
            return most - self.lot(int(0.2 * most), p, q) if apart else 0
        # The squares of x: its sign falls out, and with it the question how a division rounds.
        if self.seeding is Seeding.FOLD:
            x, by = abs(i + j - (size - 1)), size - 1
        else:
            x, by = abs(2 * abs(i - j) - size), size
        return most - (most * x // by) * x // by

    def handicap(self, p: GothaMember, q: GothaMember) -> int:
        apart, whole = self.pseudo(p, q)
        return self._shrunk(self.weights.handicap, apart, whole)

    def pseudo(self, p: GothaMember, q: GothaMember) -> tuple[int, int]:
        """How far the two are apart, and of what; who is above the thresholds counts as one."""
        event, played = self.entering.event, self.entering.round - 1
        top = event.scoring.bar + 32 + played
        gap_value, other = (top if m.above else m.mms2 // 2 for m in (p, q))
        whole = self.entering.groups if event.by_mms else event.scoring.bar - event.scoring.floor + 3 + played
        return abs(gap_value - other), max(1, whole)

    def geo(self, p: GothaMember, q: GothaMember) -> int:
        most = self.weights.geo
        if p.above and q.above:
            return most
        nominal = self._nominal(*self.geography(p, q))
        return (nominal + most) // 2 if p.above or q.above else nominal

    def geography(self, p: GothaMember, q: GothaMember) -> tuple[bool, bool, bool]:
        """(one country, one club, different clubs of one group)."""
        clubs, other = self._clubs[p.number], self._clubs[q.number]
        near = clubs != other and not self._near.get(clubs, set()).isdisjoint(self._near.get(other, ()))
        return self._countries[p.number] == self._countries[q.number], clubs == other, near

    def _geo_below(self, one_country: bool, one_club: bool, near: bool) -> int:
        weights, groups = self.weights, self.entering.groups
        country = 0.0 if one_country else min(1.0, weights.country / groups)
        club = 0.0 if one_club else min(1.0, weights.club * 1.2 / groups)
        if near:
            club = min(1.0, weights.club / 2 / groups)
        value = max(country, club) + min(country, club) / 2
        if value > 0:
            value += 0.5 / groups
        return min(weights.geo, weights.score - self._shrunk_by(weights.geo, value))
