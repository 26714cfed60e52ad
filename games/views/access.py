"""The only way in which a view gets a table's record: fetched and authorised in one step."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from games.policy import RecordAct, acts_of
from portal.accounts.models import User
from portal.policy import Denied
from tournaments.models import Pairing, Round
from tournaments.policy import Act
from tournaments.views.access import RoundAccess, access_round


@dataclass(frozen=True, slots=True)
class TableAccess(RoundAccess):
    """A table of a public round and what the person may do with its records."""

    pairing: Pairing
    records: frozenset[RecordAct]

    @property
    def offered(self) -> frozenset[str]:
        """What a page may offer."""
        return frozenset(map(str, self.may | self.records))


def access_table(
    user: User, event: str, section: str, number: int, *, table: int, act: RecordAct
) -> TableAccess:
    """Raises Http404 or `Denied`. Four queries."""
    base = access_round(user, event, section, number, Act.SEE_DESK)
    records = acts_of(user, base.event)
    if act not in records:
        raise Denied(act)
    round_: Round = base.round
    pairing = Pairing.objects.filter(round=round_, table=table).first() if round_.is_public else None
    if pairing is None:
        raise Http404
    pairing.round = round_
    return TableAccess(base.user, base.event, base.acts, base.section, round_, pairing, records)
