"""Whether stored pages behind private links are current: what one shows after an act is what it would show if
it were read now."""

from __future__ import annotations

import re
from difflib import unified_diff

from django.test import Client

from portal.web.private_links import new_secret, secret_from
from tests.factories import make_link
from tests.teams_world import captain_link
from tournaments.models import Entry, Event, PlayerLink, PrivatePage, Quota, Section
from tournaments.queries.entering.applications import APPLICANT_LINK
from tournaments.queries.entering.quotas import QUOTA_LINK
from tournaments.queries.invitations import invitation_secret
from tournaments.queries.public.public_state import PUBLIC_STATES
from tournaments.queries.teams import captains

PER_SECTION = 4
TEAMS = APPLICANTS = 2
KEYS = re.compile(r'(?<=name="once" value=")[0-9a-f]{32}')


def addresses(event: Event) -> list[str]:
    """Of some players of each section, those at the first tables among them, of two captains, of every
    office, and of the newest applicants."""
    chosen = []
    for section in event.sections.all():
        for entry in section.entries.order_by("number", "pk")[:PER_SECTION]:
            link = PlayerLink.objects.filter(entry=entry, revoked_at=None).first() or make_link(entry)
            chosen += _of_player(entry, f"/en/p/{invitation_secret(link)}/")
        teams = section.teams.order_by("number", "pk")[:TEAMS]
        chosen += [f"/en/t/{captains.captain_secret(captain_link(team))}/" for team in teams]
        for quota in section.quotas.all():
            if not quota.secret_digest:
                Quota.objects.filter(pk=quota.pk).update(**new_secret(QUOTA_LINK))
                quota.refresh_from_db()
            chosen.append(f"/en/q/{secret_from(QUOTA_LINK, quota.salt)}/")
        newest = section.applications.exclude(secret_digest="").order_by("-pk")[:APPLICANTS]
        chosen += [f"/en/a/{secret_from(APPLICANT_LINK, applied.salt)}/" for applied in newest]
    return chosen


def _of_player(entry: Entry, first: str) -> list[str]:
    """The first page, and those of the newest own game."""
    seats = entry.seats.filter(round__state__in=PUBLIC_STATES, pairing__table__isnull=False)
    newest = seats.order_by("-round__number").select_related("round").first()
    if newest is None:
        return [first]
    kinds = ["record", "count"] if entry.section.game == Section.Game.WEIQI else ["record"]
    return [first, *(f"{first}round/{newest.round.number}/{kind}/" for kind in kinds)]


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
