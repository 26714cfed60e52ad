"""Knock-out matches as they stand on record: who won, which game comes next.

*match*   all games of two players in one round. A drawn game is replayed as the next game of the match,
          colours exchanged (R10). Of an odd number of games who has won more than half goes on; of an even
          one who has more points, and where that is level the next game that is won decides. A 0-0 ends it.
*steps*   the decider games of a match that its games have left level, where there is a list of them
          (`Options.steps`): nothing is replayed then, and their points decide who goes on and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.state.deciding import PlayedStep, Step, next_step
from tournaments.state.tournament import Game, Result, Side, Tournament, decided


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """``games`` in order."""

    games: tuple[Game, ...]
    best_of: int = 1
    deciders: tuple[Step, ...] = ()

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
        if not self.over:
            return None
        if self.wins(player) == self.wins(other):
            ahead = decided(self.steps)
            return None if ahead is None else player if ahead is Side.FIRST else other
        return player if self.wins(player) > self.wins(other) else other

    @property
    def steps(self) -> tuple[PlayedStep, ...]:
        """Its decider games, as they were played."""
        return self.games[-1].steps

    @property
    def is_level(self) -> bool:
        """Whether its games are played and leave it level, so that its decider games count."""
        player, other = self.players
        results = [game.result for game in self.games]
        return (
            bool(self.deciders or self.steps)
            and len(results) >= self.best_of
            and not {None, Result.NONE} & {*results}
            and self.wins(player) == self.wins(other)
        )

    @property
    def next_step(self) -> int | None:
        """The number of the decider step that is on or to be played; None where there is none."""
        return next_step(self.deciders, self.steps) if self.is_level and not self.over else None

    @property
    def moved_first(self) -> bool:
        """Whether who moved first in game 1 did so in its last game."""
        return self.games[-1].first == self.players[0]

    @property
    def over(self) -> bool:
        """Whether no further game is to be played."""
        last = self.games[-1].result
        if last is Result.NONE:
            return True
        player, other = self.players
        if self.is_level:
            both_lost = any(game.value is Result.NONE for step in self.steps for game in step.games)
            return both_lost or decided(self.steps) is not None
        if self.best_of % 2 and not self.deciders:
            return any(2 * self.wins(n) > self.best_of for n in self.players)
        left = max(0, self.best_of - sum(game.result is not None for game in self.games))
        return abs(self.wins(player) - self.wins(other)) > left

    @property
    def next_game(self) -> tuple[int, int, int] | None:
        """Return (game, first, second) of what is played next; None: over, open, or decider games."""
        last = self.games[-1]
        if self.over or last.result is None or self.is_level:
            return None
        # R10: the colours of the last game are exchanged.
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
    in_order = tuple(sorted(games, key=lambda game: game.game))
    return PlayerMatch(in_order, best_of, tuple(map(Step.parse, tournament.options.steps)))


def knocks_out(tournament: Tournament) -> bool:
    """Whether anybody is knocked out in it: a knock-out, or a Swiss with a final."""
    return tournament.system == "knock-out" or tournament.options.final is not None
