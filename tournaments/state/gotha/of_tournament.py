"""A tournament of the project as OpenGotha holds one: Black is `first`, White `second`.

Who has withdrawn is away from every round after it. Points other than a win's 1 and a draw's ½ are the
settings' own. What a file of OpenGotha says and no tournament here can hold counts as it does there: results
that nobody can enter here, as long as nobody has entered another, and who was there and was not paired, which
is no absence (M3).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from tournaments.state.gotha.ranks import LEAST_RANK, rank_of, rank_of_rating, rank_text, rating_of_rank
from tournaments.state.gotha.scores import gotha_scores
from tournaments.state.gotha.settings import CRITERIA_OF, PROFILES, SYSTEMS, GoSettings
from tournaments.state.gotha.values import OUTCOMES as BY_NAME
from tournaments.state.gotha.values import GoEvent, GoGame, GoOutcome, GoPlayer
from tournaments.state.points import Points
from tournaments.state.tournament import Entry, FixedPair, Result, Tournament

OUTCOMES: Mapping[Result | None, GoOutcome] = {
    Result.FIRST: GoOutcome.BLACK,
    Result.SECOND: GoOutcome.WHITE,
    Result.DRAW: GoOutcome.EQUAL,
    Result.NONE: GoOutcome.BOTH_LOSE,
    None: GoOutcome.UNKNOWN,
}


def gotha_settings(tournament: Tournament) -> GoSettings:
    """The tournament's own, or its system's. Raises KeyError for another system."""
    return tournament.options.go or PROFILES[tournament.system]


def round_points(settings: GoSettings) -> Points:
    """What a round gives for the number of wins."""
    scoring = settings.scoring
    return Points(win=2, draw=1, absence=scoring.absent_nbw2, unit=2, bye=scoring.bye_nbw2)


def split_name(name: str, given_name: str) -> tuple[str, str]:
    """(surname, given name): the whole name is the surname where it does not end with the given one.

    >>> split_name("Le Flochmoen Yann", "Yann"), split_name("Ke Jie", "")
    (('Le Flochmoen', 'Yann'), ('Ke Jie', ''))
    """
    if given_name and name.endswith(f" {given_name}"):
        return name.removesuffix(given_name).strip(), given_name
    return name, ""


def has_rank(entry: Entry) -> bool:
    """Whether the entry's grade or rating says how strong the player is."""
    try:
        rank_of(entry.grade)
    except ValueError:
        return entry.rating is not None
    return True


def rank_of_entry(entry: Entry) -> int:
    """By the grade; without one by the rating; without both the lowest."""
    try:
        return rank_of(entry.grade)
    except ValueError:
        return LEAST_RANK if entry.rating is None else rank_of_rating(entry.rating)


def gotha_players(tournament: Tournament) -> tuple[GoPlayer, ...]:
    """Everybody of a tournament of any system."""
    away: dict[int, set[int]] = defaultdict(set)
    for absence in tournament.all_absences():
        away[absence.number].add(absence.round)
    for entry in tournament.entries:
        away[entry.number] |= entry.absences
        if entry.withdrawn_after is not None:
            away[entry.number] |= set(range(entry.withdrawn_after + 1, tournament.rounds + 2))
    for round_number, number in tournament.opengotha.get("unpaired", ()):
        away[number].discard(round_number)
    return tuple(_player(entry, frozenset(away[entry.number])) for entry in tournament.entries)


def gotha_games(tournament: Tournament) -> tuple[GoGame, ...]:
    """All games of a tournament of any system."""
    rows_by_game = {(n, white, black): row for n, white, black, row in tournament.opengotha.get("games", ())}
    games = (
        GoGame(
            game.round,
            game.table,
            white=game.second,
            black=game.first,
            # A game that is broken off and counts nothing meanwhile has no result yet.
            outcome=OUTCOMES[None if game.adjourned and game.result is Result.NONE else game.result],
            by_default=game.forfeit,
            handicap=game.handicap,
            komi=game.komi,
        )
        for game in tournament.games
    )
    if not rows_by_game:
        return tuple(games)
    return tuple(_as_told(game, rows_by_game.get((game.round, game.white, game.black), {})) for game in games)


def _as_told(game: GoGame, row: Mapping[str, str]) -> GoGame:
    """With the result of the file, where it is one that here leaves the game open, or that is a forfeit."""
    name, by_default, _ = row.get("result", "").partition("_BYDEF")
    held = GoOutcome.BOTH_LOSE if name == "BOTHLOSE" else GoOutcome.UNKNOWN
    if name not in BY_NAME or game.outcome is not held:
        return game
    return replace(game, outcome=BY_NAME[name], by_default=bool(by_default))


def gotha_event(tournament: Tournament) -> GoEvent:
    """With the results as they stand; `Tournament.as_paired_for` gives those of another moment."""
    settings = gotha_settings(tournament)
    return GoEvent(
        players=gotha_players(tournament),
        games=gotha_games(tournament),
        byes=tournament.byes,
        rounds=tournament.rounds or max(1, tournament.last_round),
        criteria=tournament.tiebreaks or CRITERIA_OF[tournament.system],
        scoring=settings.scoring,
        handicaps=settings.handicaps,
        weights=settings.weights,
        clubs_groups=settings.clubs_groups,
        forbidden=tournament.forbidden,
        forbidden_once=tournament.forbidden_once,
        fixed=tournament.fixed,
    )


def event_before(tournament: Tournament, round_number: int) -> GoEvent:
    """What was known when the round was paired, with the pairs that were set for it."""
    before = tournament.as_paired_for(round_number)
    event = gotha_event(before)
    away_here = {row.number for row in tournament.absences if row.round == round_number}
    players = tuple(
        replace(player, away=player.away | ({round_number} if player.number in away_here else frozenset()))
        for player in event.players
    )
    fixed = tuple(FixedPair(round_number, f.first, f.second) for f in tournament.fixed_in(round_number))
    rounds = tournament.rounds or max(round_number, tournament.last_round)
    return replace(
        event,
        players=players,
        rounds=rounds,
        forbidden=tuple(tournament.forbidden_in(round_number)),
        forbidden_once=(),
        fixed=fixed,
    )


def _player(entry: Entry, away: frozenset[int]) -> GoPlayer:
    rank = rank_of_entry(entry)
    surname, given_name = split_name(entry.name, entry.given_name)
    return GoPlayer(
        number=entry.number,
        surname=surname,
        given_name=given_name,
        rank=rank,
        rating=rating_of_rank(rank) if entry.rating is None else entry.rating,
        grade=entry.grade or rank_text(rank),
        country=entry.federation,
        club=entry.club,
        mms_correction=entry.mms_correction,
        away=away,
    )


def main_scores(tournament: Tournament, after: int) -> dict[int, int]:
    """McMahon scores, or wins where these decide, times two, by number; empty for other systems."""
    return {number: course[-1] for number, course in main_courses(tournament, after).items()}


def main_courses(tournament: Tournament, after: int) -> dict[int, list[int]]:
    """The same by round, from 0 before the first."""
    if tournament.system not in SYSTEMS:
        return {}
    event = gotha_event(tournament)
    return {n: row.mms2 if event.by_mms else row.nbw2 for n, row in gotha_scores(event, after).items()}
