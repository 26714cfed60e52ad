"""What programs do alone: the script of the documentation, the export of an event, a list of players."""

from __future__ import annotations

from base64 import b64encode
from runpy import run_path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from portal.accounts.models import User
from tests.portal.api.callers import Caller
from tests.roots import ROOT
from tests.working import compute
from tournaments.exchange.event_file import event_schema
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SCRIPT = ROOT / "docs" / "reference" / "tournament_by_program.py"


class Program:
    """Asks as the script does, with a worker that is always at it."""

    def __init__(self) -> None:
        self.caller = Caller(User.objects.create_superuser("ada"))

    def ask(self, method: str, address: str, body: Any, status: int | None = None) -> Any:
        compute()
        address = f"/api/v1/{address}"
        answer = self.caller.get(address) if method == "GET" else self.caller.post(address, body)
        assert answer.status_code == status if status else answer.status_code < 300, answer.text
        return answer.json()


@pytest.fixture
def program(db: None, settings: Any) -> Program:
    settings.SECOND_FACTOR_FOR_ADMINS = False
    return Program()


def test_a_tournament_from_nothing_to_the_final_standings(program: Program) -> None:
    assert len(SCRIPT.read_text().splitlines()) <= 60
    rows = run_path(str(SCRIPT))["play"](program.ask)
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    assert len(rows) == 6

    file = program.ask("GET", "events/open/export", None)
    Draft202012Validator(event_schema()).validate(file)
    assert program.ask("GET", "event.schema.json", None) == event_schema()
    made = program.ask("POST", "events/import", {"slug": "again", "file": file})
    assert made["sections"] == 1
    assert program.ask("GET", "events/again/export", None) == file

    for key, value in (("format", "qiyuan-event/2"), ("starts", "tomorrow"), ("sections", [{"slug": "x"}])):
        refused = program.ask("POST", "events/import", {"slug": "third", "file": file | {key: value}}, 422)
        assert (refused["code"], refused["field"]) == ("event-file", "file")
        assert key in refused["detail"]
    section = file["sections"][0]
    broken = section | {"slug": "b", "tournament": section["tournament"] | {"entries": []}}
    program.ask(
        "POST", "events/import", {"slug": "third", "file": file | {"sections": [section, broken]}}, 422
    )
    assert not Event.objects.filter(slug="third").exists(), "all of it or nothing"

    imported = {"slug": "b", "name": "B", "tournament": section["tournament"]}
    assert program.ask("POST", "events/again/import-section", imported)["entries"] == 6
    imported["tournament"] = {}
    assert (
        program.ask("POST", "events/again/import-section", imported | {"slug": "c"}, 422)["code"]
        == "event-file"
    )


def test_players_come_as_a_file_too(program: Program) -> None:
    days = {"starts": "2026-12-05", "ends": "2026-12-06"}
    program.ask("POST", "events/create", {"slug": "open", "name": "Open", **days})
    rules = {"preset": "wxc2015", "rounds": 3, "seed": "x"}
    program.ask("POST", "events/open/create-section", {"slug": "men", "name": "Men", **rules})
    there = "events/open/sections/men/import-players"
    answer = program.ask("POST", there, {"file": b64encode("name\n王\n李\n".encode()).decode()})
    assert answer["entered"] == 2
    assert program.ask("POST", there, {"file": "%"}, 422)["errors"][0]["code"] == "not-base64"
    assert program.ask("POST", there, {"text": ""}, 422)["code"] in {"player-list", "invalid"}
