"""The half that is loaded where strangers' records are read: it imports nothing but the pure rooms."""

from __future__ import annotations

from collections.abc import Sequence

from games.rulebooks import Finding, Kind, Played, Question, Rulebook
from tournaments.ratings.values import Cut, Formula, KStep, Start, System
from tournaments.standings.criterion import Criterion, Measure
from tournaments.standings.field import Field
from tournaments.state import Side

MOST = 120
"""Plies after which a game of a club evening is a draw."""


def findings(played: Played, question: Question) -> list[Finding]:
    """One, once the evening's limit is reached."""
    del question
    if len(played) < MOST:
        return []
    return [Finding("club-evening", "1", Kind.DRAW, "evening-is-over", None, MOST, {"limit": MOST})]


CLUB_EVENING: Rulebook[Played] = Rulebook(findings)


def wins_as_second(field: Field, group: Sequence[int]) -> dict[int, int | None]:
    """By entry number: games won by who moved second."""
    return {number: sum(_won_as_second(field, number)) for number in group}


def _won_as_second(field: Field, number: int) -> list[bool]:
    return [seen.won and seen.side is Side.SECOND for seen in field.seen[number]]


WINS_AS_SECOND = Criterion(Measure.COUNT, wins_as_second)


CLUB_RATING = System(
    "club-rating",
    Formula.ELO,
    game="xiangqi",
    k=(KStep(32, games_below=20), KStep(16)),
    cuts=(Cut(300),),
    newcomers=Start(default=1200),
    provisional_below=20,
)
