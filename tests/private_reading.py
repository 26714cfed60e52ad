"""Whether stored pages behind private links are current: what one shows after an act is what it would show if
it were read now."""

from __future__ import annotations

import re
from difflib import unified_diff

from django.test import Client

from tests.factories import make_link
from tournaments.models import Event, PlayerLink, PrivatePage
from tournaments.queries.invitations import secret_of

PER_SECTION = 4
KEYS = re.compile(r'(?<=name="once" value=")[0-9a-f]{32}')


def addresses(event: Event) -> list[str]:
    """Of some players of each section, those at the first tables among them."""
    chosen = []
    for section in event.sections.all():
        for entry in section.entries.order_by("number", "pk")[:PER_SECTION]:
            link = PlayerLink.objects.filter(entry=entry, revoked_at=None).first() or make_link(entry)
            chosen.append(f"/en/p/{secret_of(link)}/")
    return chosen


def read(address: str) -> tuple[int, str]:
    answer = Client().get(address)
    return answer.status_code, KEYS.sub("", answer.content.decode())


def read_now(address: str) -> tuple[int, str]:
    """Past what is stored: something else is asked as well."""
    answer = Client().get(address, {"past": "1"})
    return answer.status_code, KEYS.sub("", answer.content.decode())


def stored() -> int:
    return PrivatePage.objects.count()


def old(pages: list[str]) -> list[str]:
    """What those that show something else than they would now show otherwise."""
    differences = []
    for address in pages:
        (status, text), (status_now, text_now) = read(address), read_now(address)
        if status != status_now:
            differences.append(f"{address}: {status}, now {status_now}")
        differences += unified_diff(
            text.splitlines(), text_now.splitlines(), address, "now", n=0, lineterm=""
        )
    return differences
