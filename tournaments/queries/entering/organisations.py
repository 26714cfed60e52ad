"""Organisations in public and at the desk: what they are a part of, their events, and who won which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.published.documents import Hidden, extended
from tournaments.models import CircuitVersion, Event, Handover, ListVersion, Office, Organisation, Series
from tournaments.models.search import with_words
from tournaments.organisation_roles import ACCEPT, looked_after, organisations_within
from tournaments.queries.notices.logos import mark_of, mark_path
from tournaments.queries.public.public import (
    OrganisationLine,
    federation_names,
    listed_events,
    organisation_line,
)
from tournaments.queries.public.public_events import EventLine, EventPicture
from tournaments.queries.public.public_front import (
    EventTimes,
    LiveEvent,
    PastEvent,
    line_of,
    live_events,
    past_events,
    with_sections,
)
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.ratings.circuits import CircuitLine, published_circuits
from tournaments.queries.ratings.rated_lists import ListInForce, NumberOnList, first_rated, published_lists
from tournaments.text.name_search import closeness, name_search_key, needles
from tournaments.wording.names import federation_name

# Events that are over, and others, on the public page; the calendar has all.
MOST_PAST, MOST_COMING = 100, 100
MOST_NOW = 5
MOST_FOUND = 50
# How far something is that no name of it fits: it was found by its address or federation.
NOT_BY_NAME = 3
# Letters of a question.
LONGEST = 100
# Officers who wish to be shown.
IN_PUBLIC = Q(shown=True, user__is_active=True)


@dataclass(frozen=True, slots=True)
class Champions:
    """Of a series."""

    series: Annotated[int, _("Identifies the series.")]
    name: str
    native_name: Annotated[str, _("May be empty.")]
    events: Annotated[Sequence[PastEvent], _("Those that are over, the newest first.")]


@dataclass(frozen=True, slots=True)
class Officer:
    """One who wishes to be shown."""

    name: str
    role: Office.Role

    @property
    def role_name(self) -> str:
        return str(Office.Role(self.role).label)


@dataclass(frozen=True, slots=True)
class OrganisationTabs:
    """What its page of events has besides them. ``series``: the first that has champions."""

    lists: bool
    officers: bool
    circuits: bool
    parts: bool
    series: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganisationHead(OrganisationLine):
    """What stands above everything on each of its pages."""

    federation: Annotated[str | None, _("Whose persons it keeps: three letters.")]
    text: str
    email: Annotated[str, _("Where it is written to; may be empty.")]
    ground: Annotated[str, _("Colour of the sign.")]
    ink: Annotated[str, _("Colour of the letters on the sign.")]
    mark: Annotated[str | None, _("URL of the picture that stands in place of the sign, PNG.")]
    above: Annotated[Sequence[OrganisationLine], _("What it is a part of, the furthest first.")]
    federation_names: Hidden[Mapping[str, str]]
    tabs: Hidden[OrganisationTabs]
    picture: Hidden[EventPicture | None] = None

    @property
    def letters(self) -> str:
        """On the sign: with what the first words begin."""
        words = self.name.split()
        return "".join(word[0] for word in words if word[0].isalnum())[:3].upper()

    @property
    def federation_name(self) -> str:
        return federation_name(self.federation_names)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganisationPage(OrganisationHead):
    parts: Annotated[Sequence[OrganisationLine], _("What stands right below it.")]
    officers: Annotated[Sequence[Officer], _("Those who wish to be shown.")]
    coming: Annotated[Sequence[EventLine], _("Its events and those of everything below, the next first.")]
    past: Annotated[Sequence[PastEvent], _("The newest of those that are over.")]
    series: Annotated[Sequence[Champions], _("Events that recur, with who won them.")]
    lists: Annotated[Sequence[ListInForce], _("Rating lists that it publishes here, each in force.")]
    circuits: Annotated[
        Sequence[CircuitLine], _("Circuits with published standings, the newest season first.")
    ]
    now: Hidden[Sequence[LiveEvent]]
    best: Hidden[Sequence[NumberOnList]]

    @property
    def soon(self) -> list[EventLine]:
        """What comes and is not played yet."""
        played = {event.slug for event in self.now}
        return [event for event in self.coming if event.slug not in played]

    @property
    def past_once(self) -> list[PastEvent]:
        """What is over and does not stand among the champions of a series already."""
        recurring = {event.slug for series in self.series for event in series.events}
        return [event for event in self.past if event.slug not in recurring]


def find_organisation(slug: str) -> Organisation | None:
    """With what it is a part of. One query."""
    rows = Organisation.objects.select_related("parent__parent__parent__parent", "federation")
    return rows.filter(slug=slug).first()


def organisation_head(organisation: Organisation) -> OrganisationHead:
    """Of one that `find_organisation` has found. Three queries."""
    federation, mark = organisation.federation, mark_of(organisation)
    drawn = EventPicture(mark_path(organisation, mark), mark.width, mark.height) if mark else None
    return extended(
        OrganisationHead,
        organisation_line(organisation),
        federation=organisation.federation_id,
        text=organisation.text,
        email=organisation.email,
        ground=organisation.ground,
        ink=organisation.ink,
        mark=f"/en/{drawn.path}" if drawn else None,
        picture=drawn,
        above=[organisation_line(item) for item in lineage(organisation)],
        federation_names=federation_names(federation) if federation else {},
        tabs=_tabs(organisation),
    )


def _tabs(organisation: Organisation) -> OrganisationTabs:
    """One query."""
    won = listed_events().filter(ends__lt=timezone.localdate(), series=OuterRef("pk"))
    with_champions = Series.objects.filter(Exists(won), organisation=OuterRef("pk"))
    row = Organisation.objects.annotate(
        has_lists=Exists(ListVersion.objects.filter(period__system__organisation=OuterRef("pk"))),
        has_officers=Exists(Office.objects.filter(IN_PUBLIC, organisation=OuterRef("pk"))),
        has_circuits=Exists(CircuitVersion.objects.filter(circuit__organisation=OuterRef("pk"))),
        has_parts=Exists(Organisation.objects.filter(parent=OuterRef("pk"))),
        with_champions=Subquery(with_champions.values("pk")[:1]),
    )
    columns = ("has_lists", "has_officers", "has_circuits", "has_parts", "with_champions")
    return OrganisationTabs(*row.values_list(*columns).get(pk=organisation.pk))


def public_organisation(slug: str) -> OrganisationPage | None:
    """None where there is no organisation of this address. As many queries whatever there is of it."""
    organisation = find_organisation(slug)
    if organisation is None:
        return None
    moment = PublicSnapshot()
    events, today = public_events_of(organisation), timezone.localdate()
    over = with_sections(listed_events().filter(ends__lt=today)).order_by("-starts", "-pk")
    past = list(over.filter(pk__in=events.values("pk"))[:MOST_PAST])
    won = list(over.filter(series__organisation=organisation))
    played = with_sections(EventTimes(events, timezone.now()).live).order_by("starts", "pk")[:MOST_NOW]
    coming = with_sections(events.filter(ends__gte=today)).order_by("starts", "pk")[:MOST_COMING]
    once = {event.pk: event for event in (*past, *won)}
    lines = dict(zip(once, past_events(once.values(), moment), strict=True))
    champions = [
        Champions(
            series=series.pk,
            name=series.name,
            native_name=series.native_name,
            events=[lines[event.pk] for event in won if event.series_id == series.pk],
        )
        for series in organisation.series.all()
    ]
    public_offices = organisation.offices.filter(IN_PUBLIC).select_related("user")
    lists = published_lists(organisation)
    return extended(
        OrganisationPage,
        organisation_head(organisation),
        parts=[organisation_line(item) for item in organisation.parts.all()],
        officers=[Officer(str(item.user), Office.Role(item.role)) for item in public_offices],
        coming=[line_of(event) for event in coming],
        past=[lines[event.pk] for event in past],
        series=[item for item in champions if item.events],
        lists=lists,
        now=live_events(list(played), moment),
        best=first_rated(lists[0].newest) if lists else [],
        circuits=published_circuits(organisation),
    )


def present_address(former: str) -> str | None:
    """The address of the organisation that had this one before; None where none had."""
    return Organisation.objects.filter(former_addresses__slug=former).values_list("slug", flat=True).first()


def lineage(organisation: Organisation) -> list[Organisation]:
    """What it is a part of, the furthest first."""
    ancestors: list[Organisation] = []
    ancestor = organisation.parent
    while ancestor is not None:
        ancestors.insert(0, ancestor)
        ancestor = ancestor.parent
    return ancestors


def public_events_of(organisation: Organisation) -> QuerySet[Event]:
    """Those that everybody may know of, its own and of everything below."""
    return listed_events().filter(
        organisation__in=Organisation.objects.filter(organisations_within([organisation.pk]))
    )


def look_up_organisations(query: str, among: QuerySet[Organisation] | None = None) -> list[Organisation]:
    """Find the organisations that are meant, in whatever writing, the nearest names first; one query."""
    ways = needles(query[:LONGEST])
    if not ways:
        return []
    rows = Organisation.objects.all() if among is None else among
    near = []
    for organisation in rows.filter(with_words(ways))[:MOST_FOUND]:
        far = closeness(name_search_key(organisation.name, organisation.native_name), query)
        near.append((NOT_BY_NAME if far is None else far, organisation))
    return [organisation for _far, organisation in sorted(near, key=lambda pair: pair[0])]


def waiting_offers(organisation: Organisation) -> QuerySet[Handover]:
    """Events that are offered to it and that nobody has decided about."""
    return organisation.handovers.filter(decided_at=None).select_related("event", "by")


def offers_to(user: User) -> list[Handover]:
    """Events that wait for this user to take them over for an organisation. One query."""
    waiting = Handover.objects.filter(decided_at=None, organisation__in=looked_after(ACCEPT, user))
    return list(waiting.select_related("event", "organisation"))
