"""The engine against a list of all pairings: the same pairs, bye, tables and colours, or both refuse."""

import os
from collections import Counter

import pytest

from tests.oracles.bracket_rule import Oracle
from tests.oracles.random_states import random_state
from tournaments.pairing import CannotPair, pair

LONG = int(os.environ.get("QIYUAN_PROOF_STATES", "20000"))


def compare(seed: int) -> str:
    """What kind of state it was; fails on any difference."""
    tournament, round_number, allow = random_state(seed)
    try:
        paired = pair(tournament, round_number, allow_rematch=allow, explain=seed % 2 == 0)
    except CannotPair as refusal:
        if refusal.code == "nobody":
            return "nobody"
        assert Oracle(tournament, round_number, allow).answer() is None, seed
        return "refused"
    expected = Oracle(tournament, round_number, allow).answer()
    assert expected is not None, seed
    ours = frozenset(frozenset((p.first, p.second)) for p in paired.pairs)
    assert (paired.bye, ours) == (expected.bye, expected.pairs), seed
    assert [(p.first, p.second) for p in paired.pairs] == expected.tables, seed
    assert [p.table for p in paired.pairs] == list(range(1, len(ours) + 1))
    return "rematch" if paired.rematches else "paired"


@pytest.mark.slow
def test_five_hundred_random_states():
    seen = Counter(compare(seed) for seed in range(500))

    # The states must not all be easy, else the comparison proves little.
    assert seen["refused"] > 20
    assert seen["rematch"] > 10
    assert seen["paired"] > 300


@pytest.mark.long
def test_many_random_states(record_property):
    seen = Counter(compare(seed) for seed in range(1000, 1000 + LONG))

    assert sum(seen.values()) == LONG
    record_property("states, all as the list of all pairings says", LONG)
    for kind, count in sorted(seen.items()):
        record_property(kind, count)
