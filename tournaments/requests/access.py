"""The only way in which a request gets an object: fetched and authorised in one step.

Who has no role at an event is told that it is not there (404), as is who asks for an object of another
event; who has a role, but not the right, is told so (`Denied`, 403).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404

from portal.accounts.models import User
from portal.policy import Denied, Refusal
from tournaments.models import (
    Appeal,
    Application,
    Entry,
    Event,
    Foul,
    Organisation,
    Person,
    Quota,
    Round,
    Section,
)
from tournaments.organisation_roles import keeps_quota, may_for, rights_for
from tournaments.policy import PrivateLink, acts_of, may_anywhere, offered, possible

NO_PARTS = frozenset({"user", "acts", "secret"})
RowType = TypeVar("RowType", bound=Model)


@dataclass(frozen=True, slots=True)
class Access:
    """Hold what somebody has got by an address; its parts are arguments of acts, by their names."""

    # In which parts the arguments of its addresses are found.
    address: ClassVar[tuple[str, ...]] = ()

    @property
    def by(self) -> User | PrivateLink:
        """Whose act it is."""
        raise NotImplementedError

    @property
    def place(self) -> list[str | int]:
        """The arguments of the addresses of what is accessed."""
        return [attrgetter(part)(self) for part in self.address]

    def has(self, name: str) -> Any:
        """The part that an act calls ``name``; None where there is none. Of ``entries`` it has the one."""
        if name == "entries":
            return [entry] if (entry := self.has("entry")) else None
        part = name.rstrip("_")
        return getattr(self, part) if part in {field.name for field in fields(self)} - NO_PARTS else None

    def find(self, name: str, key: Any) -> Any:
        """Find what belongs to it and an act calls ``name``, by its key. Raises Http404."""
        # Acts that take the key itself get it.
        return key


@dataclass(frozen=True, slots=True)
class SiteAccess(Access):
    """One of the staff, at no event."""

    user: User
    acts: frozenset[str]

    @property
    def by(self) -> User:
        return self.user

    @property
    def may(self) -> frozenset[str]:
        """What a page may offer."""
        return self.acts

    def find(self, name: str, key: Any) -> Any:
        """Somebody with an account, by the name to sign in with. Raises `Refusal` ``no-such-account``."""
        if name != "user":
            return key
        user = User.objects.filter(username=key, is_active=True).first()
        if user is None:
            raise Refusal("no-such-account", field="user")
        return user


@dataclass(frozen=True, slots=True)
class EventAccess(SiteAccess):
    """An event and what the person may do at it."""

    event: Event
    address: ClassVar[tuple[str, ...]] = ("event.slug",)

    @property
    def may(self) -> frozenset[str]:
        """What a page may offer: not what rests while the event is archived."""
        return offered(self.acts, self.event)

    def find(self, name: str, key: Any) -> Any:
        """A section by its id."""
        if name == "section":
            return first_or_404(self.event.sections.filter(pk=key))
        return SiteAccess.find(self, name, key)


@dataclass(frozen=True, slots=True)
class SectionAccess(EventAccess):
    section: Section
    address: ClassVar[tuple[str, ...]] = (*EventAccess.address, "section.slug")

    def find(self, name: str, key: Any) -> Any:
        """Entries by their ids; an appeal."""
        if name == "appeal":
            appeals = Appeal.objects.filter(pk=key, pairing__round__section=self.section)
            return first_or_404(appeals.select_related("pairing__round"))
        return _all_of(self.section.entries.filter(pk__in=key), key) if name == "entries" else key


@dataclass(frozen=True, slots=True)
class RoundAccess(SectionAccess):
    round: Round
    address = (*SectionAccess.address, "round.number")

    @property
    def may(self) -> frozenset[str]:
        """What the person may do and the state of the round does not refuse."""
        return possible(offered(self.acts, self.event), self.round)

    def find(self, name: str, key: Any) -> Any:
        """A foul; entries by their numbers."""
        if name == "entries":
            return _all_of(self.section.entries.filter(number__in=key), key)
        if name != "foul":
            return key
        foul = first_or_404(Foul.objects.filter(pk=key, pairing__round=self.round))
        foul.pairing.round = self.round
        return foul


@dataclass(frozen=True, slots=True)
class EntryAccess(SectionAccess):
    entry: Entry
    address = (*SectionAccess.address, "entry.pk")


@dataclass(frozen=True, slots=True)
class ApplicationDeskAccess(SectionAccess):
    """An application that came in on line."""

    application: Application
    address = (*SectionAccess.address, "application.pk")


@dataclass(frozen=True, slots=True)
class PersonAccess(SiteAccess):
    """A person of the register."""

    person: Person
    address = ("person.pk",)


@dataclass(frozen=True, slots=True)
class OrganisationAccess(SiteAccess):
    """An organisation and what the person may do for it."""

    organisation: Organisation
    address = ("organisation.slug",)

    def find(self, name: str, key: Any) -> Any:
        """An event that is offered to it."""
        if name == "handover":
            return first_or_404(self.organisation.handovers.filter(pk=key))
        return SiteAccess.find(self, name, key)


@dataclass(frozen=True, slots=True)
class QuotaAccess(Access):
    """Open to an office its own players of a section, and nothing else."""

    holder: User | Quota
    quota: Quota
    section: Section
    # As it stands in the address of a private link; empty for an account.
    secret: str = ""
    application: Application | None = None

    @property
    def by(self) -> User | Quota:
        return self.holder

    @property
    def place(self) -> list[str | int]:
        return [self.secret or self.quota.pk]

    def at(self, place: Mapping[str, Any]) -> QuotaAccess:
        """With the player whom the address names. Raises Http404."""
        if "application" not in place:
            return self
        applications = self.quota.applications.select_related("entry", "federation").filter(
            pk=place["application"]
        )
        application = first_or_404(applications)
        application.section = self.section
        return replace(self, application=application)


def reach(user: User, right: str | None, place: Mapping[str, Any]) -> SiteAccess | QuotaAccess:
    """Reach what the parts of an address name. Raises Http404 or `Denied`."""
    if right is None:
        raise Http404
    match place:
        case {"quota": key}:
            return access_quota(user, key).at(place)
        case {"event": event, "section": section, "entry": entry}:
            return access_entry(user, event, section, entry, right)
        case {"event": event, "section": section, "application": application}:
            return access_application(user, event, section, application, right)
        case {"event": event, "section": section, "number": number}:
            return access_round(user, event, section, number, right)
        case {"event": event, "section": section}:
            return access_section(user, event, section, right)
        case {"event": event}:
            return access_event(user, event, right)
    if not may_anywhere(right, user):
        raise Denied(right)
    access = _person_or_organisation(user, right, place)
    if access is None:
        return SiteAccess(user, frozenset({right}))
    target = access.organisation if isinstance(access, OrganisationAccess) else access.person
    if not may_for(right, user, target):
        raise Denied(right)
    return access


def _person_or_organisation(
    user: User, right: str, place: Mapping[str, Any]
) -> PersonAccess | OrganisationAccess | None:
    """A person or an organisation. Raises Http404."""
    match place:
        case {"organisation": slug}:
            organisation = first_or_404(
                Organisation.objects.filter(slug=slug).select_related("parent", "federation")
            )
            return OrganisationAccess(user, rights_for(user, organisation), organisation)
        case {"person": key} | {"code": key}:
            by = "uid" if "code" in place else "pk"
            persons = Person.objects.select_related("federation", "merged_into").filter(**{by: key})
            return PersonAccess(user, frozenset({right}), first_or_404(persons))
    return None


def access_event(user: User, slug: str, act: str) -> EventAccess:
    """Raises Http404 or `Denied`. Two queries."""
    event = first_or_404(Event.objects.filter(slug=slug))
    return EventAccess(user, _acts(user, event, act), event)


def access_section(user: User, event_slug: str, section_slug: str, act: str) -> SectionAccess:
    """Raises Http404 or `Denied`. Two queries."""
    section = first_or_404(
        Section.objects.filter(event__slug=event_slug, slug=section_slug).select_related("event")
    )
    return SectionAccess(user, _acts(user, section.event, act), section.event, section)


def access_round(user: User, event_slug: str, section_slug: str, number: int, act: str) -> RoundAccess:
    """Raises Http404 or `Denied`. Two queries."""
    rounds = Round.objects.filter(
        section__event__slug=event_slug, section__slug=section_slug, number=number
    ).select_related("section__event")
    round_ = first_or_404(rounds)
    section = round_.section
    return RoundAccess(user, _acts(user, section.event, act), section.event, section, round_)


def access_entry(user: User, event_slug: str, section_slug: str, entry: int, act: str) -> EntryAccess:
    """Raises Http404 or `Denied`. Two queries."""
    entries = Entry.objects.filter(
        section__event__slug=event_slug, section__slug=section_slug, pk=entry
    ).select_related("section__event", "player__federation", "team")
    entry_row = first_or_404(entries)
    section = entry_row.section
    return EntryAccess(user, _acts(user, section.event, act), section.event, section, entry_row)


def access_application(
    user: User, event_slug: str, section_slug: str, key: int, act: str
) -> ApplicationDeskAccess:
    """Raises Http404 or `Denied`. Two queries."""
    applications = Application.objects.filter(
        section__event__slug=event_slug, section__slug=section_slug, pk=key
    )
    application = first_or_404(applications.select_related("section__event", "federation", "entry__player"))
    section = application.section
    return ApplicationDeskAccess(user, _acts(user, section.event, act), section.event, section, application)


def access_quota(user: User, key: int) -> QuotaAccess:
    """Reach the quota whose players the person's office enters. Raises Http404."""
    quotas = Quota.objects.select_related("section__event", "federation", "organisation").filter(pk=key)
    quota = first_or_404(quotas.exclude(section__state=Section.State.DRAFT))
    if not keeps_quota(user, quota):
        # Nobody is told that another quota is there.
        raise Http404
    return QuotaAccess(user, quota, quota.section)


def first_or_404(rows: QuerySet[RowType]) -> RowType:
    """Raises Http404."""
    row = rows.first()
    if row is None:
        raise Http404
    return row


def _all_of(rows: QuerySet[RowType], keys: Collection[int]) -> list[RowType]:
    """Raises Http404 where one of them is not there."""
    things = list(rows)
    if len(things) < len(set(keys)):
        raise Http404
    return things


def _acts(user: User, event: Event, act: str) -> frozenset[str]:
    acts = acts_of(user, event)
    user.granted = {**user.granted, event.pk: acts}
    if not acts:
        raise Http404
    if act not in acts:
        raise Denied(act)
    return acts
