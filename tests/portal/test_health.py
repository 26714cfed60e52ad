"""What machines ask: is it alive, can it do its work."""

import time
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.functions import Now
from django.test import Client

from portal.outbox import Job
from portal.published.memory import memory

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.portal.published.urls")]


def waiting(**more) -> Job:
    return Job.objects.create(kind="note", key="k", priority=10, queue="fast", **more)


def test_alive_asks_nobody(client: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        response = client.get("/health/live")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert "no-store" in response["Cache-Control"]


def test_ready_when_everything_is_done(client: Client) -> None:
    waiting(due_at=Now() + timedelta(hours=1))
    response = client.get("/health/work")
    assert response.status_code == 200
    assert response.json() == {
        "status": "ok",
        "database": "ok",
        "migrations_missing": [],
        "outbox_late_seconds": 0.0,
        "outbox_failed": 0,
        "cache": "ok",
    }


@pytest.mark.parametrize(
    "left",
    [
        {"due_at": Now() - timedelta(hours=3)},
        {"state": "running", "lease_until": Now() - timedelta(hours=3)},
    ],
    ids=["nobody takes it", "its worker died"],
)
def test_not_ready_when_work_is_left_lying(client: Client, left) -> None:
    waiting(**left)
    response = client.get("/health/work")
    assert response.status_code == 503
    assert response.json()["outbox_late_seconds"] >= 3 * 3600


def test_acts_are_taken_where_the_database_can_be_written_to(client: Client) -> None:
    def read_only(execute, sql, *others):
        if sql.startswith("UPDATE"):
            raise OperationalError("cannot execute UPDATE in a read-only transaction")
        return execute(sql, *others)

    def status_and_body() -> tuple[int, str]:
        response = client.get("/health/write")
        return response.status_code, response.json().get("database", "")

    assert status_and_body() == (200, "ok")
    with connection.execute_wrapper(read_only):
        assert status_and_body() == (503, "read-only")
        assert client.get("/health/pages").status_code == 200, "readers are still sent here"
    with connection.execute_wrapper(lost):
        assert status_and_body() == (503, "unavailable")
    MigrationRecorder(connection).migration_qs.filter(app="sessions").delete()
    assert client.get("/health/write").json()["migrations_missing"] == ["sessions.0001_initial"]


def test_a_balancer_keeps_sending_readers_when_the_worker_is_dead(client: Client) -> None:
    waiting(due_at=Now() - timedelta(hours=3))
    assert client.get("/health/work").status_code == 503
    response = client.get("/health/pages")
    assert (response.status_code, response.json()) == (200, {"status": "ok", "database": "ok"})


@pytest.mark.parametrize(("silent_for", "status"), [(10.0, 200), (61.0, 503)])
def test_pages_are_there_without_the_database_for_as_long_as_memory_is_good(
    client: Client, monkeypatch: pytest.MonkeyPatch, silent_for: float, status: int
) -> None:
    monkeypatch.setattr(memory, "heard", time.monotonic() - silent_for)
    with connection.execute_wrapper(lost):
        response = client.get("/health/pages")
    assert (response.status_code, response.json()["database"]) == (status, "unavailable")


def lost(*_: object) -> None:
    raise OperationalError("server closed the connection")


def test_what_failed_is_counted_and_does_not_take_the_site_down(client: Client) -> None:
    waiting(state="failed")
    response = client.get("/health/work")
    assert (response.status_code, response.json()["outbox_failed"]) == (200, 1)


def test_not_ready_before_every_migration_is_applied(client: Client) -> None:
    MigrationRecorder(connection).migration_qs.filter(app="sessions").delete()
    response = client.get("/health/work")
    assert response.status_code == 503
    assert response.json()["migrations_missing"] == ["sessions.0001_initial"]
