"""Random games as Fairy-Stockfish sees them: ``python -m tests.oracles.pyffish_xiangqi SEED GAMES PLIES``.

A program of its own, because pyffish can end the interpreter; nothing from outside reaches it: it knows one
variant and only positions that it made itself. Prints one JSON object per game: the moves, per ply the legal
moves before it, the WXF text and whether it gives check (from the mark in SAN), and the final FEN.

Every call of pyffish takes about 1.5 ms, whatever it is asked, so there is one for each position (the legal
moves, after the whole list of moves) and three for each game.
"""

import json
import random
import sys
from typing import Any

import pyffish

VARIANT = "xiangqi"
CHECKS = ("+", "#")


def game(seed: int, plies: int) -> dict[str, Any]:
    """One random game of that many plies; every other seed prefers soldiers, so that they double."""
    chance = random.Random(seed)
    start = pyffish.start_fen(VARIANT)
    soldiers = soldiers_of(start)
    played: list[str] = []
    legal: list[list[str]] = []
    while len(played) < plies:
        moves = sorted(pyffish.legal_moves(VARIANT, start, played))
        legal.append(moves)
        if not moves:
            break
        by_soldiers = [move for move in moves if ends(move)[0] in soldiers]
        prefers = seed % 2 and by_soldiers and chance.random() < 0.6
        move = chance.choice(by_soldiers if prefers else moves)
        origin, target = ends(move)
        is_soldier = origin in soldiers
        soldiers -= {origin, target}
        soldiers |= {target} if is_soldier else set()
        played.append(move)
    return {
        "played": played,
        "legal": legal,
        "texts": pyffish.get_san_moves(VARIANT, start, played, False, pyffish.NOTATION_XIANGQI_WXF),
        "checks": [
            text.endswith(CHECKS)
            for text in pyffish.get_san_moves(VARIANT, start, played, False, pyffish.NOTATION_SAN)
        ],
        "final": pyffish.get_fen(VARIANT, start, played),
    }


def ends(move: str) -> tuple[str, str]:
    """``h3h10`` → ``h3``, ``h10``."""
    origin = move[:3] if move[2].isdigit() else move[:2]
    return origin, move[len(origin) :]


def soldiers_of(fen: str) -> set[str]:
    """Where soldiers stand, ranks from 1."""
    result = set()
    for rank, row in enumerate(fen.partition(" ")[0].split("/")[::-1], start=1):
        contents = "".join("." * int(letter) if letter.isdigit() else letter for letter in row)
        result |= {f"{'abcdefghi'[file]}{rank}" for file, letter in enumerate(contents) if letter in "Pp"}
    return result


def main() -> None:
    seed, games, plies = map(int, sys.argv[1:])
    for number in range(seed, seed + games):
        sys.stdout.write(json.dumps(game(number, plies)) + "\n")


if __name__ == "__main__":
    main()
