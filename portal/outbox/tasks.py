"""Look, in the one Celery task of the outbox, and keep the sweeper that lives in each worker."""

from __future__ import annotations

import logging
import sys
from threading import RLock
from typing import Any

from celery.signals import celeryd_after_setup, setup_logging, worker_shutdown, worker_shutting_down

from portal.celery import app
from portal.outbox.work import FAST, SLOW

logger = logging.getLogger(__name__)

# Seconds that a worker which is told to stop gives to the job in hand.
PATIENCE = 8.0

# Jobs of a queue that one worker does at once: while it computes for long for one event, it has a thread for
# the others. Paper takes too much memory for two.
AT_ONCE = {FAST: 2, SLOW: 1}

# Seconds.
SWITCH = 0.0005

_sweepers: list[Any] = []

# Celery's handler of SIGTERM sends this in the main thread under a lock. A second SIGTERM coming then (the
# supervisor's, and the one for a parent that has died) would wait there for the first, which it interrupts.
worker_shutting_down.lock = RLock()  # type: ignore[attr-defined]  # its stubs leave it out


@app.task(name="outbox.look", ignore_result=True)
def look(job_id: int) -> None:
    for sweeper in _sweepers:
        sweeper.ring()
    # In a worker the sweeper does it; elsewhere (eager tests) it is done here.
    if not _sweepers:
        from portal.outbox import runner

        runner.run(job_id)


@setup_logging.connect
def keep_logging(**kwargs: Any) -> None:
    """Logging is Django's business (``settings.LOGGING``); with a receiver Celery leaves it alone."""


@celeryd_after_setup.connect
def start_sweeping(instance: Any, **kwargs: Any) -> None:
    """Before the worker reaches for its broker, because it must work without one."""
    from portal.outbox.sweeper import Sweeper
    from portal.telemetry.process import report_metrics

    queues = [queue for queue in instance.app.amqp.queues.consume_from if queue in (FAST, SLOW)]
    report_metrics("-".join(queues))
    # Python's threads hand the processor over this often: whoever has a short job and asks the database a
    # hundred times would wait for the other each time.
    sys.setswitchinterval(SWITCH)
    for _ in range(max((AT_ONCE[queue] for queue in queues), default=1)):
        sweeper = Sweeper(queues)
        _sweepers.append(sweeper)
        sweeper.start()
    logger.info("Ready for %s work.", " and ".join(queues))


@worker_shutting_down.connect
def halt_sweeping(**kwargs: Any) -> None:
    for sweeper in _sweepers:
        sweeper.halt()


@worker_shutdown.connect
def await_sweeping(**kwargs: Any) -> None:
    for sweeper in _sweepers:
        sweeper.join(PATIENCE)
        if sweeper.is_alive():
            logger.warning("A job was left unfinished; it is computed again when its lease has run out.")
