"""Give Django threads of its own, so that whoever reads a published page never waits for it.

The threads of the web server only show what the front has in memory; what Django must answer they hand on to
few threads of three *lanes*, and wait. Within a lane the *senders* take turns: a proved person's device,
session or token, for everybody else the address.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from ipaddress import IPv6Address
from tempfile import SpooledTemporaryFile
from threading import Condition, Lock
from typing import IO, Any

from portal.accounts.proved import Proofs, proofs
from portal.telemetry.counted import IN_LANE, TURNED_AWAY
from portal.web.limits import most_sent

StartResponse = Callable[..., Any]
Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]

# What needs nothing of what may be scarce, and what is asked about just that.
UNPOOLED = ("/static/", "/health/")
# Seconds until a thread begins with a request; ``proxy_read_timeout`` of ``docs/deploy`` is twice as long:
# 150 phones in a hall of 2,000 players get pages that nobody has opened before (`tests.scale.test_crowds`).
LONGEST_WAIT = 15.0
# Places for who is sending, and how many of them one sender may hold.
SENDERS, SHARE = 30, 20
# Seconds that the next sender waits for a place: forms arrive in milliseconds.
PATIENCE = 0.5
IN_MEMORY = 64 * 1024
MOST_DIGITS = 12


class FullError(Exception):
    """As many requests wait as may, or this one has waited for as long as it may."""


class Turn:
    """A request in a lane: what is to be done, and what it returns."""

    def __init__(self, sender: str, work: Callable[[], list[bytes]]) -> None:
        self.sender, self._work = sender, work
        self.answer: Future[list[bytes]] = Future()

    def do(self) -> None:
        try:
            self.answer.set_result(self._work())
        except BaseException as error:  # noqa: BLE001  raised again in the thread that waits
            self.answer.set_exception(error)


# Nobody waits for the second request of a sender who has many. A lane that is full refuses the newest request
# of whoever has most of them there, or, where nobody has more, the one that comes: `FullError`, which the
# front answers with 503 and when to come again. So it does with what no thread has begun within
# `LONGEST_WAIT`: a proxy in front waits longer than that, and would take silence for a server that is broken.
class RequestPool:
    """Let ``threads`` work, and ``waiting`` more requests wait: their senders take turns."""

    def __init__(self, name: str, threads: int, waiting: int, *, longest_wait: float = LONGEST_WAIT) -> None:
        self.room = threads + waiting
        self._longest_wait = longest_wait
        self._inside, self._turned_away = IN_LANE.labels(name), TURNED_AWAY.labels(name)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._lock = Lock()
        self._taken = 0
        self.entered = 0
        self._waiting: OrderedDict[str, deque[Turn]] = OrderedDict()

    def run(self, sender: str, work: Callable[[], list[bytes]]) -> list[bytes]:
        """Return what ``work`` returns, done by a thread of the lane; raise `FullError`."""
        turn = Turn(sender, work)
        self._enter(turn)
        with self._inside.track_inprogress():
            self._threads.submit(self._do_next)
            wait([turn.answer], self._longest_wait)
            with self._lock:
                if self._has_waiting(turn):
                    self._refuse(turn)
            return turn.answer.result()

    def _enter(self, turn: Turn) -> None:
        with self._lock:
            if self._taken >= self.room:
                self._refuse(self._newest_of_most(turn) or turn)
            if not turn.answer.done():
                self._taken += 1
                self.entered += 1
                self._waiting.setdefault(turn.sender, deque()).append(turn)

    def _newest_of_most(self, turn: Turn) -> Turn | None:
        """The newest of another sender who has more waiting than the sender of ``turn`` would have."""
        most = max(self._waiting.values(), key=len, default=deque())
        return most[-1] if len(most) > len(self._waiting.get(turn.sender, ())) + 1 else None

    def _has_waiting(self, turn: Turn) -> bool:
        return turn in self._waiting.get(turn.sender, ())

    def _refuse(self, turn: Turn) -> None:
        if self._has_waiting(turn):
            self._take_out(turn)
            self._taken -= 1
        self._turned_away.inc()
        turn.answer.set_exception(FullError())

    def _take_out(self, turn: Turn) -> None:
        turns = self._waiting.pop(turn.sender)
        turns.remove(turn)
        if turns:
            # At the end: the other senders have their turns first.
            self._waiting[turn.sender] = turns

    def _do_next(self) -> None:
        with self._lock:
            if not self._waiting:
                # It was refused meanwhile.
                return
            turn = next(iter(self._waiting.values()))[0]
            self._take_out(turn)
        turn.do()
        with self._lock:
            self._taken -= 1


# What somebody sends has arrived before a lane is entered: a phone that goes out of reach in the middle of a
# form would hold its thread for minutes. At most `SENDERS` may be sending, as many again of the proved, and
# each of them has a share of those places.
class Places:
    """Let at most ``places`` be in at once, and ``share`` of one sender."""

    def __init__(self, places: int, share: int) -> None:
        self._places, self._share = places, share
        self._of: Counter[str] = Counter()
        self._changed = Condition()

    @contextmanager
    def place_for(self, sender: str) -> Iterator[None]:
        """Hold a place, for which its sender waits `PATIENCE` at most; raise `FullError`."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._is_free(sender), PATIENCE):
                raise FullError
            self._of[sender] += 1
        try:
            yield
        finally:
            with self._changed:
                self._of[sender] -= 1
                self._of += Counter()
                self._changed.notify_all()

    def _is_free(self, sender: str) -> bool:
        return self._of.total() < self._places and self._of[sender] < self._share


