"""The only way in which a view gets a table's record: fetched and authorised in one step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse

from games.policy import RecordAct
from games.queries.records import has_game, record_place
from portal.accounts.models import User
from portal.policy import Denied
from tournaments.models import Pairing, Round
from tournaments.policy import Act
from tournaments.requests.access import RoundAccess, access_round


@dataclass(frozen=True, slots=True)
class TableAccess(RoundAccess):
    """A game of a table of a public round and what the person may do with its records."""

    pairing: Pairing
    game: int

    @property
    def place(self) -> list[str | int]:
        """The arguments of the addresses of its record."""
        return record_place(self.round, self.pairing.table or 0, self.game)

    def frame(self, *names: str, short: str = "") -> dict[str, Any]:
        """What every page of the table shows around itself; ``to`` has the addresses called ``names``, each
        under its name without the prefix ``short``."""
        return {
            "event": self.event,
            "section": self.section,
            "round": self.round,
            "table": self.pairing.table,
            "number": self.game,
            "game": self.section.game,
            "may": self.may,
            "to": {name.removeprefix(short): reverse(name, args=self.place) for name in names},
        }


def access_table(
    user: User, event: str, section: str, number: int, *, table: int, game: int, act: RecordAct
) -> TableAccess:
    """Raises Http404 or `Denied`. Three queries; a few more for a replay."""
    base = access_round(user, event, section, number, Act.SEE_DESK)
    if act not in base.acts:
        raise Denied(act)
    round_: Round = base.round
    pairing = Pairing.objects.filter(round=round_, table=table).first() if round_.is_public else None
    if pairing is None or not has_game(pairing, round_, game):
        raise Http404
    pairing.round = round_
    return TableAccess(base.user, base.event, base.acts, base.section, round_, pairing, game)
