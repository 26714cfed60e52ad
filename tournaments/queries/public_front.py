"""The front page: what is played now, comes soon, or was; all of it, or of one game, country or year."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Annotated
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, OuterRef, Prefetch, QuerySet
from django.utils.translation import gettext_lazy as _

from portal.published.documents import Hidden, extended
from tournaments.models import Event, Section
from tournaments.models.site import the_site
from tournaments.queries.public import Named, listed_events, named, rounds_by_number
from tournaments.queries.public_events import EventLine, event_line, public_sections
from tournaments.queries.public_now import Leader, SectionLine, podiums, section_lines
from tournaments.queries.public_state import Moment
from tournaments.wording.places import country_name, country_of, zones_of

MOST_PAST = 20
"""On the page of no year in particular."""
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Choice:
    """What the list is cut down to; nothing of it for everything. ``country``: ISO 3166, two letters."""

    game: str = ""
    country: str = ""
    year: int | None = None

    @property
    def path(self) -> str:
        """The address of the list, without language: the front page's for everything."""
        parts = [self.game, self.country, str(self.year or "")]
        rest = "".join(f"{part.lower()}/" for part in parts if part)
        return f"{LISTS}{rest}" if rest else ""

    @classmethod
    def of(cls, path: str) -> Choice | None:
        """From what stands below `LISTS`; None where that is no address of a list."""
        game, country, year = "", "", None
        for part in path.strip("/").split("/"):
            if part in Section.Game.values:
                game = part
            elif len(part) == 2 and part.isascii() and part.isalpha():
                country = part.upper()
            elif len(part) == 4 and part.isascii() and part.isdigit():
                year = int(part)
        found = cls(game, country, year)
        return found if found.path == f"{LISTS}{path.strip('/')}/" else None


LISTS = "e/-/"
"""Below it stand the lists of one game, country or year."""


@dataclass(frozen=True, slots=True)
class Way:
    """A choice that a reader can make: ``path`` is its page's, ``at`` whether this is it."""

    key: str
    path: str
    at: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveEvent(EventLine):
    time_zone: str
    live: Annotated[Sequence[SectionLine], _("The sections that are public.")]


