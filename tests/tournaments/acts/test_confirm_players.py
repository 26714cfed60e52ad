"""Nobody is paired, or given a bye, of whom nobody has said that he or she is here."""

from __future__ import annotations

import pytest
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.outbox import Job
from portal.policy import Conflict, Denied, Refusal
from tests.cast import Cast
from tests.factories import make_entries, make_section
from tests.factories import pair as draft_of
from tests.factories import publish as made_public
from tests.factories import report as reported
from tests.working import compute
from tournaments.acts.drafts import confirm_players, pair_round
from tournaments.acts.entering.attendance import check_in, require_check_in
from tournaments.acts.results import report_result
from tournaments.acts.rounds import close_round, publish_round
from tournaments.models import Absence, Entry, Pairing, ResultReport, Round, Seat, Section
from tournaments.queries.presence import unconfirmed
from tournaments.state.causes import ResultCause


def questions(round_: Round) -> list[tuple[int | None, int | None]]:
    return [(item.entry.number, item.missed) for item in unconfirmed(round_)]


def seated(round_: Round) -> set[int]:
    return set(Seat.objects.filter(round=round_).values_list("entry__number", flat=True))


def pair(cast: Cast, number: int) -> Round:
    pair_round(round_=cast.round(number), by=cast.bob)
    compute()
    return cast.round(number)


def play(cast: Cast, number: int, missing: int, cause: str = "") -> None:
    """A published round in which ``missing`` loses by not coming, closed."""
    round_ = cast.round(number)
    publish_round(round_=round_, seen=round_.draft_digest, by=cast.bob)
    compute()
    for pairing in Pairing.objects.filter(round=round_, table__isnull=False):
        sides = {seat.entry.number: seat.colour for seat in pairing.seats.select_related("entry")}
        gone = missing in sides
        value = "0-1" if gone and sides[missing] == "first" else "1-0"
        report_result(
            round_=round_,
            table=pairing.table or 0,
            value=value,
            forfeit=gone,
            cause=cause if gone else "",
            seen=None,
            by=cast.carol,
        )
    close_round(round_=cast.round(number), by=cast.bob)
    compute()


def test_who_was_never_checked_in_is_not_paired(entered: Cast) -> None:
    Entry.objects.filter(section=entered.section, number__in=(3, 5)).update(status=Entry.Status.ENTERED)
    with pytest.raises(Refusal) as caught:
        pair_round(round_=entered.round(1), by=entered.bob)
    assert (caught.value.code, caught.value.params) == (
        "players-unconfirmed",
        {"round": 1, "players": [3, 5]},
    )
    assert not Job.objects.filter(kind="pair").exists()
    confirm_players(round_=entered.round(1), here=[3], away=[5], by=entered.bob)
    assert seated(pair(entered, 1)) == {1, 2, 3, 4, 6, 7, 8}
    assert list(Absence.objects.values_list("entry__number", "round_number")) == [(5, 1)]


@pytest.mark.slow
def test_a_no_show_is_neither_paired_again_nor_given_the_bye(drafted: Cast) -> None:
    """He lost round 1 as a no-show: each round asks anew, until he has played."""
    play(drafted, 1, missing=8)
    assert questions(drafted.round(2)) == [(8, 1)]
    with pytest.raises(Refusal, match="players-unconfirmed"):
        pair_round(round_=drafted.round(2), by=drafted.bob)
    confirm_players(round_=drafted.round(2), here=[], away=[8], by=drafted.bob)
    assert 8 not in seated(pair(drafted, 2))
    play(drafted, 2, missing=0)
    # An absence is no reason to believe that he is here.
    assert questions(drafted.round(3)) == [(8, 1)]
    confirm_players(round_=drafted.round(3), here=[8], away=[], by=drafted.bob)
    assert 8 in seated(pair(drafted, 3))


@pytest.mark.slow
def test_who_is_confirmed_and_does_not_come_is_asked_about_again(drafted: Cast) -> None:
    play(drafted, 1, missing=8)
    confirm_players(round_=drafted.round(2), here=[8], away=[], by=drafted.bob)
    pair(drafted, 2)
    play(drafted, 2, missing=8)
    assert questions(drafted.round(3)) == [(8, 2)]
    check_in(entries=[drafted.section.entries.get(number=8)], present=True, by=drafted.carol)
    assert questions(drafted.round(3)) == []


@pytest.mark.slow
def test_a_forfeit_that_the_arbiter_has_decided_is_no_absence(drafted: Cast) -> None:
    play(drafted, 1, missing=8, cause=ResultCause.ARBITER)
    assert questions(drafted.round(2)) == []


