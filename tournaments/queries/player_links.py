"""Private links of players: whose a secret is, and the secret of a link for whoever prints it."""

from __future__ import annotations

from collections.abc import Iterable

from portal.private_links import digest, secret_again
from tournaments.models import Entry, PlayerLink, Section

KIND = "player-link"


def link_of(secret: str) -> PlayerLink | None:
    """The link, valid or revoked, with its entry, player, section and event. One query."""
    return (
        PlayerLink.objects.filter(secret_digest=digest(secret))
        .select_related("entry__section__event", "entry__player__federation", "entry__team")
        .first()
    )


def secret_of(link: PlayerLink) -> str:
    """What stands in its address; empty when the site's key has changed since: then it cannot be printed
    again, and a new one is issued."""
    return secret_again(KIND, link.salt, link.secret_digest)


def valid_links(section: Section) -> dict[int, PlayerLink]:
    """By id of the entry, the link that opens something."""
    links = PlayerLink.objects.filter(entry__section=section, revoked_at__isnull=True)
    return {link.entry_id: link for link in links}


def without_link(section: Section) -> Iterable[Entry]:
    """Those who play and have no valid link, by number, then by name."""
    playing = section.entries.exclude(status=Entry.Status.WITHDRAWN)
    return playing.exclude(links__in=PlayerLink.objects.filter(revoked_at__isnull=True)).order_by(
        "number", "player__name", "pk"
    )
