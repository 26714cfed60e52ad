"""Turn the text of a scoresheet into cells: numbers, gaps, empty columns, rows that were left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from games.records.movetext import joined, pieces_of
from games.records.pgn import TAG
from games.records.results import result_of
from games.xiangqi.notation import coordinates, signless, tokens
from games.xiangqi.notation.tokens import TokenReading, letters_of
from games.xiangqi.values import Move

# Cells that a sheet may have.
MOST_PLIES: Final = 1500
MOST_CHARACTERS: Final = 200_000
# Rows that may be left out at once; a number that jumps farther was misread.
_FARTHEST_JUMP: Final = 12
_LONGEST_RESULT: Final = 16
# So many blanks before a row's only move leave Red's column empty.
_WIDE_GAP: Final = 6

_SEPARATOR = re.compile(r"[\t|;；,，]")
_NUMBER = re.compile(r"(?P<number>\d{1,3})(?:(?P<dots>[.．。:：、)）]+|…+)|$)")
_GAP = re.compile(r"[.…．。?？□_—–\-]+|[xX×]+")
_PAWNS = re.compile(r"\d\d[.．=+\-]\d|\d[+\-][.．=+\-]\d")
_COMMENT = re.compile(r"\{[^}]*\}?")


class CellKind(StrEnum):
    """What stands in a cell."""

    READABLE = "readable"
    ILLEGIBLE = "illegible"
    BLANK = "blank"


# One cell.
@dataclass(frozen=True, slots=True)
class Cell:
    kind: CellKind
    text: str = ""
    # What it can mean, in English or Chinese; empty unless it is readable so.
    readings: tuple[TokenReading, ...] = ()
    # What it means as coordinates.
    square: Move | None = None
    # The text in letters, for comparing.
    letters: str = ""

    @property
    def is_readable(self) -> bool:
        return self.kind is CellKind.READABLE

    @property
    def is_blank(self) -> bool:
        return self.kind is CellKind.BLANK


class TooLongError(ValueError):
    """More than a scoresheet can hold; ``size`` and ``limit`` in ``unit`` (``plies`` or ``characters``)."""

    def __init__(self, size: int, limit: int, unit: str) -> None:
        super().__init__(f"a scoresheet with {size} {unit}; at most {limit} are read")
        self.size = size
        self.limit = limit
        self.unit = unit


@dataclass(slots=True)
class _Row:
    number: int | None
    texts: list[str] = field(default_factory=list)


def read_sheet(text: str) -> tuple[Cell, ...]:
    """Read the cells of a sheet, or raise `TooLongError`."""
    if len(text) > MOST_CHARACTERS:
        raise TooLongError(len(text), MOST_CHARACTERS, "characters")
    texts = _texts(text)
    if len(texts) > MOST_PLIES:
        raise TooLongError(len(texts), MOST_PLIES, "plies")
    rank = _first_rank(texts)
    # What is empty at the end is no ply; a sign for a gap is one.
    return tuple(_cell(text_of_cell, rank) for text_of_cell in texts)


def plies_of(text: str) -> int:
    """Count the plies of a sheet, be they too many to be read; none where nothing stands on it."""
    return len(_texts(text))


def _texts(text: str) -> list[str]:
    """What stands in each cell, up to the last that is not empty."""
    rows = _in_order(_rows(text))
    width = 1 if len(rows) > 1 and all(len(row.texts) < 2 for row in rows) else 2
    texts: list[str] = []
    expected: int | None = None
    for row in rows:
        if row.number is not None:
            texts += [""] * (width * (row.number - expected) if expected else 0)
            expected = row.number + 1
        elif expected is not None:
            expected += 1
        texts += row.texts + [""] * (width - len(row.texts))
    while texts and not texts[-1]:
        texts.pop()
    return texts


def _cell(text: str, rank: int) -> Cell:
    if _is_gap(text):
        return Cell(CellKind.BLANK, text)
    if coordinates.looks_like(text):
        try:
            square = coordinates.read(text, rank)
        except ValueError:
            return Cell(CellKind.ILLEGIBLE, text, letters=text.lower())
        return Cell(CellKind.READABLE, text, square=square, letters=str(square))
    token = tokens.parse(text)
    if token is None:
        return Cell(CellKind.ILLEGIBLE, text, letters=letters_of(text[:12]))
    return Cell(CellKind.READABLE, text, token.readings, letters=letters_of(text))


def _first_rank(texts: Sequence[str]) -> int:
    squares = [text for text in texts if text and coordinates.looks_like(text)]
    return (coordinates.first_rank(squares) if squares else 0) or 0


def _is_gap(text: str) -> bool:
    return not text or (_GAP.fullmatch(text) is not None and tokens.parse(text) is None)


def _rows(text: str) -> list[_Row]:
    """Read the rows as they stand."""
    lines = [
        line for line in joined(_COMMENT.sub(" ", text)).splitlines() if line.strip() and not TAG.match(line)
    ]
    items = [list(_items(line)) for line in lines]
    if any(number is not None for items_of_line in items for number, _ in items_of_line):
        return _numbered_rows(items)
    widths = Counter(len(items_of_line) for items_of_line in items)
    # Without numbers a line is a row where most lines have two moves.
    if widths[2] > widths[1] and 2 * widths[2] >= widths.total():
        return [_Row(None, [item for _, item in items_of_line]) for items_of_line in items]
    stream = [item for items_of_line in items for _, item in items_of_line]
    return [_Row(None, stream[place : place + 2]) for place in range(0, len(stream), 2)]


def _numbered_rows(items: Sequence[list[tuple[int | None, str]]]) -> list[_Row]:
    rows: list[_Row] = []
    for items_of_line in items:
        # A number begins a row; so does a line without one that has moves of both sides.
        if not rows or (len(items_of_line) >= 2 and items_of_line[0][0] is None):
            rows.append(_Row(None))
        for number, text in items_of_line:
            if number is not None:
                rows.append(_Row(number))
            else:
                rows[-1].texts.append(text)
    return [row for row in rows if row.texts or row.number is not None]


def _items(line: str) -> Iterator[tuple[int | None, str]]:
    """Give (number, ``""``) for a row's number, (None, text) for a cell; an empty column is an empty text."""
    bare = line.strip().strip("|")
    parts = _SEPARATOR.split(bare)
    columns = len(parts) > 1
    items: list[tuple[int | None, str]] = []
    for part in parts:
        words = part.split()
        if columns and not words and items:
            items.append((None, ""))
        for word in words:
            items += _word(word)
    while columns and len(items) > 3 and items[-1] == (None, ""):
        items.pop()
    cells = [text for number, text in items if number is None]
    if not columns and len(cells) == 1 and len(items) <= 2 and _indent(line, cells[0]) >= _WIDE_GAP:
        items.insert(len(items) - 1, (None, ""))
    yield from items


