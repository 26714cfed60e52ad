"""A player is here."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Denied, Refusal
from tournaments.acts.common import Answer, lock_entry, scope_of
from tournaments.models import Entry, PlayerLink
from tournaments.policy import Act, party_of, require
from tournaments.queries.entries import next_round, takes_check_ins


def check_in(*, entry: Entry, present: bool, by: User | PlayerLink, once: str = "") -> Answer:
    """The player is here, or is not after all. ``by`` a private link: the player says so; only of the own
    entry, only to be here, and until the first round is paired. Answers ``{"entry": id, "status": …}``.

    Refusals: ``entry-withdrawn``, ``check-in-closed``.
    """
    user, party = (None, party_of(by)) if isinstance(by, PlayerLink) else (by, "")
    with transaction.atomic():
        entry = lock_entry(entry)
        target = f"entry:{entry.pk}"
        if earlier := journal.answered(by=user, party=party, once=once, act=Act.CHECK_IN, target=target):
            return earlier
        if isinstance(by, PlayerLink):
            _require_own(by, entry, present=present)
        else:
            require(Act.CHECK_IN, by=by, scope=entry.section)
        if entry.status == Entry.Status.WITHDRAWN:
            raise Refusal("entry-withdrawn")
        before = entry.status
        answer: Answer = {"entry": entry.pk, "status": Entry.Status.CHECKED_IN}
        if party and before == Entry.Status.CHECKED_IN:
            return answer
        entry.status = Entry.Status.CHECKED_IN if present else Entry.Status.ENTERED
        entry.here_from = next_round(entry.section) if present else None
        entry.save(update_fields=["status", "here_from"])
        answer["status"] = entry.status
        journal.record(
            Act.CHECK_IN,
            by=user,
            party=party,
            scope=scope_of(entry.section.event),
            target=target,
            before={"status": before},
            after={"status": entry.status},
            once=once,
            answer=answer,
        )
        return answer


def _require_own(link: PlayerLink, entry: Entry, *, present: bool) -> None:
    """What a player may say. Raises `Denied`, or the `Refusal` ``check-in-closed``."""
    require(Act.CHECK_IN, by=link, scope=entry.section, thing=entry)
    if not present:
        raise Denied(Act.CHECK_IN)
    if not takes_check_ins(entry.section):
        raise Refusal("check-in-closed")
