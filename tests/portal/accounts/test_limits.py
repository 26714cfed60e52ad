"""Wrong passwords: they slow down whoever sends them, and keep nobody else out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from portal.accounts.devices import COOKIE, MOST_PEOPLE
from portal.accounts.models import User

pytestmark = pytest.mark.django_db
PASSWORD = "seven green bottles"
HALL, HOME = "192.0.2.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def nothing_counted() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def greta(db: None) -> User:
    return User.objects.create_user("greta", password=PASSWORD)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Moves the clock by which attempts are counted."""
    start, passed = time.time(), [0.0]
    monkeypatch.setattr(ratelimit.time, "time", lambda: start + passed[0])

    def move(seconds: float) -> None:
        passed[0] += seconds

    return move


def sign_in(client: Client, password: str = PASSWORD, *, at: str, name: str = "greta") -> bool:
    sent = {"login": name, "password": password}
    answer = client.post(reverse("account_login"), sent, REMOTE_ADDR=at)
    assert answer.status_code in (200, 302, 429)
    return answer.status_code == 302


def guess(times: int, *, at: str, name: str = "greta") -> None:
    for n in range(times):
        assert not sign_in(Client(), f"wrong {n}", at=at, name=name)


@pytest.mark.slow
def test_twenty_wrong_ones_elsewhere_keep_nobody_out() -> None:
    guess(25, at=HALL)
    assert not sign_in(Client(), at=HALL)
    assert sign_in(Client(), at=HOME)
    assert sign_in(Client(), at=HOME, name="Greta")


@pytest.mark.slow
def test_a_device_that_has_signed_in_before_gets_in_at_the_same_address() -> None:
    phone = Client()
    assert sign_in(phone, at=HALL)
    phone.post(reverse("account_logout"))
    assert COOKIE in phone.cookies
    guess(25, at=HALL)
    # So many from one address that nobody new is heard there.
    for n in range(10):
        guess(10, at=HALL, name=f"somebody{n}")
    sent = {"login": "nobody", "password": "x"}
    flood = [Client().post(reverse("account_login"), sent, REMOTE_ADDR=HALL) for _ in range(200)]
    assert flood[-1].status_code == 429
    assert not sign_in(Client(), at=HALL)
    assert sign_in(phone, at=HALL)


@pytest.mark.slow
def test_of_a_device_only_those_who_have_signed_in_on_it_are_known() -> None:
    User.objects.create_user("mallory", password=PASSWORD)
    theirs = Client()
    assert sign_in(theirs, at=HALL, name="mallory")
    theirs.post(reverse("account_logout"))
    guess(25, at=HALL)
    assert not sign_in(theirs, at=HALL)
    # Nor does one help that somebody has written.
    theirs.cookies[COOKIE] = theirs.cookies[COOKIE].value[:-3] + "xyz"
    assert not sign_in(theirs, at=HALL)


def test_a_known_device_is_slowed_down_by_its_own_count(later: Any) -> None:
    stolen = Client()
    assert sign_in(stolen, at=HALL)
    stolen.post(reverse("account_logout"))
    for n in range(12):
        assert not sign_in(stolen, f"wrong {n}", at=HALL)
    assert not sign_in(stolen, at=HALL)
    later(61)
    assert sign_in(stolen, at=HALL)


@pytest.mark.slow
def test_each_wrong_one_takes_longer(later: Any) -> None:
    guess(10, at=HALL)
    assert not sign_in(Client(), at=HALL)
    later(61)
    guess(10, at=HALL)
    later(61)
    assert not sign_in(Client(), at=HALL)
    later(600)
    assert sign_in(Client(), at=HALL)
    for _ in range(20):
        guess(10, at=HALL)
        later(601)
    assert not sign_in(Client(), at=HALL)
    later(86_400)
    assert sign_in(Client(), at=HALL)


@pytest.mark.slow
def test_a_laptop_at_the_desk_knows_many() -> None:
    laptop = Client()
    for n in range(MOST_PEOPLE + 1):
        User.objects.create_user(f"desk{n}", password=PASSWORD)
        assert sign_in(laptop, at=HALL, name=f"desk{n}")
        laptop.post(reverse("account_logout"))
    guess(25, at=HALL, name="desk0")
    guess(25, at=HALL, name="desk1")
    assert not sign_in(laptop, at=HALL, name="desk0")
    assert sign_in(laptop, at=HALL, name="desk1")
