"""Rulebooks: a cycle judged, a game of 120 plies by all of them, and what ``wxc2015`` adds to reading."""

import os
import statistics
import time
from collections.abc import Callable

from games.records.game import Game
from games.records.writing import to_pgn
from games.rulebooks import axf
from games.rulebooks.findings import NO_QUESTION
from games.rulebooks.prompting import Table
from games.rulebooks.registry import RULEBOOKS
from games.xiangqi.cycles import Played
from games.xiangqi.fen import START_POSITION, Position
from games.xiangqi.values import Move
from tests.benchmarks import shortest
from tests.games.facts import championship_games, moves_of
from tests.games.rulebooks.facts import DIAGRAM, diagrams, moves, play, position

RUNS = shortest(7, 1)


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds, the median of some runs."""
    collected = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        collected.append(time.process_time() - began)
    return statistics.median(collected)


def cycles() -> list[Played]:
    """The diagrams, played to the third occurrence."""
    return [
        play(diagram["position"], moves(diagram["lead"]) + moves(diagram["cycle"]) * 2)
        for diagram in diagrams()
        if diagram["cycle"]
    ]


def a_cycle() -> float:
    """Seconds for the verdict on one diagram, nothing known of the plies before."""
    collected = []
    for _ in range(RUNS):
        played = cycles()
        began = time.process_time()
        for item in played:
            axf.last_verdict(item)
        collected.append((time.process_time() - began) / len(played))
    return statistics.median(collected)


def a_game() -> list[float]:
    """Seconds for all rulebooks on each championship game, brought to 120 plies' length."""
    collected = []
    for game in championship_games():
        line = moves_of(game["moves"])

        def work(line: tuple = line) -> None:  # type: ignore[type-arg]
            played = Played.of(line, START_POSITION)
            for book in RULEBOOKS.values():
                book.findings(played, NO_QUESTION)

        collected.append(seconds(work) * 120 / len(line))
    return collected


def a_ply(name: str) -> tuple[float, float, float]:
    """Seconds for one more ply at the table, prompts included: the median and what 95 of 100 stay under in
    the championship games; and how much a ply costs at 361 to 400 of an endless cycle beside 1 to 40."""
    times = []
    for game in championship_games():
        times += _plies(name, START_POSITION, list(moves_of(game["moves"])))
    times.sort()
    early = late = 0.0
    for diagram in diagrams():
        cycle = moves(diagram["cycle"])
        if cycle:
            line = moves(diagram["lead"]) + cycle * (400 // len(cycle) + 1)
            each = _plies(name, position(diagram["position"]), line[:400])
            early += sum(each[:40])
            late += sum(each[360:])
    return statistics.median(times), times[len(times) * 19 // 20], late / early


def _plies(name: str, start: Position, line: list[Move]) -> list[float]:
    table = Table.of(name, (), start, allowed=DIAGRAM)
    seconds = []
    for move in line:
        began = time.perf_counter()
        table.push(move)
        seconds.append(time.perf_counter() - began)
    return seconds


def reading() -> tuple[float, float]:
    """Seconds for check_record's work on the championship games, without and with ``wxc2015``."""
    from games.management.commands.check_record import judged
    from games.records.answer import record_answer
    from games.records.detect import read
    from games.wording.records import fault_text

    files = [
        to_pgn(Game(moves=moves_of(game["moves"])), traditional=True).encode("big5")
        for game in championship_games()
    ]

    def work(rulebooks: tuple[str, ...]) -> None:
        for raw in files:
            for game in read(raw, "auto"):
                record_answer(game, "-", 0, fault_text, judged(game, rulebooks, NO_QUESTION))

    return seconds(lambda: work(())), seconds(lambda: work(("wxc2015",)))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    print(f"a cycle judged: {a_cycle() * 1000:.3f} ms")
    games = a_game()
    print(
        f"all rulebooks, 120 plies: {statistics.median(games) * 1000:.2f} ms, at most {max(games) * 1000:.2f}"
    )
    for name in RULEBOOKS:
        median, most, growth = a_ply(name)
        print(f"{name}: a ply {median * 1e6:.0f} µs, 95 % under {most * 1e6:.0f}; late ones ×{growth:.1f}")
    without, with_it = reading()
    print(f"check_record --rulebook wxc2015 keeps {without / with_it:.0%} of the speed")
