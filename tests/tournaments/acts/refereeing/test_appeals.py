"""Appeals: who may, until when, against what, and that a decision becomes a correction."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.cast import Cast
from tests.factories import make_link, report
from tests.teams_world import captain_link
from tournaments.acts.refereeing.appeals import decide_appeal, note_deposit, set_appeal_rules, submit_appeal
from tournaments.acts.refereeing.fouls import log_foul, withdraw_foul
from tournaments.acts.results import report_result
from tournaments.models import (
    Appeal,
    AppealDecision,
    AppealRules,
    Foul,
    PlayerLink,
    ResultReport,
    Round,
    Seat,
    Team,
)
from tournaments.queries.refereeing.appeals import rulings_about, waiting_by_round

pytestmark = pytest.mark.django_db
WORDS = "I wrote every move down; see my sheet."


def refused(do: Callable[[], Any]) -> str:
    with pytest.raises(Refusal) as caught:
        do()
    return caught.value.code


def seat(round_: Round, table: int, colour: str) -> Seat:
    return Seat.objects.select_related("entry").get(round=round_, pairing__table=table, colour=colour)


def link(round_: Round, table: int, colour: str) -> PlayerLink:
    return make_link(seat(round_, table, colour).entry)


@pytest.fixture
def playing(published: Cast) -> Round:
    return published.round(1)


def foul_of_red(cast: Cast, round_: Round) -> Foul:
    red = seat(round_, 1, "first").entry
    done = log_foul(
        round_=round_, table=1, player=red.number or 0, kind="technical", confirm=True, by=cast.bob
    )
    return Foul.objects.get(pk=done["foul"])


def decided(cast: Cast, round_: Round, value: str = "0-1") -> ResultReport:
    """Table 1, corrected by the chief referee."""
    first = report(round_, 1, "1-0")
    report_result(round_=round_, table=1, value=value, seen=first.pk, reason="seen", by=cast.bob)
    return ResultReport.objects.in_force().get(pairing__round=round_, pairing__table=1)


def decide(cast: Cast, appeal: int, outcome: str, **more: Any) -> Any:
    row = Appeal.objects.select_related("pairing__round").get(pk=appeal)
    words = {"panel": "Ho, Wong, Lee", "reasons": "The sheet has every move."}
    return decide_appeal(appeal=row, outcome=outcome, by=cast.bob, **{**words, **more})


@pytest.mark.slow
def test_an_upheld_appeal_against_a_foul_withdraws_it(published: Cast, playing: Round) -> None:
    foul = foul_of_red(published, playing)
    made = submit_appeal(round_=playing, foul=foul.pk, statement=WORDS, by=link(playing, 1, "first"))
    assert len(waiting_by_round([playing])[playing.pk]) == 1
    assert decide(published, made["appeal"], "upheld") == {"appeal": made["appeal"], "corrected": True}
    assert Foul.objects.get(supersedes=foul).status == "withdrawn"
    acts = list(JournalEntry.objects.order_by("pk").values_list("act", flat=True))[-3:]
    assert acts == ["submit_appeal", "withdraw_foul", "decide_appeal"]
    assert waiting_by_round([playing]) == {}
    # The player finds the ruling and what became of it, though it stands no more.
    line = rulings_about(published.section, [foul.entry])[0]
    assert not line.stands
    assert line.appeal is not None
    assert line.appeal.decision.outcome == "upheld"


def test_an_upheld_appeal_against_a_result_corrects_it(published: Cast, playing: Round) -> None:
    ruling = decided(published, playing)
    made = submit_appeal(round_=playing, report=ruling.pk, statement=WORDS, by=link(playing, 1, "first"))
    same = refused(lambda: decide(published, made["appeal"], "upheld", value="0-1"))
    assert same == "other-result-needed"
    decide(published, made["appeal"], "upheld", value="1/2")
    now = ResultReport.objects.in_force().get(pairing=ruling.pairing)
    assert (now.value, now.supersedes_id) == ("1/2", ruling.pk)


def test_upheld_without_a_result_the_game_goes_on(published: Cast, playing: Round) -> None:
    ruling = decided(published, playing)
    made = submit_appeal(round_=playing, report=ruling.pk, statement=WORDS, by=link(playing, 1, "first"))
    decide(published, made["appeal"], "upheld")
    assert not ResultReport.objects.in_force().filter(pairing=ruling.pairing).exists()


def test_a_rejected_one_changes_nothing(published: Cast, playing: Round) -> None:
    foul = foul_of_red(published, playing)
    made = submit_appeal(round_=playing, foul=foul.pk, statement=WORDS, by=link(playing, 1, "first"))
    note_deposit(appeal=Appeal.objects.get(pk=made["appeal"]), deposit="paid", by=published.dave)
    decide(published, made["appeal"], "rejected", deposit="kept")
    assert not Foul.objects.filter(supersedes=foul).exists()
    assert Appeal.objects.get(pk=made["appeal"]).deposit == "kept"
    assert refused(lambda: decide(published, made["appeal"], "upheld")) == "decided-already"
    assert AppealDecision.objects.count() == 1


def test_who_may_appeal_what(published: Cast, playing: Round) -> None:
    """The own fouls and a result that one has not won; nobody else's, and nothing that is no ruling."""
    foul = foul_of_red(published, playing)
    for other in (link(playing, 1, "second"), link(playing, 2, "first")):
        with pytest.raises(Denied):
            submit_appeal(round_=playing, foul=foul.pk, statement=WORDS, by=other)
    ruling = decided(published, playing)
    with pytest.raises(Denied):
        submit_appeal(round_=playing, report=ruling.pk, statement=WORDS, by=link(playing, 1, "second"))
    nothing = refused(lambda: submit_appeal(round_=playing, statement=WORDS, by=link(playing, 1, "first")))
    assert nothing == "no-such-ruling"
    with pytest.raises(Denied):
        submit_appeal(round_=playing, foul=foul.pk, statement=WORDS, by=published.bob)
    with pytest.raises(Denied):
        decide_appeal(
            appeal=Appeal.objects.create(pairing=foul.pairing, entry=foul.entry, foul=foul, statement=WORDS),
            outcome="upheld",
            panel="x",
            reasons="x",
            by=published.carol,
        )
    # A result that was only entered is no ruling.
    entered = report(playing, 2, "1-0")
    loser = link(playing, 2, "second")
    merely = refused(lambda: submit_appeal(round_=playing, report=entered.pk, statement=WORDS, by=loser))
    assert merely == "ruling-withdrawn"
    # Nor is it one when somebody adds how the game ended.
    report_result(
        round_=playing, table=2, value="1-0", seen=entered.pk, cause="resignation", by=published.carol
    )
    completed = ResultReport.objects.in_force().get(pairing__table=2)
    assert completed.cause == "resignation"
    merely = refused(lambda: submit_appeal(round_=playing, report=completed.pk, statement=WORDS, by=loser))
    assert merely == "ruling-withdrawn"


