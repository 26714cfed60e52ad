"""The keys ``forbidden``, ``fixed``, ``fouls``, ``official`` and ``options`` of the tournament file.

A forbidden pair is ``[3, 9]`` for the whole tournament, or ``{"round": 2, "pair": [3, 9]}`` for one round.
A fixed pair is of one round; with ``until`` it is made in the first of these rounds that both play.
``official`` is ``{"1": true, "2": false}``: by round whether it was paired in official mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tournaments.exchange.file_errors import FileErrorCode, Reader
from tournaments.state.deciding import MOST_STEPS, Step, StepError, decide_players
from tournaments.state.gotha.settings import SYSTEMS as GO_SYSTEMS
from tournaments.state.gotha.settings import GoSettings, gotha_settings_as_json, gotha_settings_from_json
from tournaments.state.options import (
    BAKU,
    ELIMINATIONS,
    FINAL_SIZES,
    NONE,
    CarriedMatch,
    CarriedResult,
    Final,
    Options,
)
from tournaments.state.stages import Source, SourceError
from tournaments.state.team_matches import Alone, carried_as_match
from tournaments.state.team_section import LOST, TeamSection
from tournaments.state.tournament import FixedPair, ForbiddenPair, Foul, Result, Tournament

FOUL_KINDS = ("technical", "recording", "other")
ONCE_KEYS = ("round", "pair")
FIXED_KEYS = ("round", "first", "second")
MOST_ROUNDS = 10_000
FOUL_KEYS = ("round", "number", "kind")


@dataclass(slots=True)
class Forbidden:
    """Forbidden pairs, each with its path."""

    always: list[tuple[str, tuple[int, int]]] = field(default_factory=list)
    once: list[tuple[str, ForbiddenPair]] = field(default_factory=list)


def read_forbidden(reader: Reader, value: object, place: str = "forbidden") -> Forbidden:
    """Both forms in one list; problems go to ``reader``."""
    forbidden = Forbidden()
    for i, row in enumerate(reader.items(value, place)):
        path = f"{place}[{i}]"
        if isinstance(row, dict):
            data = reader.mapping(row, path, ONCE_KEYS, ONCE_KEYS)
            pair = _pair(reader, data.get("pair", []), f"{path}.pair")
            if pair is not None:
                forbidden.once.append((path, ForbiddenPair(reader.round(data, path), *pair)))
        elif (pair := _pair(reader, row, path)) is not None:
            forbidden.always.append((path, pair))
    return forbidden


def _pair(reader: Reader, value: object, path: str) -> tuple[int, int] | None:
    numbers = reader.integers(value, path)
    if len(numbers) != 2:
        reader.blame(path, FileErrorCode.NOT_A_PAIR)
        return None
    return numbers[0], numbers[1]


def read_fixed(reader: Reader, value: object, place: str = "fixed") -> tuple[FixedPair, ...]:
    """Pairs that the chief arbiter set; problems go to ``reader``."""
    pairs = []
    for i, row in enumerate(reader.items(value, place)):
        path = f"{place}[{i}]"
        data = reader.mapping(row, path, (*FIXED_KEYS, "until"), FIXED_KEYS)
        first = reader.integer(data.get("first", 1), f"{path}.first")
        second = reader.integer(data.get("second", 1), f"{path}.second")
        begin, until = reader.round(data, path), None
        if "until" in data:
            until = reader.integer(data["until"], f"{path}.until", least=begin + 1, most=10_000)
        pairs.append(FixedPair(begin, first, second, until))
    return tuple(pairs)


def read_fouls(reader: Reader, value: object) -> tuple[Foul, ...]:
    """Fouls that count; problems go to ``reader``."""
    fouls = []
    for i, row in enumerate(reader.items(value, "fouls")):
        path = f"fouls[{i}]"
        data = reader.mapping(row, path, FOUL_KEYS, FOUL_KEYS)
        number = reader.integer(data.get("number", 1), f"{path}.number")
        kind = reader.text(data.get("kind", FOUL_KINDS[0]), f"{path}.kind", FOUL_KINDS)
        fouls.append(Foul(reader.round(data, path), number, kind))
    return tuple(fouls)


def read_modes(reader: Reader, value: object) -> tuple[tuple[int, bool], ...]:
    """By round; problems go to ``reader``."""
    rounds = [str(number) for number in range(1, MOST_ROUNDS + 1)]
    data = reader.mapping(value, "official", rounds if value else (), ())
    modes = ((key, reader.boolean(mode, f"official.{key}")) for key, mode in data.items() if key in rounds)
    return tuple(sorted((int(key), mode) for key, mode in modes))


def written_forbidden(ruled: Tournament | TeamSection) -> list[Any]:
    """The list ``forbidden`` as it stands in the file: for good first, then for one round."""
    once = [{"round": row.round, "pair": [row.one, row.other]} for row in ruled.forbidden_once]
    return [*(list(pair) for pair in ruled.forbidden), *once]


def fixed_row(pair: FixedPair) -> dict[str, Any]:
    """One row of the list ``fixed``."""
    data: dict[str, Any] = {"round": pair.round, "first": pair.first, "second": pair.second}
    if pair.until is not None:
        data["until"] = pair.until
    return data


CARRIED_MATCH_KEYS = ("first", "second", "boards", "lost_by", "alone")
ALONE = ("", *(str(kind) for kind in (Alone.BYE, Alone.FULL, Alone.HALF)))
CARRIED_KEYS = ("first", "second", "result", "forfeit")
OF_SYSTEM = {
    "knock-out": ("third_place", "best_of", "seeds", "elimination", "places", "steps"),
    "round-robin": ("early_federation", "steps", "carried", "carried_matches"),
    "double-round-robin": ("early_federation", "steps", "carried", "carried_matches"),
    "wxc2015": ("final", "practice_2009", "steps", "carried"),
    "wmsg2008": ("final", "steps", "carried"),
    "fide-dutch": ("acceleration", "accelerated_to"),
    **dict.fromkeys(GO_SYSTEMS, ("go",)),
}
FINAL_KEYS = ("after", "players", "third_place", "best_of", "adds_points")


def read_options(reader: Reader, value: object, system: object, numbers: set[int]) -> Options:
    """The options; problems go to ``reader``. ``numbers``: the numbers of all entries."""
    if value is None:
        return NONE
    keys = (*OF_SYSTEM.get(system if isinstance(system, str) else "", ()), "sources")
    data = reader.mapping(value, "options", keys, ())
    return Options(
        third_place=reader.boolean(data.get("third_place", False), "options.third_place"),
        best_of=_best_of(reader, data, "options"),
        seeds=_numbers(reader, data.get("seeds", []), "options.seeds", numbers),
        early_federation=reader.boolean(data.get("early_federation", False), "options.early_federation"),
        final=_final(reader, data["final"], numbers) if data.get("final") is not None else None,
        practice_2009=reader.boolean(data.get("practice_2009", False), "options.practice_2009"),
        acceleration=_one_of(reader, data, "acceleration", ("", BAKU)),
        accelerated_to=reader.integer(
            data.get("accelerated_to", 0), "options.accelerated_to", least=0, most=10_000
        ),
        places=_places(reader, data.get("places", []), numbers),
        elimination=_one_of(reader, data, "elimination", ELIMINATIONS),
        steps=_steps(reader, data.get("steps", [])),
        go=_go(reader, data["go"], str(system)) if data.get("go") is not None else None,
        sources=_sources(reader, data.get("sources", [])),
        carried=tuple(
            _carried(reader, row, f"options.carried[{i}]", numbers)
            for i, row in enumerate(reader.items(data.get("carried", []), "options.carried"))
        ),
        carried_matches=tuple(
            _carried_match(reader, row, f"options.carried_matches[{i}]", numbers)
            for i, row in enumerate(reader.items(data.get("carried_matches", []), "options.carried_matches"))
        ),
    )


def _sources(reader: Reader, value: object) -> tuple[str, ...]:
    texts = reader.texts(value, "options.sources")
    try:
        return tuple(str(Source.parse(text)) for text in texts)
    except SourceError:
        reader.blame("options.sources", FileErrorCode.BAD_SETTING)
        return ()


def _carried(reader: Reader, row: object, path: str, numbers: set[int]) -> CarriedResult:
    data = reader.mapping(row, path, CARRIED_KEYS, ("first", "second", "result"))
    first = reader.integer(data.get("first", 0), f"{path}.first", least=0)
    second = reader.integer(data.get("second", 0), f"{path}.second", least=0)
    for number in {first, second} - numbers - {0}:
        reader.blame(path, FileErrorCode.UNKNOWN_ENTRY, number=number)
    if first == second:
        reader.blame(path, FileErrorCode.NOT_A_PAIR)
    result = reader.text(data.get("result", "1-0"), f"{path}.result", [str(value) for value in Result])
    forfeit = reader.boolean(data.get("forfeit", False), f"{path}.forfeit")
    return CarriedResult(first, second, result, forfeit)


def carried_row(row: CarriedResult) -> dict[str, Any]:
    """One row of the list ``carried``."""
    data: dict[str, Any] = {"first": row.first, "second": row.second, "result": row.result}
    return {**data, "forfeit": True} if row.forfeit else data


def _carried_match(reader: Reader, row: object, path: str, numbers: set[int]) -> CarriedMatch:
    data = reader.mapping(row, path, CARRIED_MATCH_KEYS, ("first",))
    first = reader.integer(data.get("first", 0), f"{path}.first", least=0)
    second = reader.integer(data.get("second", 0), f"{path}.second", least=0)
    for number in {first, second} - numbers - {0}:
        reader.blame(path, FileErrorCode.UNKNOWN_TEAM, team=number)
    carried = CarriedMatch(
        first,
        second,
        reader.texts(data.get("boards", []), f"{path}.boards"),
        reader.text(data.get("lost_by", ""), f"{path}.lost_by", LOST),
        reader.text(data.get("alone", ""), f"{path}.alone", ALONE),
    )
    if first == second or (carried.alone and (second or not first or carried.boards or carried.lost_by)):
        reader.blame(path, FileErrorCode.NOT_A_PAIR)
    try:
        carried_as_match(carried)
    except ValueError:
        reader.blame(f"{path}.boards", FileErrorCode.BAD_SETTING)
    return carried


def carried_match_row(row: CarriedMatch) -> dict[str, Any]:
    """One row of the list ``carried_matches``; what is not there has its default."""
    data = {**asdict(row), "boards": list(row.boards)}
    return {key: value for key, value in data.items() if value or key == "first"}


def _one_of(reader: Reader, data: dict[str, Any], key: str, choices: Sequence[str]) -> str:
    value = reader.text(data.get(key, ""), f"options.{key}")
    if value not in choices:
        reader.blame(f"options.{key}", FileErrorCode.BAD_SETTING)
        return ""
    return value


def _steps(reader: Reader, value: object) -> tuple[str, ...]:
    rows = reader.items(value, "options.steps")
    try:
        steps = [Step.parse(reader.text(row, "options.steps")) for row in rows]
    except StepError:
        steps = []
    if len(steps) != len(rows) or len(steps) > MOST_STEPS or (steps and not decide_players(steps)):
        reader.blame("options.steps", FileErrorCode.BAD_SETTING)
        return ()
    return tuple(map(str, steps))


def _go(reader: Reader, value: object, system: str) -> GoSettings | None:
    try:
        return gotha_settings_from_json(value if isinstance(value, dict) else {"": value}, system)
    except ValueError as error:
        reader.blame(f"options.go.{error}".rstrip("."), FileErrorCode.BAD_SETTING)
        return None


def _places(reader: Reader, value: object, numbers: set[int]) -> tuple[int, ...]:
    places = tuple(reader.integers(value, "options.places", least=0))
    players = [number for number in places if number]
    if set(players) - numbers or len(set(players)) < len(players) or len(places) & (len(places) - 1):
        reader.blame("options.places", FileErrorCode.BAD_SETTING)
        return ()
    return places


def _final(reader: Reader, value: object, numbers: set[int]) -> Final:
    path = "options.final"
    data = reader.mapping(value, path, FINAL_KEYS, ("after",))
    players = _numbers(reader, data.get("players", []), f"{path}.players", numbers)
    if players and len(players) not in FINAL_SIZES:
        reader.blame(f"{path}.players", FileErrorCode.FINAL_SIZE, count=len(players))
    return Final(
        after=reader.integer(data.get("after", 1), f"{path}.after", most=10_000),
        players=players,
        third_place=reader.boolean(data.get("third_place", True), f"{path}.third_place"),
        best_of=_best_of(reader, data, path),
        adds_points=reader.boolean(data.get("adds_points", True), f"{path}.adds_points"),
    )


def _best_of(reader: Reader, data: dict[str, Any], path: str) -> int:
    return reader.integer(data.get("best_of", 1), f"{path}.best_of", most=99)


def _numbers(reader: Reader, value: object, path: str, numbers_in_use: set[int]) -> tuple[int, ...]:
    numbers = reader.integers(value, path)
    for i, number in enumerate(numbers):
        if number not in numbers_in_use:
            reader.blame(f"{path}[{i}]", FileErrorCode.UNKNOWN_ENTRY, number=number)
        elif number in numbers[:i]:
            reader.blame(f"{path}[{i}]", FileErrorCode.LISTED_TWICE, number=number)
    return tuple(numbers)


def pair_rules_as_json(options: Options, system: str) -> dict[str, Any]:
    """The JSON object; what has its default value is left out."""
    data: dict[str, Any] = {
        "third_place": options.third_place,
        "best_of": options.best_of,
        "elimination": options.elimination,
        "places": list(options.places),
        "steps": list(options.steps),
        "sources": list(options.sources),
        "carried": [carried_row(row) for row in options.carried],
        "carried_matches": [carried_match_row(row) for row in options.carried_matches],
        "seeds": list(options.seeds),
        "early_federation": options.early_federation,
        "final": None if options.final is None else _final_as_json(options.final),
        "practice_2009": options.practice_2009,
        "acceleration": options.acceleration,
        "accelerated_to": options.accelerated_to,
        "go": None if options.go is None else gotha_settings_as_json(options.go, system),
    }
    usual = {"best_of": 1}
    return {key: value for key, value in data.items() if value and value != usual.get(key)}


def _final_as_json(final: Final) -> dict[str, Any]:
    data: dict[str, Any] = {"after": final.after}
    if final.players:
        data["players"] = list(final.players)
    if not final.third_place:
        data["third_place"] = False
    if final.best_of != 1:
        data["best_of"] = final.best_of
    if not final.adds_points:
        data["adds_points"] = False
    return data
