"""A backup with one value that would break a page of the event for good: the file is refused at its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from portal.backup.archive import BackupFault
from tests.tournaments.backups.files import backup_of, everything_there_is, forged, restore
from tests.world import World
from tournaments.models import PlayerReport
from tournaments.wording.refusals import refusal_sentence

pytestmark = pytest.mark.django_db

ENDS = [
    "0001-01-01T00:00:00+00:00",
    "1899-12-31T23:59:59+00:00",
    "2201-01-01T00:00:00+00:00",
    "9999-12-31T23:59:59+00:00",
    "9999-12-31T23:59:59-12:00",
]
SPOILT: list[tuple[str, str, list[Any]]] = [
    ("tournaments/events", "time_zone", ["", "Nowhere/X", "../UTC", None]),
    ("tournaments/sections", "slug", ["", "a/b"]),
    ("tournaments/sections", "state", ["", "asleep", None]),
    ("tournaments/sections", "game", ["", None]),
    ("tournaments/sections", "system", ["", "none"]),
    ("tournaments/sections", "grouping", [""]),
    ("tournaments/sections", "ladder", ["", "rope"]),
    ("tournaments/sections", "lots_drawn_at", ENDS),
    ("tournaments/memberships", "role", ["", "king"]),
    ("tournaments/entries", "status", ["", "gone"]),
    ("tournaments/rounds", "state", ["", None]),
    ("tournaments/rounds", "starts_at", ENDS),
    ("tournaments/rounds", "published_at", ENDS),
    ("tournaments/seats", "colour", ["", None, "red"]),
    ("tournaments/results", "value", ["", "2-0"]),
    ("tournaments/results", "game", [0, -1, None]),
    ("tournaments/results", "at", ENDS),
    ("tournaments/told", "outcome", ["", None, "hope"]),
    ("tournaments/told", "game", [0]),
    ("tournaments/fouls", "kind", [""]),
    ("tournaments/fouls", "status", [""]),
    ("tournaments/fouls", "game", [0]),
    ("games/records", "game", [0]),
    ("games/readings", "state", [""]),
    ("portal/journal", "at", ENDS),
]


def spoil(member: str, column: str, value: Any) -> Callable[[dict[str, bytes]], None]:
    """The first row of a table with another value."""

    def change(there: dict[str, bytes]) -> None:
        first, *others = there[member].splitlines(keepends=True)
        row = json.loads(first)
        assert column in row
        there[member] = json.dumps({**row, column: value}).encode() + b"\n" + b"".join(others)

    return change


@pytest.mark.slow
def test_such_a_file_is_refused_with_its_place(full: World) -> None:
    pairing = full.round(1).pairings.get(table=1)
    first, second = pairing.seats.order_by("colour")
    PlayerReport.objects.create(pairing=pairing, entry=first.entry, opponent=second.entry, outcome="win")
    body, before = backup_of(full.event), everything_there_is()
    taken = []
    for table, column, values in SPOILT:
        for value in values:
            name = f"{table}.{column}={value!r}"
            try:
                restore(forged(body, spoil(f"{table}.jsonl", column, value)), "copy", full.users["admin"])
            except BackupFault as fault:
                sentence = refusal_sentence(fault.code, fault.params)
                assert sentence == f"This backup is damaged at “{table}.jsonl:1”. Nothing was restored.", name
                continue
            taken.append(name)
    assert taken == []
    assert everything_there_is() == before
    # But for the value they are right.
    assert restore(forged(body, lambda there: None), "copy", full.users["admin"]).slug == "copy"
