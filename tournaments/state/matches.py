"""Knock-out matches as they stand on record: who won, which game comes next, how far everybody came.

*match*   all games of two players in one round. A drawn game is replayed as the next game of the match,
          colours exchanged (R10); of best of n games, won ones count. A 0-0 ends the match.
*stage*   how far a player came; the larger is ahead, equal stages share their place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from tournaments.state.tournament import Game, Result, Tournament


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """``games`` in order; ``best_of`` odd."""

    games: tuple[Game, ...]
    best_of: int = 1

    @property
    def players(self) -> tuple[int, int]:
        """First and second of game 1."""
        return self.games[0].first, self.games[0].second

    def wins(self, number: int) -> int:
        """Games that this player has won."""
        return sum(
            (game.result is Result.FIRST and game.first == number)
            or (game.result is Result.SECOND and game.second == number)
            for game in self.games
        )

    @property
    def winner(self) -> int | None:
        """Who goes on; None while it is open, and where both have lost."""
        player, other = self.players
        if not self.over or self.wins(player) == self.wins(other):
            return None
        return player if self.wins(player) > self.wins(other) else other

    @property
    def over(self) -> bool:
        """Whether no further game is to be played."""
        last = self.games[-1].result
        return last is Result.NONE or any(2 * self.wins(n) > self.best_of for n in self.players)

    @property
    def next_game(self) -> tuple[int, int, int] | None:
        """(game, first, second) that is to be played next, the colours of the last one exchanged (R10); None
        when the match is over or a game has no result yet."""
        last = self.games[-1]
        if self.over or last.result is None:
            return None
        return last.game + 1, last.second, last.first


def match_between(tournament: Tournament, round_number: int, player: int, other: int) -> PlayerMatch | None:
    """The match of these two in this round, None when they have no game on record."""
    games = [
        game
        for game in tournament.games
        if game.round == round_number and {game.first, game.second} == {player, other}
    ]
    return _match(tournament, games) if games else None


def _match(tournament: Tournament, games: Iterable[Game]) -> PlayerMatch:
    final = tournament.options.final
    best_of = tournament.options.best_of if final is None else final.best_of
    return PlayerMatch(tuple(sorted(games, key=lambda game: game.game)), best_of)


def knocks_out(tournament: Tournament) -> bool:
    """Whether anybody is knocked out in it: a knock-out, or a Swiss with a final."""
    return tournament.system == "knock-out" or tournament.options.final is not None


def stages(tournament: Tournament) -> dict[int, int] | None:
    """Stage by number in a knock-out, and in a Swiss once its final has begun; None where nobody knocks
    anybody out. Those who play no final have stage 0."""
    final = tournament.options.final
    if tournament.system == "knock-out":
        start, playing = 0, {entry.number for entry in tournament.entries}
    elif final is not None and final.players and tournament.last_round > final.after:
        start, playing = final.after, set(final.players)
    else:
        return None
    run = _Run(start, dict.fromkeys(playing, start))
    by_match: dict[tuple[int, int, int], list[Game]] = defaultdict(list)
    for game in tournament.games:
        if game.round > start and game.first in playing and game.second in playing:
            by_match[game.round, min(game.first, game.second), max(game.first, game.second)].append(game)
    for bye in tournament.byes:
        if bye.number in playing:
            run.seen[bye.number] = max(run.seen[bye.number], bye.round)
    for _, games in sorted(by_match.items()):
        run.enter(_match(tournament, games))
    return {entry.number: run.stage(entry.number) for entry in tournament.entries}


@dataclass(slots=True)
class _Run:
    """``seen``: the last round in which somebody was in the bracket; ``lost``: the round of the first defeat;
    ``third``: 2 for winning, 1 for losing the match for third place."""

    start: int
    seen: dict[int, int]
    lost: dict[int, int] = field(default_factory=dict)
    third: dict[int, int] = field(default_factory=dict)

    def enter(self, match: PlayerMatch) -> None:
        """One more match, in order of rounds."""
        for number in match.players:
            self.seen[number] = max(self.seen[number], match.games[0].round)
            beaten = match.over and match.winner != number
            if number in self.lost and match.over:
                self.third[number] = 1 if beaten else 2
            elif beaten:
                self.lost[number] = match.games[0].round

    def stage(self, number: int) -> int:
        """Who was never in the bracket has 0; who stays away from a round has lost it."""
        if number not in self.seen or (not self.start and not self.seen[number]):
            return 0
        out = self.lost.get(number, self.seen[number] + 1)
        return 4 * (out - self.start) + self.third.get(number, 0)
