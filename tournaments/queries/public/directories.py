"""What the site's menu leads to: organisations, players and games of all events, and what there is of one
organisation's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Value
from django.db.models.functions import Concat
from django.utils import timezone

from portal.published.documents import extended
from portal.published.models import Page as PublishedPage
from tournaments.models import Document, Event, Organisation, Person, Section
from tournaments.queries.addresses import person_address, person_path
from tournaments.queries.entering.organisations import public_events_of
from tournaments.queries.public.public import (
    Named,
    OrganisationLine,
    SectionRef,
    listed_events,
    organisation_line,
    public_name,
    public_person,
    section_ref,
)
from tournaments.queries.public.public_calendar import ListedEvent, listed_event, with_lines
from tournaments.queries.public.public_events import (
    EventDocument,
    EventLine,
    event_line,
    public_documents,
    public_sections,
)
from tournaments.queries.public.public_front import EventTimes, PastEvent, past_events, with_sections
from tournaments.queries.public.public_now import LastGame, last_games
from tournaments.queries.public.public_search import FoundPerson
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.ratings.rated_lists import ListedSystem, NumberOnList, first_rated, listed_systems

# Lines of a page; rating lists whose best players stand on the page of players; events and games beside a
# list.
PER_PAGE, MOST_LISTS, MOST_BESIDE, MOST_GAMES = 60, 4, 5, 4


@dataclass(frozen=True, slots=True)
class EventDocuments:
    event: EventLine
    documents: Sequence[EventDocument]


@dataclass(frozen=True, slots=True)
class BestOfList:
    listed: ListedSystem
    best: Sequence[NumberOnList]


@dataclass(frozen=True, slots=True)
class EventsBeside:
    """What organisations hold: what is played, and what comes next."""

    now: Sequence[ListedEvent]
    soon: Sequence[ListedEvent]


@dataclass(frozen=True, slots=True)
class WonSection:
    """A section that is over, with its champion's last game."""

    event: Named
    section: SectionRef
    last_game: LastGame


def organisations_page(number: str) -> Page[OrganisationLine]:
    """All of them, those that reach farthest first. Two queries."""
    levels = list(Organisation.Level)
    # Four columns: sorted here, since how far a level reaches is no order of a database's.
    rows = Organisation.objects.only("slug", "name", "native_name", "level")
    lines = sorted(
        map(organisation_line, rows),
        key=lambda line: (levels.index(Organisation.Level(line.level)), line.name),
    )
    return Paginator(lines, PER_PAGE).get_page(number)


def events_of_organisations() -> EventsBeside:
    """Five queries."""
    times = EventTimes(listed_events().filter(organisation__isnull=False), timezone.now())
    now, soon = (
        [listed_event(event) for event in with_lines(events.order_by("starts", "pk"))[:MOST_BESIDE]]
        for events in (times.live, times.coming)
    )
    return EventsBeside(now, soon)


def latest_champions(events: QuerySet[Event]) -> list[PastEvent]:
    """The newest of ``events`` that somebody has won. As many queries whatever there is."""
    over = with_sections(EventTimes(events, timezone.now()).over).order_by("-starts", "-pk")
    return [event for event in past_events(over[:MOST_BESIDE], PublicSnapshot()) if event.podiums]


def best_of_lists() -> list[BestOfList]:
    """The first of each rating list in force. Three queries a list."""
    return [BestOfList(item, first_rated(item.newest)) for item in listed_systems()[:MOST_LISTS]]


def _with_games() -> QuerySet[Event]:
    """Those whose list of games can be read."""
    path = Concat(Value("e/"), OuterRef("slug"), Value("/-/games/"))
    return listed_events().filter(Exists(PublishedPage.objects.filter(path=path, withdrawn=False)))


def events_with_games(number: str) -> Page[Event]:
    """The newest first. Three queries."""
    return Paginator(_with_parts(_with_games()), PER_PAGE).get_page(number)


def games_of_champions() -> list[WonSection]:
    """The last games of the champions of the newest events, those that can be seen. As many queries whatever
    there is."""
    over = EventTimes(_with_games(), timezone.now()).over
    events = list(with_sections(over).order_by("-starts", "-pk")[:MOST_BESIDE])
    sections = [section for event in events for section in public_sections(event)]
    last = last_games(sections, PublicSnapshot())
    return [
        WonSection(public_name(section.event), section_ref(section), last[section.pk])
        for section in sections
        if section.pk in last and last[section.pk].position
    ][:MOST_GAMES]


def players_of(organisation: Organisation, number: str) -> Page[Any]:
    """Persons who played in its events or below, by name, each with ``events``. Two queries."""
    entered = Q(players__entries__section__event__in=public_events_of(organisation).values("pk"))
    entered &= ~Q(players__entries__section__state=Section.State.DRAFT)
    persons = Person.objects.filter(listed=True, erased_at=None, merged_into=None)
    played = persons.annotate(
        events=Count("players__entries__section__event", filter=entered, distinct=True)
    ).filter(events__gt=0)
    return Paginator(played.order_by("name", "given_name", "pk"), PER_PAGE).get_page(number)


def player_lines(persons: Page[Any]) -> list[FoundPerson]:
    return [
        extended(
            FoundPerson,
            public_person(person),
            events=person.events,
            url=person_address(person.uid),
            path=person_path(person.uid),
        )
        for person in persons
    ]


def documents_of_events(organisation: Organisation, number: str) -> Page[Event]:
    """Its events, and those of what is below it, that have documents. Four queries."""
    files = Document.objects.filter(event=OuterRef("pk"))
    with_documents = public_events_of(organisation).filter(Exists(files) | ~Q(documents=""))
    rows = _with_parts(with_documents).prefetch_related(Prefetch("files", Document.objects.defer("body")))
    return Paginator(rows, PER_PAGE).get_page(number)


def document_lines(events: Page[Event]) -> list[EventDocuments]:
    return [EventDocuments(_line(event), public_documents(event, event.files.all())) for event in events]


def event_lines(events: Page[Event]) -> list[EventLine]:
    return [_line(event) for event in events]


def _with_parts(events: QuerySet[Event]) -> QuerySet[Event]:
    return events.order_by(F("starts").desc(), "-pk").prefetch_related("sections")


def _line(event: Event) -> EventLine:
    parts = [public_name(part) for part in event.sections.all() if part.state != Section.State.DRAFT]
    return event_line(event, parts)
