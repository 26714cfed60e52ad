"""Real worker processes: killed, without their broker, and two at once."""

import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
from django.db import connection

from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.outbox import Job, enqueue, latest, runner
from tests.services import PATIENCE, Missing, RabbitMQ, Redis, rabbitmq, redis_server, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def note(target: str, hold: Path | None = None, scope: str = "") -> Job:
    payload = {"target": target} | ({"hold": str(hold)} if hold else {})
    return Job.objects.get(
        pk=enqueue("note", key=f"note:{target}", payload=payload, priority=10, scope=scope)
    )


def effects() -> list[str]:
    return sorted(JournalEntry.objects.values_list("target", flat=True))


def all_done(count: int) -> Callable[[], bool]:
    return lambda: Job.objects.filter(state="done").count() == count


@pytest.mark.slow
def test_a_worker_killed_in_a_job_and_a_wiped_broker_lose_nothing_and_double_nothing(
    start_worker, wipe_broker, tmp_path: Path
) -> None:
    (tmp_path / "wait").touch()
    held = note("held", tmp_path, "an event")
    first = start_worker()
    wait_until((tmp_path / "computing").exists, "the worker computes")
    others = [note(str(n), scope="an event") for n in range(10)]
    first.kill()
    first.wait()
    wipe_broker()
    held.refresh_from_db()
    assert (held.state, effects()) == ("running", [])
    (tmp_path / "wait").unlink()
    start_worker()
    wait_until(all_done(1 + len(others)), "the second worker does everything")
    assert effects() == sorted(["held", *(str(n) for n in range(10))])
    held.refresh_from_db()
    assert held.attempts == 2
    assert not Job.objects.exclude(pk=held.pk).exclude(attempts=1).exists()


@pytest.mark.slow
def test_a_long_job_for_one_event_holds_up_that_event_alone(start_worker, tmp_path: Path) -> None:
    (tmp_path / "wait").touch()
    note("long", tmp_path, "large")
    start_worker()
    wait_until((tmp_path / "computing").exists, "the worker computes")
    for n in range(3):
        note(f"of the large {n}", scope="large")
        note(f"of another {n}", scope=f"another {n % 2}")
    note("of none")
    others = ["of another 0", "of another 1", "of another 2", "of none"]
    wait_until(lambda: effects() == others, "the others are not held up")
    (tmp_path / "wait").unlink()
    wait_until(all_done(8), "the large one goes on")


@pytest.mark.slow
def test_a_long_job_of_a_living_worker_is_not_given_to_another(start_worker, tmp_path: Path) -> None:
    (tmp_path / "wait").touch()
    job = note("long", tmp_path)
    start_worker()
    wait_until((tmp_path / "computing").exists, "the worker computes")
    start_worker()
    job.refresh_from_db()
    claimed_until = job.lease_until

    def renewed_twice() -> bool:
        job.refresh_from_db()
        return (job.lease_until - claimed_until).total_seconds() > 1.5

    wait_until(renewed_twice, "the lease is renewed beyond its first end")
    (tmp_path / "wait").unlink()
    wait_until(all_done(1), "the job is done")
    assert (latest("note:long").attempts, effects()) == (1, ["long"])


@pytest.mark.slow
def test_a_worker_whose_broker_is_away_works_all_the_same(start_worker) -> None:
    start_worker(BROKER_URL="redis://127.0.0.1:1/0")
    note("a")
    wait_until(all_done(1), "the sweeper finds the job")
    note("b")
    wait_until(all_done(2), "and the next")
    assert effects() == ["a", "b"]


@pytest.mark.slow
def test_a_wake_up_alone_is_enough(start_worker, wipe_broker) -> None:
    wipe_broker()
    start_worker(SWEEP_EVERY="3600")
    for n in range(5):
        note(str(n))
        wait_until(all_done(n + 1), "the broker wakes the worker")


def listens(broker: Redis) -> bool:
    """Whether somebody waits for a message there; one that is sent earlier can be lost, which the sweeper is
    for."""
    return any(client["cmd"] == "brpop" for client in redis.Redis(port=broker.port).client_list())


