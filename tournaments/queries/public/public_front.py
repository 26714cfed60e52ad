"""The front page: what is played now, comes soon, or was; all of it, or of one game, country or year.

It shows the nearest of each. The others stand in lists, so many on a page; a page begins behind an event (its
*key*), and so shows the same whatever is added before that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Annotated
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.published.documents import Hidden, extended
from tournaments.models import Event, Section
from tournaments.models.site import the_site
from tournaments.queries.public.public import (
    Named,
    listed_events,
    named_site,
    public_name,
    rounds_by_number,
)
from tournaments.queries.public.public_events import EventLine, event_line, public_sections
from tournaments.queries.public.public_now import Leader, SectionLine, podiums, section_lines
from tournaments.queries.public.public_state import PublicSnapshot, with_sections_back
from tournaments.wording.places import country_name, zone_country, zones_of

# What is played, comes and was, on a page of all of it: so many of each.
MOST = 20
# On a page of one of these lists.
ON_A_PAGE = 100
NOW, SOON = "now", "soon"
AFTER = "after"
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class FrontChoice:
    """What the list is cut down to; nothing of it for everything. ``country``: ISO 3166, two letters;
    ``when``: `NOW` or `SOON`; ``after``: the address of the event behind which the page begins."""

    game: str = ""
    country: str = ""
    year: int | None = None
    when: str = ""
    after: str = ""

    @property
    def path(self) -> str:
        """The address of the list, without language: the front page's for everything."""
        parts = [self.game, self.country, str(self.year or ""), self.when]
        parts += [AFTER, self.after] if self.after else []
        joined = "".join(f"{part.lower()}/" for part in parts if part)
        return f"{LISTS}{joined}" if joined else ""

    @classmethod
    def of(cls, path: str) -> FrontChoice | None:
        """From what stands below `LISTS`; None where that is no address of a list."""
        game, country, year, when = "", "", None, ""
        names, found_after, after = f"/{path.strip('/')}".rpartition(f"/{AFTER}/")
        for part in (names if found_after else after).split("/"):
            if part in Section.Game.values:
                game = part
            elif len(part) == 2 and part.isascii() and part.isalpha():
                country = part.upper()
            elif len(part) == 4 and part.isascii() and part.isdigit():
                year = int(part)
            elif part in {NOW, SOON}:
                when = part
        choice = cls(game, country, year, when, after if found_after else "")
        return choice if choice.path == f"{LISTS}{path.strip('/')}/" else None


# Below it stand the lists of one game, country or year.
LISTS = "e/-/"


@dataclass(frozen=True, slots=True)
class FrontWay:
    """A choice that a reader can make: ``path`` is its page's, ``at`` whether this is it."""

    key: str
    path: str
    at: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveEvent(EventLine):
    time_zone: str
    live: Annotated[Sequence[SectionLine], _("The sections that are public.")]

    @property
    def lead(self) -> SectionLine | None:
        """The section that is played, else the first of which a round is public."""
        begun = [line for line in self.live if line.current]
        return next((line for line in begun if line.in_play), next(iter(begun), None))

    @property
    def leading(self) -> list[SectionLine]:
        """That section alone, where the event is one thing among others; before the first round, all."""
        return [self.lead] if self.lead else list(self.live)


