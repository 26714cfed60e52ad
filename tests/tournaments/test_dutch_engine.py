"""The engine of the Dutch system in a child with limits."""

from pathlib import Path

import pytest

from portal.outbox.models import Job
from portal.sandbox import parent
from tests.cast import Cast
from tests.services import children, wait_until
from tests.tournaments.acts.played import finish, make, round_of, start
from tests.tournaments.pairing.dutch_fields import field, played
from tests.working import compute
from tournaments import dutch_engine
from tournaments.acts.drafts import pair_round
from tournaments.models import Round
from tournaments.pairing import CannotPair, pair
from tournaments.pairing.dutch import engine
from tournaments.pairing.values import RefusalCode


@pytest.mark.slow
def test_a_child_gives_what_the_engine_gives_here():
    tournament = played(3, 12, 2, disturbed=False)
    in_child = pair(tournament, 3)
    before = engine.run_by(engine.pair_file)
    try:
        assert before is dutch_engine.in_a_child
        assert pair(tournament, 3) == in_child
    finally:
        engine.run_by(before)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value"), [("MOST_SECONDS", 1), ("MOST_MEMORY", 48 * 1024 * 1024)])
def test_an_engine_that_needs_too_much_is_ended_and_the_round_not_paired(monkeypatch, name, value):
    monkeypatch.setattr(dutch_engine, name, value)
    with pytest.raises(CannotPair) as refused:
        pair(field(1400), 1)
    assert refused.value.code is RefusalCode.ENGINE_STOPPED


# Engines that never answer: one computes for ever, one waits for what never comes.
HANGING = {"computes": "while True: pass", "waits": "import threading; threading.Event().wait()"}


@pytest.fixture
def hanging(monkeypatch, tmp_path, request):
    """In place of gacrux; the limits are a second of processor time, four by the clock."""
    package = Path(tmp_path) / "gacrux"
    package.mkdir()
    (package / "__init__.py").write_text(HANGING[request.param])
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(dutch_engine, "MOST_SECONDS", 1)
    # The children to come look there; those that are born already know the real one.
    parent.children.close()
    yield
    parent.children.close()


@pytest.mark.slow
@pytest.mark.parametrize("hanging", HANGING, indirect=True)
@pytest.mark.usefixtures("hanging")
def test_an_engine_that_does_not_answer_costs_the_round_its_draft_and_no_more(cast: Cast, monkeypatch):
    section = make(cast, 6, "fide-dutch", rounds=3)
    pair_round(round_=round_of(section, 1), by=cast.bob)
    compute()
    job = Job.objects.get(kind="pair")
    assert (job.state, job.outcome["code"]) == ("refused", "engine-stopped")
    assert round_of(section, 1).state == Round.State.PLANNED
    # It is not left behind, and with an engine that answers the round is paired.
    nursery = parent.children._process
    assert nursery is not None
    wait_until(lambda: not children(nursery.pid), "the engine is ended")
    parent.children.close()
    monkeypatch.delenv("PYTHONPATH")
    monkeypatch.setattr(dutch_engine, "MOST_SECONDS", 60)
    finish(cast, start(cast, section, 1))
    assert round_of(section, 1).state == Round.State.CLOSED
