"""The engine of the Dutch system in a child with limits."""

import pytest

from tests.tournaments.pairing.dutch_fields import field, played
from tournaments import dutch_engine
from tournaments.pairing import CannotPair, pair
from tournaments.pairing.dutch import engine
from tournaments.pairing.values import RefusalCode


def test_a_child_gives_what_the_engine_gives_here():
    tournament = played(3, 12, 2, disturbed=False)
    in_child = pair(tournament, 3)
    before = engine.run_by(engine.pair_file)
    try:
        assert before is dutch_engine.in_a_child
        assert pair(tournament, 3) == in_child
    finally:
        engine.run_by(before)


@pytest.mark.parametrize(("name", "value"), [("MOST_SECONDS", 1), ("MOST_MEMORY", 48 * 1024 * 1024)])
def test_an_engine_that_needs_too_much_is_ended_and_the_round_not_paired(monkeypatch, name, value):
    monkeypatch.setattr(dutch_engine, name, value)
    with pytest.raises(CannotPair) as refused:
        pair(field(1400), 1)
    assert refused.value.code is RefusalCode.ENGINE_STOPPED
