"""Tiantian 2020, 3: who is not seated ten minutes after the start loses; a minute later the program enters
it, unless a referee has spoken."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.outbox.models import Job
from portal.policy import Refusal
from tests.cast import Cast, begun, seat
from tests.working import compute
from tournaments.acts._absent import RULE
from tournaments.acts.refereeing.no_shows import await_player, rule_absent
from tournaments.acts.results import take_back_result
from tournaments.acts.sections import set_schedule
from tournaments.models import ResultReport, Round, Seat, Section
from tournaments.wording.grounds import stored_reason_text


def automatic(cast: Cast, *, minutes: float, rulebook: str = "tiantian2020", online: bool = True) -> Round:
    Section.objects.filter(pk=cast.section.pk).update(rulebook=rulebook)
    round_ = begun(cast, minutes=minutes, online=online)
    Round.objects.filter(pk=round_.pk).update(published_at=round_.starts_at)
    return cast.round(1)


def seated(round_: Round, table: int, colour: str, *, seconds: float) -> None:
    """So long after the start."""
    assert round_.starts_at is not None
    at = round_.starts_at + timedelta(seconds=seconds)
    Seat.objects.filter(round=round_, pairing__table=table, colour=colour).update(taken_at=at)


def entered() -> list[Any]:
    rows = ResultReport.objects.order_by("pairing__table").values_list("pairing__table", "value", "forfeit")
    return list(rows)


def test_who_is_late_by_a_second_loses_and_both_do_where_both_are(published: Cast) -> None:
    round_ = automatic(published, minutes=11.1)
    seated(round_, 1, "first", seconds=600.4)
    seated(round_, 1, "second", seconds=601)
    seated(round_, 2, "first", seconds=10)
    seated(round_, 3, "first", seconds=-60)
    seated(round_, 3, "second", seconds=600)
    assert rule_absent(round_) == [1, 2, 4]
    assert entered() == [(1, "1-0", True), (2, "1-0", True), (4, "0-0", True)]
    report = ResultReport.objects.get(pairing__table=1)
    assert (report.cause, report.article) == ("late", "3")
    assert (report.by, stored_reason_text(report.reason)) == (
        None,
        "not seated within 10 minutes (Tiantian 2020, 3)",
    )
    line = JournalEntry.objects.get(act="absent_by_rule", after__table=1)
    late = seat(round_, 1, "second").number
    assert line.after is not None
    assert (line.by, line.after["article"], line.after["absent"]) == (None, "Tiantian 2020, 3", [late])
    assert published.round(1).state == Round.State.PLAYING
    assert rule_absent(published.round(1)) == []


@pytest.mark.parametrize(
    ("minutes", "rulebook", "online"),
    [
        (10.9, "tiantian2020", True),
        (20, "tiantian2020", False),
        (20, "xiangqi-com", True),
        (20, "wxc2015", True),
    ],
)
def test_not_before_a_minute_has_gone_and_only_by_this_rule(
    published: Cast, minutes: float, rulebook: str, online: bool
) -> None:
    assert rule_absent(automatic(published, minutes=minutes, rulebook=rulebook, online=online)) == []
    assert not ResultReport.objects.exists()


def test_a_referee_speaks(published: Cast) -> None:
    round_ = automatic(published, minutes=12)
    await_player(round_=round_, table=2, reason="no connection", by=published.dave)
    await_player(round_=round_, table=2, reason="no connection", by=published.dave)
    assert JournalEntry.objects.filter(act="await_player").count() == 1
    assert rule_absent(published.round(1)) == [1, 3, 4]
    with pytest.raises(Refusal, match="reason-needed"):
        await_player(round_=round_, table=1, reason="", by=published.dave)
    Section.objects.update(rulebook="wxc2015")
    with pytest.raises(Refusal, match="not-automatic"):
        await_player(round_=round_, table=1, reason="here", by=published.dave)


def test_what_a_referee_has_taken_back_does_not_come_again(published: Cast) -> None:
    round_ = automatic(published, minutes=12)
    assert rule_absent(round_) == [1, 2, 3, 4]
    seen = ResultReport.objects.get(pairing__table=1).pk
    taken: dict[str, Any] = {"table": 1, "seen": seen, "reason": "was there", "by": published.dave}
    take_back_result(round_=published.round(1), **taken)
    assert rule_absent(published.round(1)) == []
    assert not ResultReport.objects.in_force().filter(pairing__table=1).exists()


def test_nobody_is_late_for_a_round_that_was_not_public(published: Cast) -> None:
    round_ = automatic(published, minutes=60)
    Round.objects.filter(pk=round_.pk).update(published_at=timezone.now() - timedelta(minutes=10.5))
    assert rule_absent(published.round(1)) == []


def test_the_worker_is_asked_for_the_moment_and_again_when_the_start_moves(published: Cast) -> None:
    Section.objects.filter(pk=published.section.pk).update(rulebook="tiantian2020", online=True)
    section = Section.objects.get(pk=published.section.pk)
    start = timezone.now().replace(second=0, microsecond=0) + timedelta(minutes=30)
    set_schedule(section=section, starts={1: start}, by=published.alice)
    job = Job.objects.get(kind=RULE)
    assert abs((job.due_at - start - timedelta(minutes=11)).total_seconds()) < 2
    later = start + timedelta(minutes=20)
    set_schedule(section=section, starts={1: later}, by=published.alice)
    # It wakes at the first moment, finds nothing due and waits for the second.
    Job.objects.filter(kind=RULE).update(due_at=timezone.now())
    compute()
    assert not ResultReport.objects.exists()
    waiting = Job.objects.get(kind=RULE, state=Job.State.NEW)
    assert abs((waiting.due_at - later - timedelta(minutes=11)).total_seconds()) < 2
    past = timezone.now() - timedelta(minutes=12)
    Round.objects.filter(section=section, number=1).update(starts_at=past, published_at=past)
    Job.objects.filter(pk=waiting.pk).update(due_at=timezone.now())
    compute()
    assert [table for table, *_ in entered()] == [1, 2, 3, 4]
