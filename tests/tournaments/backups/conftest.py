"""An event with a bit of everything, into a file and back."""

from __future__ import annotations

import pytest

from portal import outbox
from tests.cached_worlds import remembered
from tests.forgetting import named_everywhere
from tests.world import World
from tournaments.acts.refereeing.fouls import confirm_foul
from tournaments.models import Foul


@pytest.fixture
@remembered
def full(drawn: World) -> World:
    """An event with a bit of everything: a closed round and a draft, records, fouls, notes."""
    named_everywhere(drawn)
    round_ = drawn.round(1)
    for pairing in round_.pairings.filter(table__isnull=False, reports=None):
        drawn.post("carol", "report_result", 1, line=f"{pairing.table} 1-0", htmx=True)
    confirm_foul(foul=Foul.objects.get(), by=drawn.users["dave"])
    assert drawn.post("bob", "close_round", 1).status_code == 302
    outbox.drain([outbox.FAST])
    drawn.post("bob", "pair_round", 2)
    outbox.drain([outbox.FAST])
    return drawn
