"""Standings after nine rounds with the whole WXC list: processor time by the number of players.

The ratios say how it grows: ten times the players should cost about ten times as much.
"""

import random
import statistics
import time

from tests.benchmarks import shortest
from tournaments.standings.crosstable import crosstable
from tournaments.standings.ranking import standings
from tournaments.standings.tiebreaks import PRESETS
from tournaments.state.tournament import Entry, Game, Result, Tournament

ROUNDS = 9
SIZES = shortest(((100, 15), (1_000, 7), (10_000, 3)), ((100, 1),))


def swiss(players: int, tiebreaks: tuple[str, ...]) -> Tournament:
    """Equal scores meet, results by chance: many ties, as in a real Swiss."""
    chance = random.Random(players)
    score = dict.fromkeys(range(1, players + 1), 0)
    games = []
    for round_number in range(1, ROUNDS + 1):
        order = sorted(score, key=lambda number: (-score[number], chance.random()))
        for table, (first, second) in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
            result = chance.choice([Result.FIRST, Result.SECOND, Result.DRAW])
            games.append(Game(round_number, table, first, second, result))
            score[first] += {Result.FIRST: 2, Result.DRAW: 1}.get(result, 0)
            score[second] += {Result.SECOND: 2, Result.DRAW: 1}.get(result, 0)
    entries = tuple(Entry(n, name=f"P{n}", team=f"T{n // 3}") for n in score)
    return Tournament("wxc2015", entries, tuple(games), rounds=ROUNDS, tiebreaks=tiebreaks)


def seconds(tournament: Tournament, times: int) -> tuple[float, float]:
    """Medians: the standings, and the crosstable on top of them."""
    ranking, cross = [], []
    for _ in range(times):
        start = time.process_time()
        table = standings(tournament)
        ranking.append(time.process_time() - start)
        start = time.process_time()
        crosstable(tournament, table=table)
        cross.append(time.process_time() - start)
    return statistics.median(ranking), statistics.median(cross)


def main() -> None:
    print(f"{'list':10} {'players':>8} {'standings':>12} {'crosstable':>12} {'per player':>12}")
    for name in ("wxc2015", "wmsg2008"):
        base = 0.0
        for players, times in SIZES:
            ranking, cross = seconds(swiss(players, PRESETS[name]), times)
            base = base or ranking / players
            per_player = ranking / players / base
            print(
                f"{name:10} {players:8} {ranking * 1000:9.1f} ms {cross * 1000:9.1f} ms {per_player:11.2f}×"
            )
