"""What everybody finds: events, organisations, federations and players, in whatever writing.

A *key* (`tournaments.models.SearchKey`) says what may be found and is looked up by index; whether it is
public at this moment is asked again of the event, the section and what is withheld, since keys are made a
moment after. Of what many are called by, the newest events are looked at, `AT_MOST` entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.db import connection
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL
from django.utils.translation import gettext_lazy as _

from portal.published.documents import ADDRESS, Hidden, extended
from portal.published.models import Page, Withheld
from tournaments.models import Entry, Federation, Person, SearchKey, Section
from tournaments.models.search import with_words
from tournaments.models.search_tables import FTS
from tournaments.queries.addresses import api_address, person_address, person_path
from tournaments.queries.entering.organisations import look_up_organisations
from tournaments.queries.public.public import (
    Named,
    OrganisationLine,
    PersonReference,
    federation_names,
    listed_events,
    organisation_line,
    public_name,
    public_person,
)
from tournaments.queries.public.public import PublicPerson as Seated
from tournaments.queries.public.public_events import EventLine, event_line
from tournaments.text.name_search import LEAST, closeness, name_search_key, needles, search_key
from tournaments.wording.names import federation_name

# Letters of a question; nobody's name needs more.
LONGEST = 100
AT_MOST = 200
MOST_EVENTS, MOST_ORGANISATIONS, MOST_FEDERATIONS, MOST_PERSONS = 20, 20, 5, 20
# How far something is that no name of it fits: it was found by its federation's code or its year.
NOT_BY_NAME = 3

# Rows with a word from which on SQLite looks through the newest of all until it has enough: a federation's
# code is that of half of them, and to gather and to order those takes longer.
COMMON = 5_000
MATCHING = f'SELECT rowid FROM "{FTS}" WHERE "{FTS}" MATCH %s'  # noqa: S608  a constant


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPlayer(Seated):
    event: Named
    section: Named
    url: Annotated[str, ADDRESS]
    path: Hidden[str]
    games_path: Hidden[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPerson(PersonReference):
    events: Annotated[int, _("How many of them were looked at.")]
    url: Annotated[str, ADDRESS]
    path: Hidden[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFederation:
    code: str
    names: Annotated[dict[str, str], _("By language.")]

    @property
    def name(self) -> str:
        return federation_name(self.names)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    # ``enough``: whether it was enough to look for something.
    events: Sequence[EventLine]
    organisations: Sequence[OrganisationLine]
    federations: Sequence[FoundFederation]
    persons: Annotated[Sequence[FoundPerson], _("Of the players that were found, over all events.")]
    players: Annotated[Sequence[FoundPlayer], _("The nearest names first, then the newest events.")]
    more: Annotated[bool, _("Whether there are further ones; a longer question finds them.")]
    enough: Hidden[bool]

    @property
    def is_empty(self) -> bool:
        groups = (self.events, self.organisations, self.federations, self.persons, self.players)
        return not any(groups)


def public_search_page(query: str, most: int) -> SearchPage:
    """What is meant, at most ``most`` players. The same number of queries however much there is."""
    ways = needles(query[:LONGEST])
    if not ways:
        return SearchPage(
            events=(), organisations=(), federations=(), persons=(), players=(), more=False, enough=False
        )
    back = tuple(Withheld.objects.values_list("prefix", flat=True))
    events, more_events = _events(query, ways)
    organisations = look_up_organisations(query)
    rows, more_players = _players(query, ways, back)
    with_games = _with_games(rows[:most])
    return SearchPage(
        events=events,
        organisations=[
            organisation_line(organisation) for organisation in organisations[:MOST_ORGANISATIONS]
        ],
        federations=_federations(query),
        persons=_persons(rows),
        players=[_found_player(row, with_games) for row in rows[:most]],
        more=more_events or more_players or len(rows) > most or len(organisations) > MOST_ORGANISATIONS,
        enough=True,
    )


def _with_words(keys: QuerySet[SearchKey], ways: Sequence[Sequence[str]]) -> QuerySet[SearchKey]:
    """Those that contain all needles of one of the ways."""
    rows = keys.filter(with_words(ways))
    if connection.vendor != "sqlite":
        return rows
    # Needles are blanks, small letters and figures: nothing of them means something to FTS5 within quotes.
    quoted = ([f'"{needle}"' for needle in way if len(needle) >= LEAST] for way in ways)
    match = " OR ".join(f"({' AND '.join(way)})" for way in quoted)
    if _is_common(match):
        return rows
    return rows.filter(pk__in=RawSQL(MATCHING, [match]))  # noqa: S611  the question is a parameter


def _is_common(match: str) -> bool:
    """Whether FTS5 finds `COMMON` rows. One query."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM ({MATCHING} LIMIT %s)", [match, COMMON])  # noqa: S608  a constant
        return bool(cursor.fetchone()[0] == COMMON)


def _near(query: str, *names: str) -> tuple[bool, int]:
    """Whole words before beginnings of words, then as `closeness` says."""
    key = name_search_key(*names)
    far = closeness(key, query)
    whole = set(search_key(query).split()) <= set(key.split())
    return (not whole, NOT_BY_NAME if far is None else far)


