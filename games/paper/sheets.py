"""How the papers about games are set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games.pages import weiqi_board
from games.paper.diagrams import weiqi, xiangqi
from games.paper.photo_sheets import half_leaves, whole_leaves
from games.queries.papers import Bulletin, PrintedRecords
from games.queries.public_games import GamePage, PlayedMoves
from games.wording.records import own_moves
from games.xiangqi.board import Board
from games.xiangqi.fen import START_POSITION, read_fen
from games.xiangqi.values import Move
from tournaments.models import Section
from tournaments.paper.sheets import PaperSheet

# Plies from one diagram of a game of xiangqi to the next.
EVERY = 30


class Printed(NamedTuple):
    """A game with its moves in the reader's notation and its diagrams, each with its ply."""

    game: GamePage
    moves: list[tuple[int, str]]
    diagrams: list[tuple[int, SafeString]]


def printed(game: GamePage) -> Printed:
    record = game.record
    if game.section.game == Section.Game.WEIQI:
        moves = [(ply["number"], ply["name"]) for ply in weiqi_board.board_shape(record)["plies"]]
        return Printed(game, moves, [(len(moves), weiqi(record.final_fen))])
    texts = own_moves(record.moves["english"], record.moves["chinese"])
    return Printed(game, _pairs(texts, record.start_fen), _diagrams(record))


def _pairs(texts: list[str], fen: str) -> list[tuple[int, str]]:
    """List the moves: number, and both sides'."""
    start = read_fen(fen)[0] or START_POSITION
    # Where Black begins, three points stand for Red's.
    padded = ["…"] * start.side + texts
    return [
        (start.number + place // 2, "  ".join(padded[place : place + 2]))
        for place in range(0, len(padded), 2)
    ]


def _diagrams(record: PlayedMoves) -> list[tuple[int, SafeString]]:
    """Every `EVERY` plies and at the end."""
    start = read_fen(record.start_fen)[0] or START_POSITION
    board = Board(start)
    drawn: list[tuple[int, SafeString]] = []
    moves = [Move.parse(text) for text in record.moves["iccs"]]
    for ply, move in enumerate(moves, start=1):
        board.push(move)
        if ply % EVERY == 0 or ply == len(moves):
            drawn.append((ply, xiangqi(board.position(), move)))
    return drawn


def _games(page: PrintedRecords | Bulletin) -> dict[str, Any]:
    return {"games": [printed(game) for game in page.games]}


SHEETS: Mapping[str, PaperSheet] = {
    "records": PaperSheet("games/paper/records.html", _games),
    "incidents": PaperSheet("games/paper/incidents.html"),
    "bulletin": PaperSheet("games/paper/bulletin.html", _games),
    "photo-sheets": PaperSheet("games/paper/photo_sheets.html", whole_leaves),
    "photo-halves": PaperSheet("games/paper/photo_sheets.html", half_leaves, landscape=True),
}
