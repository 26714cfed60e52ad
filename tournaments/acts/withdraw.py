"""A player leaves the tournament."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer, lock_entry, scope_of
from tournaments.models import Entry, Round
from tournaments.policy import Act, require


def withdraw(*, entry: Entry, by: User, reason: str, once: str = "") -> Answer:
    """The entry plays no further round; its points stand (S2). Answers ``{"entry": id, "after": n}``: the
    last public round. Before the lots the entry is simply left out of the draw.

    Refusals: ``reason-needed``, ``entry-withdrawn``.
    """
    with transaction.atomic():
        entry = lock_entry(entry)
        if earlier := journal.answered(by=by, once=once, act=Act.WITHDRAW, target=f"entry:{entry.pk}"):
            return earlier
        require(Act.WITHDRAW, by=by, scope=entry.section)
        if not reason.strip():
            raise Refusal("reason-needed", field="reason")
        if entry.status == Entry.Status.WITHDRAWN:
            raise Refusal("entry-withdrawn")
        public = entry.section.round_set.exclude(state__in=(Round.State.PLANNED, Round.State.DRAFT))
        after = max(public.values_list("number", flat=True), default=0)
        before = entry.status
        entry.status = Entry.Status.WITHDRAWN
        entry.withdrawn_after = after
        entry.save(update_fields=["status", "withdrawn_after"])
        answer: Answer = {"entry": entry.pk, "after": after}
        journal.record(
            Act.WITHDRAW,
            by=by,
            scope=scope_of(entry.section.event),
            target=f"entry:{entry.pk}",
            before={"status": before},
            after={"status": entry.status, "withdrawn_after": after},
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        pages.section_changed(entry.section)
        return answer
