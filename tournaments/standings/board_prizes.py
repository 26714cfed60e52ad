"""Who has played best at which board of team matches (T7): the lists for board prizes.

Only games played over the board count, in points and in games: nobody wins a prize by forfeits. A player is
listed at the board at which he has played most, of several the lowest number; where line-ups follow the
roster, whoever stands behind its boards is among the *reserves*. Who has played fewer games than the section
asks for, or half of the rounds, rounded up, has no rank.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby

from tournaments.state.team_matches import TeamEvent, TeamMatch, points_on
from tournaments.state.team_settings import BoardMeasure
from tournaments.state.tournament import Result

# Reserves have this number in the list of boards.
RESERVES = 0
# FIDE B.02, 8.1.1: what is added to the mean rating of the opponents for 100, 99, … 50 per cent.
DP = (
    *(800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284),
    *(273, 262, 251, 240, 230, 220, 211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125),
    *(117, 110, 102, 95, 87, 80, 72, 65, 57, 50, 43, 36, 29, 21, 14, 7, 0),
)
# Half points of the first team, and of the second.
HALVES = {
    Result.FIRST: (2, 0),
    Result.SECOND: (0, 2),
    Result.DRAW: (1, 1),
    Result.NONE: (0, 0),
    Result.FIRST_HALF: (1, 0),
    Result.SECOND_HALF: (0, 1),
}
FIFTY, HUNDRED = 50, 100


@dataclass(frozen=True, slots=True)
class BoardScore:
    """What one player has done. ``entry``, ``team``: numbers; ``rank``: None for too few games; ``points`` in
    units of the boards; ``per_cent`` exact; ``performance``: None where anybody met has no rating, for all
    then; ``boards``: games by number of the board."""

    entry: int
    team: int
    points: int
    games: int
    per_cent: Fraction
    boards: Mapping[int, int]
    performance: int | None
    rank: int | None = None


@dataclass(slots=True)
class _Played:
    """``halves``: half points of his games as 1, ½, 0, whatever the boards give."""

    team: int
    points: int = 0
    halves: int = 0
    boards: Counter[int] = field(default_factory=Counter)
    opponents: list[int] = field(default_factory=list)


def fewest_games(rounds: int, minimum: int = 0) -> int:
    """Return how many games rank somebody after so many rounds."""
    # Those that the section asks for, as far as there were so many rounds, else half of these.
    return min(minimum, rounds) or -(-rounds // 2)


def board_lists(
    event: TeamEvent,
    after: int,
    team_ranks: Mapping[int, int],
    ratings: Mapping[int, int],
    *,
    fixed_order: bool,
    minimum: int = 0,
    by: Sequence[str] = tuple(BoardMeasure),
) -> dict[int, tuple[BoardScore, ...]]:
    """By board, `RESERVES` last, whoever has played there most, the best first, measured ``by`` these in
    turn. ``ratings``: by entry number, of those who have one. ``minimum``: games that rank somebody, 0 for
    half of the rounds."""
    played: dict[int, _Played] = {}
    for match in event.matches:
        if match.round <= after:
            _count(event, match, played)
    rated = all(entry in ratings for entry in played)
    reserves = {entry for team in event.teams if fixed_order for entry in team.members[event.rules.boards :]}
    lists: dict[int, list[BoardScore]] = defaultdict(list)
    for entry, row in played.items():
        most = max(row.boards.values())
        board = min(number for number, games in row.boards.items() if games == most)
        lists[RESERVES if entry in reserves else board].append(_score(entry, row, ratings if rated else None))
    order = sorted(lists, key=lambda number: (number == RESERVES, number))
    least = fewest_games(after, minimum)
    return {number: _ranked(lists[number], least, team_ranks, by) for number in order}


def _count(event: TeamEvent, match: TeamMatch, played: dict[int, _Played]) -> None:
    for number, board in enumerate(match.boards, 1):
        ours, theirs = board.players
        if match.lost_by or board.forfeit or board.result is None or ours is None or theirs is None:
            continue
        sides = ((ours, theirs, match.first), (theirs, ours, match.second))
        gains, half_points = points_on(event.rules.board_points, board), HALVES[board.result]
        for (entry, other, team), gained, halves in zip(sides, gains, half_points, strict=True):
            row = played.setdefault(entry, _Played(team))
            row.points += gained
            row.halves += halves
            row.boards[number] += 1
            row.opponents.append(other)


def _score(entry: int, row: _Played, ratings: Mapping[int, int] | None) -> BoardScore:
    games = row.boards.total()
    share = Fraction(row.halves, 2 * games)
    performance = None
    if ratings is not None:
        performance = performance_of([ratings[opponent] for opponent in row.opponents], row.halves)
    return BoardScore(entry, row.team, row.points, games, share * HUNDRED, dict(row.boards), performance)


def performance_of(opponents: Sequence[int], half_points: int) -> int:
    """Compute the performance rating (FIDE B.02); an opponent counts as often as he or she was met."""
    games = len(opponents)
    share = Fraction(half_points, 2 * games)
    # The mean of the ratings, and what the share of the points adds to it.
    return _half_up(Fraction(sum(opponents), games)) + _dp(_half_up(share * HUNDRED))


def _dp(per_cent: int) -> int:
    return DP[HUNDRED - per_cent] if per_cent >= FIFTY else -DP[per_cent]


def _half_up(value: Fraction) -> int:
    return int(value + Fraction(1, 2))


def _ranked(
    rows: Sequence[BoardScore], least: int, team_ranks: Mapping[int, int], by: Sequence[str]
) -> tuple[BoardScore, ...]:
    """Who is level in everything shares the rank; who has too few games stands below."""

    def key(row: BoardScore) -> tuple[Fraction | int, ...]:
        measured: Mapping[str, Fraction | int] = {
            BoardMeasure.POINTS: -row.points,
            BoardMeasure.PER_CENT: -row.per_cent,
            BoardMeasure.PERFORMANCE: -(row.performance or 0),
            BoardMeasure.GAMES: -row.games,
            BoardMeasure.TEAM: team_ranks.get(row.team, len(team_ranks) + 1),
        }
        return tuple(measured[measure] for measure in by)

    enough = sorted((row for row in rows if row.games >= least), key=lambda row: (*key(row), row.entry))
    placed: list[BoardScore] = []
    for _, level in groupby(enough, key):
        rank = len(placed) + 1
        placed += [replace(row, rank=rank) for row in level]
    few = sorted((row for row in rows if row.games < least), key=lambda row: (*key(row), row.entry))
    return (*placed, *few)
