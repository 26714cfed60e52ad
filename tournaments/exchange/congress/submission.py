"""What an event still lacks before its federations take it: the European database (EGD), the French
federation (FFG), the American one (AGA).

*lack*   one kind of thing that is missing or wrong, with the players, rounds or tables that it is about.
         ``refused``: the federation does not take the event so; else it asks back, or takes somebody for a
         newcomer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.exchange.congress.egd import LAST_LATIN
from tournaments.exchange.weiqi_codes import two_letters
from tournaments.state.gotha.event_info import NOT_RATED, EventInfo, class_of
from tournaments.state.gotha.ranks import LEAST_RATING, MOST_RATING, is_grade
from tournaments.state.numbers import FORMS
from tournaments.state.tournament import Entry, Result, Tournament


class SubmissionFederation(StrEnum):
    EGD = "egd"
    FFG = "ffg"
    AGA = "aga"


class LackCode(StrEnum):
    """In the order of a checklist."""

    TIME_TOO_SHORT = "time-too-short"
    CLASS_UNCONFIRMED = "class-unconfirmed"
    NO_COUNTRY = "no-country"
    NO_TOWN = "no-town"
    ROUNDS_OPEN = "rounds-open"
    GAMES_OPEN = "games-open"
    DRAWS = "draws"
    NO_NUMBER = "no-number"
    BAD_NUMBER = "bad-number"
    SHARED_NUMBER = "shared-number"
    NO_PLAYER_COUNTRY = "no-player-country"
    NO_CLUB = "no-club"
    NO_GRADE = "no-grade"
    BAD_GRADE = "bad-grade"
    BAD_RATING = "bad-rating"
    NO_GIVEN_NAME = "no-given-name"
    NOT_LATIN = "not-latin"


@dataclass(frozen=True, slots=True)
class SubmissionTable:
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class Lack:
    """``players``: by number; ``tables``: games; ``rounds``: whole ones."""

    code: LackCode
    refused: bool = False
    players: tuple[int, ...] = ()
    tables: tuple[SubmissionTable, ...] = ()
    rounds: tuple[int, ...] = ()


# What the number of a player looks like.
_NUMBERS = {
    SubmissionFederation.EGD: FORMS["egf_pin"][0],
    SubmissionFederation.FFG: FORMS["ffg_licence"][0],
    SubmissionFederation.AGA: FORMS["aga_id"][0],
}
# A tournament's entries keep the number under this name.
PINS = {SubmissionFederation.EGD: "egf", SubmissionFederation.FFG: "ffg", SubmissionFederation.AGA: "aga"}
# Only their own players have numbers: who comes from elsewhere is rated without one.
NATIONAL = {SubmissionFederation.FFG: "FR"}


def submission_lacks(
    tournament: Tournament, occasion: EventInfo, federation: SubmissionFederation, closed: int
) -> tuple[Lack, ...]:
    """``tournament``: with names; its ``closed`` rounds are over."""
    missing = [
        *_of_occasion(occasion, federation),
        *_of_games(tournament, federation, closed),
        *_of_players([entry for entry in tournament.entries if _has_played(tournament, entry)], federation),
    ]
    order = list(LackCode)
    return tuple(sorted(missing, key=lambda lack: order.index(lack.code)))


def _of_occasion(occasion: EventInfo, federation: SubmissionFederation) -> Iterator[Lack]:
    proposed = class_of(occasion)
    if federation is SubmissionFederation.EGD:
        if (occasion.rating_class or proposed) == NOT_RATED:
            yield Lack(LackCode.TIME_TOO_SHORT, refused=True)
        elif not occasion.rating_class:
            yield Lack(LackCode.CLASS_UNCONFIRMED)
        if not occasion.country:
            yield Lack(LackCode.NO_COUNTRY, refused=True)
    if not occasion.location.strip():
        yield Lack(LackCode.NO_TOWN, refused=federation is SubmissionFederation.EGD)


def _of_games(tournament: Tournament, federation: SubmissionFederation, closed: int) -> Iterator[Lack]:
    if closed < tournament.rounds:
        yield Lack(LackCode.ROUNDS_OPEN, refused=True, rounds=tuple(range(closed + 1, tournament.rounds + 1)))
    waiting = [game for game in tournament.games if game.result is None or game.adjourned]
    if waiting:
        yield Lack(
            LackCode.GAMES_OPEN,
            refused=True,
            tables=tuple(SubmissionTable(g.round, g.table) for g in waiting),
        )
    # The American report knows who won and nothing else.
    drawn = [
        game
        for game in tournament.games
        if federation is SubmissionFederation.AGA and game.result is Result.DRAW and not game.adjourned
    ]
    if drawn:
        yield Lack(LackCode.DRAWS, tables=tuple(SubmissionTable(g.round, g.table) for g in drawn))


def _has_played(tournament: Tournament, entry: Entry) -> bool:
    """Nobody else stands in the table."""
    seated = any(entry.number in (game.first, game.second) for game in tournament.games)
    return seated or any(bye.number == entry.number for bye in tournament.byes)


def _of_players(entries: Sequence[Entry], federation: SubmissionFederation) -> Iterator[Lack]:
    def number(entry: Entry) -> str:
        return dict(entry.pins).get(PINS[federation], "")

    def asked_for(entry: Entry) -> bool:
        return two_letters(entry.federation) == NATIONAL.get(federation, two_letters(entry.federation))

    numbers = Counter(number(entry).strip() for entry in entries)
    european = federation is SubmissionFederation.EGD
    questions: dict[LackCode, tuple[bool, Callable[[Entry], bool]]] = {
        LackCode.NO_NUMBER: (
            federation is SubmissionFederation.AGA,
            lambda e: asked_for(e) and not number(e),
        ),
        LackCode.BAD_NUMBER: (
            True,
            lambda e: bool(number(e)) and not re.fullmatch(_NUMBERS[federation], number(e)),
        ),
        LackCode.SHARED_NUMBER: (True, lambda e: bool(number(e)) and numbers[number(e).strip()] > 1),
        LackCode.NO_GRADE: (True, lambda e: not e.grade.strip()),
        LackCode.BAD_GRADE: (True, lambda e: bool(e.grade.strip()) and not is_grade(e.grade)),
        LackCode.BAD_RATING: (
            False,
            lambda e: e.rating is not None and not LEAST_RATING <= e.rating <= MOST_RATING,
        ),
        LackCode.NO_GIVEN_NAME: (False, lambda e: not e.given_name.strip()),
        LackCode.NOT_LATIN: (True, lambda e: any(c.isalpha() and ord(c) > LAST_LATIN for c in e.name)),
    }
    if european:
        questions |= {
            LackCode.NO_PLAYER_COUNTRY: (True, lambda e: not two_letters(e.federation)),
            LackCode.NO_CLUB: (False, lambda e: not e.club.strip()),
        }
    for code, (refused, is_lacking) in questions.items():
        players = tuple(entry.number for entry in entries if is_lacking(entry))
        if players:
            yield Lack(code, refused=refused, players=players)
