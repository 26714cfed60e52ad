"""What changes all the time is asked of Django once for all who ask at one moment."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from concurrent.futures import ThreadPoolExecutor as Executor
from threading import Event
from typing import Any

import pytest

from portal.published import shared_answers
from portal.published.front import Front
from portal.published.memory import Memory
from portal.published.request_pools import FullError
from portal.published.shared_answers import PROMISE
from tests.front import ask

BOARD = "/en/boards/cup/men/round/1/"
OTHER = "/en/boards/cup/men/round/2/"
Answer = tuple[int, list[tuple[str, str]], bytes]


class Site:
    """Answers with how often it was asked, for as long as ``is_still``."""

    def __init__(self) -> None:
        self.requests = 0
        self.status = "200 OK"
        self.is_still, self.is_full = True, False
        self.is_asked, self.may_answer = Event(), Event()
        self.may_answer.set()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        self.requests += 1
        assert not environ.get("HTTP_IF_NONE_MATCH") or PROMISE not in environ
        if PROMISE in environ:
            environ[PROMISE].append(lambda: self.is_still)
        if self.is_full:
            raise FullError
        body = b"answer %d" % self.requests
        if not self.may_answer.is_set():
            self.is_asked.set()
            assert self.may_answer.wait(60)
        start_response(
            self.status,
            [
                ("ETag", f'"{self.requests}"'),
                ("Content-Type", "text/plain"),
                ("Content-Length", str(len(body))),
            ],
        )
        return [body]


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def front(site: Site) -> Front:
    return Front(site, Memory(limit=1))


def test_one_asks_and_everybody_is_answered(site: Site, front: Front) -> None:
    for _ in range(3):
        status, headers, body = ask(front, BOARD)
        assert (status, gzip.decompress(body)) == (200, b"answer 1")
        assert dict(headers)["ETag"] == '"1-gz"'
        assert dict(headers)["Vary"] == "Accept-Encoding"
        assert dict(headers)["Content-Length"] == str(len(body))
    assert ask(front, BOARD, HTTP_ACCEPT_ENCODING="identity")[2] == b"answer 1"
    assert ask(front, BOARD, HTTP_IF_NONE_MATCH='"1-gz"')[0] == 304
    assert site.requests == 1


def test_what_is_another_is_asked_for_at_once(site: Site, front: Front) -> None:
    ask(front, BOARD)
    site.is_still = False
    assert gzip.decompress(ask(front, BOARD, HTTP_IF_NONE_MATCH='"1-gz"')[2]) == b"answer 2"
    assert gzip.decompress(ask(front, BOARD)[2]) == b"answer 3"


def in_a_thread(front: Front, site: Site, **request: Any) -> Future[Answer]:
    """Somebody who asks, and is on the way to Django now."""
    answer = Executor(1).submit(ask, front, BOARD, **request)
    assert site.is_asked.wait(60)
    return answer


@pytest.mark.slow
def test_while_one_asks_the_others_have_what_there_was(site: Site, front: Front) -> None:
    ask(front, BOARD)
    site.is_still = False
    site.may_answer.clear()
    answer = in_a_thread(front, site)
    assert gzip.decompress(ask(front, BOARD)[2]) == b"answer 1"
    site.may_answer.set()
    assert gzip.decompress(answer.result()[2]) == b"answer 2"


def test_who_comes_meanwhile_waits_a_moment_for_it(
    site: Site, front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what there was a page would come again only after two seconds; where many wait, it has that."""
    is_waiting = Event()

    def waiting(futures: list[Future[Any]], _seconds: float) -> None:
        is_waiting.set()
        wait(futures, 60)

    monkeypatch.setattr(shared_answers, "wait", waiting)
    monkeypatch.setattr(shared_answers, "MOST_WAITING", 1)
    front = Front(site, Memory(limit=1))
    ask(front, BOARD)
    site.is_still = False
    site.may_answer.clear()
    first = in_a_thread(front, site)
    second = Executor(1).submit(ask, front, BOARD)
    assert is_waiting.wait(60)
    assert gzip.decompress(ask(front, BOARD)[2]) == b"answer 1"
    site.may_answer.set()
    assert [gzip.decompress(answer.result()[2]) for answer in (first, second)] == [b"answer 2"] * 2


def test_of_a_crowd_that_knows_nothing_yet_one_asks(site: Site, front: Front) -> None:
    """The others wait for what it hears."""
    site.may_answer.clear()
    with Executor(10) as crowd:
        answers = [crowd.submit(ask, front, BOARD) for _ in range(10)]
        assert site.is_asked.wait(60)
        site.may_answer.set()
        assert {gzip.decompress(answer.result()[2]) for answer in answers} == {b"answer 1"}
    assert site.requests == 1


def test_what_was_for_the_one_who_asked_is_nobody_elses(site: Site, front: Front) -> None:
    site.status = "404 Not Found"
    site.may_answer.clear()
    with Executor(3) as crowd:
        answers = [crowd.submit(ask, front, BOARD) for _ in range(3)]
        assert site.is_asked.wait(60)
        site.may_answer.set()
        assert len({answer.result()[2] for answer in answers}) == 3
    assert not front._moments._answers


def test_who_is_turned_away_has_what_there_was(site: Site, front: Front) -> None:
    ask(front, BOARD)
    site.is_still, site.is_full = False, True
    assert gzip.decompress(ask(front, BOARD)[2]) == b"answer 1"
    assert ask(front, OTHER)[0] == 503


def test_nothing_is_good_for_long(site: Site, front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was promised, Django is asked again and again."""
    ask(front, BOARD)
    monkeypatch.setattr(shared_answers, "LONGEST", -1.0)
    site.status = "404 Not Found"
    assert ask(front, BOARD)[0] == 404
    assert not front._moments._answers


def test_what_a_query_asks_for_is_kept_by_itself(site: Site, front: Front) -> None:
    for query in ("team=3", "team=4", "team=3"):
        ask(front, BOARD, query=query)
    assert site.requests == 2


def test_what_is_for_one_reader_alone_passes(site: Site, front: Front) -> None:
    for request in ({"query": f"q={'x' * 100}"}, {"method": "POST"}, {"HTTP_HOST": "another.example"}):
        ask(front, BOARD, **request)
    assert not front._moments._answers


def test_the_oldest_make_room(site: Site, front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_answers, "MOST", 2)
    for number in (1, 2, 3):
        ask(front, f"{BOARD}table/{number}/")
    assert [path for path, _ in front._moments._answers] == [f"{BOARD}table/2/", f"{BOARD}table/3/"]
