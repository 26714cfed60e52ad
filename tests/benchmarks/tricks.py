"""What each trick of the pairing buys: the same rounds with it and without it, in one run.

A trick that buys nothing does not stay. Without it the pairing must be the same.
"""

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations
from time import process_time

from tests.benchmarks import shortest
from tournaments.pairing import fast_path, floating, pair, within_group
from tournaments.pairing.lexicographic_matching import LexicographicMatching
from tournaments.pairing.simulation import simulate
from tournaments.state.tournament import Tournament, history, points_by_number

SIZE = shortest(400, 40)
RUNS = shortest(3, 1)


@contextmanager
def without(place: object, name: str, instead: Callable[..., object]):
    """``place.name`` replaced by something plainer."""
    held = getattr(place, name)
    setattr(place, name, instead)
    try:
        yield
    finally:
        setattr(place, name, held)


def one_by_one(self: floating._General, count: int) -> list[int]:
    while len(self.gone) < count:
        self._settle(self.open[-1])
    return sorted(self.gone)


def usual() -> Tournament:
    return simulate(SIZE, 8, "wmsg2008", "x")


def by_colours(size: int = 2 * SIZE) -> Tournament:
    """Many are due the same colour: paired by halves so far, from now on by colours."""
    return replace(simulate(size, 5, "wmsg2008", "x"), grouping="columns")


def large() -> Tournament:
    return simulate(5 * SIZE, 5, "wmsg2008", "x")


def crowded() -> Tournament:
    """Nobody of the largest score may meet another of it: all of them must leave the bracket."""
    field = simulate(3 * SIZE // 10, 2, "wmsg2008", "x")
    groups: dict[int, list[int]] = {}
    for number, score in points_by_number(history(field)).items():
        groups.setdefault(score, []).append(number)
    largest = sorted(max(groups.values(), key=len))
    return replace(field, forbidden=tuple(combinations(largest, 2)))


TRICKS = (
    ("floating: the usual case by asking", floating, "_usual", lambda *_: None, usual),
    ("floating: item d by chunks", floating._General, "_last_in_order", one_by_one, crowded),
    ("fast_path: by counting", within_group, "pair_evenly", lambda *_: None, large),
    (
        "fast_path: hopeless by counting",
        fast_path._Counts,
        "hopeless",
        lambda *_: False,
        lambda: by_colours(SIZE),
    ),
    (
        "first_perfect: a path before the library",
        LexicographicMatching,
        "_path",
        lambda *_: False,
        by_colours,
    ),
    ("first_perfect: a greedy beginning", LexicographicMatching, "_greedy", lambda *_: None, large),
)


def timed(tournament: Tournament) -> tuple[float, object]:
    """Processor seconds of the next round, the least of some runs, and its pairs."""
    best, pairs = float("inf"), None
    for _ in range(RUNS):
        start = process_time()
        pairs = pair(tournament, tournament.last_round + 1, explain=False).as_numbers()
        best = min(best, process_time() - start)
    return best, pairs


def main() -> None:
    print("| trick | players | ms | without it |")
    print("|---|---|---|---|")
    for name, place, attribute, instead, make in TRICKS:
        tournament = make()
        plain, pairs = timed(tournament)
        with without(place, attribute, instead):
            slow, same = timed(tournament)
        assert same == pairs, f"without {name}: another pairing"
        players = len(tournament.entries)
        print(f"| {name} | {players} | {1000 * plain:.1f} | x {slow / plain:.1f} |", flush=True)
