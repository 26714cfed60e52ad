"""The wake-up: one message that says "look". It carries no work, so losing it costs at most a second."""

from __future__ import annotations

import logging
import time

logger = logging.getLogger(__name__)

AWAY = 5.0
"""Seconds for which a broker that took no wake-up is not tried again."""

_away_until = 0.0


def wake(queue: str, job_id: int) -> None:
    """Send a wake-up for ``queue``. Never raises: what was asked for is committed, the sweepers find it."""
    global _away_until  # noqa: PLW0603  one broker, one process
    if time.monotonic() < _away_until:
        return
    from portal.outbox.tasks import look

    try:
        look.apply_async(args=(job_id,), queue=queue, expires=60, retry=False)
    except Exception as error:  # noqa: BLE001  each transport has its own: away, refused, full, misnamed
        _away_until = time.monotonic() + AWAY
        why = f"{type(error).__name__}: {error}"
        logger.warning("No wake-up could be sent (%s); job %s waits for a sweeper.", why, job_id)
