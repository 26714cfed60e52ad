"""Clocks that are noted: of drawn games that are replayed with the time that is left, of adjourned games."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, transaction

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cast import Cast
from tournaments.acts.adjourning import adjourn_game
from tournaments.acts.clocks import note_clocks
from tournaments.acts.results import report_result
from tournaments.models import ClockReading, Section
from tournaments.queries.clocks import RemainingTime, remaining_by_pairing
from tournaments.queries.seats import table_at
from tournaments.state.clocks import ClockTextError, OvertimeLeft, clock_text, parse_clock
from tournaments.todo import about, needs_of


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("12:40", 760), ("1:02:11", 3731), ("0:00", 0), ("３：０５", 185), ("90:00", 5400), ("45 s", 45)],
)
def test_a_clock_is_read(text: str, seconds: int | None) -> None:
    assert parse_clock(text) == seconds
    if seconds:
        assert parse_clock(clock_text(seconds)) == seconds


@pytest.mark.parametrize("text", ["-5", "12:60", "1:60:00", "100:00:00", "soon", "1:2", "12,40", "9999999"])
def test_what_is_no_clock(text: str) -> None:
    with pytest.raises(ClockTextError):
        parse_clock(text)


@pytest.mark.parametrize("text", ["3 × 30 s", "15 / 25"])
def test_overtime_is_read_and_kept(text: str) -> None:
    overtime = OvertimeLeft.parse(text)
    assert overtime is not None
    assert str(overtime) == text
    assert OvertimeLeft.from_json(overtime.as_json()) == overtime
    assert OvertimeLeft.parse(text.replace("×", "x").replace(" ", "")) == overtime


@pytest.mark.parametrize("text", ["3", "0x30", "30/25", "0/25", "3x"])
def test_what_is_no_overtime(text: str) -> None:
    with pytest.raises(ClockTextError):
        OvertimeLeft.parse(text)


def drawn(cast: Cast) -> None:
    Section.objects.filter(pk=cast.section.pk).update(system="knock-out")
    cast.section.refresh_from_db()
    report_result(round_=cast.round(1), table=1, value="1/2", seen=None, by=cast.carol)


def left(cast: Cast, game: int) -> RemainingTime | None:
    pairing = table_at(cast.round(1), table=1)
    assert pairing is not None
    return remaining_by_pairing({pairing.pk: game}).get(pairing.pk)


def waiting(cast: Cast) -> list[str]:
    return [need.kind for need in needs_of(about(cast.round(1))) if need.kind == "clocks"]


def test_a_replay_starts_with_the_time_of_each_player(published: Cast) -> None:
    drawn(published)
    assert waiting(published) == ["clocks"]
    arguments = {"round_": published.round(1), "table": 1, "by": published.carol, "why": "draw"}
    note_clocks(**arguments, first_clock="12:40", second_clock="3:05")
    assert waiting(published) == []
    assert left(published, 2) == RemainingTime("12:40", "3:05", 1)
    # In game 2 who sits second moves first; a third game starts from the end of it.
    report_result(round_=published.round(1), table=1, game=2, value="1/2", seen=None, by=published.carol)
    note_clocks(**arguments, game=2, first_clock="2:00", second_clock="11:00")
    assert left(published, 3) == RemainingTime("11:00", "2:00", 2)


def test_the_same_clocks_are_noted_once(published: Cast) -> None:
    for _ in range(2):
        note_clocks(round_=published.round(1), table=1, first_clock="5:00", by=published.carol)
    reading = ClockReading.objects.get()
    assert (reading.first, reading.second, reading.why) == (300, None, "ruling")
    with pytest.raises(DatabaseError), transaction.atomic():
        ClockReading.objects.update(first=1)


def test_an_adjourned_game_keeps_clocks_and_overtime(published: Cast) -> None:
    adjourn_game(
        round_=published.round(1),
        table=1,
        first_clock="0:00",
        first_overtime="3x30",
        second_clock="1:02:11",
        by=published.dave,
    )
    assert left(published, 1) == RemainingTime("0:00 + 3 × 30 s", "1:02:11", 1)
    facts = JournalEntry.objects.get(act="adjourn_game").after
    assert (facts["first_overtime"], facts["second_clock"]) == ("3 × 30 s", 3731)


@pytest.mark.parametrize(
    ("typed", "code", "field"),
    [
        ({}, "clocks-needed", "first_clock"),
        ({"first_clock": "-5"}, "unreadable-clock", "first_clock"),
        ({"second_overtime": "x"}, "unreadable-clock", "second_overtime"),
    ],
)
def test_what_is_refused(published: Cast, typed: dict[str, str], code: str, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        note_clocks(round_=published.round(1), table=1, by=published.carol, **typed)
    assert (caught.value.code, caught.value.field) == (code, field)
