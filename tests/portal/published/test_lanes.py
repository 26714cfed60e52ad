"""Django's threads: what is slow fills its own lane, and nobody else waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from portal.accounts.devices import COOKIE
from portal.accounts.proved import Proofs
from portal.management.commands.run import web
from portal.published import request_pools
from portal.published.front import RETRY_AFTER, Front
from portal.published.memory import Memory
from portal.published.request_pools import RequestPool, RequestPools, network_of
from portal.published.shared_answers import MOST_WAITING
from tests.front import ADDRESS, ask
from tests.services import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[3]
SLOW = "/en/p/secret/"
STAFF = {"HTTP_COOKIE": f"theme=dark; {settings.SESSION_COOKIE_NAME}=abc"}
TOKEN = {"HTTP_AUTHORIZATION": "Bearer x"}
HALL, ELSEWHERE = {"REMOTE_ADDR": "192.0.2.1"}, {"REMOTE_ADDR": "198.51.100.7"}


def proofs_of(*valid: str) -> Proofs:
    """Sessions and tokens that were seen to be valid."""
    proofs = Proofs()
    for secret in valid:
        proofs.note(secret)
    return proofs


class Slow:
    """A Django that answers when it is told to; it notes on which threads, and what is closed."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.working = threading.Semaphore(0)
        self.threads: list[str] = []
        self.closed: list[str] = []

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        self.threads.append(threading.current_thread().name)
        self.working.release()
        assert self.go_on.wait(PATIENCE)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return _Response(self)


class _Response:
    def __init__(self, slow: Slow) -> None:
        self._slow = slow

    def __iter__(self) -> Iterator[bytes]:
        return iter([b"so", b" slow"])

    def close(self) -> None:
        self._slow.closed.append(threading.current_thread().name)


@pytest.fixture(autouse=True)
def just_heard(own_memory: Memory) -> None:
    """The database is there, however long the machine takes until it is asked: nothing is refused for its
    silence."""
    own_memory.heard += PATIENCE


@pytest.fixture
def slow() -> Iterator[Slow]:
    made = Slow()
    yield made
    made.go_on.set()


def front_of(slow: Slow, memory: Memory) -> Front:
    lanes_ = RequestPools(
        slow,
        crowd=RequestPool("crowd", 1, 2),
        staff=RequestPool("staff", 1, 0),
        proofs_of_staff=proofs_of("abc", "x"),
    )
    return Front(lanes_, memory)


def test_a_full_lane_is_refused_at_once_with_a_time_to_come_again(slow: Slow, own_memory: Memory) -> None:
    front = front_of(slow, own_memory)
    with ThreadPoolExecutor(4) as phones:
        collected = [phones.submit(ask, front, SLOW) for _ in range(4)]
        refused, _ = wait(collected, timeout=PATIENCE, return_when=FIRST_COMPLETED)
        status, headers, _body = refused.pop().result()
        assert (status, dict(headers)["Retry-After"]) == (503, str(RETRY_AFTER))
        slow.go_on.set()
        answers = [item.result() for item in collected]
    assert sorted(status for status, _, _ in answers) == [200, 200, 200, 503]
    assert {body for status, _, body in answers if status == 200} == {b"so slow"}
    # There is room again.
    assert ask(front, SLOW)[0] == 200
    # One thread has done it all, and has ended each request: its connection to the database is its own.
    assert len(set(slow.threads)) == 1
    assert slow.closed == slow.threads
    assert threading.current_thread().name not in slow.threads


def test_readers_and_staff_do_not_wait_for_the_crowd(
    slow: Slow, front_with_pages: Front, own_memory: Memory
) -> None:
    front = front_of(slow, own_memory)
    with ThreadPoolExecutor(5) as phones:
        crowd = [phones.submit(ask, front, SLOW) for _ in range(3)]
        assert slow.working.acquire(timeout=PATIENCE)
        assert ask(front, ADDRESS)[0] == 200
        # The crowd's only thread is taken: whom it would keep waiting is served by the other.
        for who in (STAFF, TOKEN):
            served = phones.submit(ask, front, "/en/desk/", **who)
            assert slow.working.acquire(timeout=PATIENCE)
            slow.go_on.set()
            assert served.result()[0] == 200
        assert {item.result()[0] for item in crowd} == {200}
    assert {name.partition("_")[0] for name in slow.threads} == {"crowd", "staff"}


def test_the_crowd_does_not_wait_for_records_that_strangers_have_judged(
    slow: Slow, own_memory: Memory
) -> None:
    front = front_of(slow, own_memory)
    with ThreadPoolExecutor(2) as programs:
        judged = programs.submit(ask, front, "/api/v1/records/check", "POST")
        assert slow.working.acquire(timeout=PATIENCE)
        page = programs.submit(ask, front, SLOW)
        assert slow.working.acquire(timeout=PATIENCE)
        slow.go_on.set()
        assert judged.result()[0] == page.result()[0] == 200
    assert {name.partition("_")[0] for name in slow.threads} == {"crowd", "programs"}


