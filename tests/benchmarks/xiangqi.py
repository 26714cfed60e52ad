"""Replaying championship games and counting positions, against Fairy-Stockfish through pyffish.

Every round runs all contestants in turn on the same games; figures are medians of seven rounds. A ratio is
their time by ours. *One get_fen call* for the whole list of a game makes pyffish check and make each move;
it gives one FEN, we give legality, check, capture, quiet plies and repetition of every ply.
"""

import statistics
import time
from collections.abc import Callable

import pyffish

from games.records.game import Game, checked_facts
from games.records.text import read_text
from games.records.writing import to_list
from games.xiangqi.board import Board
from games.xiangqi.moves import perft
from games.xiangqi.notation import coordinates, find_move
from games.xiangqi.notation.writing import chinese, english
from games.xiangqi.values import Move
from tests.benchmarks import shortest
from tests.games.facts import championship_games, moves_of

ROUNDS = shortest(7, 1)
VARIANT = "xiangqi"


def tokens(moves: tuple[Move, ...], write: Callable[[bytearray, Move], str]) -> list[str]:
    board = Board()
    texts = []
    for move in moves:
        texts.append(write(board.squares, move))
        board.push(move)
    return texts


def replay_text(texts: list[str]) -> list[tuple[bool, int, int, int]]:
    """From text: legality, check, capture, quiet plies and repetition of every ply."""
    board = Board()
    collected = []
    for text in texts:
        board.play(find_move(board, text))
        collected.append((board.check, board.history[-1].captured, board.quiet, board.seen[board.key]))
    return collected


def their_perft(depth: int, start: str, moves: list[str]) -> int:
    legal = pyffish.legal_moves(VARIANT, start, moves)
    if depth == 1:
        return len(legal)
    return sum(their_perft(depth - 1, start, [*moves, move]) for move in legal)


def measured(contestants: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds of processor time, the median of the rounds; contestants take turns."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, contestant in contestants.items():
            began = time.process_time()
            contestant()
            times[name].append(time.process_time() - began)
    return {name: statistics.median(result) for name, result in times.items()}


def main() -> None:
    start = pyffish.start_fen(VARIANT)
    games = [moves_of(game["moves"]) for game in championship_games()]
    plies = sum(map(len, games))
    iccs = [[str(move) for move in moves] for moves in games]
    uci = [[coordinates.write(move, 1) for move in moves] for moves in games]
    in_english = [tokens(moves, english) for moves in games]
    in_chinese = [tokens(moves, chinese) for moves in games]
    lists = [to_list(Game(moves=moves)) for moves in games]
    result = measured(
        {
            "get_fen": lambda: [pyffish.get_fen(VARIANT, start, moves) for moves in uci],
            "coordinates": lambda: [
                checked_facts(coordinates.read(text, 0) for text in texts) for texts in iccs
            ],
            "English": lambda: [replay_text(texts) for texts in in_english],
            "Chinese": lambda: [replay_text(texts) for texts in in_chinese],
            "whole list read": lambda: [read_text(text) for text in lists],
        },
        ROUNDS,
    )
    theirs = result.pop("get_fen")
    print(
        f"{len(games)} games, {plies} plies; one get_fen call a game: {theirs / plies * 1e6:.1f} µs a ply\n"
    )
    print("| replay from | µs a ply | × one get_fen call | gate |\n|---|---|---|---|")
    gates = {"coordinates": 4.0, "English": 2.7, "Chinese": 2.7}
    for name, seconds in result.items():
        gate = gates.get(name, "")
        print(f"| {name} | {seconds / plies * 1e6:.2f} | {theirs / seconds:.1f} | {gate} |")
    counts = measured(
        {"ours": lambda: perft(Board(), 3), "theirs": lambda: their_perft(3, start, [])}, ROUNDS
    )
    ratio = counts["theirs"] / counts["ours"]
    print(f"\nperft(3): {counts['ours']:.4f} s, pyffish {counts['theirs']:.3f} s: {ratio:.0f}× (gate 40)")


if __name__ == "__main__":
    main()
