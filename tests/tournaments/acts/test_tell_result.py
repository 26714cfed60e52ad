"""What players say of their game, after a referee has taken the result back."""

from __future__ import annotations

from tests.factories import make_link
from tests.tournaments.acts.conftest import Cast
from tournaments.acts.report_result import report_result
from tournaments.acts.take_back_result import take_back_result
from tournaments.acts.tell_result import tell_result
from tournaments.models import ResultReport


def test_a_second_tap_does_not_bring_back_what_a_referee_has_taken_back(published: Cast) -> None:
    round_ = published.round(1)
    seats = round_.pairings.get(table=1).seats
    first, second = (make_link(seats.get(colour=colour).entry) for colour in ("first", "second"))
    tell_result(by=first, round_=round_, outcome="win", once="1")
    tell_result(by=second, round_=round_, outcome="loss", once="2")
    agreed = ResultReport.objects.in_force().get()
    take_back_result(round_=round_, table=1, seen=agreed.pk, reason="they play on", by=published.dave)
    tell_result(by=first, round_=round_, outcome="win", once="3")
    assert not ResultReport.objects.in_force().exists()


def test_a_word_that_comes_after_it_counts(published: Cast) -> None:
    round_ = published.round(1)
    seats = round_.pairings.get(table=1).seats
    first, second = (make_link(seats.get(colour=colour).entry) for colour in ("first", "second"))
    tell_result(by=first, round_=round_, outcome="win", once="1")
    wrong = report_result(round_=round_, table=1, value="0-1", seen=None, by=published.carol)["report"]
    take_back_result(round_=round_, table=1, seen=int(str(wrong)), reason="no", by=published.dave)
    tell_result(by=second, round_=round_, outcome="loss", once="2")
    assert ResultReport.objects.in_force().get().value == "1-0"
