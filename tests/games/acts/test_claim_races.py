"""Two referees rule on claims of one player, on PostgreSQL with real connections; first without the lock."""

from __future__ import annotations

from functools import partial

import pytest

from games.acts import claims
from games.models import Claim
from games.queries.claims import claim_revision
from portal.policy import Conflict
from tests.cast import Cast, pairing_of
from tests.games.acts.claiming import claim_at, rule
from tests.races import gate, together, without_locks

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("locked", [False, True], ids=["without the lock", "as it is"])
def test_two_wrong_claims_at_one_moment(
    recorded: Cast, monkeypatch: pytest.MonkeyPatch, *, locked: bool
) -> None:
    """Without the lock both are the player's first wrong one, and the second costs a foul, not the game."""
    if not locked:
        without_locks(monkeypatch)
    gate(monkeypatch, claims, "verdict_on")
    seen = claim_revision(pairing_of(recorded), 1)
    got = together(
        partial(rule, recorded, claim_at(50), seen=seen, by=recorded.bob),
        partial(rule, recorded, claim_at(52), seen=seen, by=recorded.dave),
    )
    done = [item["outcome"] for item in got if isinstance(item, dict)]
    refused = [type(item) for item in got if not isinstance(item, dict)]
    assert (done, refused) == ((["foul"], [Conflict]) if locked else (["foul", "foul"], []))
    assert Claim.objects.count() == len(done)
