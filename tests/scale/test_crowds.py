"""The site as it is run, asked for much more than it can make at once: by strangers who say that they are
staff, and by a hall that opens its players' pages. Staff work on, and nobody waits for longer than a proxy
does."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.benchmarks.starve import site_of, storm
from tests.browser.site import Site

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("scale")]
LIARS, REFEREES = 60, 8
PROXY_WAITS = 30.0
PLAYERS, PHONES = 2_000, 150

SIGN_IN = """
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.conf import settings
from portal.accounts.models import User
from tournaments.models import Event, Membership, Role
answer = []
for number in range({count}):
    user = User.objects.create_user(f"referee-{{number}}")
    Membership.objects.create(event=Event.objects.get(), user=user, role=Role.REFEREE)
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session.save()
    answer.append(session.session_key)
"""


def ask(site: Site, path: str, **headers: str) -> tuple[int, float]:
    """Status, 0 where there was none, and seconds."""
    begun = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=120)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        status = answer.status
    except (OSError, http.client.HTTPException):
        status = 0
    finally:
        connection.close()
    return status, time.monotonic() - begun


@contextmanager
def flood(times: int, do: Callable[[], object]) -> Iterator[None]:
    """So many at once do it again and again."""
    over = threading.Event()

    def go_on() -> None:
        while not over.is_set():
            do()

    threads = [threading.Thread(target=go_on) for _ in range(times)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


@pytest.mark.parametrize("claim", [{"Cookie": "session=aaaa"}, {"Authorization": "Bearer x"}])
def test_what_strangers_say_of_themselves_keeps_no_referee_out(
    claim: dict[str, str], record_property: Callable[[str, object], None]
) -> None:
    with site_of(300, 1) as (site, secrets):
        sessions = site.ask(SIGN_IN.format(count=REFEREES))
        desk = "/en/desk/starve/men/round/4/"
        for session in sessions:
            assert ask(site, desk, Cookie=f"session={session}")[0] == 200
        with flood(LIARS, lambda: ask(site, f"/en/p/{secrets[0]}/", **claim)):
            time.sleep(2)
            answers = [ask(site, desk, Cookie=f"session={session}") for session in sessions]
    record_property("strangers at once", LIARS)
    record_property("referees answered", sum(status == 200 for status, _ in answers))
    record_property("slowest, s", round(max(seconds for _, seconds in answers), 2))
    assert {status for status, _ in answers} == {200}


def test_a_hall_of_a_large_section_gets_its_pages(record_property: Callable[[str, object], None]) -> None:
    with site_of(PLAYERS, PHONES) as (site, secrets):
        seen = storm(site, secrets)
    slowest = max(seconds for _, seconds in seen.phones)
    record_property("players, phones at once", f"{PLAYERS}, {PHONES}")
    record_property("until the last has its page, s", round(slowest, 1))
    record_property("a page, ms of processor", round(seen.processor * 1000, 1))
    assert {status for status, _ in seen.phones} == {200}
    assert not seen.reader.errors
    assert slowest < PROXY_WAITS