@dataclass(frozen=True, slots=True)
class Podium:
    """Who has won a section: champion, second and third."""

    section: Named
    winners: Sequence[Leader]

    @property
    def champions(self) -> list[Leader]:
        return [winner for winner in self.winners if winner.rank == 1]


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
    choice: Hidden[FrontChoice]
    # Where what is left out stands; empty where nothing is.
    further_now: Hidden[str] = ""
    # Whether nobody administers the site and nothing is on it yet: whoever comes first is to set it up. Where
    # there are events, their readers are not asked to.
    fresh: Hidden[bool] = False
    further_soon: Hidden[str] = ""
    further_past: Hidden[str] = ""

    @property
    def host(self) -> Named | None:
        return named_site(self.site)

    @property
    def first_now(self) -> LiveEvent | None:
        """Which event leads the front page: one that is played, before others one whose boards are followed;
        none on a list of a choice."""
        if self.choice != FrontChoice():
            return None
        played = [event for event in self.now if event.lead and event.lead.in_play]
        followed = (event for event in played if any(line.boards for line in event.live))
        return next(iter((*followed, *played, *self.now)), None)

    @property
    def also_now(self) -> list[LiveEvent]:
        return [event for event in self.now if event != self.first_now]

    @property
    def by_year(self) -> list[tuple[str, list[PastEvent]]]:
        return [(year, list(events)) for year, events in groupby(self.past, lambda event: event.starts[:4])]

    @property
    def games(self) -> list[FrontWay]:
        return [
            FrontWay(game, replace(self.choice, game=game, after="").path, game == self.choice.game)
            for game in ("", *Section.Game.values)
        ]

    @property
    def lands(self) -> list[FrontWay]:
        """Everywhere, and the countries by their names; none where there is nothing to choose."""
        if len(self.countries) < 2 and not self.choice.country:
            return []
        codes = sorted(self.countries, key=country_name)
        return [
            FrontWay(code, replace(self.choice, country=code, after="").path, code == self.choice.country)
            for code in ("", *codes)
        ]

    @property
    def other_years(self) -> list[FrontWay]:
        return [
            FrontWay(
                str(year),
                FrontChoice(self.choice.game, self.choice.country, year).path,
                year == self.choice.year,
            )
            for year in self.years
        ]

    @property
    def all_years(self) -> str:
        """The path of the same list, of no year in particular."""
        return FrontChoice(self.choice.game, self.choice.country).path

    @property
    def is_empty(self) -> bool:
        return not (self.now or self.soon or self.past)


def front(choice: FrontChoice, moment: PublicSnapshot, *, at: datetime | None = None) -> FrontPage:
    """Answer what there is for a choice, in as many queries for any number of events."""
    chosen = _of_country(_of_game(_listed(), choice.game), choice.country)
    begin = Event.objects.filter(slug=choice.after).first() if choice.after else None
    times = EventTimes(chosen, at or datetime.now(UTC))
    live = _PageOfEvents(choice, NOW, times.live.order_by("starts", "slug"), begin)
    coming = _PageOfEvents(choice, SOON, times.coming.order_by("starts", "slug"), begin)
    over = _PageOfEvents(choice, "", times.over.order_by("-starts", "slug"), begin)
    return FrontPage(
        site=the_site().name,
        fresh=not (Event.objects.exists() or User.objects.filter(is_superuser=True).exists()),
        now=live_events(live.events, moment),
        soon=[line_of(event) for event in coming.events],
        past=past_events(over.events, moment),
        years=[day.year for day in chosen.dates("starts", "year", order="DESC")],
        countries=countries(_listed()),
        choice=choice,
        further_now=live.further,
        further_soon=coming.further,
        further_past=over.further,
    )


def begun_and_ended(events: QuerySet[Event], at: datetime) -> tuple[Q, Q]:
    """Which of ``events`` have begun, and which have ended, by the calendars of their places. One query."""
    days: dict[date, list[str]] = {}
    for zone in events.order_by("time_zone").values_list("time_zone", flat=True).distinct():
        days.setdefault(at.astimezone(ZoneInfo(zone)).date(), []).append(zone)
    nothing = Q(pk__in=())
    begun = reduce(or_, (Q(time_zone__in=zones, starts__lte=day) for day, zones in days.items()), nothing)
    ended = reduce(or_, (Q(time_zone__in=zones, ends__lt=day) for day, zones in days.items()), nothing)
    return begun, ended


def later_events(event: Event, *, down: bool) -> Q:
    """What a list goes on with, by first day and address, ``down`` from the latest day."""
    further = Q(starts__lt=event.starts) if down else Q(starts__gt=event.starts)
    return further | Q(starts=event.starts, slug__gt=event.slug)


class EventTimes:
    """Tell which of ``events`` are played at a moment, come, or are over."""

    def __init__(self, events: QuerySet[Event], at: datetime) -> None:
        # By the calendar of their own places, or because somebody plays already or all is played.
        begun, ended = begun_and_ended(_listed(), at)
        public = Section.objects.filter(event=OuterRef("pk")).exclude(state=Section.State.DRAFT)
        left = public.exclude(state=Section.State.FINISHED)
        is_over = ended | Q(Exists(public)) & ~Q(Exists(left))
        is_live = begun | Q(Exists(public.filter(state=Section.State.RUNNING)))
        self.over = events.filter(is_over)
        self.live = events.filter(~is_over & is_live)
        self.coming = events.filter(~is_over & ~is_live)


