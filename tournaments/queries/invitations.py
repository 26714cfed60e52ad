"""Invitations: whose a secret is, and the secret of one for whoever sends it."""

from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from portal.private_links import digest, secret_again
from tournaments.models import Event, Invitation

KIND = "invitation"


def letter_key(invitation: Invitation) -> str:
    """Under which key the outbox knows the letter."""
    return f"invitation:{invitation.pk}"


def invitation_of(secret: str) -> Invitation | None:
    """The invitation, open or not, with its event. One query."""
    found = Invitation.objects.filter(secret_digest=digest(secret))
    return found.select_related("event", "invited_by").first()


def open_invitations(event: Event) -> QuerySet[Invitation]:
    """Those that can still be accepted, the oldest first."""
    return event.invitations.filter(
        accepted_at=None, revoked_at=None, expires_at__gt=timezone.now()
    ).select_related("invited_by")


def address_of(invitation: Invitation) -> str:
    """The whole address, for the letter and for whoever invites by hand; empty when the site's key has
    changed since."""
    secret = secret_again(KIND, invitation.salt, invitation.secret_digest)
    return f"{settings.PUBLIC_URL}/{invitation.language}/invitation/{secret}/" if secret else ""
