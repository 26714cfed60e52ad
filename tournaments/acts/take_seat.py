"""A player says to be at the table of a round that is played on line."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from portal import journal
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_round, scope_of, target_of
from tournaments.models import PlayerLink, Round
from tournaments.policy import Act, party_of, require
from tournaments.queries.absentees import seat_to_take


def take_seat(*, by: PlayerLink, round_: Round, once: str = "") -> Answer:
    """The first word counts: saying it again changes nothing. Answers ``{"table": n}``. It is a word and no
    proof: a referee who finds the seat empty corrects the result like any other.

    Refusals: ``state``, ``not-online``, ``no-game-of-yours``.
    """
    with transaction.atomic():
        round_ = lock_round(round_)
        target, party = target_of(round_), party_of(by)
        if earlier := journal.answered(by=None, party=party, once=once, act=Act.TAKE_SEAT, target=target):
            return earlier
        require(Act.TAKE_SEAT, by=by, scope=round_)
        if not round_.section.online:
            raise Refusal("not-online")
        seat = seat_to_take(by.entry, round_)
        if seat is None:
            raise Refusal("no-game-of-yours", round=round_.number)
        answer: Answer = {"table": seat.pairing.table}
        if seat.taken_at is not None:
            return answer
        seat.taken_at = timezone.now()
        seat.save(update_fields=["taken_at"])
        journal.record(
            Act.TAKE_SEAT,
            by=None,
            party=party,
            scope=scope_of(round_.section.event),
            target=target,
            after={"table": seat.pairing.table},
            once=once,
            answer=answer,
        )
        return answer
