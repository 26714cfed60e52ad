"""Give the figures of one machine to Prometheus: its processes' own, and what database and disk say."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from portal.copies.drills import Drill, last
from portal.telemetry.process import ENDING, folder, short_address
from portal.telemetry.state import State, current_state

# Seconds that a process may take to answer.
PATIENCE = 2.0
MEMORY = "process_resident_memory_bytes"


@dataclass(frozen=True, slots=True)
class Process:
    name: str
    # Its figures; None where it did not answer in time.
    text: str | None

    @property
    def memory(self) -> float | None:
        """Give its bytes; None where it did not say."""
        for family in text_string_to_metric_families(self.text or ""):
            if family.name == MEMORY:
                return family.samples[0].value
        return None


def processes() -> list[Process]:
    """Find those that tell their figures on this machine, and clear away what is left of one that has
    ended."""
    return [process for place in sorted(folder().glob(f"*{ENDING}")) if (process := _ask(place)) is not None]


def _ask(place: Path) -> Process | None:
    name = place.name.removesuffix(ENDING)
    with short_address(place) as address, socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        try:
            connection.connect(address)
            with connection.makefile("rb") as answer:
                return Process(name, answer.read().decode())
        except (ConnectionRefusedError, FileNotFoundError):
            place.unlink(missing_ok=True)
            return None
        except OSError:
            return Process(name, None)


class Machine(Collector):
    """Asks anew each time."""

    def collect(self) -> Iterator[Metric]:
        processes_found = processes()
        up = GaugeMetricFamily("qiyuan_process_up", "Whether a process answers.", labels=["process"])
        for process in processes_found:
            up.add_metric([process.name], process.text is not None)
        yield up
        yield from _together(processes_found)
        yield from of_state(current_state())
        yield from of_drill(last())


def _together(processes_found: Iterable[Process]) -> Iterator[Metric]:
    """Join the figures of all processes."""
    families: dict[str, Metric] = {}
    for process in processes_found:
        for family in text_string_to_metric_families(process.text or ""):
            metric = families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
            for name, labels, value, *_ in family.samples:
                # When each series began is nothing that anybody asks about.
                if not name.endswith("_created"):
                    # Each series with the name of its own process: none is ever a sum that falls when a
                    # process ends.
                    metric.add_sample(name, {**labels, "process": process.name}, value)
    yield from families.values()


def of_drill(drill: Drill | None) -> Iterator[Metric]:
    """What became of the last restore drill of this machine."""
    if drill is not None:
        yield GaugeMetricFamily("qiyuan_drill_well", "Whether the newest copy is fine.", value=drill.well)
        at = drill.moment.timestamp()
        yield GaugeMetricFamily("qiyuan_drill_timestamp_seconds", "When that was found.", value=at)
        if drill.missing is not None:
            about = "Acts that the site had confirmed and the copy has not."
            yield GaugeMetricFamily("qiyuan_drill_missing", about, value=drill.missing)


def of_state(state: State) -> Iterator[Metric]:
    """What the whole site has in common."""

    def one_gauge(name: str, about: str, value: float | None) -> Iterator[Metric]:
        if value is not None:
            yield GaugeMetricFamily(f"qiyuan_{name}", about, value=value)

    yield from one_gauge("database_up", "Whether the database answers.", state.database_up)
    yield from one_gauge("database_writable", "Whether the database takes what is written.", state.writable)
    yield from one_gauge("database_bytes", "Size of the database.", state.database_bytes)
    yield from one_gauge("database_connections", "Connections that the database holds.", state.connections)
    yield from one_gauge("database_connections_most", "Connections that it may hold.", state.most_connections)
    yield from one_gauge("replica_lag_seconds", "How far the slowest replica is behind.", state.replica_lag)
    yield from one_gauge("archive_failing", "Whether the log cannot be archived.", state.archive_failing)
    yield from one_gauge(
        "migrations_missing", "Migrations that are not applied.", len(state.migrations_missing)
    )
    yield from one_gauge("disk_bytes", "Size of the disk with DATA_DIR.", state.disk_bytes)
    yield from one_gauge("disk_free_bytes", "What is free of it.", state.disk_free)
    waiting = GaugeMetricFamily("qiyuan_outbox_waiting", "Jobs that are due.", labels=["kind"])
    running = GaugeMetricFamily("qiyuan_outbox_running", "Jobs that are being done.", labels=["kind"])
    failed = GaugeMetricFamily("qiyuan_outbox_failed", "Jobs given up.", labels=["kind"])
    age = GaugeMetricFamily(
        "qiyuan_outbox_age_seconds",
        "For how long the oldest job that is due has been waiting.",
        labels=["kind"],
    )
    for line in state.work:
        waiting.add_metric([line.kind], line.waiting)
        running.add_metric([line.kind], line.running)
        failed.add_metric([line.kind], line.failed)
        age.add_metric([line.kind], line.age)
    yield from (waiting, running, failed, age)
