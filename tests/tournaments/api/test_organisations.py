"""Organisations for programs: founded, changed and given events by whoever may do so at the desk."""

from __future__ import annotations

from typing import Any

import pytest

from tests.portal.api.callers import Caller
from tests.world import World
from tournaments.acts.entering.handovers import offer_event
from tournaments.models import Office, Organisation, Series

pytestmark = pytest.mark.django_db
LIST = "/api/v1/organisations"


@pytest.fixture
def nation(world: World) -> Organisation:
    top = Organisation.objects.create(slug="wxf", name="World", level="world")
    made = Organisation.objects.create(slug="cxa", name="China", level="nation", parent=top)
    Office.objects.create(organisation=made, user=world.users["charlie"], role="officer")
    return made


def test_who_may(world: World, nation: Organisation) -> None:
    named = {"name": "Cup"}
    assert Caller(world.users["alice"]).post(f"{LIST}/cxa/series", named).status_code == 403
    lacks = Caller(world.users["charlie"], "persons").post(f"{LIST}/cxa/series", named)
    assert (lacks.status_code, lacks.json()["code"]) == (403, "no-scope")
    assert Caller(world.users["charlie"]).post(f"{LIST}/wxf/series", named).status_code == 403
    assert Caller(world.users["admin"]).post(f"{LIST}/nowhere/series", named).status_code == 404


def test_an_officers_program_keeps_it(world: World, nation: Organisation) -> None:
    charlie = Caller(world.users["charlie"])

    def post(end: str, status: int = 200, **body: Any) -> Any:
        answer = charlie.post(f"{LIST}/{end}", body)
        assert answer.status_code == status, answer.json()
        return answer.json()

    club = post("found", 201, name="Club", slug="club", level="club", parent=nation.pk)
    assert Organisation.objects.get(pk=club["organisation"]).parent_id == nation.pk
    colours = {"ground": "#000000", "ink": "#ffffff"}
    post("club/change", name="Chess Club", slug="club", text="Welcome", **colours)
    assert post("club/change", 422, name="Chess Club", slug="club", ground="#ffffff", ink="#ffffff")
    post("club/move", 403, level="province", parent=nation.pk)
    series = post("cxa/series", 201, name="Open")["series"]
    made = offer_event(event=world.event, organisation=nation.pk, by=world.users["alice"])
    [offer] = charlie.get(f"{LIST}/cxa/offers").json()["results"]
    assert (offer["handover"], offer["event"]) == (made["handover"], world.event.slug)
    post(f"cxa/offers/{offer['handover']}/accept")
    post(f"cxa/offers/{offer['handover']}/accept", 409)
    post(f"club/offers/{offer['handover']}/reject", 404)
    post("cxa/series/set", series=series, events=[world.event.pk])
    world.event.refresh_from_db()
    assert (world.event.organisation_id, world.event.series_id) == (nation.pk, series)
    post("cxa/series/rename", series=series, name="Cup")
    post("cxa/series/delete", series=series)
    assert not Series.objects.exists()
