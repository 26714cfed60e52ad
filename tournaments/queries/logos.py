"""The logo of an event, and where it can be had."""

from __future__ import annotations

from tournaments.models import Event, Logo


def logo_of(event: Event) -> Logo | None:
    """Without its bytes. One query."""
    return Logo.objects.filter(event=event).defer("body").first()


def logos_prefix(slug: str) -> str:
    return f"e/{slug}/-/logo/"


def logo_path(slug: str, digest: str) -> str:
    """Of the event with this address. Another logo has another, so whoever has one keeps it."""
    return f"{logos_prefix(slug)}{digest.partition(':')[2][:16]}.png"
