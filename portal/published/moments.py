"""Answers about what changes all the time, the same for everybody, kept by the process that gave them.

Of all who ask for such an address at one moment, one wakes Django; whoever else asks has the same bytes from
memory until what they show is another. The view says whether it still is, in a call without a query
(`promise`).
"""

from __future__ import annotations

import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from http import HTTPStatus
from threading import Lock
from typing import Any, Final

from portal.published.answers import Headers, matches, quoted, takes_gzip
from portal.published.request_pools import Application, StartResponse

PROMISE: Final = "qiyuan.promise"
"""In the environment of a request: a list for what the view that answers it promises."""
LONGEST: Final = 2.0
"""Seconds after which Django is asked whether the address may still be read, whatever was promised."""
IN_FLIGHT: Final = 1.0
"""Seconds for which others are shown what there was, while one asks Django for what there is."""
MOST: Final = 4_000
OWN: Final = frozenset({"content-length", "etag", "vary"})
Still = Callable[[], bool]


class Moment:
    """An answer. ``renewing_since``: when somebody last went to Django for a newer one."""

    __slots__ = ("body", "etag", "gz", "headers", "made", "renewing_since", "still")

    def __init__(self, headers: Headers, etag: str, body: bytes, still: Still) -> None:
        self.headers = [header for header in headers if header[0].lower() not in OWN]
        self.etag, self.body, self.still = etag, body, still
        self.gz = gzip.compress(body, 5, mtime=0)
        self.made = time.monotonic()
        self.renewing_since = 0.0

    def is_good(self, now: float) -> bool:
        """Whether it may be shown; if not, the one who hears so is to ask Django."""
        if now - self.made < LONGEST and self.still():
            return True
        if now - self.renewing_since < IN_FLIGHT and now - self.made < LONGEST + IN_FLIGHT:
            return True
        self.renewing_since = now
        return False

    def answer(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        compressed = takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", ""))
        etag = quoted(self.etag, compressed=compressed)
        headers = [*self.headers, ("Vary", "Accept-Encoding"), ("ETag", etag)]
        if matches(environ.get("HTTP_IF_NONE_MATCH", ""), etag):
            start_response("304 Not Modified", headers)
            return []
        body = self.gz if compressed else self.body
        headers.append(("Content-Length", str(len(body))))
        if compressed:
            headers.append(("Content-Encoding", "gzip"))
        start_response("200 OK", headers)
        return [body]


class Moments:
    """By address, the newest answers of a process; those that were asked for long ago go first."""

    def __init__(self, django: Application) -> None:
        self._django = django
        self._known: OrderedDict[str, Moment] = OrderedDict()
        self._lock = Lock()

    def ask(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Whatever Django answers, and where it promises something, from memory."""
        address = environ["PATH_INFO"]
        if environ["REQUEST_METHOD"] != "GET" or environ.get("QUERY_STRING"):
            return self._django(environ, start_response)
        moment = self._known.get(address)
        if moment is not None and moment.is_good(time.monotonic()):
            return moment.answer(environ, start_response)
        # Whole and as it is: what is kept is compressed, and compared with what a reader has, here.
        promised: list[Still] = []
        whole = environ | {"HTTP_IF_NONE_MATCH": "", PROMISE: promised}
        heard: list[tuple[str, Headers]] = []
        body = b"".join(self._django(whole, lambda status, headers, *_: heard.append((status, headers))))
        [(status, headers)] = heard
        etag = next((value.strip('"') for name, value in headers if name == "ETag"), "")
        if status != f"{HTTPStatus.OK.value} OK" or not promised or not etag:
            with self._lock:
                self._known.pop(address, None)
            start_response(status, headers)
            return [body]
        moment = Moment(headers, etag, body, promised[0])
        with self._lock:
            self._known[address] = moment
            self._known.move_to_end(address)
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        return moment.answer(environ, start_response)


def promise(environ: dict[str, Any], still: Still) -> None:
    """Says of the answer to a request that it is good for everybody for as long as ``still()``."""
    environ.get(PROMISE, []).append(still)
