"""A player is here."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_entry, scope_of
from tournaments.models import Entry
from tournaments.policy import Act, require


def check_in(*, entry: Entry, present: bool, by: User, once: str = "") -> Answer:
    """The player is here, or is not after all. Answers ``{"entry": id, "status": …}``.

    Refusals: ``entry-withdrawn``.
    """
    with transaction.atomic():
        entry = lock_entry(entry)
        if earlier := journal.answered(by=by, once=once, act=Act.CHECK_IN, target=f"entry:{entry.pk}"):
            return earlier
        require(Act.CHECK_IN, by=by, scope=entry.section)
        if entry.status == Entry.Status.WITHDRAWN:
            raise Refusal("entry-withdrawn")
        before = entry.status
        entry.status = Entry.Status.CHECKED_IN if present else Entry.Status.ENTERED
        entry.save(update_fields=["status"])
        answer: Answer = {"entry": entry.pk, "status": entry.status}
        journal.record(
            Act.CHECK_IN,
            by=by,
            scope=scope_of(entry.section.event),
            target=f"entry:{entry.pk}",
            before={"status": before},
            after={"status": entry.status},
            once=once,
            answer=answer,
        )
        return answer
