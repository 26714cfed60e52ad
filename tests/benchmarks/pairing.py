"""Pairing round 5 of 9 in the pure room, one core: processor time and growth with the field."""

from statistics import median
from time import process_time

from tournaments.pairing import CannotPair, pair
from tournaments.pairing.simulation import simulate

SIZES = (54, 100, 200, 1000)
LATE = ((12, 9), (8, 7), (20, 15))


def seconds(tournament, round_number, *, explain):
    """Processor seconds of one pairing."""
    start = process_time()
    pair(tournament, round_number, explain=explain)
    return process_time() - start


def main():
    print("| system | players | ms | with reasons | growth |")
    print("|---|---|---|---|---|")
    for system in ("wxc2015", "wmsg2008"):
        fields = [[simulate(size, 4, system, seed) for seed in range(3)] for size in SIZES]
        before = None
        for size, tournaments in zip(SIZES, fields, strict=True):
            runs = [(seconds(t, 5, explain=False), seconds(t, 5, explain=True)) for t in tournaments * 3]
            plain, explained = (1000 * median(column) for column in zip(*runs, strict=True))
            growth = f"x {plain / before[1]:.1f} from {before[0]}" if before else ""
            print(f"| {system} | {size} | {plain:.1f} | {explained:.1f} | {growth} |")
            before = size, plain
    print()
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
