"""Pairing round 5 of 9 in the pure room, one core: processor time and growth with the field.

The targets: milliseconds without reasons, growth from 1,000 to 10,000, and the slowest answer or refusal in
late rounds, with reasons, where nearly everybody has met nearly everybody.
"""

from statistics import median
from time import process_time

from tests.benchmarks import shortest
from tournaments.pairing import CannotPair, pair
from tournaments.pairing.simulation import simulate

SIZES = shortest((100, 1_000, 10_000), (100,))
GOALS = {"wxc2015": (10, 100, 1_000), "wmsg2008": (5, 100, 1_000)}
GROWTH = 15
SEEDS = shortest(3, 1)
LATE = shortest(((12, 9, 10), (8, 7, 10), (20, 15, 10), (54, 50, 3)), ((8, 7, 10),))
"""Players, rounds, tournaments."""
LATE_GOAL = 50


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
    print("| late rounds | players | rounds | slowest answer or refusal, ms | goal | refused |")
    print("|---|---|---|---|---|---|")
    for system in GOALS:
        for players, rounds, tournaments in LATE:
            slowest, refused = late(system, players, rounds, tournaments)
            reached = "reached" if 1000 * slowest < LATE_GOAL else "MISSED"
            goal = f"{LATE_GOAL} {reached}" if system == "wxc2015" else ""
            print(
                f"| {system} | {players} | {rounds} | {1000 * slowest:.1f} | {goal} "
                f"| {refused} of {tournaments} |",
                flush=True,
            )


def late(system, players, rounds, tournaments):
    """(slowest processor seconds, refusals) over the last rounds of so many tournaments."""
    slowest, refused = 0.0, 0
    for seed in range(tournaments):
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
