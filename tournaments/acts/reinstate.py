"""A player who has withdrawn plays after all."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import Answer, lock_entry, scope_of
from tournaments.acts.enter_player import check_section, has_two_groups, mark_absent, taken_numbers
from tournaments.models import Entry
from tournaments.policy import Act, check_section_state, require
from tournaments.state.lots import late_number


def reinstate(*, entry: Entry, by: User, reason: str, once: str = "") -> Answer:
    """Take a withdrawal back: the entry plays from the next round that is paired; the rounds published
    meanwhile are absences. Whom the lots left out gets the next free number. Answers
    ``{"entry": id, "number": int | None}``.

    Refusals: ``reason-needed``, ``entry-not-withdrawn``, ``section-finished``, ``no-late-entry`` (the lots
    of a round robin left the player out).
    """
    with transaction.atomic():
        entry = lock_entry(entry)
        section = entry.section
        target = f"entry:{entry.pk}"
        if earlier := journal.answered(by=by, once=once, act=Act.REINSTATE, target=target):
            return earlier
        require(Act.REINSTATE, by=by, scope=section)
        if not reason.strip():
            raise Refusal("reason-needed", field="reason")
        if entry.status != Entry.Status.WITHDRAWN:
            raise Refusal("entry-not-withdrawn")
        check_section_state(Act.REINSTATE, section)
        before = {"status": entry.status, "withdrawn_after": entry.withdrawn_after}
        if section.lots_drawn_at and entry.number is None:
            check_section(section)
            taken = taken_numbers(section)
            entry.number = late_number(taken, entry.group, two_groups=has_two_groups(section))
        mark_absent(section, [entry], after=entry.withdrawn_after or 0)
        entry.status = Entry.Status.ENTERED
        entry.withdrawn_after = None
        entry.save(update_fields=["status", "withdrawn_after", "number"])
        answer: Answer = {"entry": entry.pk, "number": entry.number}
        journal.record(
            Act.REINSTATE,
            by=by,
            scope=scope_of(section.event),
            target=target,
            before=before,
            after={"status": entry.status, "withdrawn_after": None},
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        pages.section_changed(section)
        return answer
