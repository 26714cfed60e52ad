"""What stands at a public address, for the list of whoever follows it."""

from __future__ import annotations

import re
from uuid import UUID

from portal.push.models import ANYWHERE
from portal.push.subscribing import Followed
from tournaments.models import Event, Organisation, Person, Section
from tournaments.pages.followed_scopes import (
    SECTION_SCOPE,
    scope_of_organisation,
    scope_of_person,
    under_event,
)

_EVENT = re.compile(r"e/([-\w]+)/(?:([-\w]+)/)?")
_PERSON = re.compile(r"person/([-0-9a-f]{36})/")
_ORGANISATION = re.compile(r"o/([-\w]+)/")


def place_at(path: str) -> Followed | None:
    """Find what can be followed at a path below the language, as ``e/cup/``; None: nothing there."""
    # Who may know of it is asked when it is named (`portal.push.topics.PLACES`).
    if matches := _EVENT.fullmatch(path):
        return _event(matches[1], matches[2])
    if matches := _PERSON.fullmatch(path):
        try:
            code = UUID(matches[1])
        except ValueError:
            return None
        person = Person.objects.filter(uid=code).values_list("pk", flat=True).first()
        return Followed(scope_of_person(person), ANYWHERE) if person else None
    if matches := _ORGANISATION.fullmatch(path):
        organisation = Organisation.objects.filter(slug=matches[1]).values_list("pk", flat=True).first()
        return Followed(scope_of_organisation(organisation), ANYWHERE) if organisation else None
    return None


def _event(slug: str, section: str | None) -> Followed | None:
    if section is None:
        event = Event.objects.filter(slug=slug).values_list("pk", flat=True).first()
        return Followed(under_event(event), under_event(event)) if event else None
    row = Section.objects.filter(event__slug=slug, slug=section).values_list("pk", "event").first()
    return Followed(f"{SECTION_SCOPE}:{row[0]}", under_event(row[1])) if row else None