# Who has proved to be signed in, or brings a token that is valid (`portal.accounts.proved`), is not behind
# the crowd that opens a page at the same moment, nor is the crowd behind programs of strangers that have
# records judged. The server has more threads than may wait in all, so that some are always left for published
# pages. One thread serves the crowd: pages are made by Python, which uses one processor at a time, and two
# get fewer done while readers wait ten times longer (``./go bench starve``).
class RequestPools:
    """Stand between the front and Django's application; a proxy's headers have said whose request it is."""

    def __init__(
        self,
        django: Application,
        *,
        crowd: RequestPool | None = None,
        staff: RequestPool | None = None,
        proofs_of_staff: Proofs = proofs,
    ) -> None:
        self._django = django
        self._programs = RequestPool("programs", threads=1, waiting=15)
        self._crowd = crowd or RequestPool("crowd", threads=1, waiting=400)
        self._staff = staff or RequestPool("staff", threads=3, waiting=45)
        self._proofs = proofs_of_staff
        self._sending = {is_proved: Places(SENDERS, SHARE) for is_proved in (True, False)}
        self.room = self._crowd.room + self._staff.room + self._programs.room + 2 * SENDERS

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> list[bytes]:
        if environ["PATH_INFO"].startswith(UNPOOLED):
            return self._whole(environ, start_response)
        proof = self._proofs.proof(environ)
        sender = proof or network_of(environ.get("REMOTE_ADDR", ""))
        strangers = self._programs if environ["PATH_INFO"].startswith("/api/") else self._crowd
        lane = self._staff if proof else strangers
        length = _announced(environ)
        if not 0 < length <= most_sent(environ["PATH_INFO"]):
            # Django refuses more without reading it.
            return lane.run(sender, lambda: self._whole(environ, start_response))
        with SpooledTemporaryFile(IN_MEMORY) as body:
            with self._sending[proof is not None].place_for(sender):
                _receive(environ["wsgi.input"], length, body)
            arrived = {**environ, "wsgi.input": body}
            return lane.run(sender, lambda: self._whole(arrived, start_response))

    def _whole(self, environ: dict[str, Any], start_response: StartResponse) -> list[bytes]:
        response = self._django(environ, start_response)
        try:
            return [b"".join(response)]
        finally:
            # Django's own end of a request: its connection to the database is this thread's.
            if (close := getattr(response, "close", None)) is not None:
                close()


def network_of(address: str) -> str:
    """Name what counts as one sender: an address, of the longer kind the network of 64 bits that a house
    gets."""
    if ":" not in address:
        return address
    try:
        whole = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(whole.ipv4_mapped or whole.packed[:8].hex())


def _receive(stream: Any, left: int, body: IO[bytes]) -> None:
    """Read what was announced, or what came before somebody broke off: Django finds that out itself."""
    while left and (part := stream.read(min(left, IN_MEMORY))):
        body.write(part)
        left -= len(part)
    body.seek(0)


def _announced(environ: dict[str, Any]) -> int:
    """Say how many bytes are to come; 0 where none are announced, or nothing that is a number."""
    length = environ.get("CONTENT_LENGTH") or ""
    return int(length) if length.isdecimal() and len(length) < MOST_DIGITS else 0
