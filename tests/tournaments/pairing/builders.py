"""Short ways to say a tournament: ``swiss(4, "1-2 1-0, 4-3 1/2", "…")``, a text per round."""

from dataclasses import replace
from pathlib import Path

from tournaments.exchange import tournament_file
from tournaments.pairing import pair
from tournaments.state.options import Final, Options
from tournaments.state.tournament import Absence, Bye, Entry, Game, Result, Tournament

FIXTURES = Path(__file__).resolve().parents[3] / "tournaments" / "fixtures"


def swiss(players: int, *rounds: str, system: str = "wxc2015", **changes: object) -> Tournament:
    """``"1-2 1-0"`` is a game, ``"1-2 1-0f"`` a forfeit, ``"bye 5"`` and ``"absent 5"`` as they say."""
    games, byes, absences = [], [], []
    for number, text in enumerate(rounds, start=1):
        for table, row in enumerate(filter(None, map(str.strip, text.split(","))), start=1):
            word, value = row.split()
            if word == "bye":
                byes.append(Bye(number, int(value)))
            elif word == "absent":
                absences.append(Absence(number, int(value)))
            else:
                first, second = map(int, word.split("-"))
                result = Result(value.removesuffix("f"))
                games.append(Game(number, table, first, second, result, value.endswith("f")))
    entries = tuple(Entry(number) for number in range(1, players + 1))
    tournament = Tournament(system, entries, tuple(games), tuple(byes), tuple(absences))
    return replace(tournament, **changes)


def with_entry(tournament: Tournament, number: int, **changes: object) -> Tournament:
    entries = tuple(replace(e, **changes) if e.number == number else e for e in tournament.entries)
    return replace(tournament, entries=entries)


def championship(name: str) -> Tournament:
    return tournament_file.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))


def asian_men():
    """The 2009 championship with the final that its rounds 6 and 7 look like: 16-9 ended in a draw on record,
    and 16 played the final, so a second game must have decided."""
    tournament = championship("axf2009_men")
    replay = Game(6, 1, 16, 9, Result.FIRST, game=2)
    final = Final(after=5, players=(16, 15, 7, 9))
    return replace(tournament, games=(*tournament.games, replay), options=Options(final=final))


def field(players, *federations, **changes):
    entries = tuple(
        Entry(n, federation=federations[n - 1] if n <= len(federations) else "")
        for n in range(1, players + 1)
    )
    return replace(Tournament("knock-out", entries, seed="lot"), **changes)


def played(tournament, *winners):
    """The next round with these winners, everybody else's games lost; free players go on."""
    paired = pair(tournament, tournament.last_round + 1)
    games = [
        Game(paired.round, p.table, p.first, p.second, Result.FIRST if p.first in winners else Result.SECOND)
        for p in paired.pairs
    ]
    alone = [*([paired.bye] if paired.bye else []), *paired.free]
    byes = [Bye(paired.round, number) for number in alone]
    return replace(tournament, games=(*tournament.games, *games), byes=(*tournament.byes, *byes))
