"""A player asks not to play a round."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, check_seen, lock_entry, scope_of
from tournaments.models import Absence, Entry
from tournaments.policy import Act, require
from tournaments.queries.progress import stand_of


def set_absence(
    *,
    entry: Entry,
    round_number: int,
    absent: bool,
    by: User,
    reason: str = "",
    seen: str | None = None,
    once: str = "",
) -> Answer:
    """An entry does not play a round that is not public yet, or does after all. An absence scores 0 and is
    no bye. Answers ``{"entry": id, "round": n, "absent": bool}``. Refusals: ``no-such-round``, ``state``,
    ``entry-withdrawn``; `Conflict` ``round-changed``: ``seen`` is not the round's `stand_of` any more."""
    with transaction.atomic():
        entry = lock_entry(entry)
        target = f"entry:{entry.pk}"
        if earlier := journal.answered(by=by, once=once, act=Act.SET_ABSENCE, target=target):
            return earlier
        round_ = entry.section.round_set.select_for_update().filter(number=round_number).first()
        if round_ is None:
            require(Act.SET_ABSENCE, by=by, scope=entry.section)
            raise Refusal("no-such-round", field="round", round=round_number, rounds=entry.section.rounds)
        round_.section = entry.section
        require(Act.SET_ABSENCE, by=by, scope=round_)
        check_seen(round_, seen, stand_of(round_))
        if entry.status == Entry.Status.WITHDRAWN:
            raise Refusal("entry-withdrawn")
        if absent:
            Absence.objects.get_or_create(entry=entry, round_number=round_number)
        else:
            Absence.objects.filter(entry=entry, round_number=round_number).delete()
        answer: Answer = {"entry": entry.pk, "round": round_number, "absent": absent}
        journal.record(
            Act.SET_ABSENCE,
            by=by,
            scope=scope_of(entry.section.event),
            target=target,
            after={"round": round_number, "absent": absent},
            reason=reason,
            once=once,
            answer=answer,
        )
        return answer
