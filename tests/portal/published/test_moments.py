"""What changes all the time is asked of Django once for all who ask at one moment."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from portal.published import moments
from portal.published.front import Front
from portal.published.memory import Memory
from portal.published.moments import PROMISE
from tests.front import ask

BOARD = "/en/boards/cup/men/round/1/"


class Site:
    """Answers with how often it was asked, for as long as ``is_still``."""

    def __init__(self) -> None:
        self.requests = 0
        self.status = "200 OK"
        self.is_still = True
        self.others: list[str] = []

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        self.requests += 1
        assert not environ.get("HTTP_IF_NONE_MATCH") or PROMISE not in environ
        if PROMISE in environ:
            environ[PROMISE].append(lambda: self.is_still)
        body = b"answer %d" % self.requests
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


def test_what_is_another_is_asked_for_at_once_and_by_one(site: Site, front: Front) -> None:
    ask(front, BOARD)
    site.is_still = False
    assert gzip.decompress(ask(front, BOARD, HTTP_IF_NONE_MATCH='"1-gz"')[2]) == b"answer 2"
    moment = front._moments._known[BOARD]
    # While one is on the way to Django the others see what there was.
    moment.renewing_since = moment.made
    assert gzip.decompress(ask(front, BOARD)[2]) == b"answer 2"
    assert site.requests == 2


def test_nothing_is_good_for_long(site: Site, front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the address may still be read is asked again and again; who may not hears so."""
    ask(front, BOARD)
    monkeypatch.setattr(moments, "LONGEST", -moments.IN_FLIGHT)
    site.status = "404 Not Found"
    assert ask(front, BOARD)[0] == 404
    assert not front._moments._known


def test_what_is_for_one_reader_alone_passes(site: Site, front: Front) -> None:
    for request in ({"query": "team=3"}, {"method": "POST"}, {"HTTP_HOST": "another.example"}):
        ask(front, BOARD, **request)
    assert not front._moments._known


def test_the_oldest_make_room(site: Site, front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "MOST", 2)
    for number in (1, 2, 3):
        ask(front, f"{BOARD}table/{number}/")
    assert list(front._moments._known) == [f"{BOARD}table/2/", f"{BOARD}table/3/"]
