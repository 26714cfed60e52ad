"""How rulings are called on the page of whom they are about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tournaments.models import Foul
from tournaments.wording.appeals import ruling_texts

AT = datetime(2015, 9, 21, 9, tzinfo=UTC)


def foul(seconds: int, **more: object) -> Foul:
    values = {"kind": "recording", "offence": "missed-moves", "pairing_id": 1, "entry_id": 1, "game": 1}
    return Foul(**values | more, at=AT + timedelta(seconds=seconds))


def test_fouls_of_one_act_are_counted_though_seconds_lie_between_them() -> None:
    texts = ruling_texts([foul(0), foul(7), foul(300), foul(1, entry_id=2)])
    assert texts == [
        "Moves not recorded (1 of 2)",
        "Moves not recorded (2 of 2)",
        "Moves not recorded",
        "Moves not recorded",
    ]