@pytest.mark.long
@pytest.mark.redis
def test_a_worker_finds_its_broker_again_after_a_restart(start_worker, script) -> None:
    ask_for = (
        "from portal.outbox import enqueue\n"
        "enqueue('note', key='{0}', payload={{'target': '{0}'}}, priority=10)"
    )
    with redis_server() as broker:
        start_worker(BROKER_URL=broker.url, SWEEP_EVERY="3600")
        for n, target in enumerate(["before", "after"], start=1):
            script(ask_for.format(target), BROKER_URL=broker.url)
            wait_until(all_done(n), f"the work asked for {target} the restart is done")
            broker.restart()
            wait_until(lambda: listens(broker), "the worker listens to the broker again")
    assert effects() == ["after", "before"]


@pytest.fixture(scope="module")
def rabbit() -> Iterator[RabbitMQ]:
    try:
        with rabbitmq() as broker:
            yield broker
    except Missing as missing:
        pytest.skip(str(missing))


ASK_TWICE = (
    "from portal.outbox import enqueue\n"
    "for n in range(2): enqueue('note', key=f'note:{n}', payload={'target': str(n)}, priority=10)\n"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "broker",
    [
        "redis://127.0.0.1:1/0",
        *(pytest.param(url, marks=pytest.mark.long) for url in ("amqp://127.0.0.1:1//", "nonsense://here")),
    ],
)
def test_asking_is_harmless_whatever_a_broker_is(script, broker: str) -> None:
    """What was committed stands: an act never fails for want of a wake-up."""
    ran = script(ASK_TWICE, BROKER_URL=broker)
    assert Job.objects.filter(state="new").count() == 2
    assert ran.stderr.count("No wake-up could be sent") == 1, "and it is not tried for every job"


@pytest.mark.long
@pytest.mark.sqlite
def test_a_broker_that_refuses_our_account_stops_nobody(script, start_worker, rabbit: RabbitMQ) -> None:
    refusing = rabbit.url("not the password")
    ran = script(ASK_TWICE, BROKER_URL=refusing)
    assert "AccessRefused" in ran.stderr
    worker = start_worker(BROKER_URL=refusing)
    wait_until(all_done(2), "the sweeper finds both")
    note("later")
    wait_until(all_done(3), "and goes on looking")
    assert worker.poll() is None


@pytest.mark.long
@pytest.mark.sqlite
def test_a_wake_up_through_rabbitmq_is_enough(script, start_worker, rabbit: RabbitMQ) -> None:
    start_worker(BROKER_URL=rabbit.url(), SWEEP_EVERY="3600")
    for n in range(3):
        how = f"key='{n}', payload={{'target': '{n}'}}, priority=10"
        script(f"from portal.outbox import enqueue; enqueue('note', {how})", BROKER_URL=rabbit.url())
        wait_until(all_done(n + 1), "the broker wakes the worker")


@pytest.mark.long
def test_a_worker_that_is_told_to_stop_finishes_what_it_has_in_hand(start_worker, tmp_path: Path) -> None:
    (tmp_path / "wait").touch()
    note("held", tmp_path)
    worker = start_worker()
    wait_until((tmp_path / "computing").exists, "the worker computes")
    worker.terminate()
    with pytest.raises(subprocess.TimeoutExpired):
        worker.wait(1)
    note("after")
    (tmp_path / "wait").unlink()
    assert worker.wait(PATIENCE) == 0
    assert (effects(), latest("note:after").state) == (["held"], "new")


def together(count: int, act: Callable[[], object]) -> list[object]:
    """``act`` from so many threads at the same moment, each with its own connection."""
    start = threading.Barrier(count)
    got: list[object] = []

    def run_worker() -> None:
        try:
            start.wait()
            got.append(act())
        finally:
            connection.close()

    threads = [threading.Thread(target=run_worker) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == count
    return got


@pytest.mark.slow
def test_of_several_claimers_at_once_one_wins() -> None:
    for n in range(10):
        job = note(str(n))
        claims = together(4, lambda pk=job.pk: runner.claim(pk))
        assert [claim is not None for claim in claims].count(True) == 1


@pytest.mark.slow
def test_of_several_askers_at_once_one_makes_the_job_and_the_others_join_it() -> None:
    for n in range(10):
        jobs = together(4, lambda n=n: note(str(n)).pk)
        assert len(set(jobs)) == 1
    assert Job.objects.count() == 10


@pytest.mark.slow
def test_runners_at_once_do_every_job_once() -> None:
    User.objects.create(username="wang")
    for n in range(12):
        note(str(n))
    together(3, runner.drain)
    assert effects() == sorted(str(n) for n in range(12))