def test_whether_the_site_is_well_can_always_be_asked(slow: Slow, own_memory: Memory) -> None:
    front = front_of(slow, own_memory)
    with ThreadPoolExecutor(4) as phones:
        crowd = [phones.submit(ask, front, SLOW) for _ in range(3)]
        assert slow.working.acquire(timeout=PATIENCE)
        collected = [phones.submit(ask, front, path) for path in ("/health/ready",)]
        assert slow.working.acquire(timeout=PATIENCE)
        slow.go_on.set()
        assert {item.result()[0] for item in (*collected, *crowd)} == {200}


@pytest.mark.parametrize(
    "claim",
    [
        {"HTTP_COOKIE": f"{settings.SESSION_COOKIE_NAME}=aaaa"},
        {"HTTP_COOKIE": f"{COOKIE}=eyJrZXkiOiJ4IiwicGVvcGxlIjpbMV19:1:aaaa"},
        {"HTTP_AUTHORIZATION": "Bearer made-up"},
        {"HTTP_AUTHORIZATION": "abc"},
        {"HTTP_COOKIE": "\xff=;;;"},
    ],
)
def test_what_a_client_says_of_itself_keeps_no_staff_out(
    claim: dict[str, str], slow: Slow, own_memory: Memory
) -> None:
    front = front_of(slow, own_memory)
    with ThreadPoolExecutor(6) as phones:
        made_up = [phones.submit(ask, front, SLOW, **claim, **ELSEWHERE) for _ in range(5)]
        assert slow.working.acquire(timeout=PATIENCE)
        referee = phones.submit(ask, front, "/en/desk/", **STAFF, **HALL)
        assert slow.working.acquire(timeout=PATIENCE)
        slow.go_on.set()
        assert referee.result()[0] == 200
        # They were in the lane of the crowd, which has room for three.
        assert sorted(f.result()[0] for f in made_up) == [200, 200, 200, 503, 503]


@pytest.mark.slow
def test_three_hundred_phones_and_five_referees_behind_one_address_lose_nothing(
    slow: Slow, own_memory: Memory
) -> None:
    sessions = [f"referee-{number}" for number in range(5)]
    front = Front(RequestPools(slow, proofs_of_staff=proofs_of(*sessions)), own_memory)
    made_up = {"HTTP_COOKIE": f"{settings.SESSION_COOKIE_NAME}=aaaa"}
    cookies = [{"HTTP_COOKIE": f"{settings.SESSION_COOKIE_NAME}={key}"} for key in sessions]
    with ThreadPoolExecutor(365) as pool:
        flood = [pool.submit(ask, front, SLOW, **made_up, **ELSEWHERE) for _ in range(60)]
        phones = [pool.submit(ask, front, SLOW, **HALL) for _ in range(300)]
        referees = [pool.submit(ask, front, "/en/desk/", **cookie, **HALL) for cookie in cookies]
        # One of the crowd, three of the staff.
        for _ in range(4):
            assert slow.working.acquire(timeout=PATIENCE)
        slow.go_on.set()
        assert {f.result()[0] for f in (*phones, *referees, *flood)} == {200}


def test_senders_take_turns(slow: Slow, own_memory: Memory) -> None:
    lane = RequestPool("turns", 1, 10)
    served: list[str] = []
    with ThreadPoolExecutor(10) as pool:
        futures = [enter(pool, lane, "first", slow_work(slow, served, "first"))]
        assert slow.working.acquire(timeout=PATIENCE)
        senders = ("many", "many", "many", "few", "few", "last")
        futures += [enter(pool, lane, sender, slow_work(slow, served, sender)) for sender in senders]
        slow.go_on.set()
        for future in futures:
            future.result()
    assert served == ["first", "many", "few", "last", "many", "few", "many"]


def test_a_full_lane_refuses_the_newest_of_whoever_has_most(slow: Slow) -> None:
    lane = RequestPool("full", 1, 3)
    served: list[str] = []
    with ThreadPoolExecutor(10) as pool:
        first = enter(pool, lane, "first", slow_work(slow, served, "first"))
        assert slow.working.acquire(timeout=PATIENCE)
        many = [enter(pool, lane, "many", slow_work(slow, served, "many")) for _ in range(3)]
        few = enter(pool, lane, "few", slow_work(slow, served, "few"))
        with pytest.raises(request_pools.FullError):
            many[2].result()
        # Who has most would not have fewer afterwards: now the next is refused.
        with pytest.raises(request_pools.FullError):
            lane.run("many", list)
        slow.go_on.set()
        for future in (first, *many[:2], few):
            future.result()
        # There is room for as many again.
        again = [pool.submit(lane.run, "many", lambda: [b""]) for _ in range(4)]
        assert [future.result() for future in again] == [[b""]] * 4
    assert served == ["first", "many", "few", "many"]


