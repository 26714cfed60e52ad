"""Tell a process's figures: whoever connects to its socket below ``DATA_DIR`` gets them as text."""

from __future__ import annotations

import logging
import os
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from prometheus_client import REGISTRY, generate_latest

logger = logging.getLogger(__name__)

FOLDER = "metrics"
ENDING = ".sock"


# A socket on the disk is nobody's but its owner's, needs no port, and says by itself that its process is
# gone: nobody answers there any more. So nothing has to be added up or cleared away, and no full disk can
# hurt who counts.
def folder() -> Path:
    """Where the sockets of this machine's processes are."""
    return Path(settings.DATA_DIR) / FOLDER


@contextmanager
def short_address(place: Path) -> Iterator[str]:
    """A name of ``place`` that fits into the 108 bytes which a socket's address may have."""
    handle = os.open(place.parent, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{handle}/{place.name}"
    finally:
        os.close(handle)


class _Telling(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(generate_latest(REGISTRY))


class _Server(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Who asked has gone away."""
        logger.debug("Figures could not be told.", exc_info=True)


def report_metrics(role: str) -> None:
    """Tell this process's figures from now on; ``role``: what it does, as ``web``."""
    place = folder() / f"{role}-{os.getpid()}{ENDING}"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        # A process of the same number has been there before, and was killed.
        place.unlink(missing_ok=True)
        with short_address(place) as address:
            server = _Server(address, _Telling)
    except OSError as error:
        # What the process is there for goes on without.
        logger.warning("No figures of this process will be told: %s", error)
        return
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
