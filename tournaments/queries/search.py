"""Looking for an event, a section, a player or a table at the desk: only where the person may open it.

Six queries, however much is there. Names are compared in memory (`state.name_search`), as they are stored
nowhere in the form in which they are looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import QuerySet

from portal.accounts.models import User
from tournaments.models import Entry, Event, Pairing, Round, Seat, Section
from tournaments.policy import ROLES, Act
from tournaments.text.name_search import closeness, name_search_key, search_key

# Letters of a question; nobody's name needs more.
LONGEST = 100
_NUMBER = re.compile(r"(?<!\d)[0-9]{1,4}(?!\d)")


class HitKind(StrEnum):
    PLAYER = "player"
    TABLE = "table"
    SECTION = "section"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class SearchHit:
    """Hold what was found; ``far``: how close it is to what was asked, the least first."""

    kind: HitKind
    event: Event
    section: Section | None = None
    entry: Entry | None = None
    round: Round | None = None
    table: int = 0
    entries: tuple[Entry, ...] = ()
    far: int = 0


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    """``near``: the event and the section on whose page it was asked; what belongs to them comes first."""

    text: str
    event: str = ""
    section: str = ""

    @property
    def number(self) -> int | None:
        """The one number in it."""
        numbers = _NUMBER.findall(self.text)
        return int(numbers[0]) if len(numbers) == 1 else None

    def distance(self, section: Section | None, event: Event) -> tuple[bool, bool]:
        return (event.slug != self.event, section is None or section.slug != self.section)


def readable(user: User) -> QuerySet[Event]:
    """The events whose pages the person may open, the newest first."""
    mine = Event.objects.filter(memberships__user=user, memberships__role__in=ROLES[Act.SEE_DESK])
    return mine.distinct().order_by("-starts", "pk")


def desk_search(user: User, question: SearchQuestion, words_for_table: str) -> list[SearchHit]:
    """What is meant, the nearest first. ``words_for_table``: how the reader calls a table."""
    if not search_key(question.text):
        return []
    events = {event.pk: event for event in readable(user)}
    sections = {section.pk: section for section in Section.objects.filter(event__in=events)}
    for section in sections.values():
        section.event = events[section.event_id]
    hits = [
        *_tables(sections, question, words_for_table),
        *_players(sections, question),
        *_titled(events.values(), sections.values(), question),
    ]
    return sorted(hits, key=lambda section: (section.far, *question.distance(section.section, section.event)))


def _titled(
    events: Iterable[Event], sections: Iterable[Section], question: SearchQuestion
) -> Iterator[SearchHit]:
    """Sections and events by their names, an event by its place too."""
    for section in sections:
        far = closeness(name_search_key(section.name, section.native_name), question.text)
        if far is not None:
            yield SearchHit(HitKind.SECTION, section.event, section, far=far)
    for event in events:
        far = closeness(name_search_key(event.name, event.native_name, event.place), question.text)
        if far is not None:
            yield SearchHit(HitKind.EVENT, event, far=far)


def _players(sections: dict[int, Section], question: SearchQuestion) -> Iterator[SearchHit]:
    """Entries by name, or by number where nothing else is asked for."""
    rows = Entry.objects.filter(section__in=sections).values_list(
        "pk", "number", "player__name", "player__native_name"
    )
    alone = question.text.strip()
    near: dict[int, int] = {}
    for key, number, *names in rows:
        far = 0 if str(number) == alone else closeness(name_search_key(*names), question.text)
        if far is not None:
            near[key] = far
    entries = Entry.objects.filter(pk__in=[*near]).select_related("player")
    for entry in entries.order_by("section", "number", "player__name"):
        section = sections[entry.section_id]
        yield SearchHit(HitKind.PLAYER, section.event, section, entry, far=near[entry.pk])


def _tables(sections: dict[int, Section], question: SearchQuestion, words: str) -> Iterator[SearchHit]:
    """Yield the table of that number in each newest round: ``12``, ``table 12``, ``第12台``."""
    number = question.number
    further_words = set(search_key(_NUMBER.sub(" ", question.text)).split())
    if number is None or not further_words <= set(search_key(words).split()):
        return
    tables = (
        Pairing.objects.filter(table=number, round__section__in=sections)
        .exclude(round__state__in=(Round.State.PLANNED, Round.State.DRAFT))
        .select_related("round")
        .order_by("round__section", "-round__number")
    )
    newest: dict[int, Pairing] = {}
    for pairing in tables:
        newest.setdefault(pairing.round.section_id, pairing)
    seats: dict[int, list[Entry]] = {}
    seated = Seat.objects.filter(pairing__in=newest.values()).select_related("entry__player")
    for seat in seated.order_by("colour"):
        seats.setdefault(seat.pairing_id, []).append(seat.entry)
    for pairing in newest.values():
        section = sections[pairing.round.section_id]
        entries = tuple(seats.get(pairing.pk, ()))
        yield SearchHit(HitKind.TABLE, section.event, section, None, pairing.round, number, entries)
