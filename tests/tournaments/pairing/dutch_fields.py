"""Made fields for FIDE's Dutch system: everything that goes wrong in an event, from a seed."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from tournaments.exchange.trf import read
from tournaments.pairing import CannotPair, Pair, pair
from tournaments.state.options import BAKU, Options
from tournaments.state.points import Points
from tournaments.state.tournament import Absence, Bye, Entry, Game, Result, Tournament

FIDE = Path(__file__).resolve().parents[2] / "fixtures" / "fide"
TABLES = (
    Points.parse({"win": "1", "draw": "0.5", "loss": "0"}),
    Points.parse({"win": "2", "draw": "1", "loss": "0"}),
    Points.parse({"win": "3", "draw": "1", "loss": "0"}),
    Points.parse({"win": "1", "draw": "0.5", "loss": "0", "bye": "0.5"}),
)


def event(name: str) -> Tournament:
    """One of the events in the fixtures, such as ``dutch/plain-01``."""
    reading = read((FIDE / f"{name}.trf").read_bytes())
    assert reading.tournament is not None, reading.problems
    return reading.tournament


def field(players: int, rounds: int = 5, **changes: object) -> Tournament:
    """Nothing is played yet."""
    entries = tuple(Entry(n, rating=2500 - 10 * n) for n in range(1, players + 1))
    return replace(Tournament("fide-dutch", entries, rounds=rounds, points=TABLES[0]), **changes)


def played(seed: int, players: int, rounds: int, *, disturbed: bool) -> Tournament:
    """``rounds`` rounds by the rule, or as many as can be paired; the event announces one more.
    ``disturbed``: with forfeits, requested byes, absences, withdrawals, late entries, forbidden pairs, an
    acceleration, and other points."""
    chance = random.Random(f"dutch|{seed}")
    tournament = field(players, rounds + 1, seed=str(seed))
    if disturbed:
        tournament = _disturbed(tournament, chance)
    for number in range(1, rounds + 1):
        if disturbed:
            tournament = _away(tournament, number, chance)
        try:
            paired = pair(tournament, number, explain=False)
        except CannotPair:
            break
        games = tuple(_game(number, entry, chance, disturbed=disturbed) for entry in paired.pairs)
        byes = () if paired.bye is None else (Bye(number, paired.bye),)
        tournament = replace(tournament, games=(*tournament.games, *games), byes=(*tournament.byes, *byes))
    return tournament


def _disturbed(tournament: Tournament, chance: random.Random) -> Tournament:
    numbers = [entry.number for entry in tournament.entries]
    points = chance.choice(TABLES)
    accelerated = chance.random() < 0.3 and points.win == 2 * points.draw
    forbidden = {tuple(sorted(chance.sample(numbers, 2))) for _ in range(chance.randrange(3))}
    late = {n for n in numbers if chance.random() < 0.1}
    entries = tuple(
        replace(entry, absences=frozenset(range(1, chance.randint(2, 3)))) if entry.number in late else entry
        for entry in tournament.entries
    )
    return replace(
        tournament,
        entries=entries,
        points=points,
        forbidden=tuple(sorted(forbidden)),
        options=Options(acceleration=BAKU) if accelerated else tournament.options,
    )


def _away(tournament: Tournament, number: int, chance: random.Random) -> Tournament:
    absences, entries = list(tournament.absences), []
    for entry in tournament.entries:
        leaves = entry.withdrawn_after is None and number > 1 and chance.random() < 0.03
        if not leaves and entry.plays_in(number) and chance.random() < 0.1:
            kind = chance.choice(("half", "full", ""))
            absences.append(Absence(number, entry.number, **({kind: True} if kind else {})))
        entries.append(replace(entry, withdrawn_after=number - 1) if leaves else entry)
    return replace(tournament, entries=tuple(entries), absences=tuple(absences))


def _game(round_number: int, seats: Pair, chance: random.Random, *, disturbed: bool) -> Game:
    result = chance.choices((Result.FIRST, Result.DRAW, Result.SECOND), (4, 3, 3))[0]
    forfeit = disturbed and chance.random() < 0.07
    if forfeit:
        result = chance.choice((Result.FIRST, Result.SECOND, Result.NONE))
    elif disturbed and chance.random() < 0.02:
        result = Result.NONE
    return Game(round_number, seats.table, seats.first, seats.second, result, forfeit)
