"""Knock-out matches as they stand on record: who won, which game comes next.

*match*   all games of two players in one round. A drawn game is replayed as the next game of the match,
          colours exchanged (R10). Of an odd number of games who has won more than half goes on; of an even
          one who has more points, and where that is level the next game that is won decides. A 0-0 ends it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.state.tournament import Game, Result, Tournament


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """``games`` in order."""

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
        # Draws give both the same, so that who has won more games is ahead in points.
        if not self.over or self.wins(player) == self.wins(other):
            return None
        return player if self.wins(player) > self.wins(other) else other

    @property
    def over(self) -> bool:
        """Whether no further game is to be played."""
        last = self.games[-1].result
        if last is Result.NONE:
            return True
        player, other = self.players
        if self.best_of % 2:
            return any(2 * self.wins(n) > self.best_of for n in self.players)
        left = max(0, self.best_of - sum(game.result is not None for game in self.games))
        return abs(self.wins(player) - self.wins(other)) > left

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
    return match_of(tournament, games) if games else None


def match_of(tournament: Tournament, games: Iterable[Game]) -> PlayerMatch:
    """The match that these games make."""
    final = tournament.options.final
    best_of = tournament.options.best_of if final is None else final.best_of
    return PlayerMatch(tuple(sorted(games, key=lambda game: game.game)), best_of)


def knocks_out(tournament: Tournament) -> bool:
    """Whether anybody is knocked out in it: a knock-out, or a Swiss with a final."""
    return tournament.system == "knock-out" or tournament.options.final is not None
