"""The logo of an event."""

from __future__ import annotations

from tournaments.models import Event, Logo


def logo_of(event: Event) -> Logo | None:
    """Without its bytes. One query."""
    return Logo.objects.filter(event=event).defer("body").first()
