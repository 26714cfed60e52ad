"""Forget a person for good: names and particulars, and wherever they were written down."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts._forgetting import events_of, forget_person, lock_everything, named_after, names_of
from tournaments.acts.common import Answer, scope_of
from tournaments.models import Entry
from tournaments.policy import Act, acts_of, require
from tournaments.state.folding import folded


def erase_player(*, entry: Entry, confirm: str, by: User, once: str = "") -> Answer:
    """The person of ``entry`` is forgotten at every event of this site; results, numbers and standings stay.
    ``confirm``: the name, typed. It cannot be undone. A chief organiser may do it who is that at all events
    of the person. Answers ``{"player": id, "entries": n, "named": ["team:5", …]}``: what organisers have
    called by the person's name, which stays.

    Refusals: ``player-erased``, ``erase-confirm``, ``erase-elsewhere``.
    """
    with transaction.atomic():
        player = lock_everything(entry.player)
        target = f"entry:{entry.pk}"
        if earlier := journal.answered(by=by, once=once, act=Act.ERASE_PLAYER, target=target):
            return earlier
        require(Act.ERASE_PLAYER, by=by, scope=entry.section)
        events = events_of(player)
        if any(Act.ERASE_PLAYER not in acts_of(by, event) for event in events):
            raise Refusal("erase-elsewhere")
        if player.erased_at:
            raise Refusal("player-erased")
        names = names_of(player)
        if not folded(confirm) or folded(confirm) not in {folded(name) for name in names}:
            raise Refusal("erase-confirm", field="confirm")
        named = named_after(player, names)
        forget_person(player, names)
        entries = list(
            Entry.objects.filter(player__uid=player.uid).order_by("pk").values_list("pk", "section__event")
        )
        answer: Answer = {"player": player.pk, "entries": len(entries), "named": named}
        here = scope_of(entry.section.event)
        journal.record(
            Act.ERASE_PLAYER,
            by=by,
            scope=here,
            target=target,
            after={"entries": len(entries)},
            once=once,
            answer=answer,
        )
        # The journal of each other event says it, too.
        for key, event in {event: key for key, event in reversed(entries)}.items():
            if f"event:{key}" != here:
                journal.record(Act.ERASE_PLAYER, by=by, scope=f"event:{key}", target=f"entry:{event}")
        return answer
