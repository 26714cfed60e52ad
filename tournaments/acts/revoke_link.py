"""Take a player's private link back: from then on it opens nothing."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_entry, scope_of
from tournaments.models import Entry, PlayerLink
from tournaments.policy import Act, require


def revoke_link(*, entry: Entry, by: User, once: str = "") -> Answer:
    """Answers ``{"entry": id}``. Refusals: ``no-link``."""
    with transaction.atomic():
        entry = lock_entry(entry)
        target = f"entry:{entry.pk}"
        if earlier := journal.answered(by=by, once=once, act="revoke_link", target=target):
            return earlier
        require(Act.ISSUE_LINKS, by=by, scope=entry.section)
        valid = PlayerLink.objects.filter(entry=entry, revoked_at__isnull=True)
        if not valid.update(revoked_at=timezone.now()):
            raise Refusal("no-link")
        answer: Answer = {"entry": entry.pk}
        journal.record(
            "revoke_link",
            by=by,
            scope=scope_of(entry.section.event),
            target=target,
            once=once,
            answer=answer,
        )
        return answer
