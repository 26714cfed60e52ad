"""What a result is worth: records ``XXS`` (JaVaFo), ``BB?`` (bbpPairings), ``162`` (TRF26), or found out.

*key*   what a value is for: ``win``, ``draw`` (``draw-second``: of who moves second), ``loss``, ``absence``,
        ``bye``, ``forfeit-loss``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from tournaments.exchange.conversion import CannotWrite, ForeignErrorCode, LossCode, Losses, Problems
from tournaments.exchange.problems import fatal_problem
from tournaments.exchange.trf.columns import TrfLine, TrfPlayerLine
from tournaments.state.points import Points, PointsError
from tournaments.state.tournament import Appearance, History, Kind, Tournament, history, points_by_number

ONE_HALF = Points(win=2, draw=1, unit=2)
CANDIDATES = (ONE_HALF, Points(), Points(win=3, draw=1))
_XXS = {
    "W": ("win",),
    "WW": ("win",),
    "BW": ("win",),
    "FW": ("win",),
    "FPB": ("win",),
    "D": ("draw", "draw-second"),
    "WD": ("draw",),
    "BD": ("draw-second",),
    "HPB": ("half",),
    "L": ("loss",),
    "WL": ("loss",),
    "BL": ("loss",),
    "FL": ("forfeit-loss",),
    "ZPB": ("absence",),
    "PAB": ("bye",),
}
_162 = {
    "W": ("win",),
    "D": ("draw", "draw-second"),
    "L": ("loss",),
    "A": ("absence", "forfeit-loss"),
    "P": ("bye",),
    "X": ("unknown",),
}
_BB = {
    "BBW": ("win",),
    "BBD": ("draw", "draw-second"),
    "BBL": ("loss",),
    "BBZ": ("absence",),
    "BBF": ("forfeit-loss",),
    "BBU": ("bye",),
}
_VALUE = re.compile(r"[0-9]{0,3}(\.[0-9]{0,3})?")


@dataclass(slots=True)
class TrfScoring:
    """Collects what the records say; ``values`` by key."""

    problems: Problems
    losses: Losses
    values: dict[str, Fraction] = field(default_factory=dict)
    line: int = 0

    @property
    def unknown(self) -> Fraction | None:
        """What 162 gives a game without a result (X)."""
        return self.values.get("unknown")

    def xxs(self, line: TrfLine) -> None:
        """``XXS W=3 D=1``."""
        for word in line.from_column.split():
            code, equals, value = word.partition("=")
            if equals and code.upper() in _XXS:
                self._take(_XXS[code.upper()], value, word, line)
            else:
                self._unknown(word, line, _XXS)

    def bb(self, line: TrfLine) -> None:
        """``BBW 1.0``."""
        self._take(_BB[line.text[:3].upper()], line.from_column, line.from_column, line)

    def tag_162(self, line: TrfLine) -> None:
        """``162  W 1.0    D 0.5``: a code in columns 6, 15, 24, …, its value in the four columns after it."""
        for match in re.finditer(r"([A-Za-z]*) *([^A-Za-z ]*) *", line.from_column):
            code, value = match.groups()
            if code.upper() in _162:
                self._take(_162[code.upper()], value, value or code, line)
            elif match.group():
                self._unknown(match.group().strip(), line, _162)

    def _take(self, keys: tuple[str, ...], value: str, word: str, line: TrfLine) -> None:
        if not _VALUE.fullmatch(value) or not value.strip("."):
            line.blame(ForeignErrorCode.NOT_A_NUMBER, line.text.find(word) + 1, value, field="points")
            return
        whole, _, part = value.partition(".")
        for key in keys:
            self.values[key] = Fraction(f"{whole or 0}.{part or 0}")
        self.line = self.line or line.number

    def _unknown(self, word: str, line: TrfLine, codes: Iterable[str]) -> None:
        place = line.text.find(word) + 1
        line.blame(
            ForeignErrorCode.UNKNOWN_VALUE, place, word, field="points of a result", known=" ".join(codes)
        )

    def points(self, fits: Callable[[Points], bool], *, free_byes: bool, of_teams: bool = False) -> Points:
        """Return the table of points; ``of_teams``: draws may depend on who moves first."""
        if not self.values.keys() - {"unknown"}:
            # Without a record: the first of 1/½/0, 2/1/0 and 3/1/0 that fits the points in the file, else
            # 1/½/0.
            return next((points for points in CANDIDATES if fits(points)), ONE_HALF)
        second = self.values.get("draw-second", Fraction(1, 2))
        table = {
            "win": self.values.get("win", Fraction(1)),
            "draw": self.values.get("draw", second),
            "loss": self.values.get("loss", Fraction(0)),
            "absence": self.values.get("absence", Fraction(0)),
        }
        if second != table["draw"] and "draw-second" in self.values:
            if of_teams:
                table["draw_second"] = second
            else:
                self.losses.add(LossCode.POINTS, about="draw", line=self.line)
        # Byes of some systems give nothing anyway.
        if not free_byes and "bye" in self.values:
            table["bye"] = min(self.values["bye"], table["win"])
        try:
            points = Points.parse(table)
        except PointsError as error:
            self.problems.add(ForeignErrorCode.BAD_POINTS, self.line, message=str(error))
            return ONE_HALF
        self._other_byes(table, free_byes=free_byes)
        return points

    def _other_byes(self, table: Mapping[str, Fraction], *, free_byes: bool) -> None:
        free_points = Fraction(0) if free_byes else table.get("bye", table["win"])
        if self.values.get("bye", table["win"]) != free_points:
            self.losses.add(LossCode.POINTS, about="bye", line=self.line)


def xxs_text(points: Points, *, free_byes: bool) -> str:
    """``XXS`` with every value that a tournament can have; empty for 1/½/0."""
    if not free_byes and points.as_table() == ONE_HALF.as_table():
        return ""
    win, _, loss, absence = _texts(points)
    bye = "0" if free_byes else points.text(points.of_bye)
    return f"XXS W={win} {_draws(points)} WL={loss} BL={loss} FL={loss} ZPB={absence} PAB={bye}"


def xxs_draws(points: Points) -> str:
    """``XXS`` with what a draw gives either side, which 162 cannot say; empty where it is the same."""
    return "" if points.draw_second is None else f"XXS {_draws(points)}"


def _draws(points: Points) -> str:
    first, second = map(points.text, points.drawn)
    return f"D={first}" if points.draw_second is None else f"WD={first} BD={second}"


def text_162(points: Points, *, free_byes: bool, unknown: int = 0) -> str:
    """Record ``162``, complete. ``unknown``: what a game without a result gives either side (X)."""
    win, draw, loss, absence = (f"{with_decimal(text):>4}" for text in _texts(points))
    nothing = f"{'0.0':>4}"
    bye = nothing if free_byes else f"{with_decimal(points.text(points.of_bye)):>4}"
    values = {"W": win, "D": draw, "L": loss, "A": absence, "P": bye, "X": points_column(points, unknown)}
    return "162  " + "    ".join(f"{code}{value}" for code, value in values.items())


def with_decimal(text: str) -> str:
    """``17.0`` for 17, where four columns have room for it."""
    return f"{text}.0" if "." not in text and len(text) <= 2 else text


def points_column(points: Points, value: int) -> str:
    """Four columns: ``17.0``, `` 7.5``, and `` 120`` where the decimal has no room. Raises `CannotWrite`."""
    text = with_decimal(points.text(value))
    if len(text) > 4:
        raise CannotWrite(fatal_problem(ForeignErrorCode.POINTS_TOO_LONG, text=text))
    return f"{text:>4}"


def _texts(points: Points) -> tuple[str, str, str, str]:
    table = points.as_table()
    return table["win"], table["draw"], table["loss"], table["absence"]


MOST_IN_299 = 10_000
_TYPES = ("", "W", "D", "L", "F", "H", "Z", "+", "-")
_POINTS = re.compile(r"-?[0-9]{1,4}(\.[0-9]{1,3})?")


class Abnormal(NamedTuple):
    """An abnormal assignment of points (299). ``round`` None: of all."""

    line: TrfLine
    kind: str
    points: Fraction
    round: int | None
    numbers: tuple[int, ...]


def abnormal_of(lines: Iterable[TrfLine]) -> list[Abnormal]:
    """Read the records 299 of players; what is unreadable is a problem."""
    rows = []
    for line in lines:
        kind = line.at(5, 5).upper()
        text = line.at(13, 17) or line.at(7, 11)
        if not _POINTS.fullmatch(text):
            line.blame(ForeignErrorCode.NOT_A_NUMBER, 14, text, field="points")
        elif kind not in _TYPES:
            types = " ".join(_TYPES).strip()
            line.blame(ForeignErrorCode.UNKNOWN_VALUE, 5, kind, field="type", known=types)
        else:
            numbers = tuple(line.numbers(23, MOST_IN_299))
            rows.append(Abnormal(line, kind, Fraction(text), line.whole(20, 22, "round"), numbers))
    return rows


def weighted(tournament: Tournament, abnormal: Iterable[Abnormal]) -> Points:
    """The table with the rounds of which records 299 give everybody so many times what it gives."""
    by_round: dict[int, dict[int, Fraction]] = {}
    for row in abnormal:
        if row.kind and row.round:
            by_round.setdefault(row.round, {}).update(dict.fromkeys(row.numbers, row.points))
    points, seen, weights = tournament.points, history(tournament), {}
    for number, values in by_round.items():
        ordinary = {
            entry: Fraction(row.points, points.unit)
            for entry, rows in seen.items()
            for row in rows
            if row.round == number and row.points
        }
        times = {values.get(entry, Fraction(0)) / value for entry, value in ordinary.items()}
        if len(times) == 1:
            weights[number] = times.pop()
    rounds = ",".join(f"{number}:{float(weight):g}" for number, weight in weights.items())
    try:
        return Points.parse({**points.as_table(), "rounds": rounds})
    except PointsError:
        return points


def type_of(seen: Appearance, points: Points) -> str:
    """Of record 299; ``points`` of the round."""
    if seen.kind is Kind.PLAYED:
        drawn = seen.points - seen.decider == points.draw > points.loss
        return "W" if seen.won else "D" if drawn else "L"
    by_kind = {Kind.BYE: "F", Kind.HALF_BYE: "H", Kind.FORFEIT: "+" if seen.won else "-"}
    return by_kind.get(seen.kind, "Z")


def points_losses(
    tournament: Tournament, players: Mapping[int, TrfPlayerLine], abnormal: Iterable[Abnormal], losses: Losses
) -> list[int]:
    """The entries whose points are not what the file says, each a loss.

    An abnormal assignment (299) that the tournament's own table gives anyway is carried; any other is a
    loss: points cannot be given apart from results here.
    """
    seen = history(tournament)
    unit = tournament.points.unit
    explained: set[int] = set()
    for row in abnormal:
        explained |= _abnormal(row, seen, unit, losses)
    wrong = []
    for number, score in points_by_number(seen).items():
        player = players.get(number)
        if player is None or player.points is None or player.points == Fraction(score, unit):
            continue
        wrong.append(number)
        if number not in explained:
            losses.add(LossCode.POINTS_DIFFER, number, line=player.line)
    return wrong


def _abnormal(row: Abnormal, seen: History, unit: int, losses: Losses) -> set[int]:
    line, kind = row.line, row.kind
    lost: set[int] = set()
    for number in row.numbers:
        if number not in seen:
            line.blame(ForeignErrorCode.UNKNOWN_PLAYER, 24, str(number))
            continue
        matching = [a for a in seen[number] if a.round == row.round or not row.round]
        if not kind or any(Fraction(a.points, unit) != row.points for a in matching if _is(kind, a)):
            lost.add(number)
            losses.add(LossCode.ABNORMAL_POINTS, number, line=line.number)
    return lost


def _is(kind: str, seen: Appearance) -> bool:
    match kind:
        case "+" | "-":
            return seen.kind is Kind.FORFEIT and seen.won is (kind == "+")
        case "F":
            return seen.kind is Kind.BYE
        case "H":
            return seen.kind is Kind.HALF_BYE
        case "Z":
            return seen.kind is Kind.ABSENT
        case "W":
            return seen.kind is Kind.PLAYED and seen.won
        case _:
            return seen.kind is Kind.PLAYED and not seen.won
