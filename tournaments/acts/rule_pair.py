"""Fix or forbid a pair before the run (WXC 2.4); an existing draft is paired anew."""

from __future__ import annotations

from django.db import transaction

from portal import journal
from portal.accounts.models import User
from portal.policy import Refusal
from tournaments.acts.common import Answer, check_seen, lock_round, refuse_while_busy, scope_of, target_of
from tournaments.acts.pair_round import ask_for_pairing, changes_lost
from tournaments.models import Entry, PairRule, Round
from tournaments.policy import Act, require
from tournaments.queries.progress import stand_of
from tournaments.queries.rulings import rules_in


def rule_pair(
    *,
    round_: Round,
    kind: str,
    first: int,
    second: int,
    reason: str,
    by: User,
    seen: str | None = None,
    once: str = "",
) -> Answer:
    """``kind``: ``fixed`` or ``forbidden``; ``first``, ``second``: entry numbers (a fixed pair's colours
    follow this order). Answers ``{"rule": id, "dropped": […]}``, with ``"job"`` when a draft is being
    paired anew; ``dropped``: the changes by hand that are lost with it (``change``, ``params``).

    Refusals: ``state``, ``reason-needed``, ``no-such-player``, ``same-player``, ``not-playing``,
    ``already-ruled``; `Conflict` ``round-changed``: ``seen`` is not its `stand_of` any more.
    """
    with transaction.atomic():
        round_ = lock_round(round_)
        if earlier := journal.answered(by=by, once=once, act=Act.RULE_PAIR, target=target_of(round_)):
            return earlier
        require(Act.RULE_PAIR, by=by, scope=round_)
        refuse_while_busy(round_)
        check_seen(round_, seen, stand_of(round_))
        if not reason.strip():
            raise Refusal("reason-needed", field="reason")
        if first == second:
            raise Refusal("same-player", field="second", player=first)
        entries = [entry_by_number(round_, first, "first"), entry_by_number(round_, second, "second")]
        rules = rules_in(round_).filter(kind=kind)
        taken = {frozenset((rule.first_id, rule.second_id)) for rule in rules}
        busy = {player for pair in taken for player in pair} if kind == PairRule.Kind.FIXED else set()
        if frozenset(entry.pk for entry in entries) in taken or busy & {entry.pk for entry in entries}:
            raise Refusal("already-ruled", first=first, second=second)
        rule = PairRule.objects.create(
            section=round_.section,
            round_number=round_.number,
            kind=kind,
            first=entries[0],
            second=entries[1],
            reason=reason.strip(),
        )
        dropped = changes_lost(round_)
        answer: Answer = {"rule": rule.pk, "dropped": dropped}
        journal.record(
            Act.RULE_PAIR,
            by=by,
            scope=scope_of(round_.section.event),
            target=target_of(round_),
            after={"kind": kind, "first": first, "second": second, "dropped": dropped},
            reason=reason.strip(),
            once=once,
            answer=answer,
        )
        if round_.state == Round.State.DRAFT:
            return {**answer, "job": ask_for_pairing(round_, by=by).pk}
        return answer


def entry_by_number(round_: Round, number: int, field: str) -> Entry:
    """An entry that is to be paired in this round. Raises ``no-such-player`` or ``not-playing``."""
    entry = round_.section.entries.filter(number=number).first()
    if entry is None:
        raise Refusal("no-such-player", field=field, player=number)
    absent = entry.absences.filter(round_number=round_.number).exists()
    if absent or (entry.withdrawn_after is not None and entry.withdrawn_after < round_.number):
        raise Refusal("not-playing", field=field, player=number, round=round_.number)
    return entry
