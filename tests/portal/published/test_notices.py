"""Who keeps files of pages hears at once of what is published, and looks for it where he cannot."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection, transaction

from portal import published
from portal.accounts.models import User
from portal.published.folder import Folder
from portal.published.mirror import Mirror
from portal.published.models import Page
from portal.published.pg_listen import CHANNEL, Listening

LONG = 30.0
"""Seconds: whoever returns before has been told."""
SHORT = 0.1
LISTENERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE query LIKE %s AND pid <> %s AND datname = current_database()
"""


@pytest.fixture
def listening() -> Iterator[Listening]:
    listening = Listening()
    yield listening
    listening.close()


def test_where_the_database_says_nothing_it_is_looked_for(listening: Listening) -> None:
    if connection.vendor == "postgresql":
        pytest.skip("PostgreSQL says it")
    assert listening.wait(SHORT) is False


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
class TestListening:
    @pytest.fixture(autouse=True)
    def pages(self) -> None:
        published.announce("e/x/men/", "people", {"title": "Men"})

    def test_what_is_committed_is_told_and_nothing_else(self, listening: Listening) -> None:
        assert listening.wait(LONG), "what was published before somebody listened"
        assert not listening.wait(SHORT)
        with transaction.atomic():
            Page.objects.update(version=2)
            assert not listening.wait(SHORT), "nobody sees it yet"
        assert listening.wait(LONG)
        with transaction.atomic():
            Page.objects.update(version=3)
            transaction.set_rollback(True)
        User.objects.create(username="wang")
        assert not listening.wait(SHORT)

    def test_bytes_that_their_first_reader_had_made_are_told(self, listening: Listening) -> None:
        listening.wait(LONG)
        published.get("e/x/men/", "vi")
        assert listening.wait(LONG)

    def test_who_waits_is_woken(self, listening: Listening) -> None:
        listening.wait(LONG)
        woken: list[bool] = []
        waiting = threading.Thread(target=lambda: woken.append(listening.wait(LONG)))
        waiting.start()
        time.sleep(SHORT)
        Page.objects.update(version=2)
        waiting.join(LONG)
        assert woken == [True]

    def test_a_connection_that_drops_is_made_anew_and_nothing_is_missed(
        self,
        listening: Listening,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        pages_in_memory: None,
    ) -> None:
        folder = Mirror(Folder(tmp_path))
        monkeypatch.setattr("portal.published.pg_listen.AGAIN", float("inf"))
        listening.wait(LONG)
        folder.look()
        self.drop()
        # After a long look the first of them only rests.
        for _ in range(round(LONG / SHORT)):
            assert not listening.wait(SHORT)
            if "it is looked for" in caplog.text:
                break
        assert "it is looked for" in caplog.text
        published.get("e/x/men/", "en")
        assert not listening.wait(SHORT), "it does not try again and again"
        folder.look()
        page = tmp_path / "en/e/x/men/index.html"
        assert page.exists(), "it was looked for"
        monkeypatch.setattr("portal.published.pg_listen.AGAIN", 0.0)
        assert listening.wait(LONG), "what was published meanwhile is looked at"
        assert not listening.wait(SHORT)
        published.unpublish("e/x/men/")
        assert listening.wait(LONG), "and it is told as before"
        folder.look()
        assert not page.exists()

    def drop(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            ours = cursor.fetchone()[0]
            cursor.execute(LISTENERS, [f"LISTEN {CHANNEL}%", ours])
            assert cursor.fetchall() == [(True,)]
