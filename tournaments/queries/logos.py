"""The logo of an event and the mark of an organisation, and where they can be had."""

from __future__ import annotations

from tournaments.models import Event, Logo, Mark, Organisation


def logo_of(event: Event) -> Logo | None:
    """Without its bytes. One query."""
    return Logo.objects.filter(event=event).defer("body").first()


def logos_prefix(slug: str) -> str:
    return f"e/{slug}/-/logo/"


def logo_path(event: Event, logo: Logo) -> str:
    """Another logo has another, so whoever has one keeps it."""
    return f"{logos_prefix(event.slug)}{logo.stamp}.png"


def mark_of(organisation: Organisation) -> Mark | None:
    """Without its bytes. One query."""
    return Mark.objects.filter(organisation=organisation).defer("body").first()


def mark_path(organisation: Organisation, mark: Mark) -> str:
    """As that of a logo."""
    return f"o/{organisation.slug}/mark-{mark.stamp}.png"
