"""The desk's lists of events at hundreds of them: so many on a page, each page behind an event."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from portal.accounts.models import User
from tests import large
from tests.world import World
from tournaments.models import Event, Membership, Role

GONE, COMING = date(2014, 9, 21), date(2090, 9, 21)


def text_and_queries(client: Client, address: str) -> tuple[str, int]:
    """A page, and how many queries it took."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode(), len(queries)


def slugs(html: str) -> list[str]:
    return re.findall(r'href="/en/desk/([a-z]+-\d+)/(?:people/|-/people/)?"', html)


def give(user: User, events: list[Event]) -> None:
    Membership.objects.bulk_create(
        [Membership(event=event, user=user, role=Role.REFEREE) for event in events], batch_size=500
    )


@pytest.mark.slow
def test_my_events_and_the_others(world: World) -> None:
    admin, desk = world.users["admin"], reverse("desk")
    for prefix, day in (("ago", GONE), ("next", COMING), ("put", GONE)):
        give(admin, large.make_events(2, day=day, prefix=prefix, archived=prefix == "put"))
    large.make_events(2, day=GONE, prefix="else")
    client = world.client("admin")
    text_and_queries(client, desk)
    _, few = text_and_queries(client, desk)
    for prefix, day in (("past", GONE), ("soon", COMING), ("archived", GONE)):
        give(admin, large.make_events(203, day=day, prefix=prefix, archived=prefix == "archived"))
    large.make_events(203, day=GONE, prefix="others")
    html, many = text_and_queries(client, desk)
    assert many == few
    assert len(html) < 120_000
    assert "Archived events: 205" in html
    for key in ("past", "soon", "others", "archived"):
        [address] = re.findall(rf'href="(/en/desk/-/events/{key}/\?after=[^"]+)"', html)
        behind: list[str] = []
        sizes = []
        while address:
            part, _ = text_and_queries(client, address)
            behind += slugs(part)
            sizes.append(len(slugs(part)))
            address = next(iter(re.findall(r'href="(/en/desk/-/events/[^"]+after=[^"]+)"', part)), "")
        first = [slug for slug in slugs(html) if slug.startswith(key)]
        assert len(set(behind)) == len(behind)
        assert len({*behind, *first} & {f"{key}-{number}" for number in range(1, 204)}) == 203
        assert sizes[0] == 100


def test_a_list_tells_nobody_of_events_of_others(world: World) -> None:
    large.make_events(3, day=GONE)
    for key in ("now", "past", "others", "archived"):
        html = world.client("bob").get(reverse("desk_events", args=[key])).content.decode()
        assert "open-1" not in html
    wrong: list[dict[str, Any]] = [{"after": "open-1"}, {"after": "\0"}, {"after": "nobody"}]
    for arguments in wrong:
        assert world.client("bob").get(reverse("desk_events", args=["past"]), arguments).status_code == 404
    assert world.client("bob").get(reverse("desk_events", args=["nonsense"])).status_code == 404
