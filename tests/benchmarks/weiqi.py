"""Weiqi against sgfmill on the 271 games of the fixtures: processor time, in turns, medians of nine runs."""

import gc
import json
import os
import statistics
import time
from collections.abc import Callable

from sgfmill.boards import Board as SgfmillBoard
from sgfmill.sgf import Sgf_game

from games.weiqi.answer import weiqi_answer
from games.weiqi.board import Board, IllegalPlayError, Repetition
from games.weiqi.judging import judge
from games.weiqi.reading import read_file
from games.weiqi.record import WeiqiRecord
from tests.benchmarks import shortest
from tests.games.weiqi.games import load, sgf

RUNS = shortest(9, 1)


def by_sgfmill(files: list[bytes]) -> None:
    """Parse and play on its board: captures, but neither suicide, ko, turn nor repetition."""
    for data in files:
        game = Sgf_game.from_bytes(data)
        board = SgfmillBoard(game.get_size())
        black, white, empty = game.get_root().get_setup_stones()
        board.apply_setup(black, white, empty)
        for node in game.get_main_sequence():
            colour, at = node.get_move()
            if at is not None:
                try:
                    board.play(*at, colour)
                except ValueError:
                    continue


def replayed(records: list[WeiqiRecord], rule: Repetition) -> None:
    """Legality and repetition, on records that are read."""
    for record in records:
        board = Board(record.size, rule, record.first)
        if record.setup:
            board.set_up(record.setup.black, record.setup.white)
        play = board.play
        for move in record.moves:
            try:
                play(move)
            except IllegalPlayError:
                break


def checked(files: list[bytes]) -> None:
    """What ``check_record`` does with a file, to the line of JSON."""
    from games.wording.weiqi import weiqi_fault_text

    for data in files:
        for record in read_file(data):
            json.dumps(weiqi_answer(judge(record), "-", weiqi_fault_text), ensure_ascii=False)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    files = [sgf(facts) for facts in [*load("selfplay"), *load("games")]]
    records = [record for data in files for record in read_file(data)]
    work: dict[str, Callable[[], None]] = {
        "sgfmill: parse and play on its board": lambda: by_sgfmill(files),
        "replay, practice": lambda: replayed(records, Repetition.PRACTICE),
        "replay, strict": lambda: replayed(records, Repetition.STRICT),
        "read, judge, count, JSON": lambda: checked(files),
    }
    seconds: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(RUNS):
        for name, run in work.items():
            gc.collect()
            start = time.process_time()
            run()
            seconds[name].append(time.process_time() - start)
    base = statistics.median(seconds["sgfmill: parse and play on its board"])
    print(f"{'work':38} {'seconds':>8} {'games/s':>8} {'ratio':>7}")
    for name, times in seconds.items():
        median = statistics.median(times)
        print(f"{name:38} {median:8.3f} {len(files) / median:8.0f} {base / median:6.1f}×")