def event_keys(ways: Sequence[Sequence[str]]) -> QuerySet[SearchKey]:
    """Of events whose names, place or year have the needles of one of the ways."""
    return _with_words(SearchKey.objects.filter(entry=None), ways)


def _events(query: str, ways: Sequence[Sequence[str]]) -> tuple[list[EventLine], bool]:
    keys = event_keys(ways)
    newest = list(keys.order_by("-day", "-pk").values_list("event", flat=True)[:AT_MOST])
    events = list(
        listed_events().filter(pk__in=newest).order_by("-starts", "slug").prefetch_related("sections")
    )
    events.sort(key=lambda event: _near(query, event.name, event.native_name, event.place))
    lines = [
        event_line(
            event, [public_name(part) for part in event.sections.all() if part.state != Section.State.DRAFT]
        )
        for event in events[:MOST_EVENTS]
    ]
    return lines, len(events) > MOST_EVENTS


def newest_entries(ways: Sequence[Sequence[str]]) -> QuerySet[SearchKey, Any]:
    """The ids of entries with the needles of one of the ways, those of the newest events."""
    keys = _with_words(SearchKey.objects.filter(entry__isnull=False), ways)
    return keys.order_by("-day", "-pk").values_list("entry", flat=True)[:AT_MOST]


_COLUMNS = {
    "number": "number",
    "name": "player__name",
    "native_name": "player__native_name",
    "federation": "player__federation",
    "section": "section__slug",
    "section_name": "section__name",
    "section_native_name": "section__native_name",
    "event": "section__event__slug",
    "event_name": "section__event__name",
    "event_native_name": "section__event__native_name",
    "person": "player__person",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """An entry as far as it is shown: whole entries with their events would take longer than finding them."""

    number: int | None
    name: str
    native_name: str
    federation: str
    section: str
    section_name: str
    section_native_name: str
    event: str
    event_name: str
    event_native_name: str
    person: int

    @property
    def of_section(self) -> str:
        return f"e/{self.event}/{self.section}/"

    @property
    def path(self) -> str:
        """The player's page; before the lots are drawn there is only that of the section."""
        return f"{self.of_section}player/{self.number}/" if self.number else self.of_section


def _players(query: str, ways: Sequence[Sequence[str]], back: tuple[str, ...]) -> tuple[list[_Row], bool]:
    """The nearest first, and whether there may be more."""
    newest = list(newest_entries(ways))
    public = Entry.objects.filter(pk__in=newest, section__event__listed=True, player__erased_at=None)
    visible = public.exclude(section__state=Section.State.DRAFT).order_by()
    rows = visible.values_list("pk", *_COLUMNS.values())
    entries = {key: _Row(**dict(zip(_COLUMNS, values, strict=True))) for key, *values in rows}
    rows_found = [entries[key] for key in newest if key in entries]
    rows_found = [row for row in rows_found if not row.path.startswith(back)]
    rows_found.sort(key=lambda row: _near(query, row.name, row.native_name))
    return rows_found, len(newest) == AT_MOST


def _persons(rows: Sequence[_Row]) -> list[FoundPerson]:
    """Who they are over all events, in their order. One query."""
    events: dict[int, set[str]] = {}
    for row in rows:
        events.setdefault(row.person, set()).add(row.event)
    wanted = list(events)[:MOST_PERSONS]
    public = Person.objects.filter(pk__in=wanted, listed=True, erased_at=None)
    persons = {person.pk: person for person in public}
    return [
        extended(
            FoundPerson,
            public_person(person),
            events=len(events[key]),
            url=person_address(person.uid),
            path=person_path(person.uid),
        )
        for key in wanted
        if (person := persons.get(key))
    ]


def _with_games(rows: Iterable[_Row]) -> set[str]:
    """Which of the lists of games there are."""
    paths = {f"{row.of_section}games/" for row in rows}
    return set(Page.objects.filter(path__in=paths, withdrawn=False).values_list("path", flat=True))


def _found_player(row: _Row, with_games: set[str]) -> FoundPlayer:
    games = f"{row.of_section}games/"
    return FoundPlayer(
        number=row.number,
        name=row.name,
        native_name=row.native_name,
        federation=row.federation,
        event=Named(slug=row.event, name=row.event_name, native_name=row.event_native_name),
        section=Named(slug=row.section, name=row.section_name, native_name=row.section_native_name),
        url=api_address(row.path),
        path=row.path,
        games_path=games if games in with_games else "",
    )


def _federations(query: str) -> list[FoundFederation]:
    """Those that somebody plays for."""
    near = []
    for federation in Federation.objects.exclude(code=""):
        names = federation_names(federation)
        far = closeness(name_search_key(federation.code, *names.values()), query)
        if far is not None:
            near.append((far, FoundFederation(code=federation.code, names=dict(names))))
    near.sort(key=lambda pair: (pair[0], pair[1].code))
    there = (
        federation for _far, federation in near[: 2 * MOST_FEDERATIONS] if _is_played_for(federation.code)
    )
    return list(there)[:MOST_FEDERATIONS]


def _is_played_for(code: str) -> bool:
    entries = Entry.objects.filter(player__federation=code, player__erased_at=None)
    public = entries.filter(section__event__listed=True).exclude(section__state=Section.State.DRAFT)
    return public.order_by().exists()