@dataclass(frozen=True, slots=True)
class Podium:
    """Who has won a section: champion, second and third."""

    section: Named
    winners: Sequence[Leader]

    @property
    def champions(self) -> list[Leader]:
        return [one for one in self.winners if one.rank == 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastEvent(EventLine):
    podiums: Annotated[Sequence[Podium], _("Of the sections that are over.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontPage:
    site: str
    now: Annotated[Sequence[LiveEvent], _("Events that are played.")]
    soon: Annotated[Sequence[EventLine], _("Events to come, the next first.")]
    past: Annotated[Sequence[PastEvent], _("The latest events that are over, the newest first.")]
    years: Annotated[Sequence[int], _("Years with events.")]
    countries: Annotated[Sequence[str], _("Where the events are: ISO 3166 codes.")]
    choice: Hidden[Choice]

    @property
    def by_year(self) -> list[tuple[str, list[PastEvent]]]:
        return [(year, list(found)) for year, found in groupby(self.past, lambda one: one.starts[:4])]

    @property
    def games(self) -> list[Way]:
        return [
            Way(game, Choice(game, self.choice.country, self.choice.year).path, game == self.choice.game)
            for game in ("", *Section.Game.values)
        ]

    @property
    def lands(self) -> list[Way]:
        """Everywhere, and the countries by their names; none where there is nothing to choose."""
        if len(self.countries) < 2 and not self.choice.country:
            return []
        codes = sorted(self.countries, key=country_name)
        return [
            Way(code, Choice(self.choice.game, code, self.choice.year).path, code == self.choice.country)
            for code in ("", *codes)
        ]

    @property
    def other_years(self) -> list[Way]:
        return [
            Way(str(year), Choice(self.choice.game, self.choice.country, year).path, year == self.choice.year)
            for year in self.years
        ]

    @property
    def all_years(self) -> str:
        """The path of the same list, of no year in particular."""
        return Choice(self.choice.game, self.choice.country).path

    @property
    def is_empty(self) -> bool:
        return not (self.now or self.soon or self.past)


def front(choice: Choice, moment: Moment, *, at: datetime | None = None) -> FrontPage:
    """What there is for a choice. ``at``: the moment at which one looks, now unless it is given."""
    at = at or datetime.now(UTC)
    chosen = _of_country(_of_game(_listed(), choice.game), choice.country)
    past = _with_sections(chosen.filter(ends__lt=at.date() - A_DAY))
    if choice.year:
        over = [*past.filter(starts__year=choice.year)]
        around: list[Event] = []
    else:
        over = list(past[:MOST_PAST])
        around = list(_with_sections(chosen.filter(ends__gte=at.date() - A_DAY)))
    ended = [one for one in around if _is_over(one, at)]
    live = [one for one in around if one not in ended and _is_live(one, at)]
    coming = [one for one in around if one not in ended and one not in live]
    return FrontPage(
        site=the_site().name,
        now=_live(live, moment),
        soon=[_line(one) for one in sorted(coming, key=lambda one: (one.starts, one.slug))],
        past=_past(sorted([*ended, *over], key=lambda one: one.starts, reverse=True), moment),
        years=[day.year for day in chosen.dates("starts", "year", order="DESC")],
        countries=countries(),
        choice=choice,
    )


def countries() -> list[str]:
    """Where listed events are."""
    zones = _listed().order_by("time_zone").values_list("time_zone", flat=True).distinct()
    return sorted({code for code in map(country_of, zones) if code})


def is_known(choice: Choice) -> bool:
    """Whether there can be events of this country and year: lists of others are no pages."""
    of_year = _listed().filter(starts__year=choice.year) if choice.year else None
    return (not choice.country or choice.country in countries()) and (of_year is None or of_year.exists())


def next_turn(at: datetime) -> datetime | None:
    """The next moment at which an event begins or is over by the calendar of its own place."""
    days = _listed().filter(ends__gte=at.date() - A_DAY).values_list("starts", "ends", "time_zone")
    turns = (_midnight(day, zone) for starts, ends, zone in days.distinct() for day in (starts, ends + A_DAY))
    return min((one for one in turns if one > at), default=None)


def _listed() -> QuerySet[Event]:
    return listed_events().filter(archived=False)


def _of_game(events: QuerySet[Event], game: str) -> QuerySet[Event]:
    if not game:
        return events
    of_game = Section.objects.filter(event=OuterRef("pk"), game=game).exclude(state=Section.State.DRAFT)
    return events.filter(Exists(of_game))


def _of_country(events: QuerySet[Event], country: str) -> QuerySet[Event]:
    return events.filter(time_zone__in=zones_of(country)) if country else events


def _with_sections(events: QuerySet[Event]) -> QuerySet[Event]:
    sections = Section.objects.annotate(players=Count("entries")).prefetch_related(rounds_by_number())
    return events.prefetch_related(Prefetch("sections", queryset=sections))


def _midnight(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(zone))


def _is_over(event: Event, at: datetime) -> bool:
    public = public_sections(event)
    played = bool(public) and all(one.state == Section.State.FINISHED for one in public)
    return played or _midnight(event.ends + A_DAY, event.time_zone) <= at


def _is_live(event: Event, at: datetime) -> bool:
    running = any(one.state == Section.State.RUNNING for one in public_sections(event))
    return running or _midnight(event.starts, event.time_zone) <= at


def _line(found: Event) -> EventLine:
    return event_line(found, [named(section) for section in public_sections(found)])


def _live(events: Sequence[Event], moment: Moment) -> list[LiveEvent]:
    lines = section_lines([section for one in events for section in public_sections(one)], moment)
    return [
        extended(
            LiveEvent,
            _line(one),
            time_zone=one.time_zone,
            live=[lines[section.pk] for section in public_sections(one)],
        )
        for one in events
    ]


def _past(events: Iterable[Event], moment: Moment) -> list[PastEvent]:
    found = list(events)
    won = podiums([section for one in found for section in public_sections(one)], moment)
    return [
        extended(
            PastEvent,
            _line(one),
            podiums=[
                Podium(named(section), won[section.pk])
                for section in public_sections(one)
                if section.pk in won
            ],
        )
        for one in found
    ]
