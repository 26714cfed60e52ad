"""On line under rules that act by themselves the program enters what a game has ended with, once, with
article and plies; a referee overturns it with a reason, and it does not come again."""

from __future__ import annotations

from typing import Any

import pytest

from games.acts.findings import dismiss_finding, overturn_ruling
from games.acts.live import note_flag, streams, write_game, write_plies
from games.live.stream import Code, PlyItem
from games.models import FindingRuling, LiveEvent, LiveGame
from games.queries.findings import untold_in
from portal.journal.models import JournalEntry
from portal.outbox import runner
from portal.outbox.models import Job
from portal.policy import Denied, Refusal
from tests.cast import Cast, pairing_of, value_of
from tests.games.acts.perpetual import CHECKS, PERPETUAL
from tests.games.rulebooks.facts import live_cases
from tests.working import compute
from tournaments.acts.results import current_report, report_result, take_back_result
from tournaments.models import ResultReport, Round, Section
from tournaments.wording.grounds import stored_reason_text

CASES = {case["id"]: case for case in live_cases()}
DRAWN = CASES["xq-r2-protected"]
LOST = next(
    case
    for case in live_cases()
    if case["rulebook"] == "tiantian2020"
    and "plies" in case
    and case.get("end", {}).get("cause") == "repetition"
    and case["end"]["result"] != "1/2-1/2"
)


def played(cast: Cast, case: dict[str, Any], *, online: bool = True) -> LiveGame:
    Section.objects.update(rulebook=case["rulebook"], online=online)
    streams.take(1)
    write_game(pairing=pairing_of(cast), moves=case["plies"].split(), start=case["start"], by=cast.carol)
    return LiveGame.objects.get()


def ruling() -> FindingRuling:
    return FindingRuling.objects.get(verdict="applied")


@pytest.mark.parametrize("case", [DRAWN, LOST], ids=["draw", "loss"])
def test_the_program_enters_it_with_article_and_plies(published: Cast, case: dict[str, Any]) -> None:
    live = played(published, case)
    assert value_of(published) == "none", "the worker enters it, in turn with everybody else"
    compute()
    end = case["end"]
    assert value_of(published) == end["result"].replace("1/2-1/2", "1/2")
    report = current_report(pairing_of(published))
    assert report is not None
    assert (report.by, ruling().by, ruling().report) == (None, None, report)
    assert (report.cause, report.article) == (end["cause"], end["article"])
    assert f"article {end['article']}" in stored_reason_text(report.reason)
    [line] = JournalEntry.objects.filter(act="result_by_rule")
    assert line.after is not None
    assert (line.by, line.after["article"], line.after["table"], line.after["ply"]) == (
        None,
        end["article"],
        1,
        end["ply"],
    )
    assert line.after["plies"]
    assert live.end == [end["result"], end["cause"], end["article"]]
    assert untold_in([published.round(1)]) == []
    assert published.round(1).state == Round.State.PLAYING


def test_a_worker_that_comes_twice_enters_it_once(published: Cast) -> None:
    live = played(published, DRAWN)
    job = Job.objects.get(kind="rule-live")
    compute()
    Job.objects.filter(pk=job.pk).update(state=Job.State.NEW, attempts=0)
    runner.run(job.pk)
    assert ResultReport.objects.filter(pairing=live.pairing).count() == 1
    assert FindingRuling.objects.count() == 1
    write_game(
        pairing=pairing_of(published), moves=DRAWN["plies"].split(), start=DRAWN["start"], by=published.carol
    )
    compute()
    assert ResultReport.objects.filter(pairing=live.pairing).count() == 1


def test_over_the_board_and_by_rules_with_referees_nothing_is_entered(published: Cast) -> None:
    played(published, DRAWN, online=False)
    assert not Job.objects.filter(kind="rule-live").exists()
    compute()
    assert value_of(published) == "none"


def test_by_the_rules_of_the_world_championship_the_referee_rules_on_line_too(published: Cast) -> None:
    Section.objects.update(rulebook="wxc2015", online=True)
    write_game(pairing=pairing_of(published), moves=PERPETUAL, start=CHECKS, by=published.carol)
    compute()
    assert value_of(published) == "none"


def test_what_people_have_said_before_stands(published: Cast) -> None:
    played(published, DRAWN)
    report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.dave)
    compute()
    assert value_of(published) == "1-0"
    [untold] = untold_in([published.round(1)])
    assert (untold.value, untold.entered) == ("1/2", "1-0"), "and a need says that the rules say otherwise"


