"""Hear at once that something was published, where the database can say so.

On PostgreSQL triggers on the tables of pages notify `CHANNEL` when what they belong to is committed; who
listens has a connection of his own.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from django.db import connection

if TYPE_CHECKING:
    from psycopg import Connection

logger = logging.getLogger(__name__)

CHANNEL = "qiyuan_published"
# Seconds until listening is tried again: it may be refused for long, by a replica for one.
AGAIN = 5.0
# Between two looks passes so many times as long as the last one took, however much is published.
SHARE = 3
# Seconds between two looks: what is published at one moment comes in several transactions.
AT_LEAST = 0.02
CREATE = f"""
CREATE OR REPLACE FUNCTION qiyuan_published() RETURNS trigger AS $$
BEGIN PERFORM pg_notify('{CHANNEL}', ''); RETURN NULL; END;
$$ LANGUAGE plpgsql;
"""


def create_statements(table: str) -> list[str]:
    """Write the trigger that notifies of every change of ``table``; for PostgreSQL."""
    trigger = (
        f'CREATE TRIGGER "{table}_published" AFTER INSERT OR UPDATE OR DELETE ON "{table}" '
        "FOR EACH STATEMENT EXECUTE FUNCTION qiyuan_published()"
    )
    return [CREATE, trigger]


def drop_statements(table: str) -> list[str]:
    return [f'DROP TRIGGER IF EXISTS "{table}_published" ON "{table}"']


# It only wakes: what has changed is looked for in the tables, and that every half second anyway, so that
# nothing is missed where nobody can listen (SQLite), or while the connection is gone.
class Listening:
    """Let somebody who looks again and again wait between two looks."""

    def __init__(self) -> None:
        self._heard: Connection | None = None
        self._tried = float("-inf")
        self._deaf = False
        self._woken = time.monotonic()

    def wait(self, seconds: float) -> bool:
        """Wait until something is published, at most so many seconds; say whether something was, or may
        have been."""
        if connection.vendor != "postgresql":
            time.sleep(seconds)
            return False
        busy = time.monotonic() - self._woken
        pause = min(seconds, max(AT_LEAST, SHARE * busy))
        time.sleep(pause)
        is_notified = self._wait(seconds - pause)
        self._woken = time.monotonic()
        return is_notified

    def _wait(self, seconds: float) -> bool:
        from psycopg import Error

        try:
            if self._heard is None:
                return self._listen(seconds)
            return any(True for _ in self._heard.notifies(timeout=seconds, stop_after=1))
        except Error as error:
            if not self._deaf:
                logger.warning("Nobody says what is published, it is looked for: %s", str(error).strip())
            self.close()
            self._deaf = True
            time.sleep(seconds)
            return False

    def _listen(self, seconds: float) -> bool:
        if time.monotonic() - self._tried < AGAIN:
            time.sleep(seconds)
            return False
        self._tried = time.monotonic()
        import psycopg

        # The pool's connections go from hand to hand.
        self._heard = psycopg.connect(**{**connection.get_connection_params(), "autocommit": True})
        self._heard.execute(f"LISTEN {CHANNEL}")
        if self._deaf:
            logger.info("What is published is heard again.")
        self._deaf = False
        # What was published while nobody listened.
        return True

    def close(self) -> None:
        if self._heard is not None:
            self._heard.close()
        self._heard = None
