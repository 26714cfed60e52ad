"""A ruling on a draft has it paired anew: what was changed manually is lost, and told."""

from __future__ import annotations

from portal.journal.models import JournalEntry
from tests.cast import Cast, tables
from tests.working import compute
from tournaments.acts.adjust_round import Flip, adjust_round
from tournaments.acts.refereeing.rulings import lift_rule, rule_pair


def test_a_ruling_tells_which_changes_by_hand_are_lost(drafted: Cast) -> None:
    adjust_round(round_=drafted.round(1), change=Flip(3), reason="agreed", by=drafted.bob)
    first_one, other = tables(drafted.round(1))[1]
    lost = [{"change": "flip", "params": {"table": 3}}]
    ruled = rule_pair(
        round_=drafted.round(1),
        kind="forbidden",
        first=first_one,
        second=other,
        reason="couple",
        by=drafted.bob,
    )
    assert ruled["dropped"] == lost
    assert JournalEntry.objects.get(act="rule_pair").after["dropped"] == lost
    compute()
    lifted = lift_rule(round_=drafted.round(1), rule=ruled["rule"], by=drafted.bob)
    assert lifted["dropped"] == []
    compute()
    ruled = rule_pair(
        round_=drafted.round(1),
        kind="forbidden",
        first=first_one,
        second=other,
        reason="couple",
        by=drafted.bob,
    )
    compute()
    adjust_round(round_=drafted.round(1), change=Flip(4), reason="agreed", by=drafted.bob)
    lifted = lift_rule(round_=drafted.round(1), rule=ruled["rule"], by=drafted.bob)
    assert lifted["dropped"] == [{"change": "flip", "params": {"table": 4}}]
