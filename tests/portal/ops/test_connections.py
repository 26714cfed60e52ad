"""Every phone of a hall keeps its connection while its page is open; the next one is answered too."""

from __future__ import annotations

import resource
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.browser.site import Site, running
from tests.services import free_port

PHONES = 2_500
# What a shell gives a program on most systems.
FEW = 1_024
# Seconds; a server that has no place for a connection leaves it until another ends.
SOON = 10


@contextmanager
def files_at_most(count: int) -> Iterator[None]:
    """Programs that are started meanwhile may open so many files unless they ask for more."""
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, most), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, most))


@pytest.mark.long
def test_who_comes_to_a_full_hall_is_answered(tmp_path: Path) -> None:
    site = Site(tmp_path, free_port())
    site.install("ready")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < 2 * PHONES:
        pytest.skip(f"needs {2 * PHONES} open files (ulimit -Hn)")
    with ExitStack() as stack:
        with files_at_most(FEW):
            stack.enter_context(running(site))
        stack.enter_context(files_at_most(2 * PHONES))
        for _ in range(PHONES):
            stack.enter_context(socket.create_connection(("127.0.0.1", site.port), SOON))
        address = f"{site.url}/health/work"
        with urllib.request.urlopen(address, timeout=SOON) as answer:  # noqa: S310  our own
            assert answer.status == 200
