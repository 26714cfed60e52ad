"""Take the logo of an event away: its address says that it is gone, paper is set without it from now on."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer, lock_event, scope_of, target_of
from tournaments.models import Event, Logo
from tournaments.policy import Act, require


def remove_logo(*, event: Event, by: User, once: str = "") -> Answer:
    """Answers ``{"digest"}`` of what was taken away. Refusals: ``no-logo``."""
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act="remove_logo", target=target_of(event)):
            return earlier
        require(Act.SET_LOGO, by=by, scope=event)
        logo = Logo.objects.filter(event=event).defer("body").first()
        if logo is None:
            raise Refusal("no-logo")
        answer: Answer = {"digest": logo.digest}
        logo.delete()
        journal.record(
            "remove_logo",
            by=by,
            scope=scope_of(event),
            target=target_of(event),
            before=answer,
            once=once,
            answer=answer,
        )
        pages.logo_changed(event)
        return answer
