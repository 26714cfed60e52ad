"""Estimate what the games of a go section do to the ratings, until the federation's list has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden
from tournaments.models import Round, Section
from tournaments.queries.public.public import Framed, PartOfTable, PublicPerson, framing, people, section_of
from tournaments.queries.public.public_parts import (
    PlacesPage,
    only,
    part_of_row,
    part_rows,
    place,
    places_page,
    ranges,
    rows_with_parts,
    table_part,
)
from tournaments.queries.public.public_state import NotPublicError, PublicSnapshot
from tournaments.queries.tournament import named_tournament
from tournaments.ratings.gor import WEIGHTS, bonus, con
from tournaments.standings.ratings import Estimate, Rated, rating_preview

PLACES = Decimal("0.001")


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedGame:
    round: int
    opponent: int
    opponent_rating: Annotated[str, _("From before the event.")]
    handicap: Annotated[int, _("Stones given; less than 0: taken.")]
    score: Annotated[str, _("1, 0.5 or 0.")]
    expected: Annotated[str, _("The score that the two ratings let expect.")]
    change: str

    @property
    def stones_taken(self) -> int:
        return max(0, -self.handicap)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedPlayer:
    player: PublicPerson
    before: str
    after: str
    change: str
    newcomer: Annotated[bool, _("Without a rating: begins at that of the grade.")]
    factor: Annotated[str, _("con: by what score minus expected score is multiplied.")]
    bonus: Annotated[str, _("Added for every game.")]
    games: Sequence[RatedGame]


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimatedRatings:
    """``adjourned``: games broken off, which do not count yet."""

    rating_class: str
    weight: str
    players: Annotated[Sequence[RatedPlayer], _("Who gained the most first.")]
    unrated: Annotated[Sequence[PublicPerson], _("Neither a rating nor a grade: their games do not count.")]
    adjourned: int
    people: Hidden[Mapping[int, PublicPerson]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsPage(Framed):
    ratings: EstimatedRatings
    provisional: Annotated[bool, _("The last round has been reopened.")]
    part: PartOfTable = None


def ratings_page(key: int, moment: PublicSnapshot) -> RatingsPage:
    """Raises `NotPublicError` before the class is confirmed."""
    section = section_of(key)
    if not section.shows_ratings:
        raise NotPublicError(f"ratings of section {section.pk}")
    return RatingsPage(
        **framing(section, moment),
        ratings=performance_ratings(section, section.rating_class, moment.taken_back(section)),
        provisional=section.state != Section.State.FINISHED,
    )


def performance_ratings(
    section: Section, rating_class: str, back: Set[int] = frozenset()
) -> EstimatedRatings:
    """Estimate ratings by the games so far, as if they were of ``rating_class``."""
    estimated = rating_preview(named_tournament(section), rating_class)
    players_by_number = people(section)
    before = {number: estimate.before for number, estimate in estimated.estimates.items()}
    rows = sorted(
        estimated.estimates.values(), key=lambda estimate: (estimate.before - estimate.after, estimate.number)
    )
    # Games of rounds that were taken back count, and are not listed.
    players = [_row(estimate, players_by_number[estimate.number], before, back) for estimate in rows]
    return EstimatedRatings(
        rating_class=rating_class,
        weight=f"{WEIGHTS[rating_class]:g}",
        players=players,
        people={row.player.number or 0: row.player for row in players},
        unrated=[players_by_number[number] for number in estimated.unrated if number in players_by_number],
        adjourned=estimated.adjourned,
    )


def cut_ratings(whole: RatingsPage, number: int) -> RatingsPage:
    """Players; behind them who has neither a rating nor a grade."""
    ratings = whole.ratings
    rated, rows = len(ratings.players), len(ratings.players) + len(ratings.unrated)
    part = table_part(number, rows, ranges(rows), f"{whole.section.url}/ratings")
    if part is None:
        return whole
    window = part_rows(number, rows)
    players = ratings.players[window]
    unrated = ratings.unrated[max(0, window.start - rated) : max(0, window.stop - rated)]
    met = only(ratings.people, {game.opponent for row in players for game in row.games})
    return replace(whole, part=part, ratings=replace(ratings, players=players, unrated=unrated, people=met))


@rows_with_parts.register
def _in_ratings(whole: RatingsPage) -> PlacesPage:
    people = [*(row.player for row in whole.ratings.players), *whole.ratings.unrated]
    return places_page(whole, [place(player, part_of_row(at), "entered") for at, player in enumerate(people)])


def closed_rounds(section: Section) -> int:
    return section.round_set.filter(state=Round.State.CLOSED).count()


def _row(
    estimate: Estimate, player: PublicPerson, before: Mapping[int, float], back: Set[int]
) -> RatedPlayer:
    return RatedPlayer(
        player=player,
        before=decimals(estimate.before),
        after=decimals(estimate.after),
        change=signed_number(estimate.after - estimate.before),
        newcomer=estimate.newcomer,
        factor=decimals(con(estimate.before)),
        bonus=decimals(bonus(estimate.before)),
        games=[_game(game, before) for game in estimate.games if game.round not in back],
    )


def _game(game: Rated, before: Mapping[int, float]) -> RatedGame:
    return RatedGame(
        round=game.round,
        opponent=game.opponent,
        opponent_rating=decimals(before[game.opponent]),
        handicap=game.handicap,
        score=f"{game.score:g}",
        expected=decimals(game.expected),
        change=signed_number(game.change),
    )


def decimals(value: float) -> str:
    """``2109.306``: three of them, and a minus as it is printed."""
    return str(Decimal(value).quantize(PLACES)).replace("-", "−")


def signed_number(value: float) -> str:
    text = decimals(value)
    return text if text.startswith("−") else f"+{text}"
