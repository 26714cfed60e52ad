"""The tournament file, ``qiyuan-tournament/1`` (``cli.md``): strict reader and exact writer.

*problem*   one thing wrong with a file: a `FileErrorCode`, its parameters, the key path and, where the JSON
           itself cannot be read, the line. `tournaments.wording` has the sentences.

Reading puts entries, games, byes and absences in their natural order, so ``loads(dumps(t)) == t`` for
whatever `loads` gave, and the order of rows in a file means nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tournaments.exchange.file_errors import FileErrorCode, TournamentFileError
from tournaments.exchange.pair_rules import fixed_row, pair_rules_as_json, written_forbidden
from tournaments.exchange.problems import fatal_problem
from tournaments.exchange.reading import FORMAT, PARTICULARS, read_tournament
from tournaments.exchange.team_rows import written_teams
from tournaments.state.deciding import as_rows
from tournaments.state.options import NONE
from tournaments.state.points import Points
from tournaments.state.tournament import Absence, Entry, Game, Superseded, Tournament

__all__ = [
    "FORMAT",
    "FileErrorCode",
    "TournamentFileError",
    "dumps",
    "from_tournament",
    "loads",
    "parse_json",
    "to_tournament",
]


def loads(text: str) -> Tournament:
    """The tournament in ``text``. Raises `TournamentFileError` with every problem found."""
    return to_tournament(parse_json(text))


def dumps(tournament: Tournament) -> str:
    """The file's text: one entry, result or foul per line, UTF-8 letters as they are."""
    data = from_tournament(tournament)
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value and key in ("entries", "results", "fouls", "fixed"):
            rows = ",\n".join("  " + _compact(row) for row in value)
            lines.append(f"{_compact(key)}: [\n{rows}\n ]")
        else:
            lines.append(f"{_compact(key)}: {_compact(value)}")
    return "{" + ",\n ".join(lines) + "}\n"


def to_tournament(data: object) -> Tournament:
    """The tournament in parsed JSON. Raises `TournamentFileError` with every problem found."""
    return read_tournament(data)


def parse_json(text: str) -> Any:
    """JSON without duplicate keys, NaN or numbers of absurd length. Raises `TournamentFileError`."""
    try:
        return json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_no_doubles, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        problem = fatal_problem(FileErrorCode.NOT_JSON, {"message": error.msg}, error.lineno, error.colno)
    except RecursionError:
        problem = fatal_problem(FileErrorCode.TOO_DEEP)
    except _InJsonError as error:
        problem = error.args[0]
    except ValueError:
        problem = fatal_problem(FileErrorCode.NUMBER_TOO_LONG)
    raise TournamentFileError((problem,))


class _InJsonError(ValueError):
    """Carries its `Problem` out of the parser."""


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise _InJsonError(fatal_problem(FileErrorCode.KEY_TWICE, {"key": key}))
        result[key] = value
    return result


def _no_constant(name: str) -> Any:
    raise _InJsonError(fatal_problem(FileErrorCode.NOT_A_NUMBER, {"text": name}))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def from_tournament(tournament: Tournament) -> dict[str, Any]:
    """The JSON object of a tournament. What has its default value is left out."""
    t = tournament
    data: dict[str, Any] = {"format": FORMAT}
    if t.name:
        data["name"] = t.name
    data["game"] = t.game
    data["system"] = t.system
    if t.rounds:
        data["rounds"] = t.rounds
    data["grouping"] = t.grouping
    if t.tiebreaks:
        data["tiebreaks"] = list(t.tiebreaks)
    data["points"] = _points(t.points)
    if t.time_control:
        data["time_control"] = str(t.time_control)
    if t.seed:
        data["seed"] = t.seed
    data["entries"] = [_entry(entry) for entry in t.entries]
    if forbidden := written_forbidden(t):
        data["forbidden"] = forbidden
    if t.fixed:
        data["fixed"] = [fixed_row(pair) for pair in t.fixed]
    rows: list[tuple[tuple[int, int, int, int], dict[str, Any]]] = []
    rows += [((g.round, 0, g.table, g.game), _game(g)) for g in t.games]
    rows += [((b.round, 1, b.number, 0), {"round": b.round, "bye": b.number}) for b in t.byes]
    rows += [((a.round, 2, a.number, 0), _absence(a)) for a in t.absences]
    data["results"] = [row for _, row in sorted(rows, key=lambda row: row[0])]
    if t.fouls:
        data["fouls"] = [{"round": f.round, "number": f.number, "kind": f.kind} for f in t.fouls]
    if t.options != NONE:
        data["options"] = pair_rules_as_json(t.options, t.system)
    if t.opengotha:
        data["opengotha"] = dict(t.opengotha)
    if t.official:
        data["official"] = {str(number): mode for number, mode in t.official}
    if t.teams is not None:
        data["teams"] = written_teams(t.teams, t.points)
    return data


def _points(points: Points) -> Mapping[str, str]:
    table = points.as_table()
    if not points.absence:
        del table["absence"]
    return table


def _entry(entry: Entry) -> dict[str, Any]:
    data: dict[str, Any] = {"number": entry.number, "name": entry.name}
    for key in ("native_name", "given_name", "federation", *PARTICULARS, "team"):
        if getattr(entry, key):
            data[key] = getattr(entry, key)
    if entry.group != 1:
        data["group"] = entry.group
    if entry.rating is not None:
        data["rating"] = entry.rating
    if entry.categories:
        data["categories"] = list(entry.categories)
    if entry.withdrawn_after is not None:
        data["withdrawn_after"] = entry.withdrawn_after
    if entry.absences:
        data["absences"] = sorted(entry.absences)
    if entry.half_byes:
        data["half_byes"] = sorted(entry.half_byes)
    if entry.full_byes:
        data["full_byes"] = sorted(entry.full_byes)
    data |= dict(entry.pins)
    if entry.mms_correction:
        data["mms_correction"] = entry.mms_correction
    return data


def _absence(absence: Absence) -> dict[str, Any]:
    data: dict[str, Any] = {"round": absence.round, "absent": absence.number}
    if absence.half:
        data["half"] = True
    if absence.full:
        data["full"] = True
    return data


def _game(game: Game) -> dict[str, Any]:
    data: dict[str, Any] = {
        "round": game.round,
        "table": game.table,
        "first": game.first,
        "second": game.second,
        "result": None if game.result is None else str(game.result),
    }
    if game.forfeit:
        data["forfeit"] = True
    if game.adjourned:
        data["adjourned"] = True
    if game.game != 1:
        data["game"] = game.game
    if game.handicap:
        data["handicap"] = game.handicap
    if game.komi is not None:
        data["komi"] = game.komi
    if game.cause:
        data["cause"] = game.cause
    if game.article:
        data["article"] = game.article
    if game.margin is not None:
        data["detail"] = {"margin": game.margin}
    if game.history:
        data["history"] = [_superseded(old) for old in game.history]
    if game.steps:
        data["steps"] = as_rows(game.steps)
    if game.rated:
        data["rated"] = str(game.rated)
    return data


def _superseded(old: Superseded) -> dict[str, Any]:
    data: dict[str, Any] = {
        "result": None if old.result is None else str(old.result),
        "until_round": old.until_round,
    }
    if old.forfeit:
        data["forfeit"] = True
    return data
