"""Tournaments from a few words: ``played("1>2 3=4", "1<3 2f>4")``.

``1>2`` first won, ``1<2`` second won, ``1=2`` drawn, ``1#2`` both lost, ``1?2`` no result yet; an ``f``
before the sign makes it a forfeit. ``5b`` has a bye, ``5a`` is absent, ``5h`` has a half-point bye.
"""

import re
from dataclasses import replace

from tournaments.standings.ranking import Standings, standings
from tournaments.state.points import Points
from tournaments.state.tournament import Absence, Bye, Entry, Foul, Game, Result, Tournament

SIGNS = {">": Result.FIRST, "<": Result.SECOND, "=": Result.DRAW, "#": Result.NONE, "?": None}


def played(
    *rounds: str,
    system: str = "wxc2015",
    tiebreaks: tuple[str, ...] = (),
    players: int | None = None,
    entries: tuple[Entry, ...] = (),
    fouls: tuple[Foul, ...] = (),
    points: Points | None = None,
    seed: str = "seed",
) -> Tournament:
    games, byes, absences = [], [], []
    for round_number, words in enumerate(rounds, start=1):
        for table, word in enumerate(words.split(), start=1):
            if match := re.fullmatch(r"(\d+)(f?)([><=#?])(\d+)", word):
                first, forfeit, sign, second = match.groups()
                games.append(
                    Game(round_number, table, int(first), int(second), SIGNS[sign], forfeit=bool(forfeit))
                )
            elif word.endswith("b"):
                byes.append(Bye(round_number, int(word[:-1])))
            elif word.endswith("h"):
                absences.append(Absence(round_number, int(word[:-1]), half=True))
            else:
                assert word.endswith("a"), word
                absences.append(Absence(round_number, int(word[:-1])))
    numbers = [int(n) for words in rounds for n in re.findall(r"\d+", words)]
    count = players or max(numbers, default=0)
    return Tournament(
        system=system,
        entries=entries or tuple(Entry(n, name=f"Player {n}") for n in range(1, count + 1)),
        games=tuple(games),
        byes=tuple(byes),
        absences=tuple(absences),
        tiebreaks=tiebreaks,
        fouls=fouls,
        points=points or Points(),
        seed=seed,
    )


def values(tournament: Tournament, key: str, after: int | None = None) -> dict[int, object]:
    return {row.number: row.tiebreaks[key] for row in table(tournament, key, after=after).rows}


def table(tournament: Tournament, *keys: str, after: int | None = None) -> Standings:
    return standings(replace(tournament, tiebreaks=keys), after)
