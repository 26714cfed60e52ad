"""A claim holds for seconds and is renewed while its worker lives."""

from __future__ import annotations

import logging
import threading
from datetime import timedelta
from types import TracebackType

from django.db import Error, connection, models
from django.db.models.functions import Now

from portal.outbox.models import Job

logger = logging.getLogger(__name__)


class Heartbeat:
    """Renews the lease of ``job`` every third of its length, from its own thread and connection.

    A worker that dies stops renewing, and its job can be claimed by another after ``lease`` seconds.
    A short job never opens the second connection.
    """

    def __init__(self, job: Job, lease: float) -> None:
        self.job = job
        self.lease = lease
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name=f"lease-{job.pk}", daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        try:
            while not self._over.wait(self.lease / 3):
                try:
                    if not self.renew():
                        # This worker may have finished it in this very moment: nobody else has it then.
                        if not self._over.is_set() and self._has_another_holder():
                            logger.warning("Job %s was taken over by another worker.", self.job.pk)
                        return
                except Error as error:
                    logger.warning("The lease of job %s could not be renewed: %s", self.job.pk, error)
                    connection.close()
        finally:
            connection.close()

    def renew(self) -> bool:
        """Whether the job is still ours."""
        return held(self.job).update(lease_until=Now() + timedelta(seconds=self.lease)) == 1

    def _has_another_holder(self) -> bool:
        """Of a job that is not ours any more: whether it is running, which is then somebody else's claim."""
        return Job.objects.filter(pk=self.job.pk, state=Job.State.RUNNING).exists()


def held(job: Job) -> models.QuerySet[Job]:
    """The fence: the row of ``job`` as long as this very claim holds it, else nothing."""
    return Job.objects.filter(pk=job.pk, state=Job.State.RUNNING, owner=job.owner, attempts=job.attempts)
