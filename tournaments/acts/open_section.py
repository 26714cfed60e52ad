"""Open a section: from now on its pages, and its event's, are public."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from tournaments import pages
from tournaments.acts.common import Answer, lock_section, scope_of, target_of
from tournaments.models import Section
from tournaments.policy import Act, check_section_state, require


def open_section(*, section: Section, by: User, once: str = "") -> Answer:
    """Answers ``{"section": id, "state": "open"}``. Refusals: ``section-already-open``."""
    with transaction.atomic():
        section = lock_section(section)
        if earlier := journal.answered(by=by, once=once, act="open_section", target=target_of(section)):
            return earlier
        require(Act.EDIT_EVENT, by=by, scope=section)
        check_section_state("open_section", section)
        section.state = Section.State.OPEN
        section.save(update_fields=["state"])
        event = section.event
        if not event.listed:
            event.listed = True
            event.save(update_fields=["listed"])
        pages.announce_event(event)
        pages.announce_section(section)
        answer: Answer = {"section": section.pk, "state": section.state}
        journal.record(
            "open_section",
            by=by,
            scope=scope_of(event),
            target=target_of(section),
            before={"state": Section.State.DRAFT},
            after={"state": section.state},
            once=once,
            answer=answer,
        )
        return answer
