"""Send a backup to be restored; a worker does it."""

from __future__ import annotations

from django.db import transaction

from portal import journal, outbox
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer
from tournaments.acts.restore_event import check_slug
from tournaments.models import Restoration
from tournaments.policy import Act, require
from tournaments.queries.backups import restore_key

MOST_BYTES = 7 * 1024 * 1024
"""Of a file that is sent; forms as a whole may have 8 MB (`portal.limits`)."""


def ask_restoring(*, body: bytes, slug: str, by: User, once: str = "") -> Answer:
    """``slug``: the address of the new event. Answers ``{"restoration": id}``. Refusals:
    ``event-slug-taken``, ``event-slug-invalid``, ``backup-file-too-large``; those of
    `restore_event` come from the worker."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)
        target = f"user:{by.pk}"
        if earlier := journal.answered(by=by, once=once, act="ask_restoring", target=target):
            return earlier
        require(Act.RESTORE_EVENT, by=by)
        check_slug(slug)
        if len(body) > MOST_BYTES:
            raise Refusal("backup-file-too-large", field="file", most=MOST_BYTES >> 20)
        restoration = Restoration.objects.create(slug=slug, body=body, by=by)
        outbox.ask(
            "restore",
            key=restore_key(restoration),
            payload={"restoration": restoration.pk},
            by=by,
            priority=outbox.PAPER,
        )
        answer: Answer = {"restoration": restoration.pk}
        journal.record(
            "ask_restoring",
            by=by,
            scope=target,
            target=target,
            after={"slug": slug, "bytes": len(body)},
            once=once,
            answer=answer,
        )
        return answer
