"""Say how the parts of the site are: the database, the disk, the work that waits."""

from __future__ import annotations

import logging
import shutil
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Case, Count, DurationField, F, Max, Q, When
from django.db.models.functions import Now

from portal.outbox import Job
from portal.outbox.work import kinds
from portal.published.models import Page

logger = logging.getLogger(__name__)

DUE = Q(state=Job.State.NEW, due_at__lte=Now())
# Its worker has died.
ORPHANED = Q(state=Job.State.RUNNING, lease_until__lt=Now())


@dataclass(frozen=True, slots=True)
class WorkLine:
    """The work of one kind: how many jobs are due, running and given up."""

    kind: str
    waiting: int = 0
    running: int = 0
    failed: int = 0
    # The seconds for which the oldest that is due has been waiting.
    age: float = 0.0


@dataclass(frozen=True, slots=True)
class State:
    """The state of the site, sizes in bytes."""

    database_up: bool
    disk_bytes: int
    disk_free: int
    # From here on None is what this database does not say, or what nobody can know while it is away.
    writable: bool = False
    migrations_missing: tuple[str, ...] = ()
    work: tuple[WorkLine, ...] = ()
    database_bytes: int | None = None
    connections: int | None = None
    most_connections: int | None = None
    replicas: int | None = None
    replica_lag: float | None = None
    # Whether the database keeps its log because it cannot be archived.
    archive_failing: bool | None = None

    @property
    def late(self) -> float:
        """For how many seconds the oldest job that is due has been waiting."""
        return max((line.age for line in self.work), default=0.0)

    @property
    def is_late(self) -> bool:
        limit: int = settings.OUTBOX_LATE_SECONDS
        return self.late > limit


# For the page of the administrators, for Prometheus and for `portal.health`, so that all three say the same.
def current_state() -> State:
    """Find it as it is now, in a few queries."""
    disk = shutil.disk_usage(settings.DATA_DIR)
    try:
        missing = unapplied()
        facts: dict[str, Any] = {} if missing else {"work": work(), "writable": takes_writes()}
        return State(True, disk.total, disk.free, migrations_missing=missing, **facts, **_server())
    except Error as error:
        logger.warning("The state of the database is unknown: %s", str(error).strip())
        return State(False, disk.total, disk.free)


def unapplied() -> tuple[str, ...]:
    """Migrations of this release that the database has not had."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return tuple(f"{migration.app_label}.{migration.name}" for migration, _ in plan)


def takes_writes() -> bool:
    """Say whether the database can be written to: a replica, or a file on a read-only disk, cannot."""
    try:
        with transaction.atomic():
            # Asked by writing nothing.
            Page.objects.filter(pk=0).update(eager=F("eager"))
    except Error as error:
        logger.warning("Nothing can be written: %s", str(error).strip())
        return False
    return True


def work() -> tuple[WorkLine, ...]:
    """Count the work of every kind that somebody has registered or asked for, in one query."""
    waited = Case(
        When(DUE, then=Now() - F("due_at")),
        When(ORPHANED, then=Now() - F("lease_until")),
        output_field=DurationField(),
    )
    open_jobs = Job.objects.filter(state__in=[Job.State.NEW, Job.State.RUNNING, Job.State.FAILED])
    rows = open_jobs.values("kind").annotate(
        waiting=Count("pk", filter=DUE | ORPHANED),
        running=Count("pk", filter=Q(state=Job.State.RUNNING, lease_until__gte=Now())),
        failed=Count("pk", filter=Q(state=Job.State.FAILED)),
        waited=Max(waited),
    )
    lines = {kind: WorkLine(kind) for kind in kinds()}
    for kind, waiting, running, failed, age in rows.values_list(
        "kind", "waiting", "running", "failed", "waited"
    ):
        seconds = round(age.total_seconds(), 1) if age else 0.0
        lines[kind] = WorkLine(kind, waiting, running, failed, seconds)
    return tuple(lines[kind] for kind in sorted(lines))


def _server() -> dict[str, Any]:
    """What the server of the database says of itself."""
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
            return {"database_bytes": cursor.fetchone()[0]}
        # Of other users' replicas only a monitoring role sees how far they are behind.
        cursor.execute(
            "SELECT pg_database_size(current_database()), (SELECT count(*) FROM pg_stat_activity),"
            " current_setting('max_connections')::int, (SELECT count(*) FROM pg_stat_replication),"
            " (SELECT max(extract(epoch FROM replay_lag))::float FROM pg_stat_replication),"
            " (SELECT last_failed_time > coalesce(last_archived_time, '-infinity') FROM pg_stat_archiver)"
        )
        names = (
            "database_bytes",
            "connections",
            "most_connections",
            "replicas",
            "replica_lag",
            "archive_failing",
        )
        return dict(zip(names, cursor.fetchone(), strict=True))
