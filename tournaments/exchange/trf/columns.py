"""The columns of record ``001``: one player, his rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.exchange.conversion import MOST_ROUNDS, ForeignErrorCode, Problems
from tournaments.state.tournament import Side

MOST_NUMBER = 9999
NAME_WIDTH = 33
NUMBER_WIDTH = 11
# The only titles that the format knows.
TITLES = frozenset({"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"})
TEAM_WIDTH = 32
NAME_BEGINS, NAME_ENDS = 15, 47
_APART = re.compile(r"(?<=\S) {4,}\S")
MUST_BE_BLANK = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
BLANK_IN_CELL = (4, 6, 8, 9)  # counted from the first column of the cell
FIRST_CELL, CELL = 92, 10
CODES = frozenset("1=0+-WDLHFUZ?")
# A game without a result yet: until then it counts what record 162 says by X.
UNKNOWN = "?"
_POINTS = re.compile(r"[0-9]{1,4}([.,][0-9]{1,3})?")


@dataclass(frozen=True, slots=True)
class Particulars:
    """What a file says of a player that a tournament does not hold: ``sex`` ``m`` or ``w``, the number at
    FIDE, the year of birth."""

    sex: str = ""
    number: str = ""
    birth_year: int | None = None


@dataclass(frozen=True, slots=True)
class TrfCell:
    """``opponent`` 0: none. ``code`` is upper case, empty where the file is blank."""

    round: int
    opponent: int
    side: Side | None
    code: str
    line: int
    column: int

    @property
    def is_blank(self) -> bool:
        return not (self.opponent or self.side or self.code)


@dataclass(slots=True)
class TrfPlayerLine:
    """What a ``001`` record says. ``more``: it holds sex, FIDE number, birth date or an unknown title."""

    line: int
    number: int
    title: str = ""
    name: str = ""
    federation: str = ""
    rating: int | None = None
    points: Fraction | None = None
    more: bool = False
    spoilt: bool = False
    cells: dict[int, TrfCell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TrfLine:
    """One record: its text, its number from 1, and where its problems go."""

    text: str
    number: int
    problems: Problems

    def at(self, first: int, last: int) -> str:
        """What stands in these columns, without the blanks around it."""
        return self.text[first - 1 : last].strip()

    @property
    def from_column(self) -> str:
        """What follows the three characters of the record."""
        return self.text[3:].strip()

    def blame(self, code: ForeignErrorCode, column: int, text: str = "", **params: str | int) -> None:
        self.problems.add(code, self.number, column, text, **params)

    def whole(self, first: int, last: int, name: str, most: int = MOST_NUMBER) -> int | None:
        """The number in these columns; None where they are blank or hold something else: a problem."""
        text = self.at(first, last)
        if not text:
            return None
        if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) > most:
            self.blame(ForeignErrorCode.NOT_A_NUMBER, first, text, field=name)
            return None
        return int(text)

    def numbers(self, first: int, most: int) -> list[int]:
        """The starting rank numbers from this column to the end of the line."""
        words = self.text[first - 1 :].split()
        if len(words) > most:
            self.blame(ForeignErrorCode.TOO_MANY_IN_LINE, first, most=most)
            return []
        numbers = []
        for word in words:
            if not re.fullmatch(r"[0-9]{1,4}", word):
                place = self.text.index(word, first - 1) + 1
                self.blame(ForeignErrorCode.NOT_A_NUMBER, place, word, field="starting rank number")
            elif int(word):
                numbers.append(int(word))
        return numbers


def player_line(line: TrfLine) -> TrfPlayerLine | None:
    """The player of a ``001`` record; None where not even the number can be read.

    A line with something in a column that is always blank is shifted: one problem says where, and nothing
    else is read from it.
    """
    wrong = _not_blank(line.text)
    if wrong:
        line.blame(ForeignErrorCode.COLUMN, wrong, line.text[max(0, wrong - 9) : wrong + 8], record="001")
        number = line.at(5, 8)
        return TrfPlayerLine(line.number, int(number), spoilt=True) if _is_number(number) else None
    if not _is_number(line.at(5, 8)):
        line.blame(ForeignErrorCode.NOT_A_NUMBER, 5, line.at(5, 8), field="starting rank number")
        return None
    title = line.at(11, 13).upper()
    held = title in TITLES
    player = TrfPlayerLine(
        line=line.number,
        number=int(line.at(5, 8)),
        title=title if held else "",
        name=line.at(NAME_BEGINS, NAME_ENDS),
        federation=line.at(54, 56),
        rating=line.whole(49, 52, "rating") or None,
        points=_points(line),
        more=bool(
            line.at(10, 10 if held else 13) or line.at(58, 68).strip("0") or line.at(70, 79).strip("0/.-")
        ),
    )
    rounds = -(-(len(line.text.rstrip()) - FIRST_CELL + 1) // CELL)
    if rounds > MOST_ROUNDS:
        line.blame(ForeignErrorCode.TOO_MANY_ROUNDS, FIRST_CELL + MOST_ROUNDS * CELL, most=MOST_ROUNDS)
        return player
    for round_number in range(1, rounds + 1):
        cell = _cell(line, round_number)
        if cell is None:
            player.spoilt = True
        elif not cell.is_blank:
            player.cells[round_number] = cell
    return player


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[0-9]{1,4}", text) is not None and int(text) > 0


def _not_blank(text: str) -> int | None:
    """Return the first column that holds something where every file has a blank."""
    end = len(text.rstrip())
    shifted = next((column for column in _blank_columns(end) if text[column - 1] != " "), None)
    # A rating that slipped among the columns of the name stands too far from it to be a part.
    apart = _APART.search(text[:NAME_ENDS], NAME_BEGINS - 1)
    return shifted or (apart.end() if apart else None)


def _blank_columns(end: int) -> Iterator[int]:
    yield from (column for column in MUST_BE_BLANK if column <= end)
    for start in range(FIRST_CELL, min(end, FIRST_CELL + MOST_ROUNDS * CELL) + 1, CELL):
        yield from (start + offset for offset in BLANK_IN_CELL if start + offset <= end)


def _points(line: TrfLine) -> Fraction | None:
    text = line.at(81, 84)
    if not text:
        return None
    if not _POINTS.fullmatch(text):
        line.blame(ForeignErrorCode.NOT_A_NUMBER, 81, text, field="points")
        return None
    return Fraction(text.replace(",", "."))


def _cell(line: TrfLine, round_number: int) -> TrfCell | None:
    start = FIRST_CELL + (round_number - 1) * CELL
    text = line.at(start, start + 3)
    if text and not re.fullmatch(r"[0-9]+", text):
        line.blame(ForeignErrorCode.NOT_A_NUMBER, start, text, field="opponent")
        return None
    colour = line.at(start + 5, start + 5).lower()
    if colour not in ("", "w", "b", "-"):
        line.blame(ForeignErrorCode.UNKNOWN_VALUE, start + 5, colour, field="colour", known="w b -")
        return None
    code = line.at(start + 7, start + 7).upper()
    if code and code not in CODES:
        line.blame(
            ForeignErrorCode.UNKNOWN_VALUE, start + 7, code, field="result", known=" ".join(sorted(CODES))
        )
        return None
    opponent = int(text or 0)
    if text and not opponent and not code:
        code = "Z"  # "(blank) equivalent to Z": the round is there, without a result
    side = {"w": Side.FIRST, "b": Side.SECOND}.get(colour)
    return TrfCell(round_number, opponent, side, code, line.number, start)


def cell_text(opponent: int | None, side: Side | None, code: str) -> str:
    """The ten columns of one round, two blanks in front."""
    if opponent is None:
        return f"  0000 - {code}"
    colour = "-" if side is None else "w" if side is Side.FIRST else "b"
    return f"  {opponent:>4} {colour} {code or ' '}"


BLANK_CELL = " " * CELL
