"""Make up tournaments as the load for tests, benchmarks and demonstrations: the same seed, the same file."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from math import exp

from tournaments.pairing.knockout import KNOCKOUT
from tournaments.pairing.registry import FIDE_DUTCH, SWISS, SYSTEMS, pair, rounds_of
from tournaments.pairing.values import InputCode, PairedRound, PairingInputError
from tournaments.state.lots import LotTicket, number_by_lot
from tournaments.state.matches import PlayerMatch
from tournaments.state.options import NONE, Options
from tournaments.state.tournament import Absence, Bye, Entry, Game, Result, Tournament

# fmt: off
FEDERATIONS = (
    "CHN", "VIE", "HKG", "TPE", "SGP", "WMA", "MAC", "EMA", "AUS", "USA",
    "CAN", "PHI", "GBR", "FRA", "GER", "JPN", "ITA", "FIN", "THA", "BLR",
    "CAM", "MYA", "BRU", "INA", "NED", "ESP", "SWE", "NOR", "POL", "CZE",
)
# fmt: on
DRAWS = 0.35
FIRST_MOVE = 25.0
SPREAD = 250.0


@dataclass(frozen=True, slots=True)
class Mishaps:
    """How often something goes wrong, from 0 to 1: a player is absent in a round, withdraws after a round; a
    game ends in a forfeit (one of ten by both, except in a knock-out). ``byes``: how many of the absences are
    requested byes, of a half-point two in three, else full-point ones."""

    absences: float = 0.0
    withdrawals: float = 0.0
    forfeits: float = 0.0
    byes: float = 0.0


def simulate(
    players: int,
    rounds: int,
    system: str = "wxc2015",
    seed: int | str = 0,
    *,
    federations: int = 20,
    total_rounds: int | None = None,
    grouping: str = "halves",
    options: Options = NONE,
    trouble: Mishaps = Mishaps(),
) -> Tournament:
    """A tournament with ``rounds`` rounds played, paired one by one by ``system``'s rules.

    ``total_rounds`` is what the tournament announces: in a Swiss one round more than played if not said, in a
    round robin or knock-out its whole schedule. At least two players are always left and present. Raises
    `PairingInputError` on an unknown system or fewer than two players, `CannotPair` when a round has no
    pairing.
    """
    if system not in SYSTEMS:
        raise PairingInputError(InputCode.UNKNOWN_SYSTEM, system=system)
    if players < 2:
        raise PairingInputError(InputCode.TOO_FEW, count=players)
    if total_rounds is None:
        total_rounds = (
            rounds + 1
            if system in (*SWISS, FIDE_DUTCH)
            else rounds_of(system, players, elimination=options.elimination)
        )
    chance = random.Random(f"qiyuan|{seed}")  # noqa: S311 - a simulation, not a secret
    entries, strengths = _entries(players, system, str(seed), federations, chance)
    tournament = Tournament(
        system=system,
        entries=entries,
        name=f"Simulation {seed}: {players} players, {system}",
        rounds=total_rounds,
        seed=str(seed),
        grouping=grouping,
        options=options,
    )
    # Trouble has a generator of its own: who stays away does not change how the others play.
    bad = random.Random(f"qiyuan|trouble|{seed}")  # noqa: S311 - a simulation, not a secret
    for round_number in range(1, rounds + 1):
        tournament = _stayed_away(tournament, round_number, trouble, bad)
        paired = pair(tournament, round_number, explain=False)
        tournament = _played(tournament, paired, strengths, chance)
        tournament = _forfeited(tournament, round_number, trouble, bad)
    return tournament


def _stayed_away(
    tournament: Tournament, round_number: int, trouble: Mishaps, bad: random.Random
) -> Tournament:
    """Who withdraws before this round, and who is absent in it."""
    left = [e.number for e in tournament.entries if e.withdrawn_after is None]
    gone = [n for n in left if round_number > 1 and bad.random() < trouble.withdrawals][: len(left) - 2]
    here = [n for n in left if n not in gone]
    absent = [n for n in here if bad.random() < trouble.absences][: len(here) - 2]
    if not gone and not absent:
        return tournament
    entries = tuple(
        replace(e, withdrawn_after=round_number - 1) if e.number in gone else e for e in tournament.entries
    )
    rows = tuple(_absence(round_number, number, trouble, bad) for number in absent)
    return replace(tournament, entries=entries, absences=(*tournament.absences, *rows))


def _absence(round_number: int, number: int, trouble: Mishaps, bad: random.Random) -> Absence:
    if not trouble.byes or bad.random() >= trouble.byes:
        return Absence(round_number, number)
    half = 3 * bad.random() < 2
    return Absence(round_number, number, half=half, full=not half)


def _forfeited(tournament: Tournament, round_number: int, trouble: Mishaps, bad: random.Random) -> Tournament:
    """Some of this round's tables as forfeits: a match as many games as decide it, colours exchanged."""
    if not trouble.forfeits:
        return tournament
    games = [game for game in tournament.games if game.round < round_number]
    needed = tournament.options.best_of // 2 + 1
    over = set()
    for game in tournament.games[len(games) :]:
        if game.game == 1 and bad.random() < trouble.forfeits:
            over.add(game.table)
            if tournament.system != KNOCKOUT and bad.random() < 0.1:
                games.append(replace(game, result=Result.NONE, forfeit=True))
                continue
            first_wins = bad.random() < 0.5
            for number in range(1, needed + 1):
                odd = number % 2 == 1
                first, second = (game.first, game.second) if odd else (game.second, game.first)
                value = Result.FIRST if first_wins == odd else Result.SECOND
                games.append(Game(round_number, game.table, first, second, value, forfeit=True, game=number))
        elif game.table not in over:
            games.append(game)
    return replace(tournament, games=tuple(games))


