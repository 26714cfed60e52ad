"""Days as they are reckoned."""

from __future__ import annotations

from datetime import UTC, date, datetime

from portal.web.dates import day_after


def test_what_is_kept_for_a_day_is_kept_until_the_next_begins() -> None:
    assert day_after(date(2026, 12, 31)) == datetime(2027, 1, 1, tzinfo=UTC)