def test_nobody_waits_for_longer_than_a_proxy_does(slow: Slow) -> None:
    lane = RequestPool("long", 1, 5, longest_wait=0.05)
    served: list[str] = []
    with ThreadPoolExecutor(3) as pool:
        begun = enter(pool, lane, "a", slow_work(slow, served, "begun"))
        assert slow.working.acquire(timeout=PATIENCE)
        for _ in range(2):
            with pytest.raises(request_pools.FullError):
                lane.run("b", list)
        slow.go_on.set()
        # What was begun is answered, however long it takes, and the places of the others are free again.
        assert begun.result() == [b"begun"]
        assert lane.run("b", lambda: [b"next"]) == [b"next"]


def slow_work(slow: Slow, served: list[str], name: str) -> Callable[[], list[bytes]]:
    def work() -> list[bytes]:
        served.append(name)
        slow.working.release()
        assert slow.go_on.wait(PATIENCE)
        return [name.encode()]

    return work


def enter(
    pool: ThreadPoolExecutor, lane: RequestPool, sender: str, work: Callable[[], list[bytes]]
) -> Future[list[bytes]]:
    """Have the lane do it; it has it when this returns."""
    before = lane.entered
    future = pool.submit(lane.run, sender, work)
    wait_until(lambda: lane.entered > before, "it is in the lane")
    return future


def test_a_longer_address_counts_by_its_network() -> None:
    assert network_of("2001:db8:1:2:aaaa::1") == network_of("2001:db8:1:2::9")
    assert network_of("2001:db8:1:2::1") != network_of("2001:db8:1:3::1")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("not: an address") == "not: an address"


class Stalled:
    """The body of a form whose phone has gone out of reach after two bytes, until ``broken_off``."""

    def __init__(self) -> None:
        self.broken_off = threading.Event()
        self.waiting = threading.Semaphore(0)
        self._parts = [b"a=", b""]

    def read(self, size: int) -> bytes:
        if len(self._parts) == 1:
            self.waiting.release()
            assert self.broken_off.wait(PATIENCE)
        return self._parts.pop(0)


def form(body: Any) -> dict[str, Any]:
    """A form of nine bytes."""
    return {"method": "POST", "CONTENT_LENGTH": "9", "wsgi.input": body}


def test_who_stops_in_the_middle_of_a_form_holds_no_lane(own_memory: Memory) -> None:
    came: list[bytes] = []

    def django(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        came.append(environ["wsgi.input"].read())
        start_response("200 OK", [])
        return [b"whole"]

    front = Front(
        RequestPools(django, crowd=RequestPool("crowd", 1, 2), staff=RequestPool("staff", 1, 0)), own_memory
    )
    stalled = Stalled()
    with ThreadPoolExecutor(1) as phone:
        gone = phone.submit(ask, front, SLOW, **form(stalled))
        assert stalled.waiting.acquire(timeout=PATIENCE)
        # The crowd's only thread is free.
        answer = ask(front, SLOW, **form(BytesIO(b"player=17 and more")))
        assert (answer[0], came) == (200, [b"player=17"])
        stalled.broken_off.set()
        assert gone.result()[0] == 200
    assert came == [b"player=17", b"a="]


def test_as_many_as_may_send_are_refused_at_once(own_memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_pools, "SENDERS", 2)
    monkeypatch.setattr(request_pools, "SHARE", 1)
    monkeypatch.setattr(request_pools, "PATIENCE", 0.01)
    staff_proofs = proofs_of("abc")
    front = Front(
        RequestPools(lambda _environ, start: start("200 OK", []) or [b""], proofs_of_staff=staff_proofs),
        own_memory,
    )
    stalled = Stalled()
    with ThreadPoolExecutor(1) as phone:
        gone = phone.submit(ask, front, SLOW, **form(stalled))
        assert stalled.waiting.acquire(timeout=PATIENCE)
        assert ask(front, SLOW, **form(BytesIO(b"player=17")))[0] == 503
        # It has its share; whoever comes from elsewhere has another, and staff have places of their own.
        assert ask(front, SLOW, **form(BytesIO(b"player=17")), **ELSEWHERE)[0] == 200
        assert ask(front, SLOW, **form(BytesIO(b"player=17")), **STAFF)[0] == 200
        assert ask(front, SLOW)[0] == 200
        # More than any form has is not read; Django refuses it.
        much = ask(front, SLOW, "POST", CONTENT_LENGTH="9" * 11)
        assert much[0] == 200
        stalled.broken_off.set()
        assert gone.result()[0] == 200


def test_the_server_has_threads_left_for_readers() -> None:
    room = RequestPools(lambda environ, start_response: []).room
    for command in (web(host="127.0.0.1", port=1, workers=1), unit_of("qiyuan-web.service")):
        threads = int(command[command.index("--blocking-threads") + 1])
        assert threads >= room + MOST_WAITING + 32


def unit_of(name: str) -> list[str]:
    """The command line of a systemd unit."""
    lines = (ROOT / "docs" / "deploy" / name).read_text().splitlines()
    return next(line for line in lines if line.startswith("ExecStart=")).split()
