"""Keep answers about what changes all the time, the same for everybody, in the process that gave them."""

from __future__ import annotations

import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from http import HTTPStatus
from threading import Lock, Semaphore
from typing import Any, Final, NamedTuple

from portal.published.answers import Headers, matches, quoted, takes_gzip
from portal.published.request_pools import Application, FullError, StartResponse

# In the environment of a request: a list for what the view that answers it promises.
PROMISE: Final = "qiyuan.promise"
# Seconds after which Django is asked whatever was promised: what else stands on a page may have changed.
LONGEST: Final = 20.0
GRACE: Final = 10.0
# Seconds for which who has an older answer waits for the newer one: with the older he comes again only after
# two. Each who waits holds a thread of the server, so more than so many have the older at once.
MOMENT: Final = 0.5
MOST_WAITING: Final = 16
MOST: Final = 4_000
# Characters of a query that is kept.
LONGEST_QUERY: Final = 100
ANSWERS_OWN_HEADERS: Final = frozenset({"content-length", "etag", "vary"})
Still = Callable[[], bool]


# Path and query.
Key = tuple[str, str]


class Heard(NamedTuple):
    """What Django has answered to one request: nothing was promised of it."""

    status: str
    headers: Headers
    body: bytes


class SharedAnswer:
    """An answer that is kept."""

    __slots__ = ("body", "etag", "gz", "headers", "made", "still")

    def __init__(self, headers: Headers, etag: str, body: bytes, still: Still) -> None:
        self.headers = [header for header in headers if header[0].lower() not in ANSWERS_OWN_HEADERS]
        self.etag, self.body, self.still = etag, body, still
        self.gz = gzip.compress(body, 5, mtime=0)
        self.made = time.monotonic()

    def is_good(self) -> bool:
        """Whether it may be shown without Django."""
        return time.monotonic() - self.made < LONGEST and self.still()

    def is_old(self) -> bool:
        """Whether it may not even be shown while somebody asks for a newer one."""
        return time.monotonic() - self.made > LONGEST + GRACE

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


# Of all who ask for such an address at one moment, one wakes Django; the others wait for what that one hears,
# where they have an older answer a moment. Afterwards everybody has the same bytes from memory until what
# they show is another. The view says whether it still is, in a call without a query (`promise`); where the
# address may no longer be read it says no.
class SharedAnswers:
    """Keep by address the newest answers of a process; those that were made long ago go first."""

    def __init__(self, django: Application) -> None:
        self._django = django
        self._answers: OrderedDict[Key, SharedAnswer] = OrderedDict()
        self._being_asked: dict[Key, Future[SharedAnswer | None]] = {}
        self._lock = Lock()
        self._places = Semaphore(MOST_WAITING)

    def ask(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Whatever Django answers, and where it promises something, from memory."""
        key = environ["PATH_INFO"], environ.get("QUERY_STRING", "")
        if environ["REQUEST_METHOD"] != "GET" or len(key[1]) > LONGEST_QUERY:
            return self._django(environ, start_response)
        kept_answer = self._answers.get(key)
        if kept_answer is not None and kept_answer.is_good():
            return kept_answer.answer(environ, start_response)
        with self._lock:
            future = self._being_asked.get(key)
            asking = None if future is not None else self._being_asked.setdefault(key, Future())
        answer: SharedAnswer | Heard | None
        if asking is not None:
            answer = self._renewed(key, asking, environ)
        elif future is not None and (
            kept_answer is None or kept_answer.is_old() or self._is_answered(future)
        ):
            answer = future.result()
        else:
            answer = kept_answer
        if answer is None:
            # It is for that reader alone.
            return self._django(environ, start_response)
        if isinstance(answer, Heard):
            start_response(answer.status, answer.headers)
            return [answer.body]
        return answer.answer(environ, start_response)

    def _is_answered(self, future: Future[SharedAnswer | None]) -> bool:
        """Wait a moment for what somebody asks, if few wait, and tell whether that one was answered."""
        if not self._places.acquire(blocking=False):
            return False
        try:
            wait([future], MOMENT)
        finally:
            self._places.release()
        return future.done() and future.exception() is None

    def _renewed(
        self, key: Key, asking: Future[SharedAnswer | None], environ: dict[str, Any]
    ) -> SharedAnswer | Heard:
        """Get the answer of now, which others may wait for; raise `FullError`."""
        try:
            answer = self._from_django(environ)
        except BaseException as error:
            asking.set_exception(error)
            before = self._answers.get(key)
            if isinstance(error, FullError) and before is not None and not before.is_old():
                return before
            raise
        else:
            self._keep(key, answer)
            asking.set_result(answer if isinstance(answer, SharedAnswer) else None)
            return answer
        finally:
            with self._lock:
                del self._being_asked[key]

    def _from_django(self, environ: dict[str, Any]) -> SharedAnswer | Heard:
        # Whole and as it is: what is kept is compressed, and compared with what a reader has, here.
        promised: list[Still] = []
        whole = environ | {"HTTP_IF_NONE_MATCH": "", PROMISE: promised}
        heard: list[tuple[str, Headers]] = []
        body = b"".join(self._django(whole, lambda status, headers, *_: heard.append((status, headers))))
        [(status, headers)] = heard
        etag = next((value.strip('"') for name, value in headers if name == "ETag"), "")
        if status != f"{HTTPStatus.OK.value} OK" or not promised or not etag:
            return Heard(status, headers, body)
        return SharedAnswer(headers, etag, body, promised[0])

    def _keep(self, key: Key, answer: SharedAnswer | Heard) -> None:
        with self._lock:
            if isinstance(answer, Heard):
                self._answers.pop(key, None)
                return
            self._answers[key] = answer
            self._answers.move_to_end(key)
            while len(self._answers) > MOST:
                self._answers.popitem(last=False)


def promise(environ: dict[str, Any], still: Still) -> None:
    """Says of the answer to a request that it is good for everybody for as long as ``still()``."""
    environ.get(PROMISE, []).append(still)
