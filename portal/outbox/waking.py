"""The wake-up: one message that says "look". It carries no work, so losing it costs at most a second."""

from __future__ import annotations

import logging
import time

from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

AWAY = 5.0
"""Seconds for which a broker that could not be reached is not tried again."""

_away_until = 0.0


def wake(queue: str, job_id: int) -> None:
    """Send a wake-up for ``queue``. A broker that cannot be reached is logged: the sweepers find the job."""
    global _away_until  # noqa: PLW0603  one broker, one process
    if time.monotonic() < _away_until:
        return
    from portal.outbox.tasks import look

    try:
        look.apply_async(args=(job_id,), queue=queue, expires=60, retry=False)
    except (OperationalError, OSError, ValueError) as error:
        # ValueError: the file-system transport met its exchange's file while another process wrote it.
        _away_until = time.monotonic() + AWAY
        logger.warning("The broker cannot be reached (%s); job %s waits for a sweeper.", error, job_id)
