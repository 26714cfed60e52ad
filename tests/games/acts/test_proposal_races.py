"""Two referees decide on one proposed foul, on PostgreSQL with real connections; first without the lock."""

from __future__ import annotations

from functools import partial

import pytest

from games.acts import scoresheets
from games.models import ProposalRuling
from portal.policy import Conflict
from tests.cast import Cast
from tests.games.acts.sheets import handed_in, rule
from tests.races import gate, together, without_locks
from tournaments.models import Foul

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("locked", [False, True], ids=["without the lock", "as it is"])
def test_one_confirms_while_another_rejects(
    published: Cast, monkeypatch: pytest.MonkeyPatch, *, locked: bool
) -> None:
    """Without the lock both decide, or the database stops the second without a word: nobody is told."""
    sheets = handed_in(published, 5)
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, scoresheets, "proposals")
    got = together(
        partial(rule, published, sheets, left=1, confirm=True),
        partial(rule, published, sheets, left=1, by=published.bob),
    )
    done = [outcome for outcome in got if isinstance(outcome, dict)]
    outcome = [outcome for outcome in got if isinstance(outcome, Conflict)]
    assert (len(done), len(outcome)) == ((1, 1) if locked else (len(done), 0))
    if locked:
        assert ProposalRuling.objects.count() == 1
        assert Foul.objects.in_force().count() == done[0]["confirmed"]
