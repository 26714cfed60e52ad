"""Read whole games so far, as relays send them: PGN, moves alone, SGF; where nothing can be harmed."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice
from typing import Any, Final

from games.live.playing import PASS
from games.records.detect import read
from games.records.endings import stated_ending
from games.records.game import UNKNOWN, Game
from games.weiqi.reading import read_file
from games.weiqi.record import WeiqiRecord
from games.weiqi.sgf import looks_like_sgf
from games.weiqi.values import point_name
from games.xiangqi.notation import NotationError, coordinates
from games.xiangqi.values import Move

MOST_GAMES: Final = 200
MOST_BYTES: Final = 1_000_000
START_HEADER: Final = "FEN"
# As chess relays write what remains after a move.
_CLOCK: Final = re.compile(r"\[%clk\s+([0-9]{1,2}):([0-5]?[0-9]):([0-5]?[0-9])(?:\.[0-9]+)?\]")
# ``3x30 byo-yomi``, ``30 s byo-yomi``: the seconds of a period.
_BYO_YOMI: Final = re.compile(r"(?:\d{1,2} ?[x×] ?)?(\d{1,4}) ?s?(?:ec|econds)? *byo", re.IGNORECASE)
# ``25/600 Canadian``, ``25 moves Canadian``: the moves of a period.
_CANADIAN: Final = re.compile(r"(\d{1,3}) ?(?:/| moves)")


def games_in(raw: bytes) -> list[dict[str, Any]]:
    """Read every game of a text into plain values.

    ``start`` is a FEN, empty for the usual position; ``moves`` squares or points, as far as they can be read;
    ``clocks`` and ``overtime`` what remains, by ply, to whoever made it; ``fault`` what it choked on, or
    None.
    """
    if looks_like_sgf(raw):
        return [_weiqi(record) for record in islice(read_file(raw), MOST_GAMES)]
    return [_xiangqi(game) for game in islice(read(raw), MOST_GAMES)]


def _xiangqi(game: Game) -> dict[str, Any]:
    # What stood on the board stood: an illegal move is sent on, and what follows it while it can be read.
    followed = _played_on(game)
    is_whole = game.is_valid or (followed and len(followed) == len(game.unplayed))
    fault = None if is_whole else next((f for f in game.faults if not f.variation), None)
    start = game.headers.get(START_HEADER, "")
    searched = [(ply, _CLOCK.search(text)) for ply, text in game.comments.items() if ply]
    clocks = [(ply, clock) for ply, clock in searched if clock is not None]
    return {
        "headers": dict(game.headers),
        "start": game.start.fen() if start else "",
        "moves": [str(move) for move in (*game.moves, *followed)],
        "clocks": {ply: int(clock[1]) * 3600 + int(clock[2]) * 60 + int(clock[3]) for ply, clock in clocks},
        "overtime": {},
        "result": game.result,
        "cause": stated_ending(game.headers).cause,
        "fault": fault and {"text": fault.text, "ply": fault.ply},
    }


def _played_on(game: Game) -> list[Move]:
    followed: list[Move] = []
    for ply, unplayed in enumerate(game.unplayed, len(game.moves) + 1):
        move = unplayed.move or _squares(unplayed.text)
        if move is None or unplayed.ply != ply:
            break
        followed.append(move)
    return followed


def _squares(text: str) -> Move | None:
    """The squares that a move names which no piece can make."""
    with suppress(NotationError):
        return coordinates.read(text, 0)
    return None


def _weiqi(record: WeiqiRecord) -> dict[str, Any]:
    fault = next((f for f in record.faults if f.ply is not None), None)
    return {
        "headers": dict(record.headers),
        "start": "",
        "clocks": dict(record.clocks),
        "overtime": _overtime(record),
        "result": record.headers.get("Result", UNKNOWN),
        "cause": stated_ending(record.headers).cause,
        "moves": [PASS if move.point is None else point_name(move.point) for move in record.moves],
        "fault": fault and {"text": fault.text, "ply": fault.ply},
    }


def _overtime(record: WeiqiRecord) -> dict[int, str]:
    """Say what is left of it after a ply: periods where the file speaks of byo-yomi, else moves to go."""
    text = record.headers.get("Overtime", "")
    if byo_yomi := _BYO_YOMI.search(text):
        return {ply: f"{left} × {byo_yomi[1]} s" for ply, left in record.overtime.items()}
    if canadian := _CANADIAN.search(text):
        return {ply: f"{left} / {canadian[1]}" for ply, left in record.overtime.items()}
    return {}