@pytest.mark.slow
def test_a_correction_is_believed(drafted: Cast) -> None:
    play(drafted, 1, missing=8)
    report = ResultReport.objects.get(forfeit=True)
    report_result(
        round_=drafted.round(1),
        table=report.pairing.table or 0,
        value=report.value,
        seen=report.pk,
        reason="He did come",
        by=drafted.bob,
    )
    assert questions(drafted.round(2)) == []


def test_who_is_found_to_be_away_after_the_pairing_is_not_published(drafted: Cast) -> None:
    check_in(entries=[drafted.section.entries.get(number=2)], present=False, by=drafted.carol)
    round_ = drafted.round(1)
    with pytest.raises(Refusal, match="players-unconfirmed"):
        publish_round(round_=round_, seen=round_.draft_digest, by=drafted.bob)


def test_a_worker_does_not_pair_them_either(entered: Cast) -> None:
    asked_for = pair_round(round_=entered.round(1), by=entered.bob)
    check_in(entries=[entered.section.entries.get(number=2)], present=False, by=entered.carol)
    compute()
    job = Job.objects.get(pk=asked_for["job"])
    assert (job.state, job.outcome["code"]) == ("refused", "players-unconfirmed")
    assert not Seat.objects.exists()


def test_confirming_is_one_act_with_one_line(entered: Cast) -> None:
    entered.section.entries.update(status=Entry.Status.ENTERED)
    numbers = list(range(1, 9))
    for _ in range(2):
        answer = confirm_players(round_=entered.round(1), here=numbers, away=[], by=entered.carol, once="one")
        assert answer["here"] == numbers
    [line] = JournalEntry.objects.filter(act="confirm_players", once="one")
    assert line.after == {"here": numbers, "away": []}
    assert questions(entered.round(1)) == []


def test_who_was_checked_in_meanwhile_is_not_sent_away(entered: Cast) -> None:
    with pytest.raises(Conflict, match="confirmed-meanwhile"):
        confirm_players(round_=entered.round(1), here=[], away=[4], by=entered.bob)
    assert not Absence.objects.exists()


@pytest.mark.parametrize(
    ("here", "away", "code"),
    [([], [], "nobody-named"), ([1], [1], "here-and-away"), ([99], [], "not-playing")],
)
def test_what_makes_no_sense_is_refused(entered: Cast, here: list[int], away: list[int], code: str) -> None:
    with pytest.raises(Refusal, match=code):
        confirm_players(round_=entered.round(1), here=here, away=away, by=entered.bob)


def test_a_referee_confirms_nobody(entered: Cast) -> None:
    with pytest.raises(Denied):
        confirm_players(round_=entered.round(1), here=[1], away=[], by=entered.dave)


def test_a_public_round_asks_nothing(published: Cast) -> None:
    with pytest.raises(Refusal, match="state"):
        confirm_players(round_=published.round(1), here=[1], away=[], by=published.bob)


def test_a_knock_out_asks_only_about_those_who_go_on(cast: Cast) -> None:
    section = make_section(cast.event, "cup", system="knock-out", rounds=2, options={"third_place": True})
    make_entries(section, 4)
    Section.objects.filter(pk=section.pk).update(lots_drawn_at=timezone.now())
    section.refresh_from_db()
    first = made_public(draft_of(section, 1))
    reported(first, 1, "1-0", forfeit=True)
    reported(first, 2, "1-0")
    Round.objects.filter(pk=first.pk).update(state=Round.State.CLOSED)
    second = section.round_set.get(number=2)
    [gone] = Seat.objects.filter(pairing__round=first, pairing__table=1, colour="second")
    # The loser of the semi-final would play for the third place.
    assert questions(second) == [(gone.entry.number, 1)]
    section.options = {}
    section.save()
    assert questions(section.round_set.get(number=2)) == []


@pytest.mark.slow
def test_a_section_without_check_in_asks_only_about_no_shows(drafted: Cast) -> None:
    play(drafted, 1, missing=8)
    Entry.objects.filter(section=drafted.section).update(status=Entry.Status.ENTERED)
    assert questions(drafted.round(2)) == [*((n, None) for n in range(1, 8)), (8, 1)]
    require_check_in(section=drafted.section, needed=False, by=drafted.alice)
    assert questions(drafted.round(2)) == [(8, 1)]
    require_check_in(section=drafted.section, needed=True, by=drafted.alice)
    assert len(questions(drafted.round(2))) == 8


def test_everybody_entered_is_paired_where_nobody_checks_in(entered: Cast) -> None:
    Entry.objects.filter(section=entered.section).update(status=Entry.Status.ENTERED)
    require_check_in(section=entered.section, needed=False, by=entered.alice)
    assert seated(pair(entered, 1)) == {1, 2, 3, 4, 5, 6, 7, 8}
