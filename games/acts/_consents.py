"""What agreeing to a count and ruling on it have in common."""

from __future__ import annotations

from django.db import transaction

from games.models import BoardCount, CountConsent
from games.policy import RecordAct, require
from games.queries.counts import current_count, is_settled
from games.weiqi.counting import Outcome
from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_round, scope_of

AGREE_COUNT = "agree_count"


def consent(count: BoardCount, voice: CountConsent.Voice, *, by: User, once: str, reason: str = "") -> Answer:
    """See the acts. Refusals: ``state``, ``count-superseded``, ``count-settled``, ``reason-needed``."""
    ruling = voice is CountConsent.Voice.REFEREE
    act = RecordAct.RULE_COUNT if ruling else RecordAct.COUNT_BOARD
    told = act if ruling else AGREE_COUNT
    with transaction.atomic():
        round_ = lock_round(count.pairing.round)
        target = f"count:{count.pk}"
        if earlier := journal.answered(by=by, once=once, act=told, target=target):
            return earlier
        require(act, by=by, round_=round_)
        current = current_count(count.pairing, count.game)
        if current is None or current.pk != count.pk:
            raise Refusal("count-superseded")
        if any(consent.voice == voice for consent in current.consents.all()):
            return {"count": count.pk, "settled": is_settled(current)}
        if is_settled(current):
            raise Refusal("count-settled")
        if ruling and not reason.strip():
            raise Refusal("reason-needed", field="reason")
        CountConsent.objects.create(count=count, voice=voice, by=by, reason=reason.strip())
        settled = ruling or bool(current.consents.all())
        answer: Answer = {"count": count.pk, "settled": settled}
        journal.record(
            told,
            by=by,
            scope=scope_of(round_.section.event),
            target=target,
            after={
                "count": count.pk,
                "table": count.pairing.table,
                "outcome": Outcome(count.margin).sgf,
                "voice": str(voice),
            },
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        return answer
