"""Many who apply at one moment, on PostgreSQL with real connections; the last test with several processes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from django.db.models import Count

from portal import outbox
from portal.web.private_links import new_secret
from tests.applying import confirmed, drafted, open_form
from tests.cast import Cast
from tests.confirming import confirm_in_processes, press_confirm
from tests.races import gate, kinds, locking, together, without_locks
from tournaments.acts.entering import admission, applications, filled_in
from tournaments.acts.entering.admission import LETTER
from tournaments.acts.entering.applications import hand_in, withdraw_application
from tournaments.acts.entering.filled_in import Typed
from tournaments.models import Application, Entry
from tournaments.queries.entering.applications import APPLICANT_LINK

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def in_turn(cast: Cast) -> list[str]:
    return list(cast.section.applications.order_by("turn").values_list("state", flat=True))


def test_two_for_the_last_place_without_the_lock_are_both_entered(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = open_form(cast, capacity=1)
    both = [drafted(section, name) for name in ("Anna", "Berta")]
    connection.cursor().execute("ALTER TABLE tournaments_application DROP CONSTRAINT application_turn")
    try:
        without_locks(monkeypatch)
        gate(monkeypatch, admission, "room_of")
        press_confirm(*both)
        assert section.entries.count() == 2
    finally:
        Application.objects.all().delete()
        connection.cursor().execute(
            "ALTER TABLE tournaments_application ADD CONSTRAINT application_turn UNIQUE (section_id, turn)"
        )


def test_two_for_the_last_place_with_only_the_constraint(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    section = open_form(cast, capacity=1)
    both = [drafted(section, name) for name in ("Anna", "Berta")]
    without_locks(monkeypatch)
    gate(monkeypatch, admission, "room_of")
    assert kinds(press_confirm(*both)) == ["IntegrityError", "dict"]
    assert section.entries.count() == 1


def test_of_two_for_the_last_place_one_waits(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    section = open_form(cast, capacity=1)
    both = [drafted(section, name) for name in ("Anna", "Berta")]
    gate(monkeypatch, admission, "room_of")
    assert kinds(press_confirm(*both)) == ["dict", "dict"]
    assert in_turn(cast) == ["accepted", "waiting"]
    assert section.entries.count() == 1


def test_one_application_confirmed_by_two_presses_counts_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = open_form(cast)
    item = drafted(section)
    gate(monkeypatch, admission, "room_of")
    first, second = press_confirm(item, item)
    assert first == second
    assert section.entries.count() == 1


def test_a_form_pressed_twice_at_once_is_kept_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    section = open_form(cast, asks={"email": "required"})
    typed = Typed(name="New Comer", federation="GER", email="a@example.org")
    # Both have looked whether the form was sent before.
    gate(monkeypatch, filled_in, "check_people")
    press = partial(hand_in, section=section, typed=typed, language="en", key="k")
    first, second = together(press, press)
    assert first == second == Application.objects.get()
    assert outbox.Job.objects.filter(kind=LETTER).count() == 1


@locking
def test_an_address_has_no_more_drafts_than_it_may(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, locked: bool
) -> None:
    section = open_form(cast, asks={"email": "required"})
    typed = [Typed(name=f"New {name}", federation="GER", email="a@example.org") for name in ("One", "Two")]
    monkeypatch.setattr(applications, "MOST_DRAFTS", 1)
    if not locked:
        monkeypatch.setattr(applications, "take_turn", lambda name: None)
    # Both have counted; with the lock the second waits for the first, and counts again.
    gate(monkeypatch, applications, "_check_drafts")
    got = together(*(partial(hand_in, section=section, typed=item, language="en") for item in typed))
    assert kinds(got) == (["Application", "Refusal"] if locked else ["Application", "Application"])


def test_one_place_that_two_leave_free_moves_two_up(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    section = open_form(cast, capacity=2)
    collected = [confirmed(section, name) for name in ("Anna", "Berta", "Clara", "Dora", "Emma")]
    gate(monkeypatch, admission, "room_of")
    leave: list[Callable[[], object]] = [
        partial(withdraw_application, application=item, by=item) for item in collected[:2]
    ]
    together(*leave)
    assert in_turn(cast) == ["withdrawn", "withdrawn", "accepted", "accepted", "waiting"]


def crowd(cast: Cast, *, people: int, places: int, processes: int) -> float:
    section = open_form(cast, capacity=places)
    names = [f"Player {place:04}" for place in range(people)]
    applications = Application.objects.bulk_create(
        Application(
            section=section,
            name=name,
            key=name.lower(),
            federation_id="GER",
            **new_secret(APPLICANT_LINK),
        )
        for name in names
    )
    seconds = confirm_in_processes(applications, processes)
    assert in_turn(cast) == ["accepted"] * places + ["waiting"] * (people - places)
    result = section.applications.order_by("turn")
    assert [item.turn for item in result] == list(range(1, people + 1))
    moments = [item.confirmed_at for item in result]
    assert moments == sorted(moments)  # type: ignore[type-var]
    playing = section.entries.exclude(status=Entry.Status.WITHDRAWN)
    assert playing.count() == places
    twice = playing.values("player__name").annotate(times=Count("pk")).filter(times__gt=1)
    assert not twice.exists()
    return seconds


@pytest.mark.long
def test_more_than_there_are_places_from_several_processes(cast: Cast) -> None:
    crowd(cast, people=40, places=12, processes=3)


@pytest.mark.long
def test_five_thousand_for_three_hundred_places(
    cast: Cast, record_property: Callable[[str, object], None]
) -> None:
    people, places, processes = 5000, 300, 4
    seconds = crowd(cast, people=people, places=places, processes=processes)
    record_property("applications", people)
    record_property("entered", cast.section.entries.count())
    record_property("waiting, in order of confirmation", in_turn(cast).count("waiting"))
    record_property("processes", processes)
    record_property("seconds for all", round(seconds, 1))
