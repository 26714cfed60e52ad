"""The report of results to the American Go Association ("AGA document formats").

Komi is a whole number there: 7 for 7½, 0 with a handicap; a handicap of 1 is an even game without komi. Games
that were not played are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tournaments.exchange.congress.rows import last_congress_round, shared_numbers
from tournaments.exchange.conversion import LossCode, Losses, Writing
from tournaments.exchange.foreign import single_line
from tournaments.exchange.opengotha.document import Document
from tournaments.state.gotha.handicap import stones_on_board
from tournaments.state.gotha.ranks import rank_text
from tournaments.state.gotha.values import GoGame, GoOutcome

# The AGA refuses players without a number: they get this one and those below it, and are reported.
FIRST_WITHOUT = 99_999
_RESULTS = {GoOutcome.WHITE: "W", GoOutcome.BLACK: "B"}


def write(document: Document) -> Writing:
    losses = Losses()
    lines = list(_Report(document, losses).lines())
    return Writing("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"), losses.all())


@dataclass(slots=True)
class _Report:
    document: Document
    losses: Losses

    def lines(self) -> Iterator[str]:
        occasion, event = self.document.event_info, self.document.event
        yield f"Tourney\t{single_line(occasion.name)}, {single_line(occasion.location)}"
        yield f"\tstart={occasion.begin}"
        yield f"\tfinish={occasion.end}"
        yield "PLAYERS"
        ids = self._ids()
        for player in event.players:
            if player.number in ids:
                name = f"{single_line(player.surname)}, {single_line(player.given_name)}"
                yield f"{ids[player.number]}\t{name}\t{rank_text(player.rank)}"
        for n in range(1, last_congress_round(event) + 1):
            yield f"GAMES {n}"
            for game in event.games:
                if game.round == n and not game.by_default:
                    yield self._game(game, ids)
        yield "END"

    def _ids(self) -> dict[int, str]:
        there = {number for game in self.document.event.games for number in (game.white, game.black)}
        ids: dict[int, str] = {}
        taken = {player.aga_id for player in self.document.event.players}
        free = (str(n) for n in range(FIRST_WITHOUT, 0, -1) if str(n) not in taken)
        shared = shared_numbers(p.aga_id for p in self.document.event.players if p.number in there)
        for player in self.document.event.players:
            if player.number in there:
                if player.aga_id in shared:
                    self.losses.add(LossCode.SHARED_NUMBERS, player.number)
                ids[player.number] = player.aga_id or next(free)
                if not player.aga_id:
                    self.losses.add(LossCode.NUMBERS, player.number)
        return ids

    def _game(self, game: GoGame, ids: dict[int, str]) -> str:
        komi = 0 if game.handicap else int(Fraction(self.document.event_info.komi))
        komi = komi if game.komi is None else game.komi // 2
        result = _RESULTS.get(game.outcome, "?")
        stones = stones_on_board(game.handicap)
        return f"{ids[game.white]}\t{ids[game.black]}\t{result}\t{stones}\t{komi}"
