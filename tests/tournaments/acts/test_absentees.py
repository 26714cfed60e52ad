"""On line: who has not taken the seat ten minutes after the start, and the forfeit that a person confirms."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import GameRecord
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.cast import Cast, begun, seat
from tests.factories import make_link
from tournaments.acts.own_table import take_seat, tell_result
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.acts.refereeing.no_shows import forfeit_absent
from tournaments.acts.results import report_result, take_back_result
from tournaments.models import ResultReport, Round, Section
from tournaments.queries.presence import idle_tables
from tournaments.todo import about, needs_of


def silent(round_: Round) -> list[int]:
    return [idle_table.table for idle_table in idle_tables(round_)]


def test_ten_minutes_and_only_on_line(published: Cast) -> None:
    assert silent(begun(published, minutes=9.9)) == []
    assert silent(begun(published, minutes=60, online=False)) == []
    due = begun(published, minutes=10)
    assert silent(due) == [1, 2, 3, 4]
    [need] = [need for need in needs_of(about(due)) if need.kind == "absent"]
    assert need.text == "No activity ten minutes after the start: tables 1, 2, 3, 4"
    Round.objects.filter(pk=due.pk).update(starts_at=None)
    assert silent(published.round(1)) == []


def test_what_is_a_sign_of_play(published: Cast) -> None:
    round_ = begun(published, minutes=11)
    report_result(round_=round_, table=1, value="1-0", seen=None, by=published.carol)
    tell_result(by=make_link(seat(round_, 2, "second")), round_=round_, outcome="win")
    GameRecord.objects.create(pairing=round_.pairings.get(table=3), by=published.carol)
    assert silent(published.round(1)) == [4]
    player = seat(round_, 4, "first").number or 0
    log_foul(round_=published.round(1), table=4, player=player, kind="technical", by=published.dave)
    assert silent(published.round(1)) == []
    seen = ResultReport.objects.get().pk
    take_back_result(round_=published.round(1), table=1, seen=seen, reason="wrong table", by=published.dave)
    assert silent(published.round(1)) == [1]


def test_both_must_say_that_they_are_there(published: Cast) -> None:
    round_ = begun(published, minutes=11)
    first, second = make_link(seat(round_, 1, "first")), make_link(seat(round_, 1, "second"))
    assert take_seat(by=first, round_=round_) == {"table": 1}
    take_seat(by=first, round_=round_)
    assert JournalEntry.objects.filter(act="take_seat").count() == 1
    [idle_table] = [idle_table for idle_table in idle_tables(round_) if idle_table.table == 1]
    assert idle_table.first.taken_at
    assert idle_table.second.taken_at is None
    take_seat(by=second, round_=round_)
    assert silent(round_) == [2, 3, 4]


def test_a_person_confirms_the_forfeit(published: Cast) -> None:
    Section.objects.filter(pk=published.section.pk).update(rulebook="tiantian2020")
    round_ = begun(published, minutes=11)
    assert not ResultReport.objects.exists()
    forfeit_absent(round_=round_, table=2, absent="first", by=published.carol)
    forfeit_absent(round_=round_, table=3, absent="both", by=published.dave)
    result_reports = ResultReport.objects.order_by("pk").values_list(
        "pairing__table", "value", "forfeit", "cause", "article"
    )
    assert list(result_reports) == [(2, "0-1", True, "absent", "3"), (3, "0-0", True, "absent", "3")]
    assert published.round(1).state == Round.State.PLAYING


@pytest.mark.parametrize(("game", "rulebook"), [("weiqi", "weiqi"), ("xiangqi", "wxc2015")])
def test_a_forfeit_names_no_rule_of_another_rulebook(published: Cast, game: str, rulebook: str) -> None:
    Section.objects.filter(pk=published.section.pk).update(game=game, rulebook=rulebook)
    forfeit_absent(round_=begun(published, minutes=11), table=2, absent="first", by=published.carol)
    report = ResultReport.objects.get()
    assert (report.cause, report.article, report.reason) == ("absent", "", "")


def test_what_is_refused(published: Cast) -> None:
    def refused(**values: object) -> str:
        arguments = {
            "round_": published.round(1),
            "table": 1,
            "absent": "second",
            "by": published.carol,
        } | values
        with pytest.raises(Refusal) as refusal:
            forfeit_absent(**arguments)  # type: ignore[arg-type]
        return refusal.value.code

    begun(published, minutes=60, online=False)
    assert refused() == "not-online"
    begun(published, minutes=9)
    assert refused() == "too-early"
    round_ = begun(published, minutes=11)
    assert refused(absent="red") == "unknown-result"
    assert refused(table=9) == "table-plays"
    take_seat(by=make_link(seat(round_, 1, "second")), round_=round_)
    assert refused() == "is-there"
    assert refused(absent="both") == "is-there"
    tell_result(by=make_link(seat(round_, 1, "first")), round_=round_, outcome="win")
    assert refused(absent="first") == "table-plays"
    with pytest.raises(Denied):
        forfeit_absent(round_=round_, table=2, absent="first", by=published.charlie)
    assert not ResultReport.objects.exists()


def test_a_seat_is_the_own_and_on_line(published: Cast) -> None:
    round_ = begun(published, minutes=1, online=False)
    link = make_link(seat(round_, 1, "first"))
    with pytest.raises(Refusal) as refused:
        take_seat(by=link, round_=round_)
    assert refused.value.code == "not-online"
    round_ = begun(published, minutes=1)
    report_result(round_=round_, table=1, value="1-0", seen=None, by=published.carol)
    with pytest.raises(Refusal) as refused:
        take_seat(by=link, round_=published.round(1))
    assert refused.value.code == "no-game-of-yours"
    link.revoked_at = timezone.now()
    link.save()
    with pytest.raises(Denied):
        take_seat(by=link, round_=published.round(1))
