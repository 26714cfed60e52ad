"""The thread that does the work survives what happens around it."""

import subprocess
import sys
import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now

from portal.journal.models import JournalEntry
from portal.outbox import FAST, SLOW, Job, enqueue, tasks
from portal.outbox.sweeper import EVERY, Sweeper
from tests.services import PATIENCE, wait_until

INTERRUPTED = """
import signal
import django
django.setup()
from portal.outbox.sweeper import Sweeper
sweeper = Sweeper([])
signal.signal(signal.SIGALRM, lambda *_: sweeper.halt())
for _ in range(200):
    signal.setitimer(signal.ITIMER_REAL, 0.0001)
    for _ in range(500):
        sweeper.ring()
"""

pytestmark = pytest.mark.django_db(transaction=True)


def note(target: str = "a", **more) -> Job:
    arguments = enqueue("note", key=f"note:{target}", payload={"target": target}, priority=10, **more)
    return Job.objects.get(pk=arguments)


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


def test_a_second_sigterm_does_not_wait_for_the_first_which_it_interrupts() -> None:
    """Both are handled in the main thread, the second one in the middle of the first."""

    def stop() -> None:
        with tasks.worker_shutting_down.lock:
            tasks.worker_shutting_down.send(sender="a worker", sig="SIGTERM", how="Warm", exitcode=0)

    handling = threading.Thread(target=stop, daemon=True)
    handling.start()
    handling.join(10)
    assert not handling.is_alive()


@pytest.mark.slow
def test_a_signal_to_stop_may_come_in_the_middle_of_a_ring() -> None:
    """Both happen in the main thread: a lock that the ring holds would never be free for the signal."""
    subprocess.run([sys.executable, "-c", INTERRUPTED], check=True, timeout=PATIENCE)
