"""Forms as browsers send them."""

from __future__ import annotations

from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.world import ValidClient, World

SECTION = {
    "name": "Women",
    "slug": "women",
    "card": "wxc2015",
    "create": "on",
    "rounds": 7,
    "counted_players": 2,
    "time_control": "90+30",
    "seed": "dice 3 5 1",
    "once": "k",
}


def stale_form(world: World, who: str) -> tuple[Client, dict[str, str]]:
    """A browser with a form that was opened before its user signed in anew."""
    client = ValidClient(enforce_csrf_checks=True)
    client.force_login(world.users[who])
    old = client.get(world.url("entry_add")).context["csrf_token"]
    client.get(reverse("account_login"))
    client.cookies.pop(settings.CSRF_COOKIE_NAME)
    client.force_login(world.users[who])
    client.get(reverse("desk"))
    return client, {"csrfmiddlewaretoken": str(old), "name": "Wu Lan", "federation": "CHN", "group": "1"}
