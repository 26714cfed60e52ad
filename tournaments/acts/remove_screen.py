"""Take a screen away: its address says that it is gone."""

from __future__ import annotations

from django.db import transaction

from portal import journal, published
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_event, scope_of, target_of
from tournaments.models import Event
from tournaments.pages import paths
from tournaments.policy import Act, require


def remove_screen(*, event: Event, screen: int, by: User, once: str = "") -> Answer:
    """``screen``: its id. Answers ``{"removed": number}``. Refusals: ``no-such-screen``."""
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act="remove_screen", target=target_of(event)):
            return earlier
        require(Act.SET_SCREEN, by=by, scope=event)
        found = event.screens.filter(pk=screen).first()
        if found is None:
            raise Refusal("no-such-screen")
        found.delete()
        answer: Answer = {"removed": found.number}
        journal.record(
            "remove_screen",
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            before={"screen": found.number},
            once=once,
            answer=answer,
        )
        published.unpublish(paths.screen_path(event, found.number))
        return answer
