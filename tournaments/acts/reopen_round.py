"""Reopen a closed round, as long as nothing is paired after it. Visible, with a reason."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.common import (
    Answer,
    check_seen,
    lock_round,
    lock_section,
    refuse_while_busy,
    scope_of,
    target_of,
)
from tournaments.models import Round, Section
from tournaments.policy import Act, require
from tournaments.queries.progress import stand_of


def reopen_round(*, round_: Round, reason: str, by: User, seen: str | None = None, once: str = "") -> Answer:
    """Its frozen standings stay as versions; closing again adds one. Answers ``{"round": id, "state": …}``.

    Refusals: ``state``, ``reason-needed``, ``later-round-paired``; ``still-pairing``, ``publishing`` or
    ``closing`` while work on this round or a later one is in hand; `Conflict` ``round-changed``: ``seen``
    is not its `stand_of` any more.
    """
    with transaction.atomic():
        # The worker writes a later round's draft under the same lock.
        lock_section(round_.section)
        round_ = lock_round(round_)
        if earlier := journal.answered(by=by, once=once, act=Act.REOPEN_ROUND, target=target_of(round_)):
            return earlier
        require(Act.REOPEN_ROUND, by=by, scope=round_)
        refuse_while_busy(round_)
        check_seen(round_, seen, stand_of(round_))
        if not reason.strip():
            raise Refusal("reason-needed", field="reason")
        section = round_.section
        for later in section.round_set.filter(number__gt=round_.number).order_by("number"):
            refuse_while_busy(later)
            if later.state != Round.State.PLANNED:
                raise Refusal("later-round-paired", round=round_.number, later=later.number)
        round_.state = Round.State.PLAYING
        round_.closed_at = None
        round_.save(update_fields=["state", "closed_at"])
        if section.state == Section.State.FINISHED:
            section.state = Section.State.RUNNING
            section.save(update_fields=["state"])
        answer: Answer = {"round": round_.pk, "state": round_.state}
        journal.record(
            Act.REOPEN_ROUND,
            by=by,
            scope=scope_of(section.event),
            target=target_of(round_),
            before={"state": Round.State.CLOSED},
            after={"state": round_.state},
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        pages.round_reopened(round_)
        return answer
