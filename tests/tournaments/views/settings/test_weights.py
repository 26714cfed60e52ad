"""Rounds that count double or half, as an organiser sets them and everybody reads them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from portal.policy import Refusal
from tests.factories import announce
from tests.world import World
from tournaments.acts.change_section import change_section
from tournaments.queries.section_settings import settings_of_section
from tournaments.queries.tournament import tournament_of

Text = Callable[[Any], str]


def form_of(world: World) -> dict[str, Any]:
    form = world.client("alice").get(world.url("section_settings")).context["form"]
    return {name: value for name in form.fields if (value := form[name].value()) is not None}


def send(world: World, rounds: str) -> HttpResponse:
    sent = form_of(world) | {"points_rounds": rounds}
    answer = world.client("alice").post(world.url("section_settings"), sent)
    world.section.refresh_from_db()
    return answer


@pytest.mark.slow
def test_an_organiser_sets_them_and_everybody_reads_them(world: World, text: Text) -> None:
    assert "points_rounds" in form_of(world)
    assert send(world, "2: 2，3×1/2").status_code == 302
    section = world.section
    assert settings_of_section(section)["points"]["rounds"] == "2: 2, 3: 0.5"
    assert [str(weight) for _, weight in tournament_of(section).points.weights] == ["2", "1/2"]
    page = text(world.client("alice").get(world.url("section_settings")))
    assert "round 2 × 2, round 3 × 0.5" in page
    announce(section)
    public = text(world.client("anonymous").get("/en/e/cup/men/"))
    assert "round 2 × 2, round 3 × 0.5</dd>" in public
    # Sent again as it stands nothing changes; emptied, every round counts alike.
    assert form_of(world)["points_rounds"] == "2: 2, 3: 0.5"
    assert send(world, "").status_code == 302
    assert "rounds" not in settings_of_section(world.section)["points"]


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["2", "2: 11", "2: 2, 2: 3", "9999: 2"])
def test_what_is_no_weight_is_said_at_its_field(world: World, text: Text, typed: str) -> None:
    before = settings_of_section(world.section)
    answer = send(world, typed)
    assert answer.status_code == 422
    assert "Write round and weight, such as 9: 2, 10: 0.5" in text(answer)
    assert settings_of_section(world.section) == before


@pytest.mark.slow
def test_a_system_that_knows_none_is_left_without(world: World) -> None:
    world.section.system = "fide-dutch"
    world.section.save()
    assert "points_rounds" not in form_of(world)
    points = {"win": "1", "draw": "0.5", "loss": "0", "rounds": "2: 2"}
    with pytest.raises(Refusal) as refused:
        change_section(
            section=world.section, wanted={"points": points}, seen=None, reason="r", by=world.users["alice"]
        )
    assert refused.value.code == "rounds-count-once"
