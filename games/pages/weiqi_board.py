"""Draw the board of weiqi: lines, star points, coordinates, stones; and a game's moves on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext

from games.queries.public_games import PlayedMoves
from games.weiqi.positions import placed_stones
from games.weiqi.values import (
    COLOUR_LETTERS,
    EMPTY,
    HUMAN_COLUMNS,
    SIDE_NAMES,
    STRIDE,
    Move,
    parse_point,
    point_at,
    point_name,
    spoken_point,
    star_points,
)
from tournaments.wording.sides import side_word

Data = dict[str, Any]

STEP = 20
EDGE = 30


# Lengths are those of the drawing: `STEP` from line to line, `EDGE` from the rim to the first line.
def point_place(point: int) -> Data:
    row, column = divmod(point, STRIDE)
    return {"x": EDGE + STEP * column, "y": EDGE + STEP * row}


def lines(size: int) -> Data:
    """What every board of that size shows before any stone."""
    far = EDGE + STEP * (size - 1)
    inner = range(EDGE + STEP, far, STEP)
    across = "".join(f"M{EDGE} {at}H{far}" for at in inner)
    down = "".join(f"M{at} {EDGE}V{far}" for at in inner)
    return {
        "size": size,
        "whole": far + EDGE,
        "edge": EDGE,
        "span": far - EDGE,
        "grid": across + down,
        "stars": [point_place(point) for point in star_points(size)],
        "columns": [{"at": EDGE + STEP * column, "text": HUMAN_COLUMNS[column]} for column in range(size)],
        "rows": [{"at": EDGE + STEP * row, "text": size - row} for row in range(size)],
        "low": far + EDGE - 10,
    }


def points(size: int) -> list[list[Data]]:
    """Row by row, every point by its name in SGF and as players say it."""
    return [
        [
            {"name": point_name(point), "text": spoken_point(point, size)}
            for point in range(point_at(0, row), point_at(size, row))
        ]
        for row in range(size)
    ]


def stones(held: Mapping[int, int]) -> list[Data]:
    """Stones (point → colour) to be drawn."""
    return [
        {"letter": COLOUR_LETTERS[colour].lower(), **point_place(point)} for point, colour in held.items()
    ]


def board_shape(record: PlayedMoves) -> Data:
    """A reading, as the page and its script walk through it."""
    size, held = placed_stones(record.start_fen)
    plies = [
        _ply(number, text, play, size)
        for number, (text, play) in enumerate(zip(record.moves["sgf"], record.plays, strict=True), 1)
    ]
    last = None
    for play in record.plays:
        last = change(held, play.split())
    return {
        **lines(size),
        "start": record.start_fen.split()[0],
        "plies": plies,
        "placed": stones(held),
        "last": None if last is None or last not in held else stones({last: held[last]})[0],
        "captures": [record.captures[side] for side in SIDE_NAMES[1:]],
        "rest": record.rest,
    }


def change(held: dict[int, int], tokens: Iterable[str]) -> int | None:
    """Make what one play changes (`games.rulebooks.weiqi_reading.changes`), and say where its stone
    stands."""
    played = None
    for index, token in enumerate(tokens):
        colour = COLOUR_LETTERS.find(token[0], 1)
        if token == "=":  # noqa: S105 - a play without a stone
            continue
        point = parse_point(token[1:])
        if colour > EMPTY:
            held[point] = colour
            played = point if index == 0 else played
        else:
            held.pop(point, None)
    return played


def spoken_move(text: str, size: int) -> str:
    """Say a move in SGF as players do; a question mark where it is none on this board."""
    try:
        point = Move.parse(text).point
    except ValueError:
        return "?"
    if point is None:
        return pgettext("in weiqi", "pass")
    # A larger board than this one has the point: its name here would be another's, or none.
    return spoken_point(point, size) if max(divmod(point, STRIDE)) < size else "?"


def _ply(number: int, text: str, play: str, size: int) -> Data:
    side = SIDE_NAMES[COLOUR_LETTERS.index(text[0])]
    tokens = play.split()
    name = spoken_move(text, size)
    taken = sum(token[0] == "-" for token in tokens)
    return {
        "ply": number,
        "number": number,
        "side": side,
        "move": play,
        "name": name,
        "taken": taken,
        "said": _move_sentence(number, side, name, taken),
    }


def _move_sentence(number: int, side: str, name: str, taken: int) -> str:
    """What is read out when the move is made."""
    words = {"number": number, "side": side_word(side, "weiqi"), "move": name, "taken": taken}
    if not taken:
        return gettext("%(number)s. %(side)s: %(move)s") % words
    return (
        ngettext(
            "%(number)s. %(side)s: %(move)s, captures %(taken)s stone",
            "%(number)s. %(side)s: %(move)s, captures %(taken)s stones",
            taken,
        )
        % words
    )
