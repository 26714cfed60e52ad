"""European go in the pure rooms: processor seconds of a McMahon round, from the event to tables with
grounds and digest, and of standings.

The goals: 60 players under 1 s, 600 under 60 s; standings of 760 players after ten rounds under 2 s.
"""

import random
from dataclasses import replace
from statistics import median
from time import process_time

from tests.benchmarks import shortest
from tournaments.pairing.gotha import draw
from tournaments.standings.gotha import table
from tournaments.state.gotha.values import MCMAHON, GoEvent, GoGame, GoOutcome, GoPlayer

SIZES = shortest(((60, 1.0), (600, 60.0), (1_000, None)), ((60, 1.0),))
ROUNDS = shortest(3, 2)
STANDINGS = shortest(760, 60)
PLAYED = 10
STANDINGS_GOAL = 2.0


def congress(size: int) -> GoEvent:
    """Grades as they are met in Europe: most around 5 kyu."""
    chance = random.Random(size)
    ranks = [max(-25, min(6, round(chance.gauss(-4, 7)))) for _ in range(size)]
    players = tuple(
        GoPlayer(
            number=i,
            surname=f"Surname{chance.randrange(10**6)}",
            given_name=f"Given{i}",
            rank=rank,
            rating=2100 + 100 * rank + chance.randint(-50, 49),
            country=chance.choice(("FR", "DE", "CZ", "PL", "GB")),
            club=f"C{chance.randrange(40)}",
        )
        for i, rank in enumerate(ranks, 1)
    )
    return replace(MCMAHON, players=players)


def main() -> None:
    print("Processor seconds of one round, the median of the rounds played.\n")
    print("| players | s | goal |")
    print("|---|---|---|")
    for size, goal in SIZES:
        event, chance, times = congress(size), random.Random(1), []
        for n in range(1, ROUNDS + 1):
            start = process_time()
            drawn = draw(event, n)
            times.append(process_time() - start)
            games = tuple(
                GoGame(
                    n,
                    p.table,
                    p.white,
                    p.black,
                    chance.choice((GoOutcome.WHITE, GoOutcome.BLACK)),
                    False,
                    p.handicap,
                )
                for p in drawn.pairs
            )
            event = replace(event, games=(*event.games, *games))
        spent = median(times)
        verdict = "" if goal is None else f"{goal:.0f} {'reached' if spent < goal else 'MISSED'}"
        print(f"| {size} | {spent:.2f} | {verdict} |", flush=True)

    print(f"\n| standings after {PLAYED} rounds, players | s | goal |")
    print("|---|---|---|")
    event = played(STANDINGS)
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        table(event, PLAYED)
        times.append(process_time() - start)
    spent = median(times)
    verdict = "reached" if spent < STANDINGS_GOAL else "MISSED"
    print(f"| {STANDINGS} | {spent:.2f} | {STANDINGS_GOAL:.0f} {verdict} |")


def played(size: int) -> GoEvent:
    """Everybody against somebody in each round, with handicaps and results by chance."""
    chance = random.Random(2)
    games: list[GoGame] = []
    for n in range(1, PLAYED + 1):
        order = chance.sample(range(1, size + 1), size)
        for at, (white, black) in enumerate(zip(order[::2], order[1::2], strict=True), 1):
            won = chance.choice((GoOutcome.WHITE, GoOutcome.BLACK))
            games.append(GoGame(n, at, white, black, won, handicap=chance.randint(0, 9)))
    return replace(congress(size), games=tuple(games), rounds=PLAYED)
