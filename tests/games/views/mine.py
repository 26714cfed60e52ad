"""A player behind the private link."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from tests.factories import make_link
from tests.world import ValidClient, World
from tournaments.models import Entry, Seat
from tournaments.queries.invitations import invitation_secret


def seats(world: World, table: int = 1, number: int = 1) -> tuple[Entry, Entry]:
    """First and second at a table."""
    result = Seat.objects.filter(pairing__table=table, round=world.round(number)).order_by("colour")
    first, second = result.select_related("entry__section__event")
    return first.entry, second.entry


def page(entry: Entry, name: str = "my_page", *more: Any) -> str:
    return reverse(name, args=[invitation_secret(make_link(entry)), *more])


def say(entry: Entry, outcome: str, *, number: int = 1, game: int = 1, once: str = "", **more: Any) -> Any:
    sent = {"outcome": outcome, "round": number, "game": game, "once": once}
    return ValidClient(**more).post(page(entry, "my_result"), sent, follow=True)
