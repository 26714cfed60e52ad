"""Matches of a knock-out or of a final: which tables they are, and what they still need.

Game 1 has the colours of the seats; in each further game they are exchanged (R10). A report's value is that
of its own game: ``1-0`` in game 2 says that the second seat, who moved first in it, has won.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tournaments.models import Pairing, ResultReport, Round, Section
from tournaments.queries.seats import options_of, seated_pairings, table_at
from tournaments.state.deciding import Step, played_from
from tournaments.state.matches import PlayerMatch
from tournaments.state.tournament import Game, Result

INVERTED = {"1-0": "0-1", "0-1": "1-0", "1/2-0": "0-1/2", "0-1/2": "1/2-0"}


def best_of(section: Section, round_number: int, players: Iterable[int]) -> int | None:
    """Of how many games a match of these entry numbers is; None where one game is all, drawn or not."""
    if section.of_teams:
        return None
    if section.system == Section.System.KNOCK_OUT:
        return options_of(section).best_of
    final = options_of(section).final if section.options else None
    if final is None or not final.after < round_number <= final.after + final.rounds:
        return None
    return final.best_of if set(players) <= set(final.players) else None


def open_games_of(
    pairing: Pairing, reports: Sequence[ResultReport], *, number: int, most: int | None
) -> list[Game]:
    """List the games on record of a table with loaded seats, until the match is over.

    ``most``: best of how many. Game 1 without a result when nothing is reported."""
    seats = {seat.colour: seat.entry.number or 0 for seat in pairing.seated}
    first, second = seats["first"], seats["second"]
    games: list[Game] = []
    for report in reports[: 1 if most is None else None]:
        # R10: in each further game colours are exchanged.
        sides = (first, second) if report.game % 2 else (second, first)
        value = Result(report.value)
        games.append(
            Game(
                number,
                pairing.table or 0,
                *sides,
                value,
                forfeit=report.forfeit,
                game=report.game,
                handicap=pairing.handicap,
                komi=pairing.komi,
                cause=report.cause,
                article=report.article,
                margin=report.detail.get("margin"),
                rated=Result(report.detail["rated"]) if report.detail.get("rated") else None,
            )
        )
        if most is not None and PlayerMatch(tuple(games), most).over:
            break
    if games and pairing.steps:
        games[-1] = replace(games[-1], steps=played_from(pairing.steps))
    due = Game(number, pairing.table or 0, first, second, handicap=pairing.handicap, komi=pairing.komi)
    return games or [due]


def deciders_of(section: Section) -> tuple[Step, ...]:
    """What a level match of its players is decided by."""
    return tuple(map(Step.parse, section.options.get("steps", ())))


def pays_deciders(section: Section) -> bool:
    """Whether a drawn game of its players is followed by decider games that give points."""
    return bool(section.options.get("steps")) and "decider" in section.points


def next_game(games: Sequence[Game], most: int | None, deciders: tuple[Step, ...]) -> int | None:
    """Which game of a table is to be reported next; None when nothing is missing but decider games."""
    if games[-1].result is None:
        return games[-1].game
    if most is None:
        return None
    following = PlayerMatch(tuple(games), most, deciders).next_game
    return following[0] if following else None


def player_match(section: Section, pairing: Pairing) -> PlayerMatch | None:
    """The match at a table with loaded seats and reports; None where one game is all, drawn or not.

    A drawn game that decider games follow is a match of one game."""
    if pairing.table is None:
        return None
    number = pairing.round.number
    most = best_of(section, number, (seat.entry.number or 0 for seat in pairing.seated))
    if most is None and not pays_deciders(section):
        return None
    games = open_games_of(pairing, pairing.current, number=number, most=most)
    if most is None and games[0].result is not Result.DRAW:
        return None
    return PlayerMatch(tuple(games), most or 1, deciders_of(section))


def level_tables(round_: Round) -> list[int]:
    """The tables of level matches whose decider games are to be played. Without a list of these no query."""
    section = round_.section
    if not section.options.get("steps") or not (has_matches(round_) or pays_deciders(section)):
        return []
    matches = (player_match(section, pairing) for pairing in seated_pairings([round_]))
    return [match.games[0].table for match in matches if match and match.is_level and not match.over]


def match_at(section: Section, pairing: Pairing) -> tuple[list[ResultReport], int | None, int | None]:
    """Return the reports that count at a table, the game that is due, and of how many games its match is."""
    if pairing.table is None:
        return [], None, None
    number = pairing.round.number
    most = best_of(section, number, (seat.entry.number or 0 for seat in pairing.seated))
    reports = pairing.current
    games = open_games_of(pairing, reports, number=number, most=most)
    return reports[: len(games)], next_game(games, most, deciders_of(section)), most


def games_at(round_: Round, table: int) -> list[int]:
    """List the numbers of a table's games with a result, and the one that is due; three queries."""
    pairing = table_at(round_, table=table)
    if pairing is None:
        return []
    reports, due, _ = match_at(round_.section, pairing)
    return [report.game for report in reports] + ([due] if due else [])


# By table what it still needs: (id of the pairing, number of the game).
OpenGames = dict[int, tuple[int, int]]


def open_games(round_: Round) -> OpenGames:
    """What the tables of a round still need."""
    return open_by_round([round_])[round_.pk]


def open_by_round(rounds: Iterable[Round]) -> dict[int, OpenGames]:
    """The same for several rounds, their sections loaded, by id of the round; as many queries as for one."""
    by_id = {round_.pk: round_ for round_ in rounds}
    held: dict[int, list[Pairing]] = {key: [] for key in by_id}
    for pairing in seated_pairings(by_id.values()):
        held[pairing.round_id].append(pairing)
    return {key: open_among(by_id[key].section, games_of_round) for key, games_of_round in held.items()}


def open_among(section: Section, pairings: Iterable[Pairing]) -> OpenGames:
    """The same for loaded pairings of a round, which waits for no adjourned game."""
    open_games: OpenGames = {}
    for pairing in pairings:
        _, game, most = match_at(section, pairing)
        if pairing.adjourned and most is None:
            continue
        if game is not None and pairing.table is not None:
            open_games[pairing.table] = pairing.pk, game
    return open_games


def has_matches(round_: Round) -> bool:
    """Whether a drawn game of this round may have to be played again."""
    section = round_.section
    if section.of_teams:
        return False
    final = section.options.get("final")
    return section.system == Section.System.KNOCK_OUT or bool(final and round_.number > final["after"])


def seat_of(moves: str, game: int) -> str:
    """Return the seat of who moves ``first`` or ``second`` in that game, and the other way round."""
    # In an even game the colours are exchanged.
    return moves if game % 2 else {"first": "second", "second": "first"}[moves]


def as_seated(value: str, game: int) -> str:
    """A game's value from the seats of the table: in an even game the colours are exchanged."""
    return value if game % 2 else INVERTED.get(value, value)
