"""Archives of records by programs: handed in, how far they are, what came of them, and the games."""

from __future__ import annotations

from base64 import b64encode

import pytest

from portal import outbox
from tests.games.records.zips import MIXED, pgn, zipped
from tests.portal.api.callers import Caller
from tests.portal.api.described import faults
from tests.world import World
from tournaments.models import Entry

ARCHIVES = "/api/v1/archives"
SECTION = "/api/v1/events/cup/sections/men/archives"


def sent(raw: bytes, **more: object) -> dict[str, object]:
    return {"file": b64encode(raw).decode(), "filename": "old.zip", **more}


@pytest.fixture
def admin(world: World) -> Caller:
    return Caller(world.users["admin"])


@pytest.mark.slow
def test_a_collection_is_looked_at_imported_and_read(world: World, admin: Caller) -> None:
    body = sent(zipped(MIXED), collection="Old games")
    looked_at = admin.post(ARCHIVES, {**body, "preview": True})
    made = admin.post(ARCHIVES, body, Idempotency_Key="a")
    assert looked_at.status_code == 202, looked_at.json().get("errors")
    assert (looked_at.status_code, made.status_code, faults("ArchiveRef", made.json())) == (202, 202, [])
    assert admin.post(ARCHIVES, body, Idempotency_Key="a").json() == made.json()
    address = f"{ARCHIVES}/{made.json()['archive']}"
    assert admin.get(address).json()["state"] == "waiting"
    outbox.drain()
    progress = admin.get(address).json()
    assert faults("ArchiveProgress", progress) == []
    assert (progress["state"], progress["kept"], progress["refused"], progress["fault"]) == (
        "done",
        3,
        2,
        None,
    )
    listed = admin.get(ARCHIVES).json()
    assert faults("ArchiveProgressPages", listed) == []
    assert [(row["preview"], row["kept"]) for row in listed["results"]] == [(True, 3), (False, 3)]
    report = admin.get(f"{address}/report?what=refused").json()
    assert faults("ReportLinePages", report) == []
    assert [(line["file"], line["code"]) for line in report["results"]] == [
        ("readme.txt", "record-without-moves"),
        ("board.png", "record-is-picture"),
    ]
    [collection] = admin.get("/api/v1/collections").json()["results"]
    assert collection["name"] == "Old games"
    games = admin.get(f"/api/v1/collections/{collection['collection']}/games?q=甲").json()
    assert faults("CollectedLinePages", games) == []
    [game] = games["results"]
    assert (game["first"], game["second"], game["state"]) == ("甲", "乙", "valid")
    whole = admin.get(f"/api/v1/collections/{collection['collection']}/games/{game['game']}").json()
    assert faults("Checked", whole) == []
    assert (whole["plies"], whole["headers"]["Red"]) == (6, "甲")


@pytest.mark.slow
def test_the_desk_imports_into_its_tables(drawn: World) -> None:
    drawn.published()
    carol, charlie = Caller(drawn.users["carol"]), Caller(drawn.users["charlie"])
    entries = Entry.objects.filter(seats__pairing__table=1, section=drawn.section).order_by("seats__colour")
    first, second = (entry.player.name for entry in entries)
    body = sent(zipped({"a.pgn": pgn(first, second)}))
    assert charlie.post(SECTION, body).status_code == 404
    made = carol.post(SECTION, body)
    assert made.status_code == 202, made.json()
    outbox.drain()
    address = f"{ARCHIVES}/{made.json()['archive']}"
    assert carol.get(address).json()["kept"] == 1
    assert carol.get(f"{address}/report").json()["results"] == []
    assert charlie.get(address).status_code == 404
    assert (
        len(carol.get("/api/v1/events/cup/sections/men/rounds/1/tables/1/games/1/records").json()["results"])
        == 1
    )


def test_who_may_not_and_what_cannot_be_is_refused(world: World, admin: Caller) -> None:
    alice = Caller(world.users["alice"])
    body = sent(zipped(MIXED), collection="Old games")
    assert (alice.post(ARCHIVES, body).status_code, alice.get(ARCHIVES).status_code) == (403, 403)
    assert alice.get("/api/v1/collections").status_code == 403
    for wrong, code in (
        (sent(b"no archive", collection="Old games"), "archive-not-zip"),
        ({**body, "file": "***"}, "record-not-base64"),
        ({**body, "collection": "\u202e"}, "name-not-printable"),
        ({**body, "collection": 7}, "invalid"),
        (sent(zipped(MIXED)), "invalid"),
    ):
        answer = admin.post(ARCHIVES, wrong)
        assert (answer.status_code, answer.json()["code"]) == (422, code), wrong
        assert answer.json()["detail"]
    assert admin.get(f"{ARCHIVES}/77").status_code == 404
    assert admin.get(f"{ARCHIVES}/77/report?what=x").status_code == 404
    large = admin.post(ARCHIVES, {**body, "file": "A" * 23_000_000})
    assert (large.status_code, large.json()["code"]) == (413, "too-large")
