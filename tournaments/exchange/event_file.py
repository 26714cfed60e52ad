"""An event as one JSON document, ``qiyuan-event/1``, and its JSON Schema (draft 2020-12).

*event file*   what the event is, and of each section its names and its tournament file
               (`tournaments.exchange.tournament_file`); nothing of people but what a tournament file has
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from tournaments.exchange.file_errors import FIRST_YEAR, LAST_YEAR, FileErrorCode, Reader, TournamentFileError
from tournaments.exchange.reading import (
    ENTRY_KEYS,
    FORMAT,
    GAME_KEYS,
    GAMES,
    GROUPINGS,
    POINTS_KEYS,
    RESULTS,
    SYSTEMS,
    TOP_KEYS,
)
from tournaments.exchange.tournament_file import from_tournament, to_tournament
from tournaments.state.tournament import RATED, Tournament

EVENT_FORMAT = "qiyuan-event/1"
SCHEMA = "https://json-schema.org/draft/2020-12/schema"
MOST_SECTIONS = 100


@dataclass(frozen=True, slots=True)
class SectionInFile:
    slug: str
    name: str
    native_name: str
    preset: str
    tournament: Tournament


@dataclass(frozen=True, slots=True)
class EventInFile:
    """``undrawn``: sections whose lots are not drawn, of which a tournament file knows no players."""

    name: str
    native_name: str
    starts: date
    ends: date
    place: str
    time_zone: str
    sections: tuple[SectionInFile, ...]
    undrawn: tuple[str, ...] = ()


def written_event(event: EventInFile) -> dict[str, Any]:
    """The event as JSON."""
    return {
        "format": EVENT_FORMAT,
        "name": event.name,
        "native_name": event.native_name,
        "starts": event.starts.isoformat(),
        "ends": event.ends.isoformat(),
        "place": event.place,
        "time_zone": event.time_zone,
        "sections": [
            {
                "slug": section.slug,
                "name": section.name,
                "native_name": section.native_name,
                "preset": section.preset,
                "tournament": from_tournament(section.tournament),
            }
            for section in event.sections
        ],
        "undrawn": list(event.undrawn),
    }


def read_event(data: object) -> EventInFile:
    """The event in parsed JSON. Raises `TournamentFileError` with every problem found."""
    reader = Reader()
    top = reader.mapping(data, "", EVENT_KEYS, ("format", "name", "starts", "ends", "sections"))
    reader.text(top.get("format", ""), "format", (EVENT_FORMAT,))
    rows = reader.items(top.get("sections", []), "sections")
    if len(rows) > MOST_SECTIONS:
        reader.blame("sections", FileErrorCode.OUT_OF_RANGE, value=len(rows), least=0, most=MOST_SECTIONS)
    sections = [_section(reader, row, f"sections[{place}]") for place, row in enumerate(rows[:MOST_SECTIONS])]
    texts = {key: reader.text(top.get(key, ""), key) for key in ("name", "native_name", "place", "time_zone")}
    event = EventInFile(
        **texts,
        starts=_day(reader, top.get("starts", ""), "starts"),
        ends=_day(reader, top.get("ends", ""), "ends"),
        sections=tuple(section for section in sections if section is not None),
        undrawn=reader.texts(top.get("undrawn", []), "undrawn"),
    )
    if reader.problems:
        raise TournamentFileError(tuple(reader.problems))
    return event


def _section(reader: Reader, row: object, path: str) -> SectionInFile | None:
    data = reader.mapping(row, path, SECTION_KEYS, ("slug", "name", "tournament"))
    texts = {
        key: reader.text(data.get(key, ""), f"{path}.{key}")
        for key in ("slug", "name", "native_name", "preset")
    }
    try:
        return SectionInFile(**texts, tournament=to_tournament(data.get("tournament")))
    except TournamentFileError as error:
        for problem in error.problems:
            reader.blame(
                f"{path}.tournament.{problem.place.path}".rstrip("."), problem.code, **problem.params
            )
        return None


def _day(reader: Reader, value: object, path: str) -> date:
    text = reader.text(value, path)
    try:
        return date.fromisoformat(text)
    except ValueError:
        reader.blame(path, FileErrorCode.NOT_A_MOMENT, text=text[:60], first=FIRST_YEAR, last=LAST_YEAR)
        return date.min


def tournament_schema() -> dict[str, Any]:
    """The JSON Schema of a tournament file."""
    return {"$schema": SCHEMA, "$id": FORMAT, "title": "A tournament"} | _tournament()


def _tournament() -> dict[str, Any]:
    """Made of the keys that the reader takes."""
    number = {"type": "integer", "minimum": 1}
    text = {"type": "string"}
    numbers = {"type": "array", "items": number}
    kinds: Mapping[str, Mapping[str, Any]] = {
        "number": number,
        "group": {"enum": [1, 2]},
        "rating": {"type": "integer"},
        "mms_correction": {"type": "integer"},
        "categories": {"type": "array", "items": text},
        "withdrawn_after": {"type": "integer", "minimum": 0},
        **dict.fromkeys(("absences", "half_byes", "full_byes"), numbers),
    }
    result = {"enum": [*RESULTS, None]}
    games: Mapping[str, Mapping[str, Any]] = {
        "result": result,
        "forfeit": {"type": "boolean"},
        "adjourned": {"type": "boolean"},
        "table": {"type": "integer", "minimum": 0},
        "history": {"type": "array", "items": {"type": "object"}},
        "steps": {"type": "array", "items": {"type": "object"}},
        "rated": {"enum": [*map(str, RATED)]},
        **dict.fromkeys(("cause", "article"), text),
        "detail": {"type": "object"},
        "handicap": {"type": "integer", "minimum": 0, "maximum": 9},
        "komi": {"type": ["integer", "null"]},
    }
    entry = _object({key: kinds.get(key, text) for key in sorted(ENTRY_KEYS)}, ["number"])
    game = _object({key: games.get(key, number) for key in sorted(GAME_KEYS)}, ["round", "first", "second"])
    bye = _object({"round": number, "bye": number}, ["round", "bye"])
    flag = {"type": "boolean"}
    absence = _object({"round": number, "absent": number, "half": flag, "full": flag}, ["round", "absent"])
    tops: Mapping[str, Mapping[str, Any]] = {
        "format": {"const": FORMAT},
        "game": {"enum": [*GAMES]},
        "system": {"type": "string", "examples": [*SYSTEMS]},
        "rounds": {"type": "integer", "minimum": 0},
        "grouping": {"enum": [*GROUPINGS]},
        "tiebreaks": {"type": "array", "items": text},
        "points": _object(dict.fromkeys(POINTS_KEYS, text), []),
        "entries": {"type": "array", "items": entry},
        "results": {"type": "array", "items": {"anyOf": [game, bye, absence]}},
        **{key: {"type": "array"} for key in ("forbidden", "fixed", "fouls")},
        **{key: {"type": "object"} for key in ("options", "opengotha", "official", "teams")},
    }
    return _object({key: tops.get(key, text) for key in sorted(TOP_KEYS)}, ["system", "entries", "results"])


def event_schema() -> dict[str, Any]:
    """The JSON Schema of an event file."""
    text = {"type": "string"}
    day = {"type": "string", "format": "date"}
    tournament = _tournament()
    section = _object(
        {key: tournament if key == "tournament" else text for key in SECTION_KEYS},
        ["slug", "name", "tournament"],
    )
    return {"$schema": SCHEMA, "$id": EVENT_FORMAT, "title": "An event"} | _object(
        {
            **dict.fromkeys(EVENT_KEYS, text),
            "format": {"const": EVENT_FORMAT},
            "starts": day,
            "ends": day,
            "sections": {"type": "array", "items": section, "maxItems": MOST_SECTIONS},
            "undrawn": {"type": "array", "items": text},
        },
        ["format", "name", "starts", "ends", "sections"],
    )


EVENT_KEYS = (
    *("format", "name", "native_name", "starts", "ends", "place", "time_zone"),
    *("sections", "undrawn"),
)
SECTION_KEYS = ("slug", "name", "native_name", "preset", "tournament")


def _object(properties: Mapping[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": required,
        "additionalProperties": False,
    }
