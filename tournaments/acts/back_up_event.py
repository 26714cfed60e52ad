"""Ask for a backup of an event; a worker makes it."""

from __future__ import annotations

from django.db import transaction

from portal import journal, outbox
from portal.accounts.models import User
from tournaments.acts.common import Answer, lock_event, scope_of, target_of
from tournaments.models import Event
from tournaments.policy import Act, require
from tournaments.queries.backups import backup_key


def back_up_event(*, event: Event, by: User, once: str = "") -> Answer:
    """The one that is kept is replaced. Answers ``{"asked": key}``: the key of the work."""
    with transaction.atomic():
        event = lock_event(event)
        if earlier := journal.answered(by=by, once=once, act=Act.BACK_UP_EVENT, target=target_of(event)):
            return earlier
        require(Act.BACK_UP_EVENT, by=by, scope=event)
        key = backup_key(event)
        outbox.ask("backup", key=key, payload={"event": event.pk}, by=by, priority=outbox.PAPER)
        answer: Answer = {"asked": key}
        journal.record(
            Act.BACK_UP_EVENT, by=by, scope=scope_of(event), target=target_of(event), once=once, answer=answer
        )
        return answer
