"""Fouls for moves that were not recorded, counted anew as a whole (WXC 4.3)."""

from __future__ import annotations

from typing import Any

import pytest

from portal.policy import Conflict, Refusal
from tests.cast import Cast
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.acts.refereeing.recorded_misses import replace_misses
from tournaments.models import Foul, ResultReport, Round, Seat
from tournaments.queries.refereeing.fouls import misses_of, misses_revision, recorded_misses

pytestmark = pytest.mark.django_db


class Sheet:
    """Of Red at table 1."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.round: Round = cast.round(1)
        self.seat = Seat.objects.select_related("pairing", "entry").get(
            round=self.round, pairing__table=1, colour="first"
        )
        self.place = {"round_": self.round, "table": 1, "player": self.seat.entry.number or 0}

    def log(self, missed: int, **more: Any) -> None:
        log_foul(**self.place, offence="missed-moves", missed=missed, confirm=True, by=self.cast.bob, **more)

    @property
    def seen(self) -> str:
        return misses_revision(misses_of(self.seat.pairing, 1, self.seat.entry_id))

    @property
    def count(self) -> int:
        return recorded_misses(self.seat.pairing, 1, self.seat.entry_id)

    def replace(self, missed: int, seen: str | None = None) -> Any:
        return replace_misses(
            **self.place, missed=missed, seen=self.seen if seen is None else seen, by=self.cast.bob
        )


@pytest.fixture
def sheet(published: Cast) -> Sheet:
    return Sheet(published)


def test_12_missed_after_8_are_two_in_all(sheet: Sheet) -> None:
    sheet.log(8)
    with pytest.raises(Refusal) as caught:
        sheet.log(12)
    assert caught.value.code == "missed-counted"
    assert sheet.count == 2
    sheet.log(12, besides=True)
    assert sheet.count == 4
    assert ResultReport.objects.in_force().get().value == "0-1"
    # Which was too much: replaced, two stand, and the game is not lost any more.
    assert sheet.replace(8) == {"player": sheet.place["player"], "before": 4, "count": 2}
    assert sheet.count == 2
    assert not ResultReport.objects.in_force().exists()


def test_less_and_more(sheet: Sheet) -> None:
    sheet.log(8)
    assert sheet.replace(4)["count"] == 1
    assert sheet.replace(9)["count"] == 2
    assert sheet.count == 2
    for missed, code in ((3, "few-missed"), (8, "missed-counted")):
        with pytest.raises(Refusal) as caught:
            sheet.replace(missed)
        assert caught.value.code == code


def test_another_referee_was_first(sheet: Sheet) -> None:
    with pytest.raises(Refusal) as caught:
        sheet.replace(8)
    assert caught.value.code == "nothing-to-replace"
    sheet.log(8)
    seen = sheet.seen
    sheet.replace(4)
    before = Foul.objects.count()
    with pytest.raises(Conflict) as conflict:
        sheet.replace(4, seen)
    assert conflict.value.code == "misses-changed"
    assert conflict.value.params == {"by": "bob", "fouls": 1}
    assert Foul.objects.count() == before
