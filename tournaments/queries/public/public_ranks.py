"""How a player's rank went, round by round."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from tournaments.models import Section, Standing


@dataclass(frozen=True, slots=True)
class RankAfter:
    after: Annotated[int, _("The round.")]
    rank: int


@dataclass(frozen=True, slots=True)
class Course:
    """A drawing of ranks, 40 units a round wide and 60 high, the best rank on top."""

    ranks: Sequence[RankAfter]

    @property
    def best(self) -> int:
        return min(rank.rank for rank in self.ranks)

    @property
    def worst(self) -> int:
        return max(rank.rank for rank in self.ranks)

    @property
    def width(self) -> int:
        return 40 * (len(self.ranks) - 1)

    @property
    def dots(self) -> list[tuple[int, int]]:
        span = max(1, self.worst - self.best)
        return [(40 * at, round(60 * (rank.rank - self.best) / span)) for at, rank in enumerate(self.ranks)]

    @property
    def line(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.dots)


def ranks_of(section: Section, number: int, standings: Collection[int]) -> list[RankAfter]:
    """After each round with public ``standings`` in which the player stands. One query."""
    public = section.standings.filter(after_round__in=standings).order_by("after_round", "version")
    frozen = public.values_list("after_round", "data__rows")
    ranks = {after: row["rank"] for after, rows in frozen for row in rows if row["number"] == number}
    return [RankAfter(after, rank) for after, rank in ranks.items()]


@dataclass(frozen=True, slots=True)
class StandingNow:
    """Where somebody stands in the newest standings. ``rank_before``: a round earlier, None for who was not
    in them; ``key``: the first tie-break, empty where there is none, and its ``value``."""

    rank: int
    rank_before: int | None
    points: str
    key: str
    value: str | None

    @property
    def moved(self) -> int | None:
        """How many ranks up (down: below 0) since the round before."""
        return None if self.rank_before is None else self.rank_before - self.rank

    @property
    def places(self) -> int:
        """The same without a sign."""
        return abs(self.moved or 0)


def standings_now(
    section: Section, numbers: Collection[int], standings: Sequence[int]
) -> Mapping[int, StandingNow]:
    """Find by number those who stand in the last of the public ``standings``. One query where this process
    has read them before."""
    public = section.standings.filter(after_round__in=standings[-2:]).order_by("after_round", "version")
    frozen = {after: (pk, at) for pk, after, at in public.values_list("pk", "after_round", "at")}
    if not frozen:
        return {}
    newest = max(frozen)
    places = _places(*frozen[newest])
    before = _places(*frozen[newest - 1]) if newest - 1 in frozen else {}
    return {
        number: replace(places[number], rank_before=before[number].rank if number in before else None)
        for number in numbers
        if number in places
    }


# A page about one player would read thousands of rows for two of them: with 2,000 players half the price of
# the page. What is frozen never changes; ``at`` tells rows of one key apart where a database was restored.
@lru_cache(maxsize=16)
def _places(pk: int, at: datetime) -> Mapping[int, StandingNow]:
    """Read frozen standings, by number."""
    criteria, rows = Standing.objects.values_list("data__criteria", "data__rows").get(pk=pk, at=at)
    key = criteria[0] if criteria else ""
    return {
        row["number"]: StandingNow(row["rank"], None, row["points"], key, row["tiebreaks"].get(key))
        for row in rows
    }
