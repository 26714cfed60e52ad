"""The slip of a finger: whoever has entered a result takes it back for some minutes, nobody else does."""

from __future__ import annotations

from datetime import timedelta

import pytest

from portal.journal.models import JournalEntry
from portal.policy import Conflict, Refusal
from tests.cast import Cast
from tournaments.acts import results
from tournaments.acts.results import report_result, undo_result
from tournaments.acts.undo.undo import undo
from tournaments.models import ResultReport
from tournaments.wording.grounds import stored_reason_text


def entered(cast: Cast, value: str = "1-0") -> int:
    return report_result(round_=cast.round(1), table=1, value=value, seen=None, by=cast.carol)["report"]


def test_who_entered_it_takes_it_back_and_enters_the_right_one(published: Cast) -> None:
    undo_result(round_=published.round(1), table=1, seen=entered(published), by=published.carol)
    assert not ResultReport.objects.in_force().exists()
    line = JournalEntry.objects.get(act="take_back_result")
    assert stored_reason_text(line.reason) == "slip of the finger"
    entered(published, "0-1")
    assert ResultReport.objects.in_force().get().value == "0-1"


def test_the_chief_referee_puts_back_what_was_undone(published: Cast) -> None:
    undo_result(round_=published.round(1), table=1, seen=entered(published), by=published.carol)
    line = JournalEntry.objects.get(act="take_back_result")
    undo(event=published.event, entry=line.pk, reason="It was right", by=published.bob)
    assert ResultReport.objects.in_force().get().value == "1-0"


def test_nobody_else_does(published: Cast) -> None:
    with pytest.raises(Refusal) as refused:
        undo_result(round_=published.round(1), table=1, seen=entered(published), by=published.dave)
    assert refused.value.code == "not-own-slip"
    assert ResultReport.objects.in_force().exists()


def test_it_is_a_slip_for_ten_minutes(published: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = entered(published)
    monkeypatch.setattr(results, "SLIP", timedelta(0))
    with pytest.raises(Refusal) as refused:
        undo_result(round_=published.round(1), table=1, seen=seen, by=published.carol)
    assert refused.value.code == "not-own-slip"


def test_a_correction_is_none(published: Cast) -> None:
    again = report_result(
        round_=published.round(1),
        table=1,
        value="0-1",
        seen=entered(published),
        reason="x",
        by=published.dave,
    )
    with pytest.raises(Refusal) as refused:
        undo_result(round_=published.round(1), table=1, seen=again["report"], by=published.dave)
    assert refused.value.code == "not-own-slip"


def test_what_was_corrected_meanwhile_is_a_conflict(published: Cast) -> None:
    seen = entered(published)
    report_result(round_=published.round(1), table=1, value="0-1", seen=seen, reason="x", by=published.dave)
    with pytest.raises(Conflict):
        undo_result(round_=published.round(1), table=1, seen=seen, by=published.carol)


def test_there_is_nothing_to_undo_at_a_table_without_a_result(published: Cast) -> None:
    with pytest.raises(Refusal) as refused:
        undo_result(round_=published.round(1), table=1, seen=7, by=published.carol)
    assert refused.value.code == "no-such-report"
