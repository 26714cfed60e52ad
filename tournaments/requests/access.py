"""The only way in which a desk's view gets an object: fetched and authorised in one step.

Who has no role at an event is told that it is not there (404), as is who asks for an object of another
event; who has a role, but not the right, is told so (`Denied`, 403).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404

from portal.accounts.models import User
from portal.policy import Denied
from tournaments.models import Entry, Event, Round, Section
from tournaments.policy import Act, acts_of, possible

Thing = TypeVar("Thing", bound=Model)


@dataclass(frozen=True, slots=True)
class EventAccess:
    """An event and what the person may do at it."""

    user: User
    event: Event
    acts: frozenset[str]

    @property
    def may(self) -> frozenset[str]:
        """What a page may offer."""
        return self.acts


@dataclass(frozen=True, slots=True)
class SectionAccess(EventAccess):
    section: Section


@dataclass(frozen=True, slots=True)
class RoundAccess(SectionAccess):
    round: Round

    @property
    def may(self) -> frozenset[str]:
        """What the person may do and the state of the round does not refuse."""
        return possible(self.acts, self.round)


@dataclass(frozen=True, slots=True)
class EntryAccess(SectionAccess):
    entry: Entry


def access_event(user: User, slug: str, act: Act) -> EventAccess:
    """Raises Http404 or `Denied`. Two queries."""
    event = _one(Event.objects.filter(slug=slug))
    return EventAccess(user, event, _acts(user, event, act))


def access_section(user: User, event_slug: str, section_slug: str, act: Act) -> SectionAccess:
    """Raises Http404 or `Denied`. Two queries."""
    section = _one(Section.objects.filter(event__slug=event_slug, slug=section_slug).select_related("event"))
    return SectionAccess(user, section.event, _acts(user, section.event, act), section)


def access_round(user: User, event_slug: str, section_slug: str, number: int, act: Act) -> RoundAccess:
    """Raises Http404 or `Denied`. Two queries."""
    found = Round.objects.filter(
        section__event__slug=event_slug, section__slug=section_slug, number=number
    ).select_related("section__event")
    round_ = _one(found)
    section = round_.section
    return RoundAccess(user, section.event, _acts(user, section.event, act), section, round_)


def access_entry(user: User, event_slug: str, section_slug: str, entry: int, act: Act) -> EntryAccess:
    """Raises Http404 or `Denied`. Two queries."""
    found = Entry.objects.filter(
        section__event__slug=event_slug, section__slug=section_slug, pk=entry
    ).select_related("section__event", "player__federation", "team")
    one = _one(found)
    section = one.section
    return EntryAccess(user, section.event, _acts(user, section.event, act), section, one)


def _one(found: QuerySet[Thing]) -> Thing:
    thing = found.first()
    if thing is None:
        raise Http404
    return thing


def _acts(user: User, event: Event, act: str) -> frozenset[str]:
    acts = acts_of(user, event)
    if not acts:
        raise Http404
    if act not in acts:
        raise Denied(act)
    return acts
