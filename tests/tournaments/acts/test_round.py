"""The life of a round through the acts, with the worker's part done in this process."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Conflict, Denied, Refusal
from tests.cast import Cast, all_here, tables
from tests.working import compute
from tournaments.acts.adjust_round import Flip, GiveBye, Swap, adjust_round
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.attendance import set_absence, withdraw
from tournaments.acts.entering.players import enter_player
from tournaments.acts.people import delegate_pairing
from tournaments.acts.refereeing.rulings import lift_rule, rule_pair
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.results import report_result
from tournaments.acts.rounds import close_round, publish_round, reopen_round
from tournaments.models import Entry, ResultReport, Round, RoundVersion, Seat, Standing

ReportAll = Callable[[Cast, int], None]


def refused(act: Callable[..., object], code: str, **kwargs: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        act(**kwargs)
    assert caught.value.code == code
    return caught.value


def test_a_pressed_button_gives_a_draft_with_reasons(drafted: Cast) -> None:
    round_ = drafted.round(1)
    assert round_.state == Round.State.DRAFT
    assert len(tables(round_)) == 4
    assert all(pairing.reasons for pairing in round_.pairings.all())
    assert round_.draft_digest.startswith("sha256:")


def test_two_presses_give_one_draft(entered: Cast) -> None:
    delegate_pairing(
        event=entered.event,
        membership=entered.event.memberships.get(user=entered.frank).pk,
        may_pair=True,
        by=entered.bob,
    )
    first = pair_round(round_=entered.round(1), by=entered.bob)
    second = pair_round(round_=entered.round(1), by=entered.frank)
    assert first["job"] == second["job"]
    compute()
    assert Seat.objects.filter(round=entered.round(1)).count() == 8
    assert JournalEntry.objects.filter(act="draft_ready").count() == 1


def test_an_organiser_pairs_only_by_recorded_delegation(entered: Cast) -> None:
    with pytest.raises(Denied):
        pair_round(round_=entered.round(1), by=entered.frank)


def test_the_chief_referee_of_another_event_is_nobody_here(entered: Cast) -> None:
    with pytest.raises(Denied):
        pair_round(round_=entered.round(1), by=entered.charlie)


def test_round_two_waits_for_round_one(published: Cast) -> None:
    assert refused(pair_round, "previous-round-open", round_=published.round(2), by=published.bob).params == {
        "round": 1
    }


def test_publishing_freezes_what_was_seen(drafted: Cast) -> None:
    round_ = drafted.round(1)
    seen = tables(round_)
    publish_round(round_=round_, seen=round_.draft_digest, by=drafted.bob)
    compute()
    version = RoundVersion.objects.get(round=round_)
    assert {row["table"]: (row["first"], row["second"]) for row in version.pairs} == seen
    assert "Player" not in repr((version.pairs, version.input))
    assert drafted.round(1).state == Round.State.PUBLISHED


def test_another_draft_than_the_one_seen_is_not_published(drafted: Cast) -> None:
    refused(publish_round, "draft-changed", round_=drafted.round(1), seen="sha256:old", by=drafted.bob)


def test_a_late_entry_makes_the_draft_outdated(drafted: Cast) -> None:
    enter_player(section=drafted.section, person=PersonInput(name="Late", federation="GER"), by=drafted.alice)
    round_ = drafted.round(1)
    refused(publish_round, "draft-outdated", round_=round_, seen=round_.draft_digest, by=drafted.bob)


def test_entries_that_change_while_publishing_refuse_it(drafted: Cast) -> None:
    round_ = drafted.round(1)
    arguments = publish_round(round_=round_, seen=round_.draft_digest, by=drafted.bob)
    enter_player(section=drafted.section, person=PersonInput(name="Late", federation="GER"), by=drafted.alice)
    compute()
    job = outbox.Job.objects.get(pk=arguments["job"])
    assert (job.state, job.outcome["code"]) == ("refused", "draft-outdated")
    assert not RoundVersion.objects.exists()


def test_a_late_entry_after_the_lots_is_absent_in_public_rounds(published: Cast) -> None:
    answer = enter_player(
        section=published.section,
        person=PersonInput(name="Late", federation="GER", group=2),
        by=published.alice,
    )
    entry = Entry.objects.get(pk=answer["entry"])
    assert entry.number == 10
    assert list(entry.absences.values_list("round_number", flat=True)) == [1]


def test_a_swap_keeps_its_reason_and_says_what_it_breaks(drafted: Cast) -> None:
    round_ = drafted.round(1)
    before = tables(round_)
    first_one, other = before[1][0], before[2][0]
    refused(
        adjust_round,
        "reason-needed",
        round_=round_,
        change=Swap(first_one, other),
        reason=" ",
        by=drafted.bob,
    )
    adjust_round(round_=round_, change=Swap(first_one, other), reason="wheelchair at table 2", by=drafted.bob)
    after = tables(drafted.round(1))
    assert {frozenset(after[1]), frozenset(after[2])} == {
        frozenset((other, before[1][1])),
        frozenset((first_one, before[2][1])),
    }
    change = drafted.round(1).draft_changes[0]
    assert change["reason"] == "wheelchair at table 2"
    assert change["rule"]
    assert drafted.round(1).pairings.filter(by_hand=True).count() == 2


def test_colours_of_a_table_can_be_turned_round(drafted: Cast) -> None:
    before = tables(drafted.round(1))
    adjust_round(round_=drafted.round(1), change=Flip(3), reason="agreed", by=drafted.bob)
    assert tables(drafted.round(1))[3] == before[3][::-1]


def test_a_bye_by_hand_needs_an_odd_number(drafted: Cast) -> None:
    refused(
        adjust_round, "bye-even", round_=drafted.round(1), change=GiveBye(1), reason="ill", by=drafted.bob
    )


def test_the_bye_can_go_to_another_player(entered: Cast) -> None:
    enter_player(
        section=entered.section, person=PersonInput(name="Ninth", federation="GER"), by=entered.alice
    )
    all_here(entered.round(1), by=entered.bob)
    pair_round(round_=entered.round(1), by=entered.bob)
    compute()
    (old,) = tables(entered.round(1))[None]
    new = tables(entered.round(1))[1][0]
    adjust_round(round_=entered.round(1), change=GiveBye(new), reason="train", by=entered.bob)
    after = tables(entered.round(1))
    assert after[None] == (new,)
    assert old in after[1]


def test_a_published_table_can_be_changed_until_it_has_a_result(published: Cast) -> None:
    before = tables(published.round(1))
    adjust_round(
        round_=published.round(1), change=Swap(before[1][0], before[2][0]), reason="error", by=published.bob
    )
    assert published.round(1).versions.count() == 2
    report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.carol)
    refused(
        adjust_round,
        "table-has-result",
        round_=published.round(1),
        change=Flip(1),
        reason="x",
        by=published.bob,
    )


def test_a_forbidden_pair_is_not_made(drafted: Cast) -> None:
    first_one, other = tables(drafted.round(1))[1]
    rule_pair(
        round_=drafted.round(1),
        kind="forbidden",
        first=first_one,
        second=other,
        reason="couple",
        by=drafted.bob,
    )
    compute()
    assert frozenset((first_one, other)) not in {
        frozenset(pair) for pair in tables(drafted.round(1)).values()
    }
    rule = drafted.section.pair_rules.get()
    lift_rule(round_=drafted.round(1), rule=rule.pk, by=drafted.bob)
    compute()
    assert frozenset((first_one, other)) in {frozenset(pair) for pair in tables(drafted.round(1)).values()}


def test_a_fixed_pair_is_made_with_its_colours(entered: Cast) -> None:
    rule_pair(round_=entered.round(1), kind="fixed", first=8, second=1, reason="TV", by=entered.bob)
    pair_round(round_=entered.round(1), by=entered.bob)
    compute()
    assert (8, 1) in tables(entered.round(1)).values()


def test_an_absent_player_is_not_paired(entered: Cast) -> None:
    entry = entered.section.entries.get(number=3)
    set_absence(entries=[entry], round_number=1, absent=True, by=entered.carol)
    pair_round(round_=entered.round(1), by=entered.bob)
    compute()
    seated = {number for pair in tables(entered.round(1)).values() for number in pair}
    assert seated == {1, 2, 4, 5, 6, 7, 8}


def test_a_result_is_reported_once(published: Cast) -> None:
    say = {"round_": published.round(1), "table": 1, "value": "1-0", "seen": None, "by": published.carol}
    first = report_result(**say, once="tap")
    assert report_result(**say, once="tap") == first
    assert report_result(**say) == first
    assert ResultReport.objects.count() == 1
    assert published.round(1).state == Round.State.PLAYING


def test_the_second_of_two_reports_sees_both_values(published: Cast) -> None:
    report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.carol)
    with pytest.raises(Conflict) as caught:
        report_result(round_=published.round(1), table=1, value="0-1", seen=None, by=published.dave)
    assert caught.value.params["theirs"] == "1-0"
    assert caught.value.params["yours"] == "0-1"
    assert caught.value.params["by"] == "carol"
    assert ResultReport.objects.count() == 1


def test_a_referee_corrects_with_a_reason(published: Cast) -> None:
    first = report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.carol)
    fix = {
        "round_": published.round(1),
        "table": 1,
        "value": "0-1",
        "seen": first["report"],
        "by": published.dave,
    }
    refused(report_result, "reason-needed", **fix)
    report_result(**fix, reason="scoresheet")
    current = ResultReport.objects.get(superseded_by__isnull=True)
    assert (current.value, current.supersedes_id) == ("0-1", first["report"])


def test_the_desk_reports_but_does_not_correct(published: Cast) -> None:
    first = report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.bob)
    with pytest.raises(Denied):
        report_result(
            round_=published.round(1),
            table=1,
            value="0-1",
            seen=first["report"],
            by=published.carol,
            reason="?",
        )


@pytest.mark.parametrize(
    ("table", "value", "forfeit", "code"),
    [
        (99, "1-0", False, "no-such-table"),
        (1, "2-0", False, "unknown-result"),
        (1, "1/2", True, "draw-by-forfeit"),
        (1, "0-0", False, "none-by-play"),
    ],
)
def test_impossible_results_are_refused(
    published: Cast, table: int, value: str, forfeit: bool, code: str
) -> None:
    refused(
        report_result,
        code,
        round_=published.round(1),
        table=table,
        value=value,
        forfeit=forfeit,
        seen=None,
        by=published.carol,
    )


@pytest.mark.slow
def test_a_round_closes_when_every_result_is_in(published: Cast, report_all: ReportAll) -> None:
    assert refused(close_round, "results-missing", round_=published.round(1), by=published.bob).params[
        "tables"
    ] == [1, 2, 3, 4]
    report_all(published, 1)
    close_round(round_=published.round(1), by=published.bob)
    compute()
    assert published.round(1).state == Round.State.CLOSED
    standing = Standing.objects.get()
    assert [row["rank"] for row in standing.data["rows"]][:2] == [1, 1]
    assert "Player" not in repr(standing.data)


@pytest.mark.slow
def test_a_correction_after_closing_adds_a_version_of_the_standings(
    published: Cast, report_all: ReportAll
) -> None:
    report_all(published, 1)
    close_round(round_=published.round(1), by=published.bob)
    compute()
    report = ResultReport.objects.get(pairing__table=1)
    report_result(
        round_=published.round(1),
        table=1,
        value="0-1",
        seen=report.pk,
        by=published.bob,
        reason="wrong way round",
    )
    compute()
    assert list(Standing.objects.order_by("version").values_list("after_round", "version")) == [
        (1, 1),
        (1, 2),
    ]
    assert published.round(1).versions.count() == 1


@pytest.mark.slow
def test_a_correction_makes_a_later_draft_outdated(published: Cast, report_all: ReportAll) -> None:
    report_all(published, 1)
    close_round(round_=published.round(1), by=published.bob)
    compute()
    pair_round(round_=published.round(2), by=published.bob)
    compute()
    report = ResultReport.objects.get(pairing__table=1)
    report_result(
        round_=published.round(1),
        table=1,
        value="0-1",
        seen=report.pk,
        by=published.bob,
        reason="wrong way round",
    )
    round_ = published.round(2)
    refused(publish_round, "draft-outdated", round_=round_, seen=round_.draft_digest, by=published.bob)


@pytest.mark.slow
def test_a_closed_round_reopens_until_the_next_is_paired(published: Cast, report_all: ReportAll) -> None:
    report_all(published, 1)
    close_round(round_=published.round(1), by=published.bob)
    compute()
    reopen_round(round_=published.round(1), reason="appeal", by=published.bob)
    assert published.round(1).state == Round.State.PLAYING
    close_round(round_=published.round(1), by=published.bob)
    compute()
    pair_round(round_=published.round(2), by=published.bob)
    compute()
    refused(reopen_round, "later-round-paired", round_=published.round(1), reason="appeal", by=published.bob)


@pytest.mark.slow
def test_a_withdrawn_player_keeps_the_points_and_is_paired_no_more(
    published: Cast, report_all: ReportAll
) -> None:
    report_all(published, 1)
    close_round(round_=published.round(1), by=published.bob)
    compute()
    winner = published.section.entries.get(number=tables(published.round(1))[1][0])
    withdraw(entries=[winner], by=published.alice, reason="ill")
    pair_round(round_=published.round(2), by=published.bob)
    compute()
    seated = {number for pair in tables(published.round(2)).values() for number in pair}
    assert winner.number not in seated
    assert len(seated) == 7


@pytest.mark.slow
def test_the_last_round_finishes_the_section(published: Cast, report_all: ReportAll) -> None:
    for number in (1, 2, 3):
        if number > 1:
            pair_round(round_=published.round(number), by=published.bob)
            compute()
            round_ = published.round(number)
            publish_round(round_=round_, seen=round_.draft_digest, by=published.bob)
            compute()
        report_all(published, number)
        close_round(round_=published.round(number), by=published.bob)
        compute()
    published.section.refresh_from_db()
    assert published.section.state == "finished"
    met = [frozenset(pair) for number in (1, 2, 3) for pair in tables(published.round(number)).values()]
    assert len(met) == len(set(met)) == 12
