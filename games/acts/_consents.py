"""What agreeing to a count and ruling on it have in common."""

from __future__ import annotations

from django.db import transaction

from games import pages
from games.acts._parties import party_of
from games.models import BoardCount, CountConsent
from games.policy import RecordAct
from games.queries.counts import current_count, is_settled, own_side, value_of
from games.weiqi.counting import Outcome
from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_round, scope_of
from tournaments.acts.tell_result import agree_result
from tournaments.models import PlayerLink, Round
from tournaments.policy import require
from tournaments.queries.matches import seat_of

AGREE_COUNT = "agree_count"


def agree(count: BoardCount, side: str, *, by: User | PlayerLink, once: str) -> Answer:
    """A side agrees; see the act."""
    with transaction.atomic():
        round_ = lock_round(count.pairing.round)
        user, party, _ = party_of(by)
        target = _target(count)
        if earlier := journal.answered(by=user, party=party, once=once, act=AGREE_COUNT, target=target):
            return earlier
        require(RecordAct.COUNT_BOARD, by=by, scope=round_, thing=count.pairing)
        if isinstance(by, PlayerLink):
            side = own_side(by.entry, count.pairing, count.game)
        voice = CountConsent.Voice(side)
        current = in_force(count)
        if said(current, voice):
            return {"count": count.pk, "settled": is_settled(current)}
        if is_settled(current):
            raise Refusal("count-settled")
        settled = consent(current, voice, by=by, round_=round_)
        answer: Answer = {"count": count.pk, "settled": settled}
        journal.record(
            AGREE_COUNT,
            by=user,
            party=party,
            scope=scope_of(round_.section.event),
            target=target,
            after=_facts(count, voice),
            once=once,
            answer=answer,
        )
        return answer


def rule(count: BoardCount, ruling: str, *, by: User, reason: str, once: str) -> Answer:
    """The referee rules; see the act."""
    with transaction.atomic():
        round_ = lock_round(count.pairing.round)
        target = _target(count)
        if earlier := journal.answered(by=by, once=once, act=RecordAct.RULE_COUNT, target=target):
            return earlier
        require(RecordAct.RULE_COUNT, by=by, scope=round_)
        if ruling not in CountConsent.Ruling.values:
            raise Refusal("unknown-ruling", field="ruling", ruling=ruling)
        current = in_force(count)
        if said(current, CountConsent.Voice.REFEREE):
            return {"count": count.pk, "settled": True}
        if is_settled(current):
            raise Refusal("count-settled")
        if not reason.strip():
            raise Refusal("reason-needed", field="reason")
        consent(
            current, CountConsent.Voice.REFEREE, by=by, round_=round_, ruling=ruling, reason=reason.strip()
        )
        answer: Answer = {"count": count.pk, "settled": True}
        journal.record(
            RecordAct.RULE_COUNT,
            by=by,
            scope=scope_of(round_.section.event),
            target=target,
            after=_facts(count, CountConsent.Voice.REFEREE) | ({"ruling": ruling} if ruling else {}),
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        return answer


def consent(
    count: BoardCount, voice: CountConsent.Voice, *, by: User | PlayerLink, round_: Round, **more: str
) -> bool:
    """The row itself, under the lock of the round; whether the count is settled by it, which the game's page
    then shows. Where a player was the second to agree, it is the result with that; staff have it to enter
    before them."""
    user, _, entry = party_of(by)
    CountConsent.objects.create(count=count, voice=voice, by=user, by_entry=entry, **more)
    current = current_count(count.pairing, count.game) or count
    if not is_settled(current):
        return False
    pages.count_changed(count.pairing, count.game)
    if isinstance(by, PlayerLink):
        sides = {one.voice: one.at for one in current.consents.all()}
        seats = count.pairing.seats.all()
        agree_result(
            by=by,
            round_=round_,
            pairing=count.pairing,
            game=count.game,
            value=value_of(current),
            said_at={seat.entry_id: sides[seat_of(seat.colour, count.game)] for seat in seats},
        )
    return True


def in_force(count: BoardCount) -> BoardCount:
    """The count, fresh. Raises ``count-superseded``."""
    current = current_count(count.pairing, count.game)
    if current is None or current.pk != count.pk:
        raise Refusal("count-superseded")
    current.pairing = count.pairing
    return current


def said(count: BoardCount, voice: str) -> bool:
    """Whether that voice has taken the count already."""
    return any(consent.voice == voice for consent in count.consents.all())


def _target(count: BoardCount) -> str:
    return f"count:{count.pk}"


def _facts(count: BoardCount, voice: str) -> Answer:
    return {
        "count": count.pk,
        "table": count.pairing.table,
        "outcome": Outcome(count.margin).sgf,
        "voice": str(voice),
    }
