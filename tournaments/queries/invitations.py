"""Private links and invitations: whose a secret is, and the secret of one for whoever sends or prints it."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from portal.web.private_links import digest, secret_again
from tournaments.models import Entry, Event, Invitation, PlayerLink, Section

INVITATION = "invitation"


def invitation_letter_key(invitation: Invitation) -> str:
    """Under which key the outbox knows the letter."""
    return f"invitation:{invitation.pk}"


def invitation_of(secret: str) -> Invitation | None:
    """The invitation, open or not, with its event. One query."""
    invitations = Invitation.objects.filter(secret_digest=digest(secret))
    return invitations.select_related("event", "invited_by").first()


def open_invitations(event: Event) -> QuerySet[Invitation]:
    """Those that can still be accepted, the oldest first."""
    return event.invitations.filter(
        accepted_at=None, revoked_at=None, expires_at__gt=timezone.now()
    ).select_related("invited_by")


def invitation_url(invitation: Invitation) -> str:
    """Return the whole address of an invitation, empty when the site's key has changed since."""
    secret = secret_again(INVITATION, invitation.salt, invitation.secret_digest)
    # For the letter, and for whoever invites by hand.
    return f"{settings.PUBLIC_URL}/{invitation.language}/invitation/{secret}/" if secret else ""


LINK = "player-link"


def link_of(secret: str) -> PlayerLink | None:
    """The link, valid or revoked, with its entry, player, section and event. One query."""
    return (
        PlayerLink.objects.filter(secret_digest=digest(secret))
        .select_related("entry__section__event", "entry__player__federation", "entry__team")
        .first()
    )


def invitation_secret(link: PlayerLink) -> str:
    """Return the secret of a private link, empty when the site's key has changed since."""
    # Then it cannot be printed again, and a new one is issued.
    return secret_again(LINK, link.salt, link.secret_digest)


def own_secret(entry: Entry) -> str:
    """That of the valid link of a player; empty where there is none that can be made again."""
    link = PlayerLink.objects.filter(entry=entry, revoked_at=None).first()
    return invitation_secret(link) if link else ""


def valid_player_links(section: Section) -> dict[int, PlayerLink]:
    """By id of the entry, the link that opens something."""
    links = PlayerLink.objects.filter(entry__section=section, revoked_at__isnull=True)
    return {link.entry_id: link for link in links}


def players_without_link(section: Section) -> Iterable[Entry]:
    """Those who play and have no valid link, by number, then by name."""
    playing = section.entries.exclude(status=Entry.Status.WITHDRAWN)
    return playing.exclude(links__in=PlayerLink.objects.filter(revoked_at__isnull=True)).order_by(
        "number", "player__name", "pk"
    )
