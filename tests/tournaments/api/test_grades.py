"""Grades, clubs and numbers by program: what was entered is read; the rating sets a grade only when asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.portal.api.callers import Caller
from tests.portal.api.described import faults
from tests.tournaments.api.addresses import CUP
from tests.world import World
from tournaments.models import Entry

ENTRIES = f"{CUP}/entries"
GO_PLAYER = {
    "name": "Noguchi Motoki",
    "given_name": "Motoki",
    "federation": "CHN",
    "rating": 2049,
    "grade": "4d",
    "declared_grade": "5d",
    "club": "Paris",
    "egf_pin": "12345678",
    "ffg_licence": "9728205",
    "aga_id": "20123",
}


@pytest.fixture
def go(world: World) -> World:
    world.section.game, world.section.rulebook = "weiqi", "weiqi"
    world.section.save()
    return world


@pytest.fixture
def carol(go: World) -> Caller:
    return Caller(go.users["carol"])


def entry_answer(caller: Caller, entry: int) -> dict[str, Any]:
    [row] = [item for item in caller.get(f"{ENTRIES}?limit=100").json()["results"] if item["entry"] == entry]
    assert faults("Entry", row) == []
    return dict(row)


def test_what_is_entered_is_read(carol: Caller) -> None:
    made = carol.post(ENTRIES, GO_PLAYER)
    assert made.status_code == 201, made.content
    row = entry_answer(carol, made.json()["entry"])
    assert {name: row[name] for name in GO_PLAYER} == GO_PLAYER


def test_what_is_corrected_is_read_and_the_rest_stays(carol: Caller) -> None:
    entry = carol.post(ENTRIES, GO_PLAYER).json()["entry"]
    address = f"{ENTRIES}/{entry}/correct"
    better = {"club": "Lyon", "egf_pin": "87654321", "declared_grade": "6d", "rating": 2060}
    answer = carol.post(address, better, Idempotency_Key="one")
    assert (answer.status_code, answer.json()["entry"]) == (200, entry)
    assert set(answer.json()["fields"]) == set(better)
    row = entry_answer(carol, entry)
    assert {name: row[name] for name in GO_PLAYER} == GO_PLAYER | better
    assert carol.post(address, better, Idempotency_Key="one").json() == answer.json()
    assert carol.post(address, {"ffg_licence": "", "rating": None}).status_code == 200
    row = entry_answer(carol, entry)
    assert (row["ffg_licence"], row["rating"], row["club"]) == ("", None, "Lyon")


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"declared_grade": "40k"}, 422, "no-such-grade"),
        ({"name": "\u202eB"}, 422, "name-not-printable"),
        ({"name": ""}, 422, "invalid"),
        ({"club": 7}, 422, "invalid"),
        ({"group": 2}, 422, "invalid"),
    ],
)
def test_a_wrong_correction_is_refused(carol: Caller, sent: dict[str, Any], status: int, code: str) -> None:
    entry = carol.post(ENTRIES, GO_PLAYER).json()["entry"]
    answer = carol.post(f"{ENTRIES}/{entry}/correct", sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    row = entry_answer(carol, entry)
    assert {name: row[name] for name in GO_PLAYER} == GO_PLAYER


@pytest.mark.parametrize("field", ["grade", "declared_grade"])
@pytest.mark.parametrize("grade", ["40k", "10d", "strong", "0k"])
def test_what_is_no_grade_is_refused(carol: Caller, field: str, grade: str) -> None:
    answer = carol.post(ENTRIES, GO_PLAYER | {field: grade})
    assert (answer.status_code, answer.json()["code"]) == (422, "no-such-grade")
    assert not Entry.objects.filter(player__egf_pin="12345678").exists()


def test_the_rating_sets_a_grade_only_when_asked_and_before_the_pairings(go: World, carol: Caller) -> None:
    entry = carol.post(ENTRIES, GO_PLAYER | {"grade": ""}).json()["entry"]
    row = entry_answer(carol, entry)
    assert (row["grade"], row["declared_grade"]) == ("", "5d")
    address = f"{ENTRIES}/{entry}/grade"
    answer = carol.post(address)
    assert (answer.status_code, answer.json()) == (200, {"entries": [entry], "unrated": []})
    row = entry_answer(carol, entry)
    assert (row["grade"], row["declared_grade"], row["rating"]) == ("1k", "5d", 2049)


@pytest.mark.slow
def test_who_is_paired_keeps_the_grade(drawn: World) -> None:
    drawn.section.game, drawn.section.rulebook = "weiqi", "weiqi"
    drawn.section.save()
    entry = drawn.section.entries.order_by("pk")[0]
    Entry.objects.filter(pk=entry.pk).update(rating=2100)
    drawn.published()
    answer = Caller(drawn.users["carol"]).post(f"{ENTRIES}/{entry.pk}/grade")
    assert (answer.status_code, answer.json()["code"]) == (409, "grade-after-pairing")
    entry.player.refresh_from_db()
    assert entry.player.grade == ""
