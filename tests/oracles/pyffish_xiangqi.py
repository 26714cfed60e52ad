"""Random games as Fairy-Stockfish sees them: ``python -m tests.oracles.pyffish_xiangqi SEED GAMES PLIES``.

A program of its own, because pyffish can end the interpreter; nothing from outside reaches it: it knows one
variant and only positions that it made itself. Prints one JSON array per game: for each ply the FEN, whether
the side to move stands in check, the legal moves, the move made, and on every fourth ply its WXF text,
which takes pyffish longer than all the rest.
"""

import json
import random
import sys
from typing import Any

import pyffish

VARIANT = "xiangqi"


def game(seed: int, plies: int) -> list[dict[str, Any]]:
    """One random game; every other seed prefers soldiers, so that they double."""
    chance = random.Random(seed)
    fen = pyffish.start_fen(VARIANT)
    found = []
    for ply in range(plies):
        legal = sorted(pyffish.legal_moves(VARIANT, fen, []))
        soldiers = [move for move in legal if is_soldier(fen, move)] if seed % 2 else []
        played, text = None, ""
        if legal:
            played = chance.choice(soldiers if soldiers and chance.random() < 0.6 else legal)
        if played and ply % 4 == seed % 4:
            text = pyffish.get_san(VARIANT, fen, played, False, pyffish.NOTATION_XIANGQI_WXF)
        check = pyffish.gives_check(VARIANT, fen, [])
        found.append({"fen": fen, "check": check, "legal": legal, "played": played, "text": text})
        if played is None:
            break
        fen = pyffish.get_fen(VARIANT, fen, [played])
    return found


def is_soldier(fen: str, move: str) -> bool:
    """Whether a soldier stands where the move begins (ranks from 1)."""
    ranks = fen.partition(" ")[0].split("/")[::-1]
    rank = 10 if move[1:3] == "10" else int(move[1])
    row = "".join("." * int(letter) if letter.isdigit() else letter for letter in ranks[rank - 1])
    return row["abcdefghi".index(move[0])] in "Pp"


def main() -> None:
    seed, games, plies = map(int, sys.argv[1:])
    for number in range(seed, seed + games):
        sys.stdout.write(json.dumps(game(number, plies)) + "\n")


if __name__ == "__main__":
    main()
