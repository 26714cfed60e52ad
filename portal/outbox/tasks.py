"""The one Celery task of the outbox, and the sweeper that lives in each worker."""

from __future__ import annotations

import logging
from typing import Any

from celery.signals import celeryd_after_setup, setup_logging, worker_shutdown, worker_shutting_down

from portal.celery import app
from portal.outbox.work import FAST, SLOW

logger = logging.getLogger(__name__)

PATIENCE = 8.0
"""Seconds that a worker which is told to stop gives to the job in hand."""

_sweepers: list[Any] = []


@app.task(name="outbox.look", ignore_result=True)
def look(job_id: int) -> None:
    """There is work: look. In a worker the sweeper does it; elsewhere (eager tests) it is done here."""
    for sweeper in _sweepers:
        sweeper.ring()
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

    queues = [queue for queue in instance.app.amqp.queues.consume_from if queue in (FAST, SLOW)]
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
