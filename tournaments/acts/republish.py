"""Put before the public again what was taken back."""

from __future__ import annotations

from django.db import transaction

from portal import journal, published
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer, lock_event, scope_of, target_of
from tournaments.models import Event
from tournaments.pages.places import place_of
from tournaments.policy import Act, require


def republish(*, event: Event, what: str, by: User, once: str = "") -> Answer:
    """``what``: as in `unpublish`. What comes back is what would stand there now. Answers ``{"what": key}``.
    Refusals: ``no-such-place``, ``not-withheld``."""
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act="republish", target=target_of(event)):
            return earlier
        require(Act.UNPUBLISH, by=by, scope=event)
        place = place_of(event, what)
        if place is None:
            raise Refusal("no-such-place", field="what")
        if not place.withheld:
            raise Refusal("not-withheld", field="what")
        for prefix in place.prefixes:
            published.give_back(prefix)
        for prefix in place.gathered:
            published.make_anew(prefix)
        pages.announce_home()
        answer: Answer = {"what": what}
        journal.record(
            "republish",
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            after={"what": what},
            once=once,
            answer=answer,
        )
        return answer
