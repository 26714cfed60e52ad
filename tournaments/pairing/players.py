"""The players of one round with everything that the rules ask about them.

*entering*   the state in which a round is paired: what was known then, and who plays.
*balance*    games as first minus games as second, over the board only (section 5).
*floats*     down-floats minus up-floats so far (R3, R4).
*due*        the side that evens the balance; *must*: the side that rule R8 insists on.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.pairing.values import InputCode, PairingInputError
from tournaments.state.tournament import Entry, FixedPair, Side, Tournament


@dataclass(frozen=True, slots=True)
class PairingPlayer:
    """Hold one player as the round begins.

    ``turns``: the rounds of the games over the board, oldest first, negative where the player was second
    (whole numbers alone are nothing to the garbage collector); ``met``: the latest round of a pairing, by
    opponent, forfeits included (R2). With ``practice_2009`` a bye is among the ``turns`` (R11)."""

    number: int
    federation: str
    group: int
    score: int
    floats: int
    balance: int
    turns: tuple[int, ...]
    met: dict[int, int]
    had_bye: bool
    last_float: int

    @property
    def streak(self) -> Side | None:
        """The side of the last two games, if it was the same."""
        turns = self.turns
        if len(turns) < 2 or (turns[-1] > 0) != (turns[-2] > 0):
            return None
        return Side.FIRST if turns[-1] > 0 else Side.SECOND

    @property
    def must(self) -> Side | None:
        """The side that this player must have (R8): the balance decides before the streak."""
        if self.balance >= 2:
            return Side.SECOND
        if self.balance <= -2:
            return Side.FIRST
        streak = self.streak
        return None if streak is None else streak.other

    @property
    def due(self) -> Side | None:
        """The side that evens the balance; at balance 0 the opposite of the last game (R8)."""
        if self.balance:
            return Side.SECOND if self.balance > 0 else Side.FIRST
        if not self.turns:
            return None
        return Side.SECOND if self.turns[-1] > 0 else Side.FIRST


@dataclass(frozen=True, slots=True)
class Entering:
    """A round about to be paired: ``players`` present, by number, and the arbiter's wishes."""

    tournament: Tournament
    round: int
    players: dict[int, PairingPlayer]
    forbidden: frozenset[tuple[int, int]]
    fixed: tuple[FixedPair, ...]

    @property
    def odd(self) -> bool:
        return self.round % 2 == 1

    def is_forbidden(self, number: int, other: int) -> bool:
        return ((number, other) if number < other else (other, number)) in self.forbidden

    def processing_order(self) -> list[PairingPlayer]:
        """Odd rounds: from the top of the pairing rank down; even rounds: from the bottom up (P.S. 1)."""
        sign = -1 if self.odd else 1
        return sorted(self.players.values(), key=lambda p: (sign * p.score, p.number))

    def order_of_need(self) -> list[PairingPlayer]:
        """Score, then those who must have a colour by balance, then those who must by streak, then rank."""

        def need(player: PairingPlayer) -> tuple[int, int, int]:
            urgency = 0 if abs(player.balance) >= 2 else 1 if player.streak else 2
            return -player.score, urgency, player.number if self.odd else -player.number

        return sorted(self.players.values(), key=need)

    def rank_key(self, player: PairingPlayer) -> tuple[int, int]:
        """Pairing rank, smallest first: score, then number, the smaller ahead in odd rounds (WMSG 3)."""
        return -player.score, player.number if self.odd else -player.number

    def by_rank(self, number: int, other: int) -> tuple[PairingPlayer, PairingPlayer]:
        """The two players with these numbers, the one with the better pairing rank first."""
        a, b = self.players[number], self.players[other]
        if a.score == b.score:
            return (a, b) if (number < other) == self.odd else (b, a)
        return (a, b) if a.score > b.score else (b, a)


def present(tournament: Tournament, round_number: int) -> list[Entry]:
    """The entries that are to be paired in this round, by number."""
    away = {a.number for a in tournament.absences if a.round == round_number}
    return sorted(
        (e for e in tournament.entries if e.plays_in(round_number) and e.number not in away),
        key=lambda e: e.number,
    )


def check_round(tournament: Tournament, round_number: int) -> None:
    """Raises `PairingInputError` when ``round_number`` is no round of this tournament."""
    if round_number < 1 or (tournament.rounds and round_number > tournament.rounds):
        raise PairingInputError(InputCode.BAD_ROUND, round=round_number)


def check_results(before: Tournament, round_number: int) -> None:
    """Raises `PairingInputError` when an earlier round is missing or has no result at some table."""
    held = before.rounds_on_record
    for earlier in range(1, round_number):
        if earlier not in held:
            raise PairingInputError(InputCode.ROUND_MISSING, round=earlier)
    for game in before.games:
        if game.result is None:
            raise PairingInputError(
                InputCode.RESULT_MISSING,
                round=game.round,
                table=game.table,
                first=game.first,
                second=game.second,
            )
