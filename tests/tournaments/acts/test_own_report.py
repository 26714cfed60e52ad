"""A player takes a mistaken report back, or says that the opponent is right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cast import Cast
from tests.tournaments.acts.telling import at_table_1, told_at_table_1
from tournaments.acts.own_table import agree_with_opponent, tell_result, withdraw_told
from tournaments.models import ResultReport
from tournaments.queries.refereeing.player_reports import ReportedResults, disputed_by_round

pytestmark = pytest.mark.django_db


def refused(do: Callable[[], Any]) -> str:
    with pytest.raises(Refusal) as caught:
        do()
    return caught.value.code


def test_a_report_is_taken_back_until_the_other_has_reported(published: Cast) -> None:
    round_, first, second = at_table_1(published)
    assert refused(lambda: withdraw_told(by=first, round_=round_)) == "nothing-told"
    tell_result(by=first, round_=round_, outcome="win")
    withdraw_told(by=first, round_=round_)
    assert told_at_table_1(round_) == ReportedResults()
    # What was taken back agrees with nothing.
    tell_result(by=second, round_=round_, outcome="loss")
    assert not ResultReport.objects.in_force().exists()
    tell_result(by=first, round_=round_, outcome="draw")
    assert refused(lambda: withdraw_told(by=first, round_=round_)) == "told-by-both"
    assert JournalEntry.objects.filter(act="withdraw_told").count() == 1


def test_my_opponent_is_right(published: Cast) -> None:
    round_, first, second = at_table_1(published)
    tell_result(by=first, round_=round_, outcome="win")
    assert refused(lambda: agree_with_opponent(by=first, round_=round_, outcome="win")) == "nothing-told"
    tell_result(by=second, round_=round_, outcome="draw")
    assert disputed_by_round([round_])
    assert refused(lambda: agree_with_opponent(by=first, round_=round_, outcome="loss")) == "told-otherwise"
    agree_with_opponent(by=first, round_=round_, outcome="draw")
    assert ResultReport.objects.in_force().get().value == "1/2"
    assert not disputed_by_round([round_])
    assert refused(lambda: agree_with_opponent(by=second, round_=round_, outcome="win")) == "result-stands"


def test_the_cause_of_who_is_right_is_that_of_the_result(published: Cast) -> None:
    round_, first, second = at_table_1(published)
    tell_result(by=first, round_=round_, outcome="win", cause="mate")
    tell_result(by=second, round_=round_, outcome="win", cause="resignation")
    agree_with_opponent(by=first, round_=round_, outcome="loss")
    report = ResultReport.objects.in_force().get()
    assert (report.value, report.cause) == ("0-1", "resignation")
