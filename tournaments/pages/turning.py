"""The front page turns with the calendar: when an event begins, and when it is over, nobody does anything."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from portal import published
from portal.outbox import RENDER, Handler, Job, Work, enqueue
from tournaments.pages import paths
from tournaments.queries.public.public_front import LISTS, next_turn

KIND = "turn"


def front_changed() -> None:
    """An event has come, gone or moved: the front page and its lists follow, now and when its day comes."""
    published.invalidate(paths.HOME, under=[LISTS])
    enqueue(KIND, key=KIND, payload={}, priority=RENDER)


class TurnHandler(Handler):
    """Has the front page made anew, and waits for the next turn."""

    def read(self, payload: dict[str, Any]) -> Work:
        return Work("", next_turn(datetime.now(UTC)))

    def write(self, job: Job, data: datetime | None, result: None) -> dict[str, Any]:
        published.invalidate(paths.HOME, under=[LISTS])
        if data is not None:
            left = (data - datetime.now(UTC)).total_seconds()
            enqueue(KIND, key=KIND, payload={}, priority=RENDER, delay=max(left, 1.0))
        return {"next": data.isoformat() if data else None}