def _indent(line: str, text: str) -> int:
    """How many blanks stand before the text."""
    before = line[: line.rfind(text)].expandtabs()
    return len(before) - len(before.rstrip())


def _word(word: str) -> Iterator[tuple[int | None, str]]:
    at = 0
    while at < len(word):
        if len(word) - at <= _LONGEST_RESULT and result_of(word[at:]) is not None:
            return
        numbered = _NUMBER.match(word, at)
        if numbered is None or _PAWNS.fullmatch(word, at):
            pieces = pieces_of(word[at:])
            if len(pieces) > 1:
                for piece in pieces:
                    yield from _word(piece)
            else:
                yield None, signless.with_sign(word[at:])
            return
        dots = numbered["dots"] or ""
        yield int(numbered["number"]), ""
        if len(dots) > 1 or "…" in dots:
            yield None, ""
        at = numbered.end()


def _in_order(rows: list[_Row]) -> list[_Row]:
    """Put rows in the order of their numbers, where these can be trusted."""
    # The longest series that ascends at least as fast as the rows do.
    trusted = _ascending(rows)
    taken = {rows[place].number for place in trusted}
    placed: list[tuple[float, int, _Row]] = []
    last = -1.0
    for place, row in enumerate(rows):
        number = row.number
        if place in trusted and number is not None:
            last = float(number)
        elif number is not None and number not in taken and abs(number - last) <= 2:
            # A number that fills a hole nearby is kept; any other is forgotten.
            taken.add(number)
            placed.append((float(number), place, row))
            continue
        else:
            row.number = None
        placed.append((last, place, row))
    return [row for _, _, row in sorted(placed, key=lambda item: item[:2])]


def _ascending(rows: Sequence[_Row]) -> set[int]:
    """The places of the longest series of rows whose numbers ascend and never lag behind the rows."""
    places = [place for place, row in enumerate(rows) if row.number is not None]
    best: list[tuple[int, int]] = []
    for at, place in enumerate(places):
        length, before = 1, -1
        number = rows[place].number or 0
        for earlier in range(max(0, at - 30), at):
            other = places[earlier]
            ahead = number - (rows[other].number or 0)
            if place - other <= ahead <= place - other + _FARTHEST_JUMP and best[earlier][0] >= length:
                length, before = best[earlier][0] + 1, earlier
        best.append((length, before))
    ascending: set[int] = set()
    at = max(range(len(best)), key=lambda index: best[index][0], default=-1)
    while at >= 0:
        ascending.add(places[at])
        at = best[at][1]
    return ascending
