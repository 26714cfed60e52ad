"""Rulings on pairs: fixed and forbidden (WXC 2.4)."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournaments.models import PairRule, Round


def rules_in(round_: Round) -> QuerySet[PairRule]:
    """The rulings that count in a round: its own, and those for every round."""
    return round_.section.pair_rules.filter(Q(round_number=round_.number) | Q(round_number=None))
