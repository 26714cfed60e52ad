"""Django's own threads, so that whoever reads a published page never waits for it.

The threads of the web server only show what the front has in memory; what Django must answer they hand on to
few threads of three *lanes*, and wait. Who is signed in, or brings a token, is not behind the crowd that
opens a page at the same moment, nor is the crowd behind programs of strangers that have records judged. A
lane that has as many waiting as it may takes no more: `FullError`, which the front answers with 503 and when
to come again. The server has more threads than may wait in all, so that some are always left for published
pages.

What somebody sends has arrived before a lane is entered: a phone that goes out of reach in the middle of a
form would hold its thread for minutes. At most `SENDERS` may be sending.

One thread serves the crowd: pages are made by Python, which uses one processor at a time, and two get fewer
done while readers wait ten times longer (``./go bench starve``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from threading import BoundedSemaphore
from typing import IO, Any

from django.conf import settings

from portal.limits import most_sent
from portal.telemetry.counted import IN_LANE, TURNED_AWAY

StartResponse = Callable[..., Any]
Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]

UNHINDERED = ("/static/", "/health/")
"""What needs nothing of what may be scarce, and what is asked about just that."""
SENDERS = 30
PATIENCE = 0.5
"""Seconds that the next sender waits for a place: forms arrive in milliseconds."""
IN_MEMORY = 64 * 1024
MOST_DIGITS = 12


class FullError(Exception):
    """As many requests wait as may."""


class Lane:
    """``threads`` that work, and ``waiting`` more requests that may wait, first come first served."""

    def __init__(self, name: str, threads: int, waiting: int) -> None:
        self.room = threads + waiting
        self._inside, self._turned_away = IN_LANE.labels(name), TURNED_AWAY.labels(name)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._places = BoundedSemaphore(self.room)

    def run(self, work: Callable[[], list[bytes]]) -> list[bytes]:
        """What ``work`` returns, done by a thread of the lane. Raises `FullError`."""
        if not self._places.acquire(blocking=False):
            self._turned_away.inc()
            raise FullError
        try:
            with self._inside.track_inprogress():
                return self._threads.submit(work).result()
        finally:
            self._places.release()


class Lanes:
    """The WSGI application between the front and Django's."""

    def __init__(self, django: Application, *, crowd: Lane | None = None, staff: Lane | None = None) -> None:
        self._django = django
        self._programs = Lane("programs", threads=1, waiting=15)
        self._crowd = crowd or Lane("crowd", threads=1, waiting=320)
        self._staff = staff or Lane("staff", threads=3, waiting=45)
        self.room = self._crowd.room + self._staff.room + self._programs.room + SENDERS
        self._senders = BoundedSemaphore(SENDERS)
        self._session = f"{settings.SESSION_COOKIE_NAME}="

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> list[bytes]:
        length = _announced(environ)
        if not 0 < length <= most_sent(environ["PATH_INFO"]):
            # Django refuses more without reading it.
            return self._answer(environ, start_response)
        with SpooledTemporaryFile(IN_MEMORY) as body:
            self._receive(environ["wsgi.input"], length, body)
            return self._answer({**environ, "wsgi.input": body}, start_response)

    def _receive(self, stream: Any, left: int, body: IO[bytes]) -> None:
        """What was announced, or what came before somebody broke off: Django finds that out itself."""
        if not self._senders.acquire(timeout=PATIENCE):
            raise FullError
        try:
            while left and (part := stream.read(min(left, IN_MEMORY))):
                body.write(part)
                left -= len(part)
        finally:
            self._senders.release()
        body.seek(0)

    def _answer(self, environ: dict[str, Any], start_response: StartResponse) -> list[bytes]:
        if environ["PATH_INFO"].startswith(UNHINDERED):
            return self._whole(environ, start_response)
        known = "HTTP_AUTHORIZATION" in environ or self._session in environ.get("HTTP_COOKIE", "")
        strangers = self._programs if environ["PATH_INFO"].startswith("/api/") else self._crowd
        lane = self._staff if known else strangers
        return lane.run(lambda: self._whole(environ, start_response))

    def _whole(self, environ: dict[str, Any], start_response: StartResponse) -> list[bytes]:
        response = self._django(environ, start_response)
        try:
            return [b"".join(response)]
        finally:
            # Django's own end of a request: its connection to the database is this thread's.
            if (close := getattr(response, "close", None)) is not None:
                close()


def _announced(environ: dict[str, Any]) -> int:
    """Bytes that are to come; 0 where none are announced, or nothing that is a number."""
    length = environ.get("CONTENT_LENGTH") or ""
    return int(length) if length.isdecimal() and len(length) < MOST_DIGITS else 0
