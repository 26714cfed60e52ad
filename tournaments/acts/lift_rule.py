"""Take a fixed or forbidden pair back; an existing draft is paired anew.

A pair that is forbidden for good (a tournament file may say so) is free from this round on: the rounds before
keep it each for itself, so that they can be computed again from the file (law 7).
"""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, check_seen, lock_round, refuse_while_busy, scope_of, target_of
from tournaments.acts.pair_round import ask_for_pairing, changes_lost
from tournaments.models import PairRule, Round
from tournaments.policy import Act, require
from tournaments.queries.progress import stand_of
from tournaments.queries.rulings import rules_in


def lift_rule(*, round_: Round, rule: int, by: User, seen: str | None = None, once: str = "") -> Answer:
    """Take a fixed or forbidden pair back. Answers ``{"lifted": id, "dropped": […]}``, with ``"job"``
    when a draft is being paired anew; ``dropped``: the changes by hand that are lost with it.

    Refusals: ``state``, ``no-such-rule``; `Conflict` ``round-changed``: ``seen`` is not its `stand_of` any
    more.
    """
    with transaction.atomic():
        round_ = lock_round(round_)
        if earlier := journal.answered(by=by, once=once, act="lift_rule", target=target_of(round_)):
            return earlier
        require(Act.RULE_PAIR, by=by, scope=round_)
        refuse_while_busy(round_)
        check_seen(round_, seen, stand_of(round_))
        found = rules_in(round_).filter(pk=rule).first()
        if found is None:
            raise Refusal("no-such-rule")
        before = {"kind": found.kind, "first": found.first.number, "second": found.second.number}
        if found.round_number is None:
            before["from_round"] = round_.number
            _keep_before(round_, found)
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


def _keep_before(round_: Round, rule: PairRule) -> None:
    """Have the rounds before this one keep a ruling that was for every round."""
    pair = [rule.first_id, rule.second_id]
    ruled = set(
        round_.section.pair_rules.filter(kind=rule.kind, first__in=pair, second__in=pair).values_list(
            "round_number", flat=True
        )
    )
    PairRule.objects.bulk_create(
        PairRule(
            section=round_.section,
            round_number=number,
            kind=rule.kind,
            first=rule.first,
            second=rule.second,
            reason=rule.reason,
        )
        for number in range(1, round_.number)
        if number not in ruled
    )
