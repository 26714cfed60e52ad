"""What Prometheus is told: of real processes, each for itself, of the database and the disk, and by whom."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.db.models.functions import Now
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from portal import outbox
from portal.copies.drills import Drill
from portal.management.commands.run import web
from portal.ops.supervisor import die_with_parent
from portal.outbox import Job
from portal.telemetry import counted, machine, state
from portal.telemetry.exporter import application
from portal.telemetry.process import folder
from tests.services import PATIENCE, free_port, wait_until

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[3]
Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def ask(token: str = "", path: str = "/metrics", **environ: str) -> tuple[str, str]:
    """Status and text of the address at which Prometheus asks."""
    statuses: list[str] = []
    answer = application(token)(
        {"PATH_INFO": path, "REQUEST_METHOD": "GET", **environ}, lambda status, *_: statuses.append(status)
    )
    return statuses[0], b"".join(answer).decode()


def samples() -> Samples:
    families = text_string_to_metric_families(ask()[1])
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def of(result: Samples, name: str, **labels: str) -> dict[str, float]:
    """By process its value of one series."""
    return {
        dict(key)["process"]: value
        for (item, key), value in result.items()
        if item == name and labels.items() <= dict(key).items()
    }


@pytest.mark.slow
def test_a_worker_tells_what_it_did_and_is_forgotten_when_it_is_killed(start_worker: Callable) -> None:
    outbox.enqueue("note", key="note:a", payload={"target": "a"}, priority=10)
    worker = start_worker()
    name = f"fast-{worker.pid}"
    wait_until(lambda: Job.objects.filter(state="done").count() == 1, "the job is done")
    wait_until(
        lambda: of(samples(), "qiyuan_jobs_total", kind="note", outcome="done") == {name: 1.0}, "it is told"
    )
    result = samples()
    assert of(result, "qiyuan_job_latency_seconds_count", kind="note") == {name: 1.0}
    assert of(result, "qiyuan_process_up")[name] == 1.0
    assert of(result, "process_resident_memory_bytes")[name] > 1e7
    worker.send_signal(signal.SIGKILL)
    worker.wait(PATIENCE)
    assert name not in of(samples(), "qiyuan_process_up")
    assert not (folder() / f"{name}.sock").exists(), "what it left is cleared away"


@pytest.fixture
def site(environment: dict[str, str]) -> Iterator[str]:
    """A web server of two processes; its address."""
    port = free_port()
    process = subprocess.Popen(
        web(host="127.0.0.1", port=port, workers=2),
        env=environment | {"PUBLIC_URL": f"http://127.0.0.1:{port}"},
        start_new_session=True,
        preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
    )
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(PATIENCE)


@pytest.mark.slow
def test_what_several_web_processes_answered_adds_up(site: str) -> None:
    def answers(path: str) -> int:
        try:
            with urllib.request.urlopen(site + path, timeout=PATIENCE) as answer:  # noqa: S310  our own server
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code
        except urllib.error.URLError:
            return 0

    wait_until(lambda: answers("/robots.txt") == 200, "the site answers")
    wait_until(lambda: len(of(samples(), "qiyuan_front_pages")) == 2, "both processes tell")
    for _ in range(20):
        assert answers("/health/live") == 200
        assert answers("/en/e/nowhere/") == 404
    result = samples()
    assert sum(of(result, "qiyuan_requests_total", route="health_live", status="200").values()) == 20
    assert sum(of(result, "qiyuan_requests_total", route="page", status="404").values()) == 20
    assert sum(of(result, "qiyuan_request_seconds_count", route="health_live").values()) == 20
    assert all("nowhere" not in str(key) for key in result), "no series for each address"


def test_work_that_waits_and_work_that_failed_is_told_by_kind() -> None:
    def job(**more: object) -> None:
        Job.objects.create(kind="note", key=f"k{Job.objects.count()}", priority=10, queue="fast", **more)

    job(due_at=Now() - timedelta(minutes=5))
    job(due_at=Now() + timedelta(minutes=5))
    job(state="running", lease_until=Now() - timedelta(minutes=9))
    job(state="running", lease_until=Now() + timedelta(minutes=9))
    job(state="failed")
    [line] = [line for line in state.current_state().work if line.kind == "note"]
    assert (line.waiting, line.running, line.failed, round(line.age, -1)) == (2, 1, 1, 540)
    result = samples()
    assert result["qiyuan_outbox_waiting", (("kind", "note"),)] == 2
    assert result["qiyuan_outbox_failed", (("kind", "note"),)] == 1
    assert 540 <= result["qiyuan_outbox_age_seconds", (("kind", "note"),)] < 640
    assert result["qiyuan_outbox_waiting", (("kind", "render"),)] == 0, (
        "also of kinds that have nothing to do"
    )


def test_a_database_that_is_away_is_told_and_one_that_takes_no_changes() -> None:
    def lost(*_: object) -> None:
        raise OperationalError("server closed the connection")

    def read_only(execute: Callable, sql: str, *others: object) -> object:
        if sql.startswith("UPDATE"):
            raise OperationalError("cannot execute UPDATE in a read-only transaction")
        return execute(sql, *others)

    with connection.execute_wrapper(lost):
        away = samples()
    assert away["qiyuan_database_up", ()] == 0
    assert away["qiyuan_disk_free_bytes", ()] > 0
    with connection.execute_wrapper(read_only):
        replica = samples()
    assert (replica["qiyuan_database_up", ()], replica["qiyuan_database_writable", ()]) == (1, 0)
    assert samples()["qiyuan_database_writable", ()] == 1


def test_figures_are_for_who_brings_the_token() -> None:
    assert ask("the token")[0].startswith("401")
    assert ask("the token", HTTP_AUTHORIZATION="Bearer another")[0].startswith("401")
    assert ask("the token", HTTP_AUTHORIZATION="Bearer the token")[0].startswith("200")
    assert ask(path="/")[0].startswith("404")


@pytest.mark.slow
def test_another_address_than_the_loopback_needs_a_token(environment: dict[str, str]) -> None:
    refused = subprocess.run(
        [sys.executable, "-m", "django", "metrics", "--host", "192.0.2.1"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (refused.returncode, "METRICS_TOKEN" in refused.stderr) == (1, True)


def test_rules_and_page_name_figures_that_there_are() -> None:
    registry = CollectorRegistry()
    for var in vars(counted).values():
        if isinstance(var, MetricWrapperBase):
            registry.register(var)
    whole = state.State(True, 1, 1, True, (), (), 1, 1, 1, 1, 1.0, 1)
    drill = Drill("2026-01-01T00:00:00+00:00", 1.0, "copy", missing=0)
    collected = {family.name for family in (*machine.of_state(whole), *machine.of_drill(drill))}
    collected |= {"qiyuan_process_up"}
    for line in generate_latest(registry).decode().splitlines():
        if line.startswith("# TYPE "):
            collected |= {line.split()[2] + ending for ending in ("", "_bucket", "_count")}
    rules = (ROOT / "docs/deploy/prometheus-rules.yml").read_text()
    page = (ROOT / "docs/operate/operations.md").read_text()
    assert set(re.findall(r"qiyuan_\w+", rules)) <= collected
    assert set(re.findall(r"qiyuan_\w+", page)) <= collected
