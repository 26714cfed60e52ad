"""Staff and players who do the same thing: as whom each stands in the journal and in the rows."""

from __future__ import annotations

from typing import NamedTuple

from portal.accounts.models import User
from tournaments import policy
from tournaments.models import Entry, PlayerLink


class Party(NamedTuple):
    """``user`` of the staff, else ``party`` and ``entry`` of the player behind a private link."""

    user: User | None
    party: str = ""
    entry: Entry | None = None


def party_of(by: User | PlayerLink) -> Party:
    return Party(None, policy.party_of(by), by.entry) if isinstance(by, PlayerLink) else Party(by)