class _PageOfEvents:
    """The part of a list that a page shows, and ``further``: where the list goes on, from a page of all lists
    its beginning. The years lead to what is over."""

    def __init__(self, choice: FrontChoice, when: str, listed: QuerySet[Event], begin: Event | None) -> None:
        self.events: list[Event] = []
        self.further = ""
        if choice.year:
            listed = listed.filter(starts__year=choice.year)
        if (choice.when or choice.year) and when != choice.when:
            return
        most = ON_A_PAGE if choice.when or choice.year else MOST
        if begin is not None:
            listed = listed.filter(later_events(begin, down=not when))
        rows = list(with_sections(listed)[: most + 1])
        self.events = rows[:most]
        if len(rows) > most and (when or choice.year):
            after = rows[most - 1].slug if choice.when or choice.year else ""
            self.further = replace(choice, when=when, after=after).path


def countries(events: QuerySet[Event]) -> list[str]:
    """Where they are."""
    zones = events.order_by("time_zone").values_list("time_zone", flat=True).distinct()
    return sorted({code for code in map(zone_country, zones) if code})


def is_known(choice: FrontChoice) -> bool:
    """Tell whether there can be events of this choice."""
    if choice.year and choice.when:
        return False
    events = _listed().filter(starts__year=choice.year) if choice.year else _listed()
    if choice.after:
        events = _of_country(_of_game(events, choice.game), choice.country).filter(slug=choice.after)
        events = events if choice.when or choice.year else events.none()
    # Others are no pages: anybody could have as many stored as there are events and lists.
    is_there = not (choice.year or choice.after) or events.exists()
    return is_there and (not choice.country or choice.country in countries(_listed()))


def next_turn(at: datetime) -> datetime | None:
    """The next moment at which an event begins or is over by the calendar of its own place."""
    days = _listed().filter(ends__gte=at.date() - A_DAY).values_list("starts", "ends", "time_zone")
    turns = (_midnight(day, zone) for starts, ends, zone in days.distinct() for day in (starts, ends + A_DAY))
    return min((turn for turn in turns if turn > at), default=None)


def _listed() -> QuerySet[Event]:
    return listed_events().filter(archived=False)


def _of_game(events: QuerySet[Event], game: str) -> QuerySet[Event]:
    if not game:
        return events
    of_game = Section.objects.filter(event=OuterRef("pk"), game=game).exclude(state=Section.State.DRAFT)
    return events.filter(Exists(of_game))


def _of_country(events: QuerySet[Event], country: str) -> QuerySet[Event]:
    return events.filter(time_zone__in=zones_of(country)) if country else events


def with_sections(events: QuerySet[Event]) -> QuerySet[Event]:
    sections = with_sections_back(Section.objects.annotate(players=Count("entries")))
    sections = sections.prefetch_related(rounds_by_number())
    return events.prefetch_related(Prefetch("sections", queryset=sections))


def _midnight(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), ZoneInfo(zone))


def line_of(event: Event) -> EventLine:
    return event_line(event, [public_name(section) for section in public_sections(event)])


def live_events(events: Sequence[Event], moment: PublicSnapshot) -> list[LiveEvent]:
    lines = section_lines([section for event in events for section in public_sections(event)], moment)
    return [
        extended(
            LiveEvent,
            line_of(event),
            time_zone=event.time_zone,
            live=[lines[section.pk] for section in public_sections(event)],
        )
        for event in events
    ]


def past_events(events: Iterable[Event], moment: PublicSnapshot) -> list[PastEvent]:
    event_list = list(events)
    won = podiums([section for event in event_list for section in public_sections(event)], moment)
    return [
        extended(
            PastEvent,
            line_of(event),
            podiums=[
                Podium(public_name(section), won[section.pk])
                for section in public_sections(event)
                if section.pk in won
            ],
        )
        for event in event_list
    ]
