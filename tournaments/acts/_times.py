"""What stands on the clock and the calendar of an event, and moving it: by days, or to another time zone
without changing what the clock in the hall shows.

*time*     a day or a moment that somebody has chosen: the start of a round or of a match, when an adjourned
           game goes on, when entries open and close, from when they cost more
*passed*   of a round that is closed, or before now: a move by days leaves it where it is
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import groupby
from typing import TypeVar
from zoneinfo import ZoneInfo

from django.db.models import Model
from django.utils import timezone

from tournaments.models import Adjournment, EntryForm, Event, FeeTable, FeeTerms, Match, Round, Section

DayOrTime = TypeVar("DayOrTime", date, datetime)


class TimeKind(StrEnum):
    ROUND = "round"
    MATCH = "match"
    RESUMES = "resumes"
    OPENS = "opens"
    CLOSES = "closes"
    LATE = "late"
    SURCHARGE = "surcharge"
    REFUND = "refund"


@dataclass(frozen=True, slots=True)
class EventTime:
    """Hold one time of an event.

    ``field`` of ``row``, or of the ``place`` in the list that stands there; ``table``: of a match or an
    adjourned game; ``section`` is None for what holds for the whole event."""

    kind: TimeKind
    row: Model
    field: str
    at: date
    section: Section | None
    passed: bool
    place: int | None = None
    round: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Shift:
    """Move times by days at the same hour, or from the clock of `zone` to the same hour `into` another."""

    zone: ZoneInfo
    into: ZoneInfo
    days: int = 0

    def __call__(self, at: DayOrTime) -> DayOrTime:
        """The moment, or the day, afterwards. Raises OverflowError at the ends of the calendar."""
        if isinstance(at, datetime):
            # The clock in the hall counts, not the moment: across a change to summer time the hour stays.
            clock = at.astimezone(self.zone).replace(tzinfo=None) + timedelta(days=self.days)
            return clock.replace(tzinfo=self.into).astimezone(at.tzinfo)
        return at + timedelta(days=self.days)


def times_of(event: Event) -> list[EventTime]:
    """By section, in the order in which people think of them; last what is of no section. Six queries."""
    now = timezone.now()
    times = [*_played(event), *_entered(event, now)]
    position = {section.pk: place for place, section in enumerate(event.sections.order_by("position", "pk"))}
    times.sort(key=lambda time: position[time.section.pk] if time.section else 0)
    return [*times, *_refunds(event, now)]


def _played(event: Event) -> Iterator[EventTime]:
    closed = Round.State.CLOSED
    rounds = Round.objects.filter(section__event=event, starts_at__isnull=False)
    for round_ in rounds.select_related("section").defer("draft_input", "draft_changes").order_by("number"):
        yield _of_round(TimeKind.ROUND, round_, round_, passed=round_.state == closed)
    matches = Match.objects.filter(round__section__event=event, starts_at__isnull=False)
    matches = matches.select_related("round__section").defer("round__draft_input", "round__draft_changes")
    for match in matches.order_by("round__number", "table"):
        passed = match.round.state == closed
        yield _of_round(TimeKind.MATCH, match, match.round, passed=passed, table=match.table)
    games = Adjournment.objects.filter(
        pairing__round__section__event=event, resumes_at__isnull=False, resumed_at__isnull=True
    )
    for game in games.select_related("pairing__round__section").order_by("pairing__round__number", "pk"):
        yield _of_round(TimeKind.RESUMES, game, game.pairing.round, table=game.pairing.table)


def _of_round(
    kind: TimeKind, row: Model, round_: Round, *, passed: bool = False, table: int | None = None
) -> EventTime:
    field = "resumes_at" if kind is TimeKind.RESUMES else "starts_at"
    at = getattr(row, field)
    return EventTime(kind, row, field, at, round_.section, passed, round=round_.number, table=table)


def _entered(event: Event, now: datetime) -> Iterator[EventTime]:
    today = now.astimezone(ZoneInfo(event.time_zone)).date()
    fields = {TimeKind.OPENS: "opens_at", TimeKind.CLOSES: "closes_at", TimeKind.LATE: "late_until"}
    for form in EntryForm.objects.filter(section__event=event).select_related("section"):
        for kind, field in fields.items():
            if at := getattr(form, field):
                yield EventTime(kind, form, field, at, form.section, at <= now)
    for table in FeeTable.objects.filter(section__event=event).select_related("section"):
        if day := table.late_from:
            yield EventTime(TimeKind.SURCHARGE, table, "late_from", day, table.section, day <= today)


def _refunds(event: Event, now: datetime) -> Iterator[EventTime]:
    terms = FeeTerms.objects.filter(event=event).first()
    today = now.astimezone(ZoneInfo(event.time_zone)).date()
    if terms is None:
        return
    for place, (iso, _percent) in enumerate(terms.refunds):
        day = date.fromisoformat(iso)
        yield EventTime(TimeKind.REFUND, terms, "refunds", day, None, day < today, place=place)


def moved_times(times: Iterable[EventTime], shift: Shift) -> list[tuple[EventTime, date]]:
    """Those that stand elsewhere afterwards, each with where."""
    after = [(time, shift(time.at)) for time in times if not (shift.days and time.passed)]
    return [(time, at) for time, at in after if at != time.at]


def write_times(moved: Iterable[tuple[EventTime, date]]) -> None:
    """What stands there from now on; all times of one row at once."""
    for row, times in groupby(moved, key=lambda pair: pair[0].row):
        fields = []
        for time, at in times:
            if time.place is None:
                setattr(row, time.field, at)
            else:
                getattr(row, time.field)[time.place][0] = at.isoformat()
            fields.append(time.field)
        row.save(update_fields=fields)
