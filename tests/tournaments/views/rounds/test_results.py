"""Results at the desk: buttons, typed lines, two desks, conflicts, corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from portal import outbox
from tests.world import World
from tournaments.forms.results import outcome_of
from tournaments.models import ResultReport, Round
from tournaments.queries.public.public import results_of

Text = Callable[[Any], str]
ROWS = 'FROM "tournaments_resultreport"'
REPORTED = "-- reported"


@pytest.mark.parametrize("choice", ["1-0", "0-1", "1/2", "+-", "-+", "--"])
def test_a_choice_is_read_back(choice: str) -> None:
    assert outcome_of(choice).choice == choice


@pytest.mark.slow
def test_buttons_and_lines_report(drawn: World, text: Text) -> None:
    drawn.published()
    assert drawn.post("carol", "report_result", 1, table=1, value="1/2")["Location"].endswith("#t1")
    assert drawn.post("alice", "report_result", 1, line="2 -+").status_code == 302
    by_key = {r.pairing.table: (r.value, r.forfeit) for r in ResultReport.objects.select_related("pairing")}
    assert by_key == {1: ("1/2", False), 2: ("0-1", True)}
    assert "0–1 forfeit" in text(drawn.get("carol", "round_desk", 1))


@pytest.mark.slow
def test_a_line_says_how_it_ended_and_lists_say_what_is_not_ordinary(drawn: World, text: Text) -> None:
    drawn.published()
    for line in ("1 1 t", "2 -+ x", "3 = a"):
        assert drawn.post("carol", "report_result", 1, line=line).status_code == 302
    causes = dict(ResultReport.objects.values_list("pairing__table", "cause"))
    assert causes == {1: "time", 2: "absent", 3: "agreement"}
    page = text(drawn.get("carol", "round_desk", 1))
    assert "1–0, on time" in page
    assert "½–½, agreement" in page
    results = results_of(ResultReport.objects.order_by("pairing__table"))
    assert [result.words for result in results] == ["on time", "no-show", ""]
    assert results[2].all_words == "agreement"


@pytest.mark.slow
def test_buttons_say_how_it_ended_after_the_result(drawn: World, text: Text) -> None:
    drawn.published()
    drawn.post("carol", "report_result", 1, table=1, value="1-0")
    report = ResultReport.objects.get()
    assert 'name="cause" value="mate"' in text(drawn.get("carol", "round_desk", 1))
    drawn.post("carol", "report_result", 1, table=1, value="1-0", seen=report.pk, cause="mate")
    assert ResultReport.objects.in_force().get().cause == "mate"
    assert 'name="cause" value="mate"' not in text(drawn.get("carol", "round_desk", 1))


def test_scripts_get_the_list_back(drawn: World, text: Text) -> None:
    drawn.published()
    answer = drawn.post("carol", "report_result", 1, line="1 1-0", htmx=True)
    assert answer.status_code == 200
    page = text(answer)
    assert page.startswith('<div id="results"')
    assert "Table 1: 1–0" in page
    assert "1 of 4 results are in" in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "status", "sentence"),
    [
        ("9 1-0", 422, "Round 1 has no table 9."),
        ("1 7-0", 422, "Cannot read “1 7-0”."),
        ("", 422, " is empty. Fill it in."),
    ],
)
def test_a_bad_line_is_said_and_kept(drawn: World, text: Text, line: str, status: int, sentence: str) -> None:
    drawn.published()
    answer = drawn.post("carol", "report_result", 1, line=line)
    assert answer.status_code == status
    assert sentence in text(answer)
    assert f'value="{line}"' in text(answer) or not line
    answer = drawn.post("carol", "report_result", 1, line=line, htmx=True)
    assert answer.status_code == status
    assert sentence in text(answer)


@pytest.mark.slow
def test_an_open_list_is_told_only_of_changes(drawn: World, text: Text) -> None:
    drawn.published()
    url = drawn.url("results", 1)
    version = drawn.get("carol", "round_desk", 1).context["version"]
    assert drawn.client("carol").get(url, {"v": version}).status_code == 204
    drawn.post("alice", "report_result", 1, line="3 0-1")
    changed = drawn.client("carol").get(url, {"v": version})
    assert changed.status_code == 200
    assert "0–1" in text(changed)
    newer = changed.context["version"]
    assert drawn.client("carol").get(url, {"v": newer}).status_code == 204
    seen = ResultReport.objects.get().pk
    drawn.post("dave", "report_result", 1, table=3, value="1-0", reason="misread", seen=seen)
    assert "corrected" in text(drawn.client("carol").get(url, {"v": newer}))


@pytest.mark.slow
def test_a_report_that_comes_while_a_list_is_made_is_shown_with_the_next(drawn: World, text: Text) -> None:
    drawn.published()
    drawn.post("alice", "report_result", 1, line="1 1-0")
    client, url = drawn.client("carol"), drawn.url("results", 1)
    collected: list[str] = []

    def report_after_the_rows(execute: Any, sql: str, *values: Any) -> Any:
        rows_are_read = any(ROWS in before and "COUNT(" not in before for before in collected)
        collected.append(sql)
        if rows_are_read and REPORTED not in collected:
            collected.append(REPORTED)
            drawn.post("alice", "report_result", 1, line="3 0-1")
        return execute(sql, *values)

    with connection.execute_wrapper(report_after_the_rows):
        answer = client.get(url)
    assert REPORTED in collected
    assert "0–1</a>" not in text(answer)
    later = client.get(url, {"v": answer.context["version"]})
    assert later.status_code == 200
    assert "0–1</a>" in text(later)


def test_the_second_of_two_sees_both_values(drawn: World, text: Text) -> None:
    drawn.published()
    drawn.post("carol", "report_result", 1, line="2 1-0")
    answer = drawn.post("alice", "report_result", 1, line="2 0-1")
    assert answer.status_code == 409
    page = text(answer)
    assert "two different results" in page
    assert "Yours</dt><dd><strong>0–1</strong>" in page
    assert "Already entered</dt><dd><strong>1–0</strong>by carol at" in page
    assert "Only a referee can change it" in page
    assert "Replace it" not in page
    assert ResultReport.objects.count() == 1


@pytest.mark.slow
def test_a_referee_decides_a_conflict_with_a_reason(drawn: World, text: Text) -> None:
    drawn.published()
    drawn.post("carol", "report_result", 1, line="2 1-0")
    conflict = drawn.post("dave", "report_result", 1, line="2 --", htmx=True)
    assert conflict.status_code == 409
    assert "Replace with 0–0 forfeit" in text(conflict)
    seen = ResultReport.objects.get().pk
    without = drawn.post("dave", "report_result", 1, table=2, value="--", seen=seen, reason="")
    assert without.status_code == 422
    assert "it is recorded in the journal" in text(without)
    decided = drawn.post("dave", "report_result", 1, table=2, value="--", seen=seen, reason="Neither came")
    assert decided.status_code == 302
    [first, last] = ResultReport.objects.order_by("pk")
    assert (last.value, last.forfeit, last.supersedes, last.reason) == ("0-0", True, first, "Neither came")
    page = text(drawn.get("dave", "result", 1, 2))
    assert "Neither came" in page
    assert "carol" in page


def test_the_same_result_twice_is_one(drawn: World) -> None:
    drawn.published()
    for who in ("carol", "alice", "carol"):
        assert drawn.post(who, "report_result", 1, line="2 1-0").status_code == 302
    assert ResultReport.objects.count() == 1


def test_a_form_gone_back_to_and_changed_is_another_act(drawn: World) -> None:
    drawn.published()
    assert drawn.post("carol", "report_result", 1, table=1, value="1-0", once="k").status_code == 302
    assert drawn.post("carol", "report_result", 1, table=1, value="1-0", once="k").status_code == 302
    assert drawn.post("carol", "report_result", 1, table=1, value="0-1", once="k").status_code == 409
    assert ResultReport.objects.get().value == "1-0"


@pytest.mark.slow
def test_the_desk_reports_but_does_not_correct(drawn: World, text: Text) -> None:
    drawn.published()
    drawn.post("dave", "report_result", 1, line="2 1-0")
    seen = ResultReport.objects.get().pk
    answer = drawn.post("carol", "report_result", 1, table=2, value="0-1", seen=seen, reason="x")
    assert answer.status_code == 403
    assert "Correct a result" in text(answer)
    assert "Correct result" not in text(drawn.get("carol", "result", 1, 2))
    assert "Correct result" in text(drawn.get("dave", "result", 1, 2))


def test_the_supervisor_reports_nothing(drawn: World, text: Text) -> None:
    drawn.published()
    assert drawn.post("erin", "report_result", 1, line="2 1-0").status_code == 403
    page = text(drawn.get("erin", "round_desk", 1))
    assert "Table and result" not in page
    assert ">1–0</button>" not in page


@pytest.mark.slow
def test_a_correction_after_closing_warns_and_freezes_anew(drawn: World, text: Text) -> None:
    drawn.closed()
    assert "The round is closed. A correction" in text(drawn.get("bob", "result", 1, 1))
    seen = ResultReport.objects.get(pairing__table=1).pk
    answer = drawn.post("bob", "report_result", 1, table=1, value="0-1", seen=seen, reason="Scoresheets")
    assert answer.status_code == 302
    outbox.drain()
    assert drawn.section.standings.filter(after_round=1).count() == 2
    assert drawn.round().state == Round.State.CLOSED


@pytest.mark.parametrize("game", ["", "x" * 5_000, "第二局", "1e309", "9" * 40, "-1"])
def test_a_game_that_is_no_number_is_a_sentence(drawn: World, text: Text, game: str) -> None:
    """Nobody types it: the page has it in a hidden field."""
    drawn.published()
    answer = drawn.post("carol", "report_result", 1, table=1, value="1-0", game=game)
    assert answer.status_code in ((409, 422) if game else (302,))
    if game:
        assert 'role="alert"' in text(answer)
        assert not ResultReport.objects.exists()


def test_a_table_that_is_not_there_is_not_found(drawn: World) -> None:
    drawn.published()
    assert drawn.get("carol", "result", 1, 99).status_code == 404
    answer = drawn.post("carol", "report_result", 1, table=99, value="1-0")
    assert answer.status_code == 422


def test_nothing_is_reported_before_publication(drawn: World, text: Text) -> None:
    drawn.paired()
    answer = drawn.post("carol", "report_result", 1, line="1 1-0")
    assert answer.status_code == 409
    assert "not possible while round 1 is a draft" in text(answer)
