"""Name what acts on games are done to: a table, or what belongs to a game of one."""

from __future__ import annotations

from collections.abc import Callable

from tournaments.acts.common import lock_result, lock_round, target_of
from tournaments.acts.frame import Arguments, Locked, Target
from tournaments.models import Pairing, Round


def _of_table(argument: str, called: str, lock: Callable[[Round], Round] = lock_round) -> Target:
    """Lock the table's round for an act; ``called``: the target's kind in the journal, empty where it is
    the round."""

    def locked(arguments: Arguments) -> Locked:
        target = arguments[argument]
        pairing: Pairing = target if isinstance(target, Pairing) else target.pairing
        pairing.round = lock(pairing.round)
        return Locked(target, pairing.round, f"{called}:{target.pk}" if called else target_of(pairing.round))

    return Target(argument, locked)


TABLE = _of_table("pairing", "pairing")
TABLE_RESULT = _of_table("pairing", "pairing", lock_result)
TABLE_OF_ROUND = _of_table("pairing", "")
RECORD = _of_table("record", "record")
COUNT = _of_table("count", "count")
COUNT_RESULT = _of_table("count", "count", lock_result)
SHEETS = _of_table("sheets", "", lock_result)
