"""Pairing round 5 of 9 in the pure room, one core: processor time and growth with the field.

The targets are those of the closing note: milliseconds without reasons, and growth from 1,000 to 10,000.
"""

from statistics import median
from time import process_time

from tests.benchmarks import shortest
from tournaments.pairing import CannotPair, pair
from tournaments.pairing.simulation import simulate

SIZES = shortest((100, 1_000, 10_000), (100,))
GOALS = {"wxc2015": (10, 400, 5_000), "wmsg2008": (5, 100, 1_000)}
GROWTH = 15
SEEDS = shortest(3, 1)
LATE = shortest(((12, 9), (8, 7), (20, 15)), ((8, 7),))


def seconds(tournament, round_number, *, explain):
    """Processor seconds of one pairing, as anybody calls it."""
    start = process_time()
    pair(tournament, round_number, explain=explain)
    return process_time() - start


def main():
    print(f"Medians of {3 * SEEDS} runs, processor milliseconds.\n")
    print("| system | players | ms | goal | with reasons | growth |")
    print("|---|---|---|---|---|---|")
    for system, goals in GOALS.items():
        before = None
        for size, goal in zip(SIZES, goals, strict=False):
            tournaments = [simulate(size, 4, system, seed) for seed in range(SEEDS)]
            plain = 1000 * median(seconds(t, 5, explain=False) for t in tournaments * 3)
            explained = 1000 * median(seconds(t, 5, explain=True) for t in tournaments)
            growth = f"x {plain / before:.1f}" if before else ""
            verdict = "reached" if plain < goal else "MISSED"
            print(
                f"| {system} | {size} | {plain:.1f} | {goal} {verdict} | {explained:.1f} | {growth} |",
                flush=True,
            )
            before = plain
    print(f"\nGrowth from 1,000 to 10,000 is to stay below x {GROWTH}.\n")
    print("| late rounds | slowest answer or refusal, ms | refused |")
    print("|---|---|---|")
    for players, rounds in LATE:
        slowest, refused = late(players, rounds)
        print(f"| {players} players, {rounds} rounds | {1000 * slowest:.1f} | {refused} of 20 |")


def late(players, rounds):
    """(slowest processor seconds, refusals) over the last rounds of twenty tournaments."""
    slowest, refused = 0.0, 0
    for seed in range(20):
        system = ("wxc2015", "wmsg2008")[seed % 2]
        played = rounds - 1
        while True:
            try:
                tournament = simulate(players, played, system, seed)
                break
            except CannotPair:
                played -= 1
        start = process_time()
        try:
            pair(tournament, played + 1)
        except CannotPair:
            refused += 1
        slowest = max(slowest, process_time() - start)
    return slowest, refused
