"""A counted board as a page draws it: what is whose, which stones are dead, and a button for every chain."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext, ngettext

from games.pages.weiqi_board import lines, point_place
from games.queries.public_games import PublicCount
from games.weiqi.board import Board
from games.weiqi.counting import Count, CountOutcome, count, quarters_text
from games.weiqi.positions import read_position
from games.weiqi.values import (
    BLACK,
    COLOUR_LETTERS,
    COLOURS,
    SIDE_NAMES,
    WHITE,
    parse_point,
    point_at,
    point_name,
    spoken_point,
)
from games.wording.weiqi import outcome_text
from tournaments.wording.sides import side_word

Data = dict[str, Any]


def counted(board: Board, dead: Collection[int]) -> Data:
    """Draw the stones, whether they are dead, and whose every point is that no living stone holds."""
    result = count(board, dead)
    marks = []
    for point, owner in sorted(result.owners.items()):
        if owner == board.stones[point] and point not in dead:
            continue
        marks.append({"letter": COLOUR_LETTERS[owner].lower() if owner else "s", **point_place(point)})
    stones = [
        {"letter": COLOUR_LETTERS[board.stones[point]].lower(), "dead": point in dead, **point_place(point)}
        for point in sorted(result.owners)
        if board.stones[point] in COLOURS
    ]
    return {**lines(board.size), "stones": stones, "marks": marks, "cells": cells(board, dead)}


def cells(board: Board, dead: Collection[int]) -> list[list[Data | None]]:
    """Make row by row a cell for every point: None where there is no stone."""
    reached: set[int] = set()
    sizes: dict[int, int] = {}
    grid: list[list[Data | None]] = []
    for row in range(board.size):
        cells: list[Data | None] = []
        for point in range(point_at(0, row), point_at(board.size, row)):
            colour = board.stones[point]
            if colour not in COLOURS:
                cells.append(None)
                continue
            # The first stone of a chain is the one that the keyboard reaches.
            first = point not in reached
            if first:
                chain = board.chain(point)
                reached.update(chain)
                sizes.update(dict.fromkeys(chain, len(chain)))
            cells.append(
                {
                    "name": point_name(point),
                    "first": first,
                    "dead": point in dead,
                    "text": _chain_text(SIDE_NAMES[colour], spoken_point(point, board.size), sizes[point]),
                }
            )
        grid.append(cells)
    return grid


def _chain_text(side: str, name: str, size: int) -> str:
    words = {"side": side_word(side, "weiqi"), "point": name, "size": size}
    return ngettext("%(side)s %(point)s, %(size)s stone", "%(side)s %(point)s, %(size)s stones", size) % words


def figures(board: Board, dead: Collection[int], compensation: int, handicap_return: int) -> Data:
    """A counted board with all that a page says about it."""
    result = count(board, dead)
    outcome = result.outcome(compensation, handicap_return)
    figures_of_count = count_sums(result, outcome, compensation=compensation, handicap_return=handicap_return)
    figures_of_count["dead"] = [
        sum(board.stones[point] == colour for point in dead) for colour in (BLACK, WHITE)
    ]
    return {
        "board": counted(board, dead),
        "sums": figures_of_count,
        "said": sentence(figures_of_count),
        "outcome": outcome_text(outcome),
    }


def of_page(stored_count: PublicCount) -> Data:
    board = read_position(stored_count.position)
    return {
        **figures(board, frozenset(map(parse_point, stored_count.dead)), *stored_count.quarters),
        "ruling": stored_count.ruling,
    }


def count_sums(result: Count, outcome: CountOutcome, *, compensation: int, handicap_return: int) -> Data:
    """The figures as the rules write them."""
    return {
        "first": quarters_text(2 * result.black),
        "second": quarters_text(2 * result.white),
        "shared": result.shared,
        "points": result.points,
        "line": quarters_text(2 * result.points),
        "compensation": quarters_text(compensation),
        "handicap_return": quarters_text(handicap_return) if handicap_return else "",
        "outcome": outcome_text(outcome),
        "margin": quarters_text(abs(outcome.margin)),
        "sgf": outcome.sgf,
    }


def sentence(figures: Data) -> str:
    """The count in a sentence, for those who listen."""
    return gettext("Black %(first)s, White %(second)s, shared points %(shared)s: %(outcome)s") % figures
