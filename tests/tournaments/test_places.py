"""What an address names belongs to the event and the section that stand before it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.addresses import REFEREE, TABLE
from tests.world import World

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name",
    [n for n, row in TABLE.items() if row.kind in ("section", "round", "entry") and not n.startswith("api_")],
)
def test_an_object_of_another_event_is_not_there(drawn: World, name: str) -> None:
    """Alice may do this to her own section; under her event's address, Charlie's is not found."""
    row = TABLE[name]
    method = "get" if row.get != 405 else "post"
    who = "bob" if row.may == REFEREE else "alice"
    key = drawn.section.entries.order_by("pk")[0].pk
    tail: list[Any] = {"section": [], "round": [1], "entry": [key]}[row.kind]
    foreign = reverse(name, args=[drawn.event.slug, drawn.other.slug, *tail, *row.more])
    assert getattr(drawn.client(who), method)(foreign).status_code == 404
    theirs = reverse(name, args=[drawn.other.event.slug, drawn.other.slug, *tail, *row.more])
    assert getattr(drawn.client(who), method)(theirs).status_code == 404
