"""Times of an event keep the hour in a copy, in another time zone if that is wanted, and when everything
moves by days."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.applying import open_form
from tests.cast import Cast
from tests.factories import make_section
from tournaments.acts._times import times_of
from tournaments.acts.event_settings import change_event
from tournaments.acts.events import copy_event
from tournaments.models import EntryForm, Event, FeeTable, FeeTerms, Round

BERLIN, TOKYO = "Europe/Berlin", "Asia/Tokyo"


def at(text: str, zone: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


def coming(cast: Cast, *, zone: str = BERLIN, starts: date | None = None, length: int = 8) -> Event:
    """An event that is still to come, nothing public."""
    first = starts or timezone.now().date() + timedelta(days=40)
    cast.event.starts, cast.event.ends = first, first + timedelta(days=length)
    cast.event.time_zone = zone
    cast.event.save()
    return cast.event


def set_starts(cast: Cast, *starts: datetime) -> None:
    for round_, start in zip(cast.section.round_set.order_by("number"), starts, strict=False):
        round_.starts_at = start
        round_.save(update_fields=["starts_at"])


def starts(cast: Cast) -> list[datetime | None]:
    return list(cast.section.round_set.order_by("number").values_list("starts_at", flat=True))


def noon(event: Event, days: int) -> datetime:
    day = event.starts + timedelta(days=days)
    return datetime(day.year, day.month, day.day, 12, tzinfo=ZoneInfo(event.time_zone))


@pytest.mark.parametrize(
    ("zone", "closes"),
    [
        # From winter into summer, and into another zone: 23:59 both times.
        (BERLIN, at("2028-06-20T23:59", BERLIN)),
        (TOKYO, at("2028-06-20T23:59", TOKYO)),
    ],
)
def test_entries_of_a_copied_event_close_at_the_same_hour(cast: Cast, zone: str, closes: datetime) -> None:
    event = coming(cast, starts=date(2028, 1, 20))
    open_form(cast, opens_at=at("2027-10-01T09:00", BERLIN), closes_at=at("2028-01-10T23:59", BERLIN))
    first = date(2028, 6, 30)
    answer = copy_event(
        event=event, slug="next", name="Next", starts=first, ends=first, time_zone=zone, by=cast.alice
    )
    form = EntryForm.objects.get(section__event=answer["event"])
    assert form.closes_at == closes
    assert form.opens_at.astimezone(ZoneInfo(zone)).hour == 9


def test_another_zone_keeps_the_hour_or_the_moment(cast: Cast) -> None:
    event = coming(cast, zone="UTC")
    two = noon(event, 0).replace(hour=14)
    set_starts(cast, two)
    open_form(cast)
    closes = EntryForm.objects.get().closes_at
    change_event(event=event, time_zone=TOKYO, reason="slip", by=cast.alice)
    assert starts(cast)[0] == two
    assert EntryForm.objects.get().closes_at == closes
    change_event(event=event, time_zone=BERLIN, keep_clock=True, reason="slip", by=cast.alice)
    first = starts(cast)[0]
    assert first is not None
    local = first.astimezone(ZoneInfo(BERLIN))
    assert (local.date(), local.hour) == (event.starts, 23)
    moved = EntryForm.objects.get().closes_at
    assert moved.astimezone(ZoneInfo(BERLIN)).time() == closes.astimezone(ZoneInfo(TOKYO)).time()


def test_everything_that_is_to_come_moves_by_days_at_the_same_hour(cast: Cast) -> None:
    event = coming(cast, starts=date(2028, 3, 20))
    other = make_section(event, "open")
    # The clocks go forward on the 26th.
    set_starts(cast, at("2028-03-20T14:00", BERLIN), at("2028-03-21T14:00", BERLIN))
    other.round_set.filter(number=1).update(starts_at=at("2028-03-22T09:30", BERLIN))
    now = timezone.now()
    open_form(cast, opens_at=now - timedelta(days=1), closes_at=at("2028-03-10T23:59", BERLIN))
    opened = EntryForm.objects.get().opens_at
    FeeTable.objects.create(section=cast.section, late_from=date(2028, 2, 1), surcharge=500)
    refunds = [["2020-01-01", 100], ["2028-02-20", 50]]
    FeeTerms.objects.create(event=event, currency="EUR", refunds=refunds)
    answer = change_event(event=event, move_days=7, reason="typhoon", by=cast.alice)
    assert set(answer["changed"]) == {"starts", "ends"}
    event.refresh_from_db()
    assert (event.starts, event.ends) == (date(2028, 3, 27), date(2028, 4, 4))
    assert starts(cast)[:2] == [at("2028-03-27T14:00", BERLIN), at("2028-03-28T14:00", BERLIN)]
    assert other.round_set.get(number=1).starts_at == at("2028-03-29T09:30", BERLIN)
    form = EntryForm.objects.get()
    assert (form.opens_at, form.closes_at) == (opened, at("2028-03-17T23:59", BERLIN))
    assert FeeTable.objects.get().late_from == date(2028, 2, 8)
    assert FeeTerms.objects.get().refunds == [["2020-01-01", 100], ["2028-02-27", 50]]
    noted = JournalEntry.objects.filter(act="change_event").latest("pk").after or {}
    assert (noted["move_days"], noted["times"]) == (7, 6)
    assert "whole" not in noted


def test_what_has_been_played_stays(cast: Cast) -> None:
    event = coming(cast)
    played = [noon(event, 0), noon(event, 1), noon(event, 2)]
    set_starts(cast, *played)
    Round.objects.filter(section=cast.section, number=1).update(state=Round.State.CLOSED)
    first, last = event.starts, event.ends
    change_event(event=event, move_days=3, reason="no hall", by=cast.alice)
    event.refresh_from_db()
    assert (event.starts, event.ends) == (first, last + timedelta(days=3))
    assert starts(cast)[:3] == [noon(event, 0), noon(event, 4), noon(event, 5)]
    # And what is still to come comes after it.
    with pytest.raises(Refusal) as refused:
        change_event(event=event, move_days=-5, reason="no hall", by=cast.alice)
    assert refused.value.code in {"schedule-order", "event-days-rounds"}
    assert starts(cast)[1] == noon(event, 4)


@pytest.mark.parametrize(
    ("opened", "closes", "days", "code"),
    [
        (5, 10, -20, None),
        (-5, 10, -20, "entry-times"),
        (5, 10, 400_000, "event-year"),
        (5, 10, 10**9, "event-year"),
    ],
)
def test_no_time_moves_where_it_cannot_be(
    cast: Cast, opened: int, closes: int, days: int, code: str | None
) -> None:
    event, now = coming(cast), timezone.now().replace(microsecond=0)
    open_form(cast, opens_at=now + timedelta(days=opened), closes_at=now + timedelta(days=closes))

    def move() -> Any:
        return change_event(event=event, move_days=days, reason="x", by=cast.alice)

    if code is None:
        assert move()["changed"] == ["starts", "ends"]
        return
    with pytest.raises(Refusal) as refused:
        move()
    assert (refused.value.code, refused.value.field) == (code, "move_days")


def test_times_are_counted_in_as_many_queries_for_one_round_as_for_three(
    cast: Cast, django_assert_num_queries: Any
) -> None:
    event = coming(cast)
    for number in (1, 3):
        set_starts(cast, *(noon(event, day) for day in range(number)))
        with django_assert_num_queries(7):
            assert len(times_of(event)) == number
    assert datetime.now(UTC) < noon(event, 0)
