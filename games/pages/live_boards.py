"""The board of a running game before its first ply, which a script draws the plies on."""

from __future__ import annotations

from typing import Any

from games.live.playing import Weiqi
from games.models import LiveGame
from games.pages.boards import BOARDS, empty_board
from games.pages.weiqi_board import lines, stones
from games.queries.live import game_of, start_of
from games.weiqi.positions import placed_stones, write_position
from games.xiangqi.fen import START_POSITION, read_fen
from tournaments.models import Pairing, Section

Data = dict[str, Any]


def start_board(section: Section, pairing: Pairing, live: LiveGame | None) -> Data:
    """Give the templates of boards what they draw."""
    made = live or LiveGame(start=start_of(section, pairing), rulebook=section.rulebook)
    game = game_of(made)
    if isinstance(game, Weiqi):
        fen = write_position(game.board)
        size, held = placed_stones(fen)
        return {**lines(size), "start": fen.split()[0], "placed": stones(held), "captures": (0, 0)}
    fen = made.start.get("fen") or ""
    position = (read_fen(fen)[0] if fen else None) or START_POSITION
    empty = empty_board(section.game) or {}
    # ``first``: in xiangqi whose turn it is.
    return {**empty, "start": position.placement(), "first": "second" if position.side else "first"}


def board_template(game: str) -> str:
    return BOARDS[game].template


def board_script(game: str) -> str:
    return BOARDS[game].script
