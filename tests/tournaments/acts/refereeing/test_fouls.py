"""The register: what a foul costs, what its withdrawal gives back; and the result always fits the count."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from portal.journal.models import JournalEntry
from portal.policy import Conflict, Denied, Refusal
from tests.cast import Cast, foul_of, number_at, pairing_of, row, value_of
from tests.working import compute
from tournaments.acts.refereeing.fouls import confirm_foul, note_table, withdraw_foul
from tournaments.acts.results import current_report, report_result, take_back_result
from tournaments.acts.rounds import close_round
from tournaments.fouls import LADDERS, Cost, recording_fouls
from tournaments.models import Foul, Section
from tournaments.queries.journal import notes_of
from tournaments.queries.refereeing.fouls import tallies
from tournaments.queries.tournament import tournament_of
from tournaments.state.causes import ResultCause
from tournaments.wording.grounds import stored_reason_text


def test_ladders_and_steps_are_those_of_the_rules() -> None:
    assert {key: ladder.loses_at for key, ladder in LADDERS.items()} == {
        "four": 4,
        "three": 3,
        "two": 2,
        "none": None,
    }
    four = LADDERS["four"]
    assert [four.cost(n) for n in (1, 3, 4, 9)] == [Cost.NOTED, Cost.NOTED, Cost.LOSS, Cost.LOSS]
    assert [recording_fouls(missed) for missed in (0, 3, 4, 7, 8, 120)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.slow
def test_moves_that_a_scoresheet_lacks_are_counted_by_the_rules(published: Cast) -> None:
    with pytest.raises(Refusal, match="few-missed"):
        foul_of(published, offence="missed-moves", missed=3)
    assert foul_of(published, offence="missed-moves", missed=7)["count"] == 1
    assert stored_reason_text(Foul.objects.in_force().get().reason) == "7 moves missed"
    # By now twelve are missing: two in all, of which one stands (WXC 4.3).
    assert foul_of(published, offence="missed-moves", missed=12)["count"] == 2
    with pytest.raises(Refusal, match="missed-counted"):
        foul_of(published, offence="missed-moves", missed=20)
    with pytest.raises(Refusal, match="missed-counted"):
        foul_of(published, offence="missed-moves")
    # The referee may rule otherwise: by the second of these the game is lost.
    lost = foul_of(published, offence="missed-moves", missed=8, besides=True)
    assert (lost["count"], lost["lost"]) == (4, True)
    assert JournalEntry.objects.filter(act="log_foul", after__missed=8).count() == 1
    assert value_of(published) == "1-0"
    # Of another offence it says nothing.
    assert foul_of(published, "first", missed=8)["count"] == 1


def test_a_foul_is_logged_then_confirmed_and_only_then_counts(published: Cast) -> None:
    logged = foul_of(published, confirm=False, by=published.carol, offence="missed-moves", ply=40)
    assert (logged["status"], logged["count"], logged["lost"]) == ("logged", 0, False)
    result = row(logged)
    assert (result.kind, result.article, result.ply) == ("recording", "4.3", 40)
    with pytest.raises(Denied):
        confirm_foul(foul=result, by=published.carol)
    confirmed = confirm_foul(foul=result, by=published.dave, once="tap")
    assert (confirmed["status"], confirmed["count"]) == ("confirmed", 1)
    assert confirm_foul(foul=result, by=published.dave, once="tap") == confirmed
    with pytest.raises(Conflict, match="foul-changed") as second:
        confirm_foul(foul=result, by=published.bob)
    assert (second.value.params["by"], second.value.params["status"]) == ("dave", "confirmed")
    with pytest.raises(Refusal, match="foul-confirmed"):
        confirm_foul(foul=row(confirmed), by=published.bob)
    acts = list(JournalEntry.objects.filter(act__contains="foul").order_by("pk").values_list("act", "after"))
    assert [act for act, _ in acts] == ["log_foul", "confirm_foul"]
    assert acts[1][1] == {
        "table": 1,
        "player": number_at(published, "second"),
        "kind": "recording",
        "offence": "missed-moves",
        "article": "4.3",
        "ply": 40,
        "foul": "confirmed",
        "fouls": 1,
    }


def test_a_double_tap_logs_once(published: Cast) -> None:
    answers = [foul_of(published, once="tap") for _ in range(2)]
    assert answers[0] == answers[1]
    assert Foul.objects.in_force().count() == 1


@pytest.mark.parametrize("before", ["none", "1-0", "0-1", "1/2"])
@pytest.mark.slow
def test_the_fourth_foul_loses_and_its_withdrawal_gives_the_result_back(published: Cast, before: str) -> None:
    round_ = published.round(1)
    if before != "none":
        report_result(round_=round_, table=1, value=before, seen=None, by=published.carol)
    answers = [foul_of(published, "first") for _ in range(4)]
    assert [answer["lost"] for answer in answers] == [False, False, False, True]
    assert value_of(published) == "0-1"
    report = current_report(pairing_of(published))
    assert report is not None
    assert report.cause == ("" if before == "0-1" else "fouls")
    for value in ("1-0", "1/2"):
        with pytest.raises(Refusal, match="lost-by-fouls"):
            report_result(round_=round_, table=1, value=value, seen=report.pk, reason="no", by=published.dave)
    with pytest.raises(Refusal, match="lost-by-fouls"):
        take_back_result(round_=round_, table=1, seen=report.pk, reason="no", by=published.dave)
    # The third one, after the fourth was confirmed: three are left, and three do not lose.
    answer = withdraw_foul(foul=row(answers[2]), reason="it was Black", by=published.bob)
    assert (answer["count"], answer["lost"]) == (3, False)
    assert value_of(published) == ("*" if before == "none" else before)
    assert len(tournament_of(published.section).fouls) == 3


@pytest.mark.slow
def test_after_a_result_was_taken_back_the_table_has_none(published: Cast, report_all: Any) -> None:
    answers = [foul_of(published) for _ in range(4)]
    report_all(published, 1)
    assert value_of(published) == "1-0"
    withdraw_foul(foul=row(answers[3]), reason="not so", by=published.bob)
    with pytest.raises(Refusal, match="results-missing") as refused:
        close_round(round_=published.round(1), by=published.bob)
    assert refused.value.params["tables"] == [1]
    report_result(round_=published.round(1), table=1, value="1/2", seen=None, by=published.carol)
    assert value_of(published) == "1/2"


@pytest.mark.slow
def test_in_a_closed_round_a_withdrawal_says_the_result_and_standings_follow(
    published: Cast, report_all: Any
) -> None:
    answers = [foul_of(published) for _ in range(4)]
    report_all(published, 1)
    close_round(round_=published.round(1), by=published.bob)
    compute()
    last = row(answers[3])
    with pytest.raises(Refusal, match="result-needed"):
        withdraw_foul(foul=last, reason="not so", by=published.bob)
    assert Foul.objects.filter(status="withdrawn").count() == 0
    withdraw_foul(foul=last, reason="not so", value="1/2", by=published.bob)
    compute()
    assert value_of(published) == "1/2"
    assert published.section.standings.filter(after_round=1).count() == 2


def test_another_ladder_loses_with_the_third(published: Cast) -> None:
    Section.objects.filter(pk=published.section.pk).update(ladder="three")
    assert [foul_of(published)["lost"] for _ in range(3)] == [False, False, True]


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"player": 99}, "not-at-table"),
        ({"table": 9}, "no-such-table"),
        ({"offence": "yawning"}, "unknown-offence"),
        ({"offence": "", "kind": "yawning"}, "unknown-kind"),
        ({"ply": 0}, "bad-ply"),
        ({"ply": -3}, "bad-ply"),
        ({"game": 2}, "no-such-game"),
    ],
)
def test_what_is_no_foul(published: Cast, answer: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        foul_of(published, **answer)
    assert refused.value.code == code
    assert not Foul.objects.exists()


def test_who_may_not(published: Cast, drafted: Cast) -> None:
    with pytest.raises(Denied):
        foul_of(published, by=published.alice)
    with pytest.raises(Denied):
        foul_of(published, by=published.carol)
    answer = foul_of(published)
    with pytest.raises(Denied):
        withdraw_foul(foul=row(answer), reason="x", by=published.carol)
    with pytest.raises(Refusal, match="reason-needed"):
        withdraw_foul(foul=row(answer), reason=" ", by=published.dave)


Step = tuple[str, int]


@pytest.mark.slow
@given(
    steps=st.lists(st.tuples(st.sampled_from(["first", "second", "withdraw", "report"]), st.integers(0, 9)))
)
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_result_and_register_never_disagree(published: Cast, steps: list[Step]) -> None:
    """Whatever is logged, withdrawn and reported in whatever order: who has four fouls has lost, and no
    game is lost by fouls of which fewer stand."""
    from django.db import transaction

    with transaction.atomic():
        for step, which in steps:
            run(published, step, which)
            over = [tally for tally in tallies(published.section, pairing_of(published)) if tally.is_lost]
            report = current_report(pairing_of(published))
            value = report.value if report else "none"
            assert not over or any(tally.lost(value) for tally in over)
            assert over or report is None or report.cause != ResultCause.FOULS
        transaction.set_rollback(True)


def run(cast: Cast, step: str, which: int) -> None:
    if step in ("first", "second"):
        foul_of(cast, step)
    elif step == "withdraw":
        standing = list(Foul.objects.in_force().filter(status="confirmed"))
        if standing:
            withdraw_foul(foul=standing[which % len(standing)], reason="x", by=cast.bob)
    else:
        current = current_report(pairing_of(cast))
        seen = current.pk if current and current.value != "*" else None
        value = ("1-0", "0-1", "1/2")[which % 3]
        arguments = {"table": 1, "value": value, "seen": seen, "reason": "x", "by": cast.dave}
        over = [tally for tally in tallies(cast.section, pairing_of(cast)) if tally.is_lost]
        if over and not any(tally.lost(value) for tally in over):
            with pytest.raises(Refusal, match="lost-by-fouls"):
                report_result(round_=cast.round(1), **arguments)  # type: ignore[arg-type]
        else:
            report_result(round_=cast.round(1), **arguments)  # type: ignore[arg-type]


def test_a_note_is_kept_once_and_changes_nothing(published: Cast) -> None:
    round_, carol = published.round(1), published.carol
    for _ in range(2):
        note_table(round_=round_, table=1, text=" Red left the board ", by=carol, once="n")
    note_table(round_=round_, table=2, text="light failed", by=carol)
    assert [(note.reason, note.by) for note in notes_of(round_, 1)] == [("Red left the board", carol)]
    assert not notes_of(round_, 1, game=2).exists()
    for text, code in ((" ", "note-needed"), ("x" * 501, "note-too-long")):
        with pytest.raises(Refusal, match=code):
            note_table(round_=round_, table=1, text=text, by=carol)
    with pytest.raises(Refusal, match="no-such-table"):
        note_table(round_=round_, table=99, text="x", by=carol)
    assert not Foul.objects.exists()
