"""Scoresheets with faults that are known, made from a game: what a player would have written."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.xiangqi.board import Board
from games.xiangqi.notation import tokens
from games.xiangqi.notation.reading import moves_of
from games.xiangqi.notation.writing import chinese, english
from games.xiangqi.values import Move
from tests.games import facts

GAPS = ("…", "...", "?", "--", "□", "")
MISREAD = {
    "english": {"1": "7", "7": "1", "5": "6", "6": "5", "3": "8", "8": "3", "2": "Z", "4": "A", "9": "g"}
    | {"=": "-", "+": "t", "-": "=", "C": "G", "H": "K", "R": "P", "P": "R", "E": "F", "A": "4", "K": "H"},
    "chinese": {
        "二": "三",
        "三": "二",
        "五": "王",
        "四": "西",
        "平": "干",
        "进": "井",
        "退": "很",
        "炮": "包",
    }
    | {"马": "鸟", "车": "东", "兵": "乒", "卒": "萃", "１": "7", "７": "1", "３": "8", "８": "B", "相": "想"}
    | {"六": "大", "七": "匕", "八": "人", "九": "丸", "一": "ー", "象": "像", "仕": "士", "士": "土"},
}


@dataclass
class Sheet:
    """What one player wrote, and what is wrong with it. ``rows``: the text of each cell."""

    rows: list[list[str]]
    numbers: list[int]
    missed: set[int] = field(default_factory=set)
    wrong: set[int] = field(default_factory=set)
    lacking: set[int] = field(default_factory=set)

    def text(self, *, numbered: bool, separator: str = " ") -> str:
        lines = []
        for number, cells in zip(self.numbers, self.rows, strict=True):
            collected = [cell or ("" if "\t" in separator else "…") for cell in cells]
            lines.append((f"{number}.{separator}" if numbered else "") + separator.join(collected))
        return "\n".join(lines)


def written(moves: Sequence[Move], language: str) -> list[str]:
    write = english if language == "english" else chinese
    board = Board()
    collected = []
    for move in moves:
        collected.append(write(board.squares, move))
        board.push(move)
    return collected


def misread(text: str, language: str, chance: random.Random) -> str:
    """One character taken for another."""
    places = [place for place, letter in enumerate(text) if letter in MISREAD[language]]
    if not places:
        return "?" + text[1:]
    place = chance.choice(places)
    return text[:place] + MISREAD[language][text[place]] + text[place + 1 :]


def make(
    moves: Sequence[Move],
    chance: random.Random,
    *,
    language: str = "english",
    omitted: int = 0,
    skipped: int = 0,
    renumbered: bool = False,
    transposed: int = 0,
    misreads: int = 0,
    neither: Sequence[int] = (),
    standing: frozenset[int] = frozenset(),
) -> Sheet:
    """A sheet of the game. ``standing``: plies that must stand on it, for the other sheet lacks them.

    omitted     plies left blank
    skipped     whole rows left out; ``renumbered``: without a hole in the numbers
    transposed  pairs of neighbouring rows in the other order, the numbers not
    misreads    moves with one character wrong
    neither     plies that are blank besides
    """
    texts = written(moves, language)
    sheet = Sheet([], [])
    plies = set(range(1, len(moves) + 1))
    free = plies - standing - set(neither)
    rows = range(1, (len(moves) + 1) // 2)
    whole = [row for row in rows if {2 * row - 1, 2 * row} <= free]
    gone = set(chance.sample(whole, min(skipped, len(whole))))
    lost = {ply for row in gone for ply in (2 * row - 1, 2 * row)}
    free -= lost
    blank = set(chance.sample(sorted(free), min(omitted, len(free)))) | set(neither)
    free -= blank
    smudged = set(chance.sample(sorted(free), min(misreads, len(free))))
    board = Board()
    for ply, move in enumerate(moves, 1):
        if ply in smudged:
            texts[ply - 1] = misread(texts[ply - 1], language, chance)
            token = tokens.parse(texts[ply - 1])
            if token is None:
                sheet.missed.add(ply)
            elif not any(move in moves_of(board, reading) for reading in token.readings):
                sheet.wrong.add(ply)
        board.push(move)
    for ply in blank:
        # An empty cell at the end of a sheet would be no ply at all.
        texts[ply - 1] = chance.choice(GAPS[:-1] if ply == len(moves) else GAPS)
    sheet.missed |= blank | lost
    for row in range(1, (len(moves) + 1) // 2 + 1):
        if row not in gone:
            sheet.rows.append(texts[2 * row - 2 : 2 * row])
            sheet.numbers.append(row)
    moved = _transpose(sheet, transposed, chance, blank | standing)
    if renumbered:
        sheet.numbers = list(range(1, len(sheet.rows) + 1))
    sheet.lacking = blank | lost | smudged | moved
    return sheet


def _transpose(sheet: Sheet, count: int, chance: random.Random, tied: set[int]) -> set[int]:
    """Exchange the contents of neighbouring rows, none of whose plies is ``tied``; the plies that moved."""
    rows, numbers = sheet.rows, sheet.numbers
    moved: set[int] = set()
    for place in chance.sample(range(len(rows) - 1), len(rows) - 1):
        first = 2 * numbers[place] - 1
        plies = set(range(first, first + 4))
        whole = numbers[place + 1] == numbers[place] + 1 and len(rows[place + 1]) == 2
        if len(moved) < 4 * count and whole and rows[place] != rows[place + 1] and not plies & (tied | moved):
            rows[place], rows[place + 1] = rows[place + 1], rows[place]
            moved |= plies
    sheet.wrong |= moved - sheet.missed
    return moved


GAMES = [facts.moves_of(game["moves"]) for game in facts.championship_games()]


def doubts(result: dict[str, Any]) -> list[list[str]]:
    """The games of an answer, be they one or several."""
    return list(result["games"]) or ([result["moves"]] if result["status"] == "complete" else [])


def texts_of(moves: tuple[Move, ...], language: str = "english") -> list[str]:
    return written(moves, language)


def rows(texts: list[str], separator: str = " ") -> str:
    return "\n".join(
        f"{at // 2 + 1}.{separator}" + separator.join(texts[at : at + 2]) for at in range(0, len(texts), 2)
    )