def _entries(
    players: int, system: str, seed: str, federations: int, chance: random.Random
) -> tuple[tuple[Entry, ...], dict[int, float]]:
    codes = FEDERATIONS[: max(1, min(federations, len(FEDERATIONS)))]
    tickets, strength, federation = [], {}, {}
    for key in range(players):
        place = key % len(codes)
        federation[key] = codes[place]
        strength[key] = 2400 - 20 * place - 40 * (key // len(codes)) % 200 + 200 * (chance.random() - 0.5)
        group = 1 if place < (len(codes) + 1) // 2 else 2
        tickets.append(LotTicket(key, f"Player {key + 1}", codes[place], group))
    numbers = number_by_lot(tickets, seed, two_groups=system == "wxc2015")
    entries = [
        Entry(
            number=numbers[ticket.key],
            name=ticket.name,
            federation=ticket.federation,
            team=ticket.federation,
            group=ticket.group,
            rating=round(strength[ticket.key]),
        )
        for ticket in tickets
    ]
    by_number = {numbers[key]: value for key, value in strength.items()}
    return tuple(sorted(entries, key=lambda entry: entry.number)), by_number


def _played(
    tournament: Tournament, paired: PairedRound, strengths: dict[int, float], chance: random.Random
) -> Tournament:
    games = []
    for p in paired.pairs:
        played = [
            Game(paired.round, p.table, p.first, p.second, _chance(strengths, p.first, p.second, chance))
        ]
        most = tournament.options.best_of
        while paired.system == KNOCKOUT and (following := PlayerMatch(tuple(played), most).next_game):
            number, first, second = following
            result = _chance(strengths, first, second, chance)
            played.append(Game(paired.round, p.table, first, second, result, game=number))
        games += played
    alone = [*([paired.bye] if paired.bye else []), *paired.free]
    byes = [Bye(paired.round, number) for number in sorted(alone)]
    return replace(tournament, games=(*tournament.games, *games), byes=(*tournament.byes, *byes))


def _chance(strengths: dict[int, float], first: int, second: int, chance: random.Random) -> Result:
    return result_by_strength(strengths[first] - strengths[second] + FIRST_MOVE, chance)


def result_by_strength(ahead: float, chance: random.Random) -> Result:
    """Draw a result; ``ahead``: how much stronger the first player is, in rating points."""
    wins = 1 / (1 + exp(-ahead / SPREAD))
    draws = DRAWS * 2 * min(wins, 1 - wins)
    value = chance.random()
    if value < draws:
        return Result.DRAW
    return Result.FIRST if value < draws + wins * (1 - draws) else Result.SECOND
