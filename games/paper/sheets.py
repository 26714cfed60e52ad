"""How the papers about games are set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString

from games.pages import weiqi_board
from games.paper.diagrams import weiqi, xiangqi
from games.wording.claims import follows_text
from games.wording.claims import kind_name as claim_name
from games.wording.records import own_moves
from games.xiangqi.board import Board
from games.xiangqi.fen import START_POSITION, read_fen
from games.xiangqi.values import Move
from tournaments.models import Foul, Section
from tournaments.pages import shaping
from tournaments.paper.sheets import Sheet
from tournaments.wording.fouls import offence_name, penalty_text
from tournaments.wording.sides import side_word

Data = dict[str, Any]
EVERY = 30
"""Plies from one diagram of a game of xiangqi to the next."""


def game(found: Data) -> Data:
    """A game with its moves in the reader's notation and its diagrams."""
    record = found["record"]
    if found["frame"]["section"]["game"] == Section.Game.WEIQI:
        plies = weiqi_board.shape(record)["plies"]
        moves = [(ply["number"], ply["name"]) for ply in plies]
        return {**found, "moves": moves, "diagrams": [(len(moves), weiqi(record["final_fen"]))]}
    return {
        **found,
        "moves": _pairs(own_moves(record["moves"]), record["start_fen"]),
        "diagrams": _diagrams(record),
    }


def _pairs(texts: list[str], fen: str) -> list[tuple[int, str]]:
    """Move by move: number, and both sides' moves. Where Black begins, three points stand for Red's."""
    start = read_fen(fen)[0] or START_POSITION
    padded = ["…"] * start.side + texts
    return [
        (start.number + place // 2, "  ".join(padded[place : place + 2]))
        for place in range(0, len(padded), 2)
    ]


def _diagrams(record: Data) -> list[tuple[int, SafeString]]:
    """Every `EVERY` plies and at the end."""
    start = read_fen(record["start_fen"])[0] or START_POSITION
    board = Board(start)
    drawn: list[tuple[int, SafeString]] = []
    moves = [Move.parse(text) for text in record["moves"]["iccs"]]
    for ply, move in enumerate(moves, start=1):
        board.push(move)
        if ply % EVERY == 0 or ply == len(moves):
            drawn.append((ply, xiangqi(board.position(), move)))
    return drawn


def _records(data: Data) -> Data:
    return {"games": [game(found) for found in data["games"]]}


def _incidents(data: Data) -> Data:
    people = data["people"]
    of = data["frame"]["section"]["game"]
    return {
        "fouls": [
            {
                **foul,
                "person": people[foul["number"]],
                "what": offence_name(foul["offence"], foul["kind"]),
                "cost": penalty_text(foul["penalty"]),
                "state": Foul.Status(foul["status"]).label,
            }
            for foul in data["fouls"]
        ],
        "claims": [
            {
                **claim,
                "person": people[claim["number"]],
                "what": claim_name(claim["kind"]),
                "follows": follows_text(claim["outcome"], side_word(claim["side"], of)),
            }
            for claim in data["claims"]
        ],
    }


def _bulletin(data: Data) -> Data:
    standings = data["standings"]
    people = data["people"]
    return {
        "tables": shaping.tables(data),
        "byes": [people[number] for number in data["byes"]],
        "absent": [people[number] for number in data["absent"]],
        "ranking": shaping.ranking(standings) if standings else [],
        "criteria": standings["criteria"] if standings else [],
        "games": [game(found) for found in data["games"]],
    }


SHEETS: Mapping[str, Sheet] = {
    "records": Sheet("games/paper/records.html", _records),
    "incidents": Sheet("games/paper/incidents.html", _incidents),
    "bulletin": Sheet("games/paper/bulletin.html", _bulletin),
}
