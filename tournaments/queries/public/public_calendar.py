"""The calendar: all events that everybody may know of, by time, place, game, level and whose they are.

*level*  of an event: that of the organisation whose it is. An event that is nobody's has none.

A page begins behind an event, so that what is added meanwhile shifts nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Annotated

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden, extended
from tournaments.models import Event, Organisation, Section
from tournaments.organisation_roles import organisations_within
from tournaments.queries.public.public import OrganisationLine, listed_events, organisation_line, public_name
from tournaments.queries.public.public_events import EventLine, event_line, public_sections
from tournaments.queries.public.public_front import later_events
from tournaments.queries.public.public_search import LONGEST, event_keys
from tournaments.text.name_search import needles
from tournaments.wording.places import zones_of

# Events on a page; in a file for calendars.
MOST, MOST_IN_FILE = 50, 500
# Organisations among which one chooses; all others have a page that leads here.
MOST_OFFERED = 300
WIDE = (Organisation.Level.WORLD, Organisation.Level.CONTINENT, Organisation.Level.NATION)
PAST = "past"


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedEvents:
    """Which events; nothing of it for all that are played or to come. ``words``: of names and places, in
    any writing; ``country``: ISO 3166; ``organisation``: its address, everything below it included; ``when``:
    a year, or `PAST`; ``month``: 1 to 12."""

    words: str = ""
    game: str = ""
    country: str = ""
    organisation: str = ""
    level: str = ""
    when: str = ""
    month: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedEvent(EventLine):
    organisation: Annotated[OrganisationLine | None, _("Whose event it is; null where it is nobody's.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsPage:
    """``after``: the address of the event behind which the next page begins; empty on the last one."""

    events: Sequence[ListedEvent]
    after: Hidden[str]

    @property
    def months(self) -> list[tuple[date, list[ListedEvent]]]:
        """The events by the month in which they begin: its first day."""
        groups = groupby(self.events, lambda item: date.fromisoformat(item.starts).replace(day=1))
        return [(first, list(events)) for first, events in groups]


def calendar(wanted: WantedEvents, after: str = "") -> EventsPage:
    """The page ``after`` the event of this address. Three queries at most, however many events there are."""
    events = in_time(wanted)
    if begin := listed_events().filter(slug=after).first() if after else None:
        events = events.filter(later_events(begin, down=wanted.when == PAST))
    rows = list(with_lines(events)[: MOST + 1])
    return EventsPage(
        events=[listed_event(event) for event in rows[:MOST]],
        after=rows[MOST - 1].slug if len(rows) > MOST else "",
    )


def in_time(wanted: WantedEvents) -> QuerySet[Event]:
    """In their order: the past from its end, everything else from its beginning."""
    events, today = chosen_events(wanted), timezone.localdate()
    if wanted.when == PAST:
        return _of_month(events.filter(ends__lt=today), wanted.month).order_by("-starts", "slug")
    if not wanted.when:
        return _of_month(events.filter(ends__gte=today), wanted.month).order_by("starts", "slug")
    first, last = _span(int(wanted.when), wanted.month)
    return events.filter(starts__lte=last, ends__gte=first).order_by("starts", "slug")


def _of_month(events: QuerySet[Event], month: int | None) -> QuerySet[Event]:
    """Those that begin or end in this month of any year."""
    return events.filter(Q(starts__month=month) | Q(ends__month=month)) if month else events


def _span(year: int, month: int | None) -> tuple[date, date]:
    """The first and the last day of a year, or of a month of it."""
    if month is None:
        return date(year, 1, 1), date(year, 12, 31)
    first = date(year, month, 1)
    return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def chosen_events(wanted: WantedEvents) -> QuerySet[Event]:
    """Whenever they are."""
    events = listed_events()
    if wanted.words:
        ways = needles(wanted.words[:LONGEST])
        events = events.filter(pk__in=event_keys(ways).values("event")) if ways else events.none()
    if wanted.game:
        public = Section.objects.exclude(state=Section.State.DRAFT)
        events = events.filter(Exists(public.filter(event=OuterRef("pk"), game=wanted.game)))
    if wanted.country:
        events = events.filter(time_zone__in=zones_of(wanted.country))
    if wanted.level:
        events = events.filter(organisation__level=wanted.level)
    if wanted.organisation:
        top = Organisation.objects.filter(slug=wanted.organisation).values_list("pk", flat=True)
        events = events.filter(organisation__in=Organisation.objects.filter(organisations_within(list(top))))
    return events


def with_lines(events: QuerySet[Event]) -> QuerySet[Event]:
    """With what `listed_event` reads."""
    unread = ("languages", "description", "documents", "organisation__text", "organisation__words")
    sections = Section.objects.only("event", "slug", "name", "native_name", "position", "state")
    rows = events.select_related("organisation").defer(*unread)
    return rows.prefetch_related(Prefetch("sections", sections))


def listed_event(event: Event) -> ListedEvent:
    line = event_line(event, [public_name(section) for section in public_sections(event)])
    owner = organisation_line(event.organisation) if event.organisation else None
    return extended(ListedEvent, line, organisation=owner)


def years() -> Sequence[int]:
    """List the years from the newest event to the oldest."""
    # Two queries, each for one row of an index: asked for both at once the database would look through all
    # events.
    starts = listed_events().values_list("starts", flat=True)
    first, last = starts.order_by("starts").first(), starts.order_by("-starts").first()
    return range(last.year, first.year - 1, -1) if first and last else ()


def offered_organisations(chosen_one: str) -> list[Organisation]:
    """Those whose events one may want, the furthest reaching first, and ``chosen_one`` by its address."""
    rows = Organisation.objects.filter(Q(level__in=WIDE) | Q(slug=chosen_one)).defer("text", "words")
    reach = list(Organisation.Level)
    return sorted(
        rows[:MOST_OFFERED],
        key=lambda organisation: (reach.index(Organisation.Level(organisation.level)), organisation.name),
    )
