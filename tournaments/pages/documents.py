"""What machines read of a published page: the data of the page itself under names that stay.

Everything is the same for readers of every language: codes, numbers, texts as they were frozen, names in
both scripts. ``page`` is the page for people, which leads to the reader's language. `tournaments.api.shapes`
describes these documents; a test holds them against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.pages.addresses import api_address
from tournaments.pages.paths import logo_path
from tournaments.pairing.tree import NOBODY

Data = Mapping[str, Any]
Document = dict[str, Any]


def event(data: Data) -> Document:
    path = f"e/{data['slug']}/"
    logo = data["logo"]
    return {
        **_event(data),
        "place": data["place"],
        "starts": data["starts"],
        "ends": data["ends"],
        "time_zone": data["zone"],
        "logo": f"/en/download/{logo_path(data['slug'], logo['digest'])}" if logo else None,
        "sections": [
            {
                **_named(section),
                "game": section["game"],
                "state": section["state"],
                "rounds": section["rounds"],
                "latest_round": section["round"] or None,
                "players": section["players"],
                "url": api_address(f"{path}{section['slug']}/"),
            }
            for section in data["sections"]
        ],
    }


def schedule(data: Data) -> Document:
    path = f"e/{data['slug']}/"
    return {
        **_event(data),
        "time_zone": data["zone"],
        "sections": [
            {
                **_named(one),
                "time_control": {
                    key: one[key] for key in ("base_seconds", "increment_seconds", "move_limit")
                },
                "online": one["online"],
                "rounds": [
                    {
                        "number": round_["number"],
                        "starts": round_["starts"] or None,
                        "state": round_["state"] or None,
                        "url": api_address(f"{path}{one['slug']}/round/{round_['number']}/")
                        if round_["state"]
                        else None,
                    }
                    for round_ in one["rounds"]
                ],
                "url": api_address(f"{path}{one['slug']}/"),
            }
            for one in data["sections"]
        ],
    }


def section(data: Data) -> Document:
    frame = data["frame"]
    path = _section_path(frame)
    published = set(frame["published"])
    current = data["current"]
    return {
        **_frame(frame),
        "state": data["state"],
        "system": data["system"],
        "time_control": {
            "base_seconds": data["base_seconds"],
            "increment_seconds": data["increment_seconds"],
            "move_limit": data["move_limit"],
        },
        "criteria": data["criteria"],
        "rounds": [
            {
                "number": number,
                "starts": starts or None,
                "url": api_address(f"{path}round/{number}/") if number in published else None,
            }
            for number, starts in sorted(data["starts"].items())
        ],
        "current": {**current, "starts": current["starts"] or None} if current else None,
        "standings": [
            {"after": after, "url": api_address(f"{path}standings/{after}/")} for after in frame["standings"]
        ],
        "bracket": api_address(f"{path}bracket/") if frame["bracket"] else None,
        "players": [
            {
                **_person(player),
                "team": player["team"] or None,
                "withdrawn_after": player["withdrawn_after"],
                "url": api_address(f"{path}player/{player['number']}/") if player["number"] else None,
            }
            for player in data["players"]
        ],
    }


def round_(data: Data) -> Document:
    about = data["round"]
    person = _people(data)
    return {
        **_frame(data["frame"]),
        "round": about["number"],
        "state": about["state"],
        "starts": about["starts"] or None,
        "edition": {
            "version": about["version"],
            "published_at": about["at"],
            "digest": about["digest"],
        },
        "games": about["games"],
        "reported": about["reported"],
        "tables": [
            {
                "table": table["table"],
                "first": {**person(table["first"]), "points": table["first_points"]},
                "second": {**person(table["second"]), "points": table["second_points"]},
                "results": table["results"],
                "reasons": table["reasons"],
                "by_hand": table["by_hand"],
                "rematch": table["rematch"],
                "games": [api_address(link["path"]) for link in table["links"]],
            }
            for table in data["tables"]
        ],
        "byes": [person(number) for number in data["byes"]],
        "absent": [person(number) for number in data["absent"]],
        "changes": data["changes"],
    }


def standings(data: Data) -> Document:
    person = _people(data)
    return {
        **_table(data),
        "criteria": data["criteria"],
        "rows": [
            {
                "rank": row["rank"],
                "player": person(row["number"]),
                "points": row["points"],
                "tiebreaks": row["tiebreaks"],
                "separated_by": row["separated_by"],
                "arithmetic": row["arithmetic"],
            }
            for row in data["rows"]
        ],
        "teams": [
            {**team, "members": [person(number) for number in team["members"]]} for team in data["teams"]
        ],
        "categories": [
            {
                "name": category["name"],
                "native_name": category["native"],
                "rows": [
                    {"rank": row["rank"], "overall": row["overall"], "player": person(row["number"])}
                    for row in category["rows"]
                ],
            }
            for category in data["categories"]
        ],
        "prizes": [
            {
                "name": prize["name"],
                "native_name": prize["native"],
                "places": [
                    {"place": place["place"], "player": person(place["number"])} for place in prize["places"]
                ],
            }
            for prize in data["prizes"]
        ],
    }


def teams(data: Data) -> Document:
    return {
        **_frame(data["frame"]),
        "after": data["after"] or None,
        "counted": data["counted"],
        "teams": [
            {
                "rank": team["rank"],
                "team": team["name"],
                "federation": team["federation"] or None,
                "sum": team["sum"],
                "members": [
                    {**_person(member), "rank": member["rank"], "counted": member["counted"]}
                    for member in team["members"]
                ],
            }
            for team in data["teams"]
        ],
    }


def crosstable(data: Data) -> Document:
    person = _people(data)
    return {
        **_table(data),
        "rows": [
            {
                "rank": row["rank"],
                "player": person(row["number"]),
                "points": row["points"],
                "cells": [
                    {
                        **cell,
                        "kind": cell["kind"] or None,
                        "side": cell["side"] or None,
                        "outcome": cell["outcome"] or None,
                    }
                    for cell in row["cells"]
                ],
            }
            for row in data["rows"]
        ],
    }


def player(data: Data) -> Document:
    person = _people(data)
    return {
        **_frame(data["frame"]),
        "player": _person(data["person"]),
        "club": data["club"] or None,
        "team": data["team"] or None,
        "rating": data["rating"],
        "withdrawn_after": data["withdrawn_after"],
        "points": data["points"],
        "rounds": [
            {
                **one,
                "side": one["side"] or None,
                "outcome": one["outcome"] or None,
                "opponent": person(one["opponent"]) if one["opponent"] else None,
            }
            for one in data["rounds"]
        ],
    }


def bracket(data: Data) -> Document:
    person = _people(data)
    path = _section_path(data["frame"])

    def match(found: Data | None) -> Document | None:
        if found is None:
            return None
        return {
            "one": person(found["one"]) if found["one"] else None,
            "other": person(found["other"]) if found["other"] else None,
            "bye": NOBODY in (found["one"], found["other"]) and bool(found["winner"]),
            "table": found["table"],
            "games": [_bracket_game(game) for game in found["games"]],
            "next_game": found["next_game"],
            "next_first": found["first"] if found["next_game"] else None,
            "decided": found["winner"] is not None,
            "winner": found["winner"] or None,
            "walkover": found["walkover"],
            "records": [api_address(link["path"]) for link in found["links"]],
        }

    return {
        **_frame(data["frame"]),
        "best_of": data["best_of"],
        "levels": [
            {
                "round": level["number"],
                "starts": level["starts"] or None,
                "url": api_address(f"{path}round/{level['number']}/") if level["public"] else None,
                "matches": [match(found) for found in level["matches"]],
                "third_place": match(level["third_place"]),
                "beside": [{"table": game["table"], **_bracket_game(game)} for game in level["beside"]],
            }
            for level in data["rounds"]
        ],
    }


DOCUMENTS: Mapping[str, Callable[[Data], Document]] = {
    "event": event,
    "schedule": schedule,
    "section": section,
    "round": round_,
    "standings": standings,
    "crosstable": crosstable,
    "teams": teams,
    "player": player,
    "bracket": bracket,
}
"""By kind of page; pages that show the same in another order have none."""


def headed(document: Document, *, version: int, path: str) -> Document:
    """A document with what all have: its address, the page for people, its version."""
    return {"url": api_address(path), "page": f"/{path}", "version": version, **document}


def frame_of(data: Data) -> Document:
    """What documents of other apps share with ours: the event and the section."""
    return _frame(data["frame"])


def person_of(person: Data) -> Document:
    """Who it is."""
    return _person(person)


def _named(thing: Data) -> Document:
    return {"slug": thing["slug"], "name": thing["name"], "native_name": thing["native"]}


def _event(data: Data) -> Document:
    return {"event": _named(data)}


def _frame(frame: Data) -> Document:
    return {
        "event": {**_named(frame["event"]), "url": api_address(f"e/{frame['event']['slug']}/")},
        "section": {
            **_named(frame["section"]),
            "game": frame["section"]["game"],
            "rounds": frame["section"]["rounds"],
            "url": api_address(_section_path(frame)),
        },
    }


def _table(data: Data) -> Document:
    return {
        **_frame(data["frame"]),
        "after": data["after"],
        "edition": data["version"],
        "final": data["final"],
        "reopened": data["reopened"],
    }


def _bracket_game(game: Data) -> Document:
    return {
        "first": game["first"],
        "second": game["second"],
        "value": game["value"] or None,
        "forfeit": game["forfeit"],
    }


def _section_path(frame: Data) -> str:
    return f"e/{frame['event']['slug']}/{frame['section']['slug']}/"


def _person(person: Data) -> Document:
    return {
        "number": person["number"],
        "name": person["name"],
        "native_name": person["native"],
        "federation": person["federation"],
    }


def _people(data: Data) -> Callable[[int], Document]:
    people = data["people"]
    return lambda number: _person(people[number])
