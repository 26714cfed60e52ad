"""Ratings after a tournament by the formula of the European Go Database (GoR, since April 2021): an estimate.

The formula is `tournaments.ratings.gor`, with the ratings from before the tournament for all games, added up
(M17). The official rating comes from the database, a federation's from its list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import fsum

from tournaments.ratings.gor import WEIGHTS, change, expected_score
from tournaments.state.gotha.of_tournament import gotha_games, gotha_players, has_rank
from tournaments.state.gotha.ranks import LEAST_RATING, rank_of, rating_of_rank
from tournaments.state.gotha.values import GoEvent, GoPlayer
from tournaments.state.tournament import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Rated:
    """One game: ``score`` 1, ½, 0; ``expected`` likewise; ``change`` in points of rating; ``handicap``: the
    handicap, less than 0 where it was taken."""

    round: int
    opponent: int
    score: float
    expected: float
    change: float
    handicap: int = 0


@dataclass(frozen=True, slots=True)
class Estimate:
    """``newcomer``: without a rating, so it starts at the declared grade."""

    number: int
    before: float
    after: float
    games: tuple[Rated, ...]
    newcomer: bool = False


def newcomer_rating(grade: str) -> int:
    """Of somebody without a rating: by the declared grade; professionals from 2700, 30 more for each.

    >>> newcomer_rating("1d"), newcomer_rating("3p")
    (2100, 2760)
    """
    text = grade.strip().lower()
    if text.endswith("p"):
        rank_of(grade)  # raises where it is none
        return 2700 + 30 * (int(text[:-1]) - 1)
    return rating_of_rank(rank_of(grade))


def _without_rating(player: GoPlayer) -> int:
    return newcomer_rating(player.grade) if player.grade else player.rating


def estimates(
    event: GoEvent, rating_class: str, ratings: Mapping[int, float], rounds: Iterable[int] | None = None
) -> dict[int, Estimate]:
    """Of everybody who played, by number. ``ratings``: from before the event; who has none is a newcomer,
    whose grade counts. Only games over the board count. Raises `ValueError` for a class that is not rated."""
    if rating_class not in WEIGHTS:
        raise ValueError(f"games of class {rating_class!r} are not rated")
    weight = WEIGHTS[rating_class]
    players = {player.number: player for player in event.players}
    wanted = None if rounds is None else set(rounds)
    before = {
        number: float(ratings[number]) if number in ratings else float(_without_rating(player))
        for number, player in players.items()
    }
    games: dict[int, list[Rated]] = {}
    for game in sorted(event.games, key=lambda game: (game.round, game.table)):
        if not game.played or (wanted is not None and game.round not in wanted):
            continue
        sides = (
            (game.white, game.black, game.white2, game.handicap),
            (game.black, game.white, game.black2, -game.handicap),
        )
        for number, opponent, points2, handicap in sides:
            mine, theirs = before[number], before[opponent]
            row = Rated(
                game.round,
                opponent,
                points2 / 2,
                expected_score(mine, theirs, handicap),
                change(mine, theirs, points2 / 2, handicap, weight),
                handicap,
            )
            games.setdefault(number, []).append(row)
    return {
        number: Estimate(
            number,
            before[number],
            max(float(LEAST_RATING), fsum([before[number], *(row.change for row in rows)])),
            tuple(rows),
            newcomer=number not in ratings,
        )
        for number, rows in games.items()
    }


def _claimed(entry: Entry) -> str:
    """A newcomer begins at the declared grade, where it is one."""
    try:
        rank_of(entry.declared_grade)
    except ValueError:
        return entry.grade
    return entry.declared_grade


@dataclass(frozen=True, slots=True)
class RatingPreview:
    """``estimates`` by number; ``unrated``: who has neither a rating nor a grade, so that no game of theirs
    counts for anybody; ``adjourned``: how many games are broken off, which do not count either."""

    estimates: Mapping[int, Estimate]
    unrated: tuple[int, ...]
    adjourned: int = 0


def rating_preview(tournament: Tournament, rating_class: str) -> RatingPreview:
    """Estimate by a tournament's games so far. Raises `ValueError` for a class that is not rated."""
    entries = tuple(replace(entry, grade=_claimed(entry)) for entry in tournament.entries)
    tournament = replace(tournament, entries=entries)
    ranked = {entry.number for entry in entries if has_rank(entry)}
    settled = tuple(game for game in tournament.games if not game.adjourned)
    games = gotha_games(replace(tournament, games=settled))
    event = GoEvent(
        players=tuple(player for player in gotha_players(tournament) if player.number in ranked),
        games=tuple(game for game in games if {game.white, game.black} <= ranked),
    )
    ratings = {entry.number: float(entry.rating) for entry in tournament.entries if entry.rating is not None}
    return RatingPreview(
        estimates(event, rating_class, ratings),
        tuple(entry.number for entry in tournament.entries if entry.number not in ranked),
        len(tournament.games) - len(settled),
    )
