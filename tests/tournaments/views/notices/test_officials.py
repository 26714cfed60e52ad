"""Officials: written at the desk, read by everybody where they are shown."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal import outbox
from tests import factories
from tests.world import World
from tournaments.acts.event_settings import change_event
from tournaments.acts.notices.officials import set_official
from tournaments.models import Event, Official

CHIEF = {"name": "Tan Boon Hock", "native_name": "陈文福", "role": "chief-arbiter", "title": "IA"}


@pytest.fixture
def open_world(drawn: World, settings: Any) -> World:
    settings.PUBLISHED_RENDER_EVERY = 0
    Event.objects.filter(pk=drawn.event.pk).update(officials_shown=True)
    factories.announce(drawn.section)
    return drawn


def send(world: World, who: str, act: str, **values: Any) -> Any:
    return world.client(who).post(reverse(act, args=[world.event.slug]), values)


def read(path: str) -> str:
    outbox.drain()
    return Client().get(path).content.decode()


@pytest.mark.slow
def test_everybody_reads_who_serves_in_the_order_given(open_world: World) -> None:
    world = open_world
    path = f"/en/e/{world.event.slug}/"
    assert send(world, "alice", "set_official", **CHIEF, position=2, shown="on").status_code == 302
    frank = world.users["frank"]
    set_official(event=world.event, name="Wong", role="other", duty="Patron", federation="CHN", by=frank)
    reading = read(path)
    assert reading.index("Patron") < reading.index("Chief referee")
    assert "裁判长" in read(path.replace("/en/", "/zh-hans/"))
    document = Client().get(f"/api/v1/events/{world.event.slug}").json()
    assert [item["duty"] or item["role"] for item in document["officials"]] == ["Patron", "chief-arbiter"]
    change_event(event=world.event, officials_shown=False, by=frank)
    assert "Patron" not in read(path)
    change_event(event=world.event, officials_shown=True, by=frank)
    chief = Official.objects.get(title="IA")
    send(world, "alice", "set_official", **CHIEF, official=chief.pk, position=2)
    assert "Tan Boon Hock" not in read(path)


@pytest.mark.slow
def test_a_section_has_its_own(open_world: World) -> None:
    world = open_world
    path = f"/en/e/{world.event.slug}/"
    answer = send(world, "frank", "set_official", **CHIEF, section=world.section.pk, position=1, shown="on")
    assert answer.status_code == 302
    assert "Tan Boon Hock" not in read(path)
    assert "Tan Boon Hock" in read(f"{path}{world.section.slug}/")
    key = Official.objects.get().pk
    assert send(world, "frank", "remove_official", official=key).status_code == 302
    assert "Tan Boon Hock" not in read(f"{path}{world.section.slug}/")


@pytest.mark.slow
def test_who_has_a_role_is_named_by_one_press(open_world: World, text: Any) -> None:
    world = open_world
    dave = world.users["dave"]
    dave.first_name, dave.last_name = "Wei", "Zhang"
    dave.save()
    held = world.event.memberships.get(user=dave)
    address = reverse("officials", args=[world.event.slug])
    page = text(world.client("alice").get(address))
    assert 'Add<span class="only-read"> Wei Zhang to the officials</span>' in page
    assert "to the officials" not in text(
        world.client("bob").get(reverse("officials", args=[world.event.slug]))
    )
    assert send(world, "alice", "add_staff_official", membership=held.pk).status_code == 302
    reading = read(f"/en/e/{world.event.slug}/")
    assert "Wei Zhang" in reading
    assert "Referee" in reading
    answer = send(world, "alice", "add_staff_official", membership=held.pk)
    assert (answer.status_code, "Wei Zhang is among the officials already." in text(answer)) == (409, True)
    bob = world.event.memberships.get(user=world.users["bob"])
    answer = send(world, "alice", "add_staff_official", membership=bob.pk)
    assert "has no name yet" in text(answer)
    official = Official.objects.get()
    assert official.account == dave
    stranger = {**CHIEF, "official": official.pk, "position": 1, "account": world.users["charlie"].pk}
    assert send(world, "alice", "set_official", **stranger).status_code == 422
    held.delete()
    titled = {**CHIEF, "official": official.pk, "position": 1, "account": dave.pk, "shown": "on"}
    assert send(world, "alice", "set_official", **titled).status_code == 302
    official.refresh_from_db()
    assert (official.title, official.account) == ("IA", dave)
    assert "IA" in read(f"/en/e/{world.event.slug}/")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name": ""}, " is empty. Fill it in."),
        ({"name": "W" * 120}, "80"),
        ({"name": "turned\u202eround"}, "invisible characters"),
        ({"role": "king"}, "king"),
        ({"role": "other"}, "Enter the role in your own words."),
        ({"position": "-3"}, "must be at least 1"),
        ({"position": "9" * 30}, "must be at most 999"),
        ({"federation": "XYZ"}, "XYZ"),
        ({"official": "77"}, "has removed this official"),
    ],
)
def test_nonsense_is_answered_in_a_sentence(open_world: World, values: dict[str, str], sentence: str) -> None:
    answer = send(open_world, "alice", "set_official", **{**CHIEF, "position": 1, **values})
    assert answer.status_code in (409, 422)
    assert sentence in answer.content.decode().replace("&quot;", '"')
    assert not Official.objects.exists()
