"""The thread that does the work survives what happens around it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now

from portal.journal.models import JournalEntry
from portal.outbox import FAST, SLOW, Job, ask
from portal.outbox.sweeper import EVERY, Sweeper
from tests.services import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def note(target: str = "a", **more) -> Job:
    asked = ask("note", key=f"note:{target}", payload={"target": target}, priority=10, **more)
    return Job.objects.get(pk=asked)


def test_a_sweep_does_what_is_due_in_its_queues_and_says_when_to_look_again() -> None:
    note()
    assert Sweeper([SLOW]).sweep() == EVERY
    assert JournalEntry.objects.count() == 0
    note("soon", delay=0.5)
    assert 0 < Sweeper([FAST]).sweep() < EVERY
    assert list(JournalEntry.objects.values_list("target", flat=True)) == ["a"]


def test_a_sweep_gives_up_what_kills_its_workers_and_deletes_what_is_old(settings) -> None:
    settings.OUTBOX_KEEP_DAYS = 1
    deadly = note("deadly")
    Job.objects.filter(pk=deadly.pk).update(
        state="running", attempts=5, lease_until=Now() - timedelta(seconds=1)
    )
    old = note("old")
    Job.objects.filter(pk=old.pk).update(state="done", finished_at=Now() - timedelta(days=2))
    Sweeper([FAST]).sweep()
    assert list(Job.objects.values_list("key", "state")) == [("note:deadly", "failed")]


def test_a_sweeper_goes_on_after_it_had_lost_the_database(caplog: pytest.LogCaptureFixture) -> None:
    table = Job._meta.db_table
    sweeper = Sweeper([FAST])
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} RENAME TO hidden")
    try:
        sweeper.start()
        wait_until(lambda: "The database cannot be reached" in caplog.text, "it has noticed")
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE hidden RENAME TO {table}")
    note()
    sweeper.ring()
    wait_until(JournalEntry.objects.exists, "it works again")
    sweeper.halt()
    sweeper.join()