def test_a_side_whose_time_is_over_has_lost(published: Cast) -> None:
    Section.objects.update(rulebook="tiantian2020", online=True)
    pairing = pairing_of(published)
    write_game(pairing=pairing, moves=["h2e2", "h9g7"], by=published.carol)
    note_flag(pairing=pairing, side=0, by=published.carol)
    compute()
    assert value_of(published) == "0-1"
    assert "article 4" in stored_reason_text(current_report(pairing).reason)  # type: ignore[union-attr]


def test_mate_on_the_board_is_entered_on_line(published: Cast) -> None:
    Section.objects.update(rulebook="", online=True)
    mate = {"start": "3k5/R8/9/9/9/9/9/9/5R3/4K4 w - - 0 1", "plies": "f1d1", "rulebook": "xiangqi-com"}
    live = played(published, mate)
    assert live.over == "mate"
    compute()
    assert value_of(published) == "1-0"
    assert stored_reason_text(current_report(pairing_of(published)).reason) == "entered automatically: mate"  # type: ignore[union-attr]
    assert not FindingRuling.objects.exists()


def test_a_referee_overturns_it_and_the_series_is_silent_until_it_is_over(published: Cast) -> None:
    live = played(published, DRAWN)
    compute()
    key = ruling().finding
    pairing = pairing_of(published)
    with pytest.raises(Refusal, match="reason-needed"):
        overturn_ruling(pairing=pairing, finding=key, reason=" ", by=published.dave)
    with pytest.raises(Denied):
        overturn_ruling(pairing=pairing, finding=key, reason="x", by=published.carol)
    overturn_ruling(pairing=pairing, finding=key, reason="the board was wrong", by=published.dave)
    assert value_of(published) == "*"
    live.refresh_from_db()
    assert (live.over, live.end) == ("", None)
    assert LiveEvent.objects.filter(kind="overturn", reason="the board was wrong").exists()
    lines = list(JournalEntry.objects.values_list("act", flat=True)[:2])
    assert lines == ["overturn_ruling", "take_back_result"]
    assert untold_in([published.round(1)]) == []
    again = overturn_ruling(pairing=pairing, finding=key, reason="again", by=published.dave)
    assert again == {"ruling": FindingRuling.objects.get(verdict="overturned").pk}
    # The pattern goes on: nothing is said or entered again.
    compute()
    goes_on = write_plies(pairing=pairing, items=[PlyItem(13, "b2a2")], by=published.carol)
    assert [answer.code for answer in goes_on.answers] == [Code.TAKEN]
    assert (goes_on.prompted, goes_on.live.over) == ((), "")
    compute()
    assert value_of(published) == "*"


def test_a_new_series_after_it_is_ruled_anew(published: Cast) -> None:
    played(published, DRAWN)
    compute()
    pairing = pairing_of(published)
    overturn_ruling(pairing=pairing, finding=ruling().finding, reason="played on", by=published.dave)
    moves = "f0e0 d9d8 " + " ".join(["b2a2 a5b5 a2b2 b5a5"] * 3)
    items = [PlyItem(13 + number, move) for number, move in enumerate(moves.split())]
    written = write_plies(pairing=pairing, items=items, by=published.carol)
    assert written.live.over == "pattern-repeated"
    compute()
    assert value_of(published) == "1/2"
    assert FindingRuling.objects.filter(verdict="applied").count() == 2


def test_taking_the_result_back_by_hand_lets_the_game_go_on(published: Cast) -> None:
    played(published, DRAWN)
    compute()
    pairing = pairing_of(published)
    seen = current_report(pairing).pk  # type: ignore[union-attr]
    take_back_result(round_=published.round(1), table=1, seen=seen, reason="not so", by=published.dave)
    written = write_plies(pairing=pairing, items=[PlyItem(13, "b2a2")], by=published.carol)
    assert ([answer.code for answer in written.answers], written.live.over) == ([Code.TAKEN], "")
    compute()
    assert value_of(published) == "*"


def test_what_was_only_dismissed_is_not_overturned(published: Cast) -> None:
    Section.objects.update(rulebook="wxc2015")
    write_game(pairing=pairing_of(published), moves=PERPETUAL, start=CHECKS, by=published.carol)
    [stored] = LiveGame.objects.get().prompts
    key = f"{stored['article']}-{stored['side']}-{stored['kind']}-{stored['ply']}"
    dismiss_finding(pairing=pairing_of(published), finding=key, reason="seen", by=published.dave)
    with pytest.raises(Refusal, match="no-such-ruling"):
        overturn_ruling(pairing=pairing_of(published), finding=key, reason="x", by=published.dave)
