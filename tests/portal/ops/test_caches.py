"""A shared cache that is away, or that takes nothing any more: nobody is kept out, the log and the page of
health say it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from redis import Redis

from portal.accounts.models import User
from portal.accounts.tokens import make_token
from portal.ops.caches import OpenRedisCache
from tests.services import free_port, redis_server

pytestmark = pytest.mark.django_db
PASSWORD = "seven green bottles"


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("greta", password=PASSWORD)


def use(settings: Any, url: str) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "portal.ops.caches.OpenRedisCache",
            "LOCATION": url,
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    OpenRedisCache._alone_until = 0.0
    yield
    OpenRedisCache._alone_until = 0.0


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    # One of its own: the run's is the broker of other processes' tests, which a full one would stop.
    with redis_server() as running:
        yield running.url


@pytest.fixture(params=["away", pytest.param("full", marks=pytest.mark.redis)])
def broken(request: pytest.FixtureRequest, settings: Any) -> Iterator[None]:
    if request.param == "away":
        use(settings, f"redis://127.0.0.1:{free_port()}/1")
        yield
        return
    url = request.getfixturevalue("server")
    use(settings, url)
    with Redis.from_url(url) as full:
        full.config_set("maxmemory", 1)
        yield
        full.config_set("maxmemory", 0)


def test_sign_in_and_tokens_go_on(broken: None, user: User, caplog: pytest.LogCaptureFixture) -> None:
    client = Client()
    page = reverse("account_login")
    wrong = client.post(page, {"login": "greta", "password": "wrong"})
    assert wrong.status_code == 200
    right = client.post(page, {"login": "greta", "password": PASSWORD})
    assert right.status_code == 302
    assert "Nothing is counted" in caplog.text

    made = make_token(by=user, name="board", scopes=["read"], days=7)
    headers = {"Authorization": f"Bearer {made.secret}"}
    answers = [Client().get("/api/v1/me", headers=headers).status_code for _ in range(3)]
    assert answers == [200] * 3


def test_health_says_so(broken: None) -> None:
    answer = Client().get("/health/work")
    assert (answer.status_code, answer.json()["cache"]) == (200, "unavailable")


@pytest.mark.redis
def test_it_counts_again_as_soon_as_it_is_back(settings: Any, server: str) -> None:
    use(settings, f"redis://127.0.0.1:{free_port()}/1")
    assert (cache.add("n", 1), cache.add("n", 1), cache.get("n", "none")) == (True, True, "none")
    use(settings, server)
    assert Client().get("/health/work").json()["cache"] == "ok"
    assert (cache.add("n", 1), cache.add("n", 1), cache.get("n")) == (True, False, 1)
