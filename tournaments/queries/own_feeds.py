"""The address of a player's own calendar and feed: read by programs, so it opens nothing else.

It is made of the private link, ends with it, and is another one when the link is another; the link cannot be
had from it.
"""

from __future__ import annotations

from django.utils.crypto import constant_time_compare

from portal.web.private_links import secret_from
from tournaments.models import PlayerLink

KIND = "own-feed"


def feed_code(link: PlayerLink) -> str:
    """What stands in the address."""
    return f"{link.pk}-{secret_from(KIND, link.salt)}"


def feed_link(code: str) -> PlayerLink | None:
    """The link, valid or revoked, of which a code was made. One query."""
    key = code.partition("-")[0]
    if not key.isdecimal() or len(key) > 18:
        return None
    links = PlayerLink.objects.select_related("entry__section__event", "entry__player")
    link = links.filter(pk=int(key)).first()
    return link if link is not None and constant_time_compare(feed_code(link), code) else None
