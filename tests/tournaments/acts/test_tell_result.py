"""What players say of their game, after a referee has taken the result back."""

from __future__ import annotations

import pytest

from portal.policy import Refusal
from tests.cast import Cast
from tests.tournaments.acts.telling import at_table_1, told_at_table_1
from tournaments.acts.own_table import tell_result
from tournaments.acts.results import report_result, take_back_result
from tournaments.models import PlayerReport, ResultReport
from tournaments.queries.refereeing.player_reports import ReportedResults


def test_a_second_tap_does_not_bring_back_what_a_referee_has_taken_back(published: Cast) -> None:
    round_, first, second = at_table_1(published)
    tell_result(by=first, round_=round_, outcome="win", once="1")
    tell_result(by=second, round_=round_, outcome="loss", once="2")
    agreed = ResultReport.objects.in_force().get()
    take_back_result(round_=round_, table=1, seen=agreed.pk, reason="they play on", by=published.dave)
    tell_result(by=first, round_=round_, outcome="win", once="3")
    assert not ResultReport.objects.in_force().exists()


def test_a_word_that_comes_after_it_counts(published: Cast) -> None:
    round_, first, second = at_table_1(published)
    tell_result(by=first, round_=round_, outcome="win", once="1")
    wrong = report_result(round_=round_, table=1, value="0-1", seen=None, by=published.carol)["report"]
    take_back_result(round_=round_, table=1, seen=int(str(wrong)), reason="no", by=published.dave)
    tell_result(by=second, round_=round_, outcome="loss", once="2")
    assert ResultReport.objects.in_force().get().value == "1-0"


@pytest.mark.slow
def test_after_an_agreed_result_is_taken_back_both_are_asked_anew(published: Cast) -> None:
    """Also when what they say now is something else; what they said before stays in the history."""
    round_, first, second = at_table_1(published)
    tell_result(by=first, round_=round_, outcome="win", once="1")
    tell_result(by=second, round_=round_, outcome="loss", once="2")
    agreed = ResultReport.objects.in_force().get()
    take_back_result(round_=round_, table=1, seen=agreed.pk, reason="they play on", by=published.dave)
    assert told_at_table_1(round_) == ReportedResults()
    assert tell_result(by=first, round_=round_, outcome="draw", once="3")["disputed"] is False
    assert told_at_table_1(round_) == ReportedResults(first="1/2")
    assert tell_result(by=second, round_=round_, outcome="draw", once="4")["agreed"] is True
    assert ResultReport.objects.in_force().get().value == "1/2"
    assert PlayerReport.objects.count() == 4
    # What they say anew may be what they have said before, and may differ.
    again = ResultReport.objects.in_force().get()
    take_back_result(round_=round_, table=1, seen=again.pk, reason="no", by=published.dave)
    tell_result(by=first, round_=round_, outcome="draw", once="5")
    assert tell_result(by=second, round_=round_, outcome="win", once="6")["disputed"] is True
    with pytest.raises(Refusal, match="both-told"):
        tell_result(by=first, round_=round_, outcome="loss", once="7")


def test_a_dispute_that_a_referee_has_decided_is_one_again_when_that_is_taken_back(published: Cast) -> None:
    round_, first, second = at_table_1(published)
    tell_result(by=first, round_=round_, outcome="win", once="1")
    tell_result(by=second, round_=round_, outcome="win", once="2")
    report_result(round_=round_, table=1, value="1-0", seen=None, reason="seen", by=published.dave)
    take_back_result(
        round_=round_,
        table=1,
        seen=ResultReport.objects.in_force().get().pk,
        reason="no",
        by=published.dave,
    )
    assert told_at_table_1(round_).disputed
    with pytest.raises(Refusal, match="both-told"):
        tell_result(by=first, round_=round_, outcome="loss", once="3")


def test_a_referee_who_has_entered_a_result_has_the_last_word(published: Cast) -> None:
    round_, first, second = at_table_1(published)
    tell_result(by=first, round_=round_, outcome="win", once="1")
    tell_result(by=second, round_=round_, outcome="loss", once="2")
    agreed = ResultReport.objects.in_force().get()
    take_back_result(round_=round_, table=1, seen=agreed.pk, reason="no", by=published.dave)
    report_result(round_=round_, table=1, value="0-1", seen=None, by=published.dave)
    with pytest.raises(Refusal, match="result-stands"):
        tell_result(by=first, round_=round_, outcome="draw", once="3")
