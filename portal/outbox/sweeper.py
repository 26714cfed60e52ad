"""Do the work of the queues in a thread of each worker."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from queue import Empty, SimpleQueue

from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.db.models import F, Min
from django.db.models.functions import Now

from portal.outbox import runner
from portal.outbox.models import Job

logger = logging.getLogger(__name__)

EVERY = 1.0
PRUNE_EVERY = 600.0


# A wake-up only rings the bell. Without one the thread looks by itself, once a second and whenever a job
# falls due, so it needs no broker; and Celery's own thread stays free to keep its connection alive.
class Sweeper(threading.Thread):
    """Run what is due in ``queues`` until `halt`."""

    def __init__(self, queues: Iterable[str]) -> None:
        super().__init__(name="outbox", daemon=True)
        self.queues = tuple(queues)
        # An event's lock would hold up a signal that comes in the middle of a ring, in the same thread: a
        # worker told to stop then never did. This can be rung from within a ring.
        self._bell: SimpleQueue[None] = SimpleQueue()
        self._stopping = False
        self._pruned = 0.0

    def ring(self) -> None:
        """Look now."""
        self._bell.put(None)

    def halt(self) -> None:
        """End after the job in hand; safe in a signal handler."""
        self._stopping = True
        self._bell.put(None)

    def run(self) -> None:
        try:
            while not self._stopping:
                self._wait(self.sweep())
        finally:
            connection.close()

    def _wait(self, seconds: float) -> None:
        """Wait until the bell rings; of many rings one look is enough."""
        with suppress(Empty):
            self._bell.get(timeout=seconds)
            while True:
                self._bell.get_nowait()

    def sweep(self) -> float:
        """Run what is due; return the seconds until the next look."""
        try:
            close_old_connections()
            runner.follow_clock()
            while not self._stopping and runner.run_next(self.queues) is not None:
                close_old_connections()
            self._maintain()
            return self._pause()
        except Error as error:
            logger.warning("The database cannot be reached, jobs wait: %s", str(error).strip())
            connection.close()
        except Exception:
            # A worker whose sweeper has died would look alive and do nothing.
            logger.exception("A sweep failed.")
        return EVERY

    def _maintain(self) -> None:
        runner.fail_exhausted()
        if time.monotonic() - self._pruned > PRUNE_EVERY or not self._pruned:
            self._pruned = time.monotonic()
            runner.prune(settings.OUTBOX_KEEP_DAYS)
            # Not before Django is ready: it reads a library's tables.
            from portal.identity.granted import prune

            prune()

    def _pause(self) -> float:
        next_due = Job.objects.filter(state=Job.State.NEW, queue__in=self.queues, due_at__gt=Now()).aggregate(
            left=Min(F("due_at") - Now())
        )["left"]
        return EVERY if next_due is None else min(EVERY, max(0.01, next_due.total_seconds()))
