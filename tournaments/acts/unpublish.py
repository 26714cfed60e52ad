"""Take something back from the public: the event, a section, a round, the standings after one."""

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


def unpublish(*, event: Event, what: str, reason: str, by: User, once: str = "") -> Answer:
    """``what``: the key of a `pages.places.Place`. Its addresses answer 410 from now on, whatever is
    announced there, until `republish`. Answers ``{"what": key}``. Refusals: ``reason-needed``,
    ``no-such-place``, ``withheld-already``."""
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act=Act.UNPUBLISH, target=target_of(event)):
            return earlier
        require(Act.UNPUBLISH, by=by, scope=event)
        if not reason.strip():
            raise Refusal("reason-needed", field="reason")
        place = place_of(event, what)
        if place is None:
            raise Refusal("no-such-place", field="what")
        if place.withheld:
            raise Refusal("withheld-already", field="what")
        for prefix in place.prefixes:
            published.withhold(prefix)
        for prefix in place.gathered:
            published.make_anew(prefix)
        pages.announce_home()
        answer: Answer = {"what": what}
        journal.record(
            Act.UNPUBLISH,
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            after={"what": what},
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        return answer