def test_what_is_refused_loses_nothing(published: Cast, playing: Round) -> None:
    foul = foul_of_red(published, playing)
    by = link(playing, 1, "first")

    def appeal(statement: str = WORDS) -> Any:
        return submit_appeal(round_=playing, foul=foul.pk, statement=statement, by=by)

    assert refused(lambda: appeal("  ")) == "statement-needed"
    assert refused(lambda: appeal("x" * 10_000)) == "statement-too-long"
    set_appeal_rules(section=published.section, minutes=0, by=published.alice)
    assert refused(appeal) == "no-appeals"
    set_appeal_rules(section=published.section, minutes=10, deposit="MYR 200", public=True, by=published.bob)
    with pytest.MonkeyPatch.context() as later:
        later.setattr(timezone, "now", lambda: foul.at + timedelta(minutes=11))
        assert refused(appeal) == "appeal-late"
    appeal()
    assert refused(appeal) == "appealed-already"
    assert Appeal.objects.count() == 1


def test_a_captain_appeals_for_the_own_team_and_no_other(published: Cast, playing: Round) -> None:
    foul = foul_of_red(published, playing)
    teams = {}
    for colour in ("first", "second"):
        entry = seat(playing, 1, colour).entry
        teams[colour] = Team.objects.create(section=published.section, name=colour)
        entry.team = teams[colour]
        entry.save(update_fields=["team"])
    with pytest.raises(Denied):
        submit_appeal(round_=playing, foul=foul.pk, statement=WORDS, by=captain_link(teams["second"]))
    assert not Appeal.objects.exists()
    captain = captain_link(teams["first"])
    submit_appeal(round_=playing, foul=foul.pk, statement=WORDS, by=captain)
    assert Appeal.objects.get().by_captain
    # Player and captain speak for one side: one appeal is all.
    twice = refused(
        lambda: submit_appeal(round_=playing, foul=foul.pk, statement=WORDS, by=link(playing, 1, "first"))
    )
    assert twice == "appealed-already"


def test_a_ruling_that_was_taken_back_meanwhile(published: Cast, playing: Round) -> None:
    """Is not appealed any more; and a decision on it corrects nothing a second time."""
    foul = foul_of_red(published, playing)
    by = link(playing, 1, "first")
    made = submit_appeal(round_=playing, foul=foul.pk, statement=WORDS, by=by)
    withdraw_foul(foul=foul, reason="my mistake", by=published.bob)
    second = foul_of_red(published, playing)
    withdraw_foul(foul=second, reason="my mistake", by=published.bob)
    late = refused(lambda: submit_appeal(round_=playing, foul=second.pk, statement=WORDS, by=by))
    assert late == "ruling-withdrawn"
    assert not decide(published, made["appeal"], "upheld")["corrected"]
    assert Foul.objects.filter(supersedes=foul).count() == 1


def test_the_rules_of_a_section(published: Cast) -> None:
    assert not AppealRules.objects.exists()
    assert refused(
        lambda: set_appeal_rules(section=published.section, minutes=10_081, by=published.alice)
    ) == ("minutes-out-of-range")
    for _ in range(2):
        set_appeal_rules(section=published.section, minutes=20, by=published.alice)
    assert JournalEntry.objects.filter(act="set_appeal_rules").count() == 1
    with pytest.raises(Denied):
        set_appeal_rules(section=published.section, minutes=20, by=published.dave)
