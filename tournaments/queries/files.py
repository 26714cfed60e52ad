"""A section as a file: the whole of it with names, in this program's format or that of another."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

from tournaments.exchange import h9, opengotha, spreadsheet, tournament_file, trf
from tournaments.exchange.conversion import Writing
from tournaments.models import RoundVersion, Section
from tournaments.queries.tournament import numbered_entries, tournament_of
from tournaments.standings.ranking import standings
from tournaments.state.tournament import Game, Result, Superseded, Tournament

FORMATS = {
    "json": ("json", "application/json"),
    "trf16": ("trf", "text/plain"),
    "trf26": ("trf", "text/plain"),
    "h9": ("h9", "text/plain"),
    "opengotha": ("xml", "application/xml"),
    "csv": ("csv", "text/csv"),
    "xlsx": ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "standings-csv": ("csv", "text/csv"),
    "standings-xlsx": ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}
"""What can be written: the ending of the file's name and the type of its content."""
ONLY_WEIQI = ("h9", "opengotha")


def formats_of(section: Section) -> list[str]:
    """Those that hold sections of this game."""
    return [key for key in FORMATS if key not in ONLY_WEIQI or section.game == Section.Game.WEIQI]


def file_of(section: Section) -> Tournament:
    """The section with names, and with the results that corrected ones replaced, so that every published
    round can be computed again from the file."""
    whole = tournament_of(section)
    players = {entry.number: entry.player for entry in numbered_entries(section)}
    named = (
        replace(entry, name=players[entry.number].name, native_name=players[entry.number].native_name)
        for entry in whole.entries
    )
    games = tuple(_with_history(section, whole.games))
    return replace(whole, name=str(section), entries=tuple(named), games=games)


def _with_history(section: Section, games: tuple[Game, ...]) -> list[Game]:
    """Each game with the values that later pairings were computed from, where they were others.

    The inputs stored with the published rounds say which value each pairing saw; no clock is asked.
    """
    seen: dict[tuple[int, int, int, int], list[tuple[int, Any, bool]]] = defaultdict(list)
    inputs = RoundVersion.objects.filter(round__section=section, number=1).order_by("round__number")
    for later, data in inputs.values_list("round__number", "input"):
        for number, game, first, second, value, forfeit in data.get("games", ()):
            seen[number, game, first, second].append((later, value, forfeit))
    found = []
    for game in games:
        told = seen[game.round, game.game, game.first, game.second]
        now = (None if game.result is None else str(game.result), game.forfeit)
        after = [*((value, forfeit) for _, value, forfeit in told[1:]), now]
        history = tuple(
            Superseded(None if value is None else Result(value), later, forfeit=forfeit)
            for (later, value, forfeit), follows in zip(told, after, strict=False)
            if (value, forfeit) != follows
        )
        found.append(replace(game, history=history) if history else game)
    return found


def written(tournament: Tournament, key: str) -> Writing:
    """The file's bytes and what they do not hold. Raises `CannotWrite`."""
    match key:
        case "trf16" | "trf26":
            return trf.write(tournament, int(key[3:]))
        case "h9":
            return h9.write(tournament)
        case "opengotha":
            return opengotha.write(tournament)
        case "json":
            return Writing(tournament_file.dumps(tournament).encode())
    if key.startswith("standings"):
        table = spreadsheet.standings_table(tournament, standings(tournament, tournament.last_round))
    else:
        table = spreadsheet.player_table(tournament)
    return Writing(spreadsheet.to_csv(table) if key.endswith("csv") else spreadsheet.to_xlsx(table))
