"""From the cells of all players to games, byes and absences: what each says must fit what the other says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from tournaments.exchange.conversion import ForeignErrorCode, LossCode, Losses, Problems
from tournaments.exchange.trf.columns import UNKNOWN, TrfCell, TrfPlayerLine
from tournaments.pairing.knockout import KNOCKOUT
from tournaments.state.causes import HALF_LOST
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.points import Points
from tournaments.state.tournament import Absence, Bye, Game, Result, Side

_VALUES = {"1": "win", "W": "win", "0": "loss", "L": "loss", "=": "draw", "D": "draw"}
_RESULTS = {
    ("win", "loss"): Result.FIRST,
    ("loss", "win"): Result.SECOND,
    ("draw", "draw"): Result.DRAW,
    ("loss", "loss"): Result.NONE,
    ("draw", "loss"): Result.FIRST_HALF,
    ("loss", "draw"): Result.SECOND_HALF,
}
_FORFEITS = {("+", "-"): Result.FIRST, ("-", "+"): Result.SECOND, ("-", "-"): Result.NONE}
_UNRATED = frozenset("WDL")
# The signs that older files write without an opponent.
_ALONE = {"+": "U", "=": "H", "-": "Z", "": "Z"}
# Systems that go by wins, not by points.
_WITHOUT_HALVES = (KNOCKOUT, *GO_SYSTEMS)
ONE_BYE = ("wxc2015", "wmsg2008", "fide-dutch")


class Rounds:
    """Reads every cell. ``last``: the latest round that is more than an announcement; ``withdrawn``: entries
    that are blank from some round to the last one, with the round before; ``announced``: byes asked for in
    a round that is not paired yet, as (kind, round, number, line); ``open``: (round, first) of the games with
    an unknown result."""

    def __init__(
        self, players: Mapping[int, TrfPlayerLine], system: str, problems: Problems, losses: Losses
    ) -> None:
        self.players = players
        self.system = system
        self.problems = problems
        self.losses = losses
        self.games: list[Game] = []
        self.byes: list[Bye] = []
        self.absences: list[Absence] = []
        self.withdrawn: dict[int, int] = {}
        self.announced: list[tuple[str, int, int, int]] = []
        self.open: set[tuple[int, int]] = set()
        self.last = 0

    def read(self, *, at_least: int = 0) -> None:
        """``at_least``: a round that other records tell of."""
        cells = [
            (number, cell)
            for number, player in sorted(self.players.items())
            for cell in player.cells.values()
        ]
        self.last = max((c.round for _, c in cells if c.opponent or c.code in ("U", "+")), default=0)
        self.last = max(self.last, at_least)
        for number, cell in cells:
            if cell.opponent:
                self._game(number, cell)
        byes: dict[int, list[tuple[int, TrfCell]]] = {}
        for number, cell in cells:
            if cell.opponent:
                continue
            code = _ALONE.get(cell.code, cell.code)
            if code not in ("U", "F", "H", "Z"):  # "?" is of a game
                self.problems.add(
                    ForeignErrorCode.UNKNOWN_VALUE,
                    cell.line,
                    cell.column + 7,
                    code,
                    field="result",
                    known="U F H Z",
                )
            elif cell.round > self.last:
                self.announced.append((code, cell.round, number, cell.line))
            elif code == "F" and self.system in ONE_BYE:
                self.absences.append(Absence(cell.round, number, full=True))
            elif code in ("U", "F"):
                byes.setdefault(cell.round, []).append((number, cell))
            else:
                half = code == "H" and self.system in ONE_BYE
                self.absences.append(Absence(cell.round, number, half=half))
                if code == "H" and not half:
                    self.losses.add(LossCode.HALF_POINT_BYES, number, line=cell.line)
        for bye in byes.values():
            self._byes(bye)
        self._blanks()

    def _byes(self, cells: list[tuple[int, TrfCell]]) -> None:
        """One bye in a round of a Swiss: the first allocated one; another is one that was granted."""
        cells.sort(key=lambda row: (row[1].code != "U", row[0]))
        for i, (number, cell) in enumerate(cells):
            if i == 0 or self.system not in ONE_BYE:
                self.byes.append(Bye(cell.round, number))
            else:
                self.absences.append(Absence(cell.round, number, full=True))
                self.losses.add(LossCode.SECOND_BYES, number, line=cell.line)

    def _blanks(self) -> None:
        """A blank round is an absence; blank to the end is a withdrawal."""
        for number, player in self.players.items():
            present = max((r for r in player.cells if r <= self.last), default=0)
            if present < self.last:
                self.withdrawn[number] = present
            for round_number in range(1, present):
                if round_number not in player.cells:
                    self.absences.append(Absence(round_number, number))

    def _game(self, number: int, cell: TrfCell) -> None:
        if cell.opponent == number:
            self.problems.add(
                ForeignErrorCode.AGAINST_HIMSELF, cell.line, cell.column, number=number, round=cell.round
            )
            return
        opponent = self.players.get(cell.opponent)
        if opponent is None:
            self.problems.add(ForeignErrorCode.UNKNOWN_PLAYER, cell.line, cell.column, str(cell.opponent))
            return
        other = opponent.cells.get(cell.round)
        if opponent.spoilt:
            return
        params: dict[str, str | int] = {
            "number": number,
            "opponent": cell.opponent,
            "round": cell.round,
        }
        if other is None or other.opponent != number:
            self.problems.add(
                ForeignErrorCode.NOT_MUTUAL, cell.line, cell.column, str(cell.opponent), **params
            )
        elif number < cell.opponent:
            self._pair(number, cell, other, params)

    def _pair(self, number: int, cell: TrfCell, other: TrfCell, params: dict[str, str | int]) -> None:
        side = cell.side or (other.side.other if other.side else None)
        if other.side is not None and other.side is side:
            self.problems.add(
                ForeignErrorCode.COLOURS_CLASH, cell.line, cell.column + 5, side or "", **params
            )
            return
        if side is None:
            self.losses.add(LossCode.COLOURS, number, line=cell.line)
        first, second = (other, cell) if side is Side.SECOND else (cell, other)
        if UNKNOWN in (first.code, second.code) and {first.code, second.code} <= {UNKNOWN, ""}:
            self._add(number, cell, side, None, is_open=True)
            return
        forfeit = first.code in ("+", "-") and second.code in ("+", "-")
        result: Result | None
        if forfeit:
            result = _FORFEITS.get((first.code, second.code))
        else:
            values = _VALUES.get(first.code, ""), _VALUES.get(second.code, "")
            result = _RESULTS.get(values)
            if result in HALF_LOST and self.system in _WITHOUT_HALVES:
                result = None
        if result is None and (first.code or second.code):
            text = f"{first.code or ' '}:{second.code or ' '}"
            self.problems.add(ForeignErrorCode.RESULTS_CLASH, cell.line, cell.column + 7, text, **params)
            return
        if first.code in _UNRATED or second.code in _UNRATED:
            self.losses.add(LossCode.UNRATED_GAMES, number, line=cell.line)
        self._add(number, cell, side, result, forfeit=forfeit)

    def _add(
        self,
        number: int,
        cell: TrfCell,
        side: Side | None,
        result: Result | None,
        *,
        forfeit: bool = False,
        is_open: bool = False,
    ) -> None:
        first, second = (cell.opponent, number) if side is Side.SECOND else (number, cell.opponent)
        self.games.append(Game(cell.round, 0, first, second, result=result, forfeit=forfeit))
        if is_open:
            self.open.add((cell.round, first))

    def with_open(self, points: Points, points_as_written: Fraction | None) -> list[Game]:
        """Return the games; unknown results are adjourned games that count what 162 gives them."""
        draw = Fraction(points.draw, points.unit)
        # Without the record such a game counts as a draw.
        value = draw if points_as_written is None else points_as_written
        result = Result.DRAW if value == draw else Result.NONE
        return [
            replace(game, result=result, adjourned=True)
            # Worth nothing it is open in the last round, and adjourned before it.
            if (game.round, game.first) in self.open and (value or game.round < self.last)
            else game
            for game in self.games
        ]

    def check_open(self, points: Points, points_as_written: Fraction | None, line: int) -> None:
        """A value of X that no adjourned game can have is lost: it counts as a draw or as nothing."""
        values = (Fraction(value, points.unit) for value in (points.draw, points.loss))
        if self.open and points_as_written is not None and points_as_written not in values:
            self.losses.add(LossCode.POINTS, about=f"X {float(points_as_written):g}", line=line)
