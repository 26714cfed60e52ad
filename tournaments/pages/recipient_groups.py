"""Whom an organiser may write to, counted."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext

from tournaments.models import Event, Section
from tournaments.pages.entrant_contacts import Reach, contacts_of
from tournaments.queries.notices.entrant_messages import AUDIENCES, entrants_in
from tournaments.wording.names import plain_name


@dataclass(frozen=True, slots=True)
class RecipientGroup:
    """An audience in a section, or in the whole event."""

    audience: str
    section: Section | None
    words: str
    reach: Reach


def recipient_groups(event: Event) -> list[RecipientGroup]:
    """The whole event first, then its sections; a group in which nobody is only where it is everybody."""
    contacts = contacts_of(event, by_letter=settings.SENDS_MAIL)
    sections = list(event.sections.all())
    groups: list[RecipientGroup] = []
    for name, audience in AUDIENCES.items():
        by_section = entrants_in(event, name)
        words = str(audience.words)
        whole = [key for keys in by_section.values() for key in keys]
        if whole or not groups:
            groups.append(RecipientGroup(name, None, words[:1].upper() + words[1:], contacts.reach(whole)))
        for section in sections if len(sections) > 1 else ():
            if entries := by_section.get(section.pk):
                place = gettext("%(section)s, %(group)s") % {
                    "section": plain_name(section),
                    "group": words,
                }
                groups.append(RecipientGroup(name, section, place, contacts.reach(entries)))
    return groups
