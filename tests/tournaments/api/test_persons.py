"""The register of persons for programs: read and kept by whoever has the right to it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories import make_event, make_known
from tests.portal.api.callers import Caller
from tests.portal.api.described import faults
from tests.world import World

pytestmark = pytest.mark.django_db
LIST = "/api/v1/register"


@pytest.mark.slow
def test_who_may(drawn: World) -> None:
    code = drawn.section.entries.select_related("player__person").get(number=1).player.person.uid
    calls = (
        ("get", LIST, "read"),
        ("get", f"{LIST}/{code}", "read"),
        ("post", f"{LIST}/{code}", "persons"),
        ("post", f"{LIST}/{code}/titles", "persons"),
        ("post", f"{LIST}/{code}/merge", "persons"),
    )
    for method, address, scope in calls:
        assert getattr(Caller(drawn.users["alice"]), method)(address).status_code == 403
        lacks = Caller(drawn.users["admin"], "read" if scope != "read" else "entries")
        answer = getattr(lacks, method)(address)
        assert (answer.status_code, answer.json()["code"]) == (403, "no-scope")
    admin = Caller(drawn.users["admin"])
    assert admin.get(f"{LIST}/00000000-0000-0000-0000-000000000000").status_code == 404
    assert admin.get(f"{LIST}?q=%2B").json()["code"] == "bad-query"


@pytest.mark.slow
def test_a_program_keeps_the_register(drawn: World) -> None:
    player = drawn.section.entries.select_related("player__person").get(number=1).player
    twin = make_known(make_event("far"), name=player.name, federation_id=player.federation_id).person
    admin = Caller(drawn.users["admin"])
    address = f"{LIST}/{player.person.uid}"

    def post(end: str, **body: Any) -> Any:
        answer = admin.post(f"{address}/{end}".rstrip("/"), body)
        assert answer.status_code == 200, answer.json()
        return answer.json()

    listed = admin.get(f"{LIST}?q={twin.name}&federation={twin.federation_id}").json()
    assert {item["person"] for item in listed["results"]} == {player.person_id, twin.pk}
    post("titles", title="特级大师", issuer="wxf", awarded="2009-09-01")
    post("ratings", issuer="chn", value=2600, on="2026-01-01", source="List")
    post("numbers", issuer="chn", number="C-1")
    post("names", name="許銀川", kind="other")
    post("", name=twin.name, federation=twin.federation_id, native_name="许银川", birth_year=1975)
    whole = admin.get(address).json()
    assert faults("RegisteredPerson", whole) == []
    assert [item["title"] for item in whole["titles"] if item["awarded"]] == ["GM"]
    assert [item["person"] for item in whole["twins"]] == [twin.pk]
    assert admin.post(f"{address}/ratings", {"issuer": "chn", "value": 1, "on": "soon"}).status_code == 422
    assert admin.post(f"{address}/names", {"name": "X", "kind": "zzz"}).status_code == 422
    post("twins/apart", other=twin.pk)
    assert admin.get(address).json()["twins"] == []
    post("numbers/end", number=whole["numbers"][0]["row"])
    post("remove", what="ratings", row=whole["ratings"][0]["row"], reason="another person's")
    merged = post("merge", other=twin.pk, take=[])
    assert post("undo-merger", merger=merged["merger"])["left"] == []
