"""The logo of an event, the mark of an organisation and the photo of a person, and where they can be had."""

from __future__ import annotations

from uuid import UUID

from tournaments.models import Event, Logo, Mark, Organisation, Person, Portrait


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


def portrait_of(person: Person) -> Portrait | None:
    """Without its bytes. One query."""
    return Portrait.objects.filter(person=person).defer("body").first()


def portrait_path(code: UUID, portrait: Portrait) -> str:
    """As that of a logo."""
    return f"person/{code}/photo-{portrait.stamp}.jpg"
