"""Random tournaments of up to ten players in states where pairing is easy, hard or impossible."""

from __future__ import annotations

import random
from dataclasses import replace

from tournaments.state.options import Options
from tournaments.state.points import Points
from tournaments.state.tournament import (
    Absence,
    Bye,
    Entry,
    FixedPair,
    ForbiddenPair,
    Game,
    Result,
    Tournament,
)

RESULTS = (Result.FIRST, Result.SECOND, Result.DRAW)


def random_state(seed: int) -> tuple[Tournament, int, bool]:
    """(tournament, round to pair, whether rematches are allowed)."""
    rnd = random.Random(seed)
    count = rnd.choice((2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 8, 9, 9, 10, 10))
    numbers = rnd.sample(range(1, 2 * count), count) if rnd.random() < 0.2 else list(range(1, count + 1))
    # Late rounds, where completion is hard, are wanted as often as easy early ones.
    played = min(rnd.choice((1, 2, 3, 3, 4, 5, 6, 7)), count - 1 if rnd.random() < 0.8 else 2 * count)
    levels = rnd.choice((0.0, 0.0, 0.3, 0.8))
    trouble = rnd.choice((0.0, 0.0, 0.1, 0.3))
    withdrawn = {n: rnd.randint(0, played) for n in numbers if rnd.random() < trouble / 2}
    absences: dict[int, set[int]] = {n: set() for n in numbers}
    games, byes, missed = [], [], []
    met: set[frozenset[int]] = set()
    for r in range(1, played + 1):
        here = [n for n in numbers if withdrawn.get(n, 99) >= r]
        for n in list(here):
            if rnd.random() < trouble / 2:
                absences[n].add(r)
                missed.append(Absence(r, n))
                here.remove(n)
        rnd.shuffle(here)
        if rnd.random() < 0.5:
            here.sort(key=lambda n: rnd.random() * n)
        if len(here) % 2:
            byes.append(Bye(r, here.pop()))
        pairs = _avoiding(rnd, here, met)
        for table, (a, b) in enumerate(pairs, start=1):
            met.add(frozenset((a, b)))
            forfeit = rnd.random() < trouble / 2
            if forfeit:
                result = rnd.choice((Result.FIRST, Result.SECOND, Result.NONE))
            elif rnd.random() < levels:
                result = Result.DRAW
            else:
                result = Result.FIRST if (a < b) == (rnd.random() < 0.75) else Result.SECOND
            first, second = (a, b) if rnd.random() < 0.5 else (b, a)
            games.append(Game(r, table, first, second, result, forfeit))
        if r not in {item.round for item in (*games, *byes, *missed)}:
            missed.append(Absence(r, numbers[0]))
    if rnd.random() < trouble:
        absences[rnd.choice(numbers)].add(played + 1)
    forbidden = []
    if rnd.random() < 0.3 and count > 2:
        forbidden = [tuple(rnd.sample(numbers, 2)) for _ in range(rnd.randint(1, 3))]
    # A generator of its own: the other states stay what they were before one round could be forbidden alone.
    apart = random.Random(f"once|{seed}")
    once = tuple(
        ForbiddenPair(played + apart.randint(0, 1), *pair) for pair in forbidden if apart.random() < 0.4
    )
    present = [n for n in numbers if withdrawn.get(n, 99) > played and played + 1 not in absences[n]]
    allow = rnd.random() < 0.25
    tournament = Tournament(
        system=rnd.choice(("wxc2015", "wxc2015", "wmsg2008")),
        entries=tuple(
            Entry(n, withdrawn_after=withdrawn.get(n), absences=frozenset(absences[n])) for n in numbers
        ),
        games=tuple(games),
        byes=tuple(byes),
        absences=tuple(missed),
        grouping=rnd.choice(("halves", "columns")),
        points=rnd.choice((Points(), Points(), Points(win=2, draw=1, loss=0, unit=2), Points(3, 1, 0, 1))),
        forbidden=tuple(pair for pair in forbidden if pair not in {(row.one, row.other) for row in once}),
        forbidden_once=once,
        fixed=tuple(_fixed(rnd, present, met if not allow else set(), forbidden, played + 1)),
    )
    halves = random.Random(f"half|{seed}")
    missed = [replace(a, half=halves.random() < 0.4) for a in missed]
    entries = tuple(
        replace(e, half_byes=e.absences if halves.random() < 0.4 else frozenset()) for e in tournament.entries
    )
    tournament = replace(tournament, absences=tuple(missed), entries=entries)
    options = Options(practice_2009=tournament.system == "wxc2015" and apart.random() < 0.3)
    return replace(tournament, options=options), played + 1, allow


def _avoiding(rnd: random.Random, here: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]]:
    """Neighbours in a shuffled list, rematches avoided in a few tries, kept where they cannot be."""
    best: list[tuple[int, int]] = []
    least = len(here) + 1
    for attempt in range(8):
        order = here[:]
        if attempt:
            rnd.shuffle(order)
        pairs = list(zip(order[::2], order[1::2], strict=True))
        again = sum(frozenset(pair) in met for pair in pairs)
        if again < least:
            best, least = pairs, again
    return best


def _fixed(
    rnd: random.Random, present: list[int], met: set[frozenset[int]], forbidden: list, round_number: int
) -> list[FixedPair]:
    wishes: list[FixedPair] = []
    if len(present) < 2 or rnd.random() > 0.2:
        return wishes
    order = rnd.sample(present, len(present))
    for a, b in list(zip(order[::2], order[1::2], strict=False))[: rnd.randint(1, 2)]:
        if frozenset((a, b)) not in met | {frozenset(pair) for pair in forbidden}:
            wishes.append(FixedPair(round_number, a, b))
    return wishes
