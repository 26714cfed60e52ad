"""A finding that the result does not tell is a need of the round; so is where stream and record differ."""

from __future__ import annotations

from typing import Any

import pytest

from games.acts.findings import apply_finding, dismiss_finding
from games.acts.live import write_game
from games.acts.records import accept_record
from games.models import FindingRuling
from games.queries.findings import untold_in
from games.queries.live import differences
from tests.cast import Cast, pairing_of, value_of
from tests.games.acts.claiming import handed_in
from tests.games.acts.perpetual import CHECKS, PERPETUAL
from tournaments.acts.results import report_result
from tournaments.models import Section
from tournaments.todo import Need, about, needs_of


def record_of(moves: list[str], start: str = CHECKS) -> bytes:
    return f'[FEN "{start}"]\n\n{" ".join(moves)}\n'.encode()


def needs(cast: Cast, kind: str) -> list[Need]:
    return [need for need in needs_of(about(cast.round(1))) if need.kind == kind]


@pytest.fixture
def checked(published: Cast) -> Cast:
    """Red has lost by perpetual check, and table 1 says that Red has won."""
    Section.objects.update(rulebook="wxc2015")
    accept_record(record=handed_in(published, record_of(PERPETUAL)), by=published.dave)
    report_result(round_=published.round(1), table=1, value="1-0", seen=None, by=published.carol)
    return published


def test_what_the_result_does_not_tell_is_a_need_until_it_is_applied(checked: Cast) -> None:
    [need] = needs(checked, "finding")
    assert need.text.startswith(
        "Table 1, move 5 of Red: Position for the third time: Red loses by perpetual check"
    )
    assert need.text.endswith("Entered: 1–0")
    assert need.waits
    [untold] = untold_in([checked.round(1)])
    apply_finding(pairing=pairing_of(checked), finding=untold.key, by=checked.dave)
    assert value_of(checked) == "0-1"
    assert needs(checked, "finding") == []


def test_a_dismissed_one_asks_no_more(checked: Cast) -> None:
    [untold] = untold_in([checked.round(1)])
    dismiss_finding(pairing=pairing_of(checked), finding=untold.key, reason="played on", by=checked.dave)
    assert untold_in([checked.round(1)]) == []
    assert FindingRuling.objects.get().reason == "played on"
    assert value_of(checked) == "1-0"


def test_a_result_that_tells_it_is_no_need(published: Cast) -> None:
    Section.objects.update(rulebook="wxc2015")
    accept_record(record=handed_in(published, record_of(PERPETUAL)), by=published.dave)
    report_result(round_=published.round(1), table=1, value="0-1", seen=None, by=published.carol)
    assert needs(published, "finding") == []


def test_a_stream_that_is_over_asks_as_a_record_does(published: Cast) -> None:
    Section.objects.update(rulebook="wxc2015")
    write_game(pairing=pairing_of(published), moves=PERPETUAL, start=CHECKS, by=published.carol)
    assert needs(published, "finding") == [], "the card is on the referee's phone while the game is played"
    report_result(round_=published.round(1), table=1, value="1/2", seen=None, by=published.carol)
    [untold] = untold_in([published.round(1)])
    assert (untold.source, untold.entered, untold.value) == ("stream", "1/2", "0-1")


def test_another_rulebook_finds_nothing(checked: Cast) -> None:
    Section.objects.update(rulebook="")
    assert untold_in([checked.round(1)]) == []


def test_the_record_replaces_the_stream_and_says_where_it_differs(published: Cast) -> None:
    Section.objects.update(rulebook="")
    write_game(
        pairing=pairing_of(published), moves=["a3d3", "d9e9", "d3h3"], start=CHECKS, by=published.carol
    )
    accept_record(record=handed_in(published, record_of(["a3d3", "d9e9", "d3e3", "e9d9"])), by=published.dave)
    [need] = needs(published, "stream-differs")
    assert need.text == "Table 1: record and entered moves differ at 2 moves"
    assert not need.waits


def test_differences_ply_by_ply() -> None:
    assert differences(["a", "b"], ["a", "c", "d"]) == differences(["x", "b"], ["x", "c", "d"])
    assert [
        (untold.ply, untold.stream, untold.record) for untold in differences(["a", "b"], ["a", "c", "d"])
    ] == [
        (2, "b", "c"),
        (3, "", "d"),
    ]
    assert differences(["a"], ["a"]) == []


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3])
def test_findings_cost_the_same_for_any_number(
    count: int, published: Cast, django_assert_num_queries: Any
) -> None:
    Section.objects.update(rulebook="wxc2015")
    for table in range(1, count + 1):
        accept_record(record=handed_in(published, record_of(PERPETUAL), table=table), by=published.dave)
    round_ = published.round(1)
    with django_assert_num_queries(5):
        assert len(untold_in([round_])) == count
