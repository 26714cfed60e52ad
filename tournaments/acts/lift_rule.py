"""Take a fixed or forbidden pair back; an existing draft is paired anew."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, lock_round, refuse_while_busy, scope_of, target_of
from tournaments.acts.pair_round import ask_for_pairing, changes_lost
from tournaments.models import Round
from tournaments.policy import Act, require


def lift_rule(*, round_: Round, rule: int, by: User, once: str = "") -> Answer:
    """Take a fixed or forbidden pair back. Answers ``{"lifted": id, "dropped": […]}``, with ``"job"``
    when a draft is being paired anew; ``dropped``: the changes by hand that are lost with it.

    Refusals: ``state``, ``no-such-rule``.
    """
    with transaction.atomic():
        round_ = lock_round(round_)
        if earlier := journal.answered(by=by, once=once, act="lift_rule", target=target_of(round_)):
            return earlier
        require(Act.RULE_PAIR, by=by, scope=round_)
        refuse_while_busy(round_)
        found = round_.section.pair_rules.filter(pk=rule, round_number=round_.number).first()
        if found is None:
            raise Refusal("no-such-rule")
        before = {"kind": found.kind, "first": found.first.number, "second": found.second.number}
        found.delete()
        dropped = changes_lost(round_)
        answer: Answer = {"lifted": rule, "dropped": dropped}
        journal.record(
            "lift_rule",
            by=by,
            scope=scope_of(round_.section.event),
            target=target_of(round_),
            before=before,
            after={"dropped": dropped},
            once=once,
            answer=answer,
        )
        if round_.state == Round.State.DRAFT:
            return {**answer, "job": ask_for_pairing(round_, by=by).pk}
        return answer
