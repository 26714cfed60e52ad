"""Undo what the journal tells: the inverse act is done, with its own rights, refusals and entry."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from portal.accounts.models import User
from portal.journal import undoing
from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.common import lock_event, scope_of
from tournaments.acts.frame import outside_transaction
from tournaments.acts.undo._inverses import INVERSES
from tournaments.acts.undo._undo import Undo
from tournaments.models import Event
from tournaments.policy import Act


@outside_transaction(right=Act.READ_JOURNAL)
def undo(*, event: Event, entry: Id, reason: Reason, by: User, once: str = "") -> Mapping[str, object]:
    """Undo the act of a journal line; the answer is that of the inverse act, which may be undone again."""
    with transaction.atomic():
        lock_event(event)
        line = JournalEntry.objects.filter(pk=entry, scope=scope_of(event)).first()
        if line is None or line.act not in INVERSES:
            raise Refusal("no-inverse")
        earlier = JournalEntry.objects.filter(undoes=line).select_related("by").first()
        # The same press again gets the first answer.
        if earlier is not None and once and (earlier.by_id, earlier.once) == (by.pk, once):
            return earlier.answer or {}
        # Each act is undone once.
        if earlier is not None:
            raise Refusal("undone-already", by=str(earlier.by or ""))
        if not reason.strip():
            raise Refusal("reason-needed", field="reason")
        if not INVERSES[line.act].is_complete(line):
            raise Refusal("undo-untold")
        try:
            with undoing(line, reason.strip()):
                answer = INVERSES[line.act].do(Undo(line, event, by, reason.strip(), once))
        except Refusal as refusal:
            if refusal.code != "leaves-official":
                raise
            # The mode is left by an act of its own: an undo asks for nothing but its reason.
            raise Refusal("undo-leaves-official", **refusal.params) from None
        if not JournalEntry.objects.filter(undoes=line).exists():
            # The inverse found nothing to do: it stands as it would afterwards.
            raise Refusal("undo-too-late")
        return answer
