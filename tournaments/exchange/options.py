"""The key ``options`` of the tournament file: what an organiser chooses beyond the system's name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.exchange.defects import DefectCode
from tournaments.state.options import FINAL_SIZES, NONE, Final, Options

if TYPE_CHECKING:
    from tournaments.exchange.reading import Reader

OF_SYSTEM = {
    "knock-out": ("third_place", "best_of", "seeds"),
    "round-robin": ("early_federation",),
    "double-round-robin": ("early_federation",),
    "wxc2015": ("final", "practice_2009"),
    "wmsg2008": ("final",),
}
FINAL_KEYS = ("after", "players", "third_place", "best_of")


def read_options(reader: Reader, value: object, system: object, known: set[int]) -> Options:
    """The options; defects go to ``reader``. ``known``: the numbers of all entries."""
    if value is None:
        return NONE
    keys = OF_SYSTEM.get(system if isinstance(system, str) else "", ())
    data = reader.mapping(value, "options", keys, ())
    return Options(
        third_place=reader.boolean(data.get("third_place", False), "options.third_place"),
        best_of=_best_of(reader, data, "options"),
        seeds=_numbers(reader, data.get("seeds", []), "options.seeds", known),
        early_federation=reader.boolean(data.get("early_federation", False), "options.early_federation"),
        final=_final(reader, data["final"], known) if data.get("final") is not None else None,
        practice_2009=reader.boolean(data.get("practice_2009", False), "options.practice_2009"),
    )


def _final(reader: Reader, value: object, known: set[int]) -> Final:
    path = "options.final"
    data = reader.mapping(value, path, FINAL_KEYS, ("after",))
    players = _numbers(reader, data.get("players", []), f"{path}.players", known)
    if players and len(players) not in FINAL_SIZES:
        reader.blame(f"{path}.players", DefectCode.FINAL_SIZE, count=len(players))
    return Final(
        after=reader.integer(data.get("after", 1), f"{path}.after", most=10_000),
        players=players,
        third_place=reader.boolean(data.get("third_place", True), f"{path}.third_place"),
        best_of=_best_of(reader, data, path),
    )


def _best_of(reader: Reader, data: dict[str, Any], path: str) -> int:
    games = reader.integer(data.get("best_of", 1), f"{path}.best_of", most=99)
    if games and games % 2 == 0:
        reader.blame(f"{path}.best_of", DefectCode.EVEN_GAMES, games=games)
    return games


def _numbers(reader: Reader, value: object, path: str, known: set[int]) -> tuple[int, ...]:
    numbers = reader.integers(value, path)
    for i, number in enumerate(numbers):
        if number not in known:
            reader.blame(f"{path}[{i}]", DefectCode.UNKNOWN_ENTRY, number=number)
        elif number in numbers[:i]:
            reader.blame(f"{path}[{i}]", DefectCode.LISTED_TWICE, number=number)
    return tuple(numbers)


def written(options: Options) -> dict[str, Any]:
    """The JSON object; what has its default value is left out."""
    data: dict[str, Any] = {}
    if options.third_place:
        data["third_place"] = True
    if options.best_of != 1:
        data["best_of"] = options.best_of
    if options.seeds:
        data["seeds"] = list(options.seeds)
    if options.early_federation:
        data["early_federation"] = True
    if options.final is not None:
        final = options.final
        data["final"] = {"after": final.after}
        if final.players:
            data["final"]["players"] = list(final.players)
        if not final.third_place:
            data["final"]["third_place"] = False
        if final.best_of != 1:
            data["final"]["best_of"] = final.best_of
    if options.practice_2009:
        data["practice_2009"] = True
    return data
