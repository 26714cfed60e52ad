"""What the frame promises, over every act of games."""

from __future__ import annotations

import pytest

from games.policy import PLAYER
from portal.journal.models import JournalEntry
from portal.policy import Denied
from tests.cast import Cast, pairing_of
from tests.factories import make_link
from tests.framed import Promises
from tests.games.acts.cases import CASES, NAMES
from tournaments.acts.frame import ACTS


class TestEveryAct(Promises):
    NAMES, CASES = NAMES, CASES

    @pytest.fixture
    def ready(self, published: Cast) -> Cast:
        return published


@pytest.mark.parametrize("name", ["submit_record", "count_board", "agree_count"])
def test_a_player_does_it_at_the_own_table_once(published: Cast, name: str) -> None:
    """By the private link: the journal knows the entry, and there is nothing at another table."""
    assert ACTS[name].right in PLAYER
    arguments, published = CASES[name].made(name, published)
    mine, other = (make_link(pairing_of(published, table).seats.all()[0].entry) for table in (1, 2))
    with pytest.raises(Denied):
        ACTS[name](**arguments, by=other, once="tap")
    first = ACTS[name](**arguments, by=mine, once="tap")
    assert ACTS[name](**arguments, by=mine, once="tap") == first
    entry = JournalEntry.objects.get(act=name, once="tap")
    assert (entry.by, entry.party, entry.answer) == (None, f"entry:{mine.entry_id}", first)
