"""The counting page: from a record or a typed position to a result that the table has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from portal.journal.models import JournalEntry
from tests.games.views.counting import DRAWN, POSITION, RECORD, agree, page, propose, the_count
from tests.working import compute
from tests.world import World
from tournaments.models import ResultReport

Text = Callable[[Any], str]


@pytest.mark.slow
def test_from_a_record_to_the_result(played: World, text: Text) -> None:
    played.post("carol", "submit_record", 1, 1, text=RECORD.decode())
    compute()
    page_text = page(played)
    assert (page_text.context["sums"]["first"], page_text.context["sums"]["shared"]) == ("17½", 17)
    assert "Shared points" in text(page_text)
    record = str(page_text.context["work"].record)
    marked = page(played, position=POSITION, dead="", tap="aa", record=record)
    figures = {
        key: marked.context["sums"][key] for key in ("first", "second", "shared", "line", "compensation")
    }
    assert figures == {"first": "27", "second": "54", "shared": 0, "line": "40½", "compensation": "2¾"}
    assert "White wins by 16¼" in text(marked)
    assert marked.content.decode().count('aria-pressed="true"') == 1
    assert propose(played, record=record).status_code == 302
    count = the_count()
    assert (count.record_id, count.black, count.white, count.margin, count.dead) == (
        int(record),
        54,
        108,
        -65,
        ["aa"],
    )
    assert "Enter" not in text(page(played))
    assert played.post("carol", "enter_count", 1, 1, count=count.pk).status_code == 409
    agree(played, count.pk, "first")
    agree(played, count.pk, "first")
    agree(played, count.pk, "second")
    assert "Enter 0–1 for table 1" in text(page(played))
    assert "count final, White wins by 16¼" in text(played.get("bob", "round_desk", 1))
    assert played.post("carol", "enter_count", 1, 1, count=count.pk, once="e").status_code == 302
    assert "This result has been entered." in text(page(played))
    assert "count final" not in text(played.get("bob", "round_desk", 1))
    assert ResultReport.objects.get().value == "0-1"
    acts = list(JournalEntry.objects.order_by("pk").values_list("act", flat=True))
    assert acts[-5:] == ["count_board", "agree_count", "agree_count", "report_result", "enter_count"]


@pytest.mark.slow
def test_a_typed_position(played: World, text: Text) -> None:
    assert "Final position" in text(page(played))
    marked = page(played, text=DRAWN)
    assert marked.context["work"].position == POSITION
    again = page(played, new="1", position=POSITION)
    assert "W.BW....." in again.content.decode()
    for wrong, message in (
        (DRAWN[:-2], "Row 9 has 8 points, not 9."),
        (DRAWN.replace("W . B", "? . B"), "Row 1: “?” is neither a stone nor an empty point."),
        ("B", "A board cannot have 1 rows."),
        ("BB\nBB", "has no liberties"),
    ):
        answer = page(played, text=wrong)
        assert answer.status_code == 422
        assert message in text(answer)


def test_a_tap_marks_the_whole_chain_and_unmarks_it(played: World) -> None:
    whole = " ".join(f"c{row}" for row in "abcdefghi")
    assert page(played, position=POSITION, tap="cc").context["dead"] == whole
    assert page(played, position=POSITION, dead=whole, tap="cg").context["dead"] == ""
    assert page(played, position=POSITION, dead=whole, tap="bb").context["dead"] == whole


@pytest.mark.parametrize(
    "arguments",
    [
        {"position": "9/9"},
        {"position": POSITION, "dead": "cc"},
        {"position": POSITION, "tap": "z"},
        {"position": ""},
    ],
)
def test_nonsense_in_the_address_is_not_found(played: World, arguments: dict[str, str]) -> None:
    assert page(played, **arguments).status_code == 404


@pytest.mark.slow
def test_the_referee_rules_where_they_do_not_agree(played: World, text: Text) -> None:
    propose(played)
    count = the_count()
    agree(played, count.pk, "first")
    assert agree(played, count.pk, "referee", reason="dead").status_code == 403
    assert agree(played, count.pk, "referee", "bob").status_code == 422
    assert agree(played, count.pk, "referee", "bob", reason="no two eyes").status_code == 302
    assert "Referee's ruling: the count stands.</strong>no two eyes (bob)" in text(page(played))
    assert agree(played, count.pk, "second").status_code == 409


@pytest.mark.slow
def test_two_who_count_at_once_and_counting_anew(played: World, text: Text) -> None:
    propose(played)
    first = the_count()
    other = propose(played, "dave", dead="")
    assert other.status_code == 409
    assert "carol" not in other.context["form"].errors
    assert propose(played, "dave", dead="", seen=first.pk).status_code == 302
    second = the_count()
    assert second.supersedes == first
    assert agree(played, first.pk, "first").status_code == 409
    for side in ("first", "second"):
        agree(played, second.pk, side)
    assert propose(played, seen=second.pk).status_code == 422
    assert propose(played, seen=second.pk, reason="a stone was forgotten").status_code == 302


@pytest.mark.slow
def test_an_entered_result_is_corrected_with_a_reason(played: World) -> None:
    played.post("carol", "report_result", 1, line="1 1-0")
    propose(played)
    count = the_count()
    agree(played, count.pk, "referee", "bob", reason="counted twice")
    seen = ResultReport.objects.get().pk
    assert played.post("dave", "enter_count", 1, 1, count=count.pk).status_code == 409
    assert played.post("dave", "enter_count", 1, 1, count=count.pk, seen=seen).status_code == 422
    answer = played.post("dave", "enter_count", 1, 1, count=count.pk, seen=seen, reason="miscounted")
    assert answer.status_code == 302
    assert ResultReport.objects.latest("pk").value == "0-1"


def test_settings_and_handicap(played: World) -> None:
    played.section.options = {"weiqi": {"size": 9, "compensation": 15, "handicap_return": 8}}
    played.section.save()
    plain = page(played, position=POSITION, dead="aa").context["sums"]
    context = page(played, position=POSITION, dead="aa", handicap="1").context["sums"]
    assert (plain["outcome"], context["outcome"]) == ("White wins by 17¼", "White wins by 19¼")


def test_a_xiangqi_table_has_no_count(drawn: World) -> None:
    drawn.published()
    assert drawn.get("bob", "count", 1, 1).status_code == 404


def test_the_page_costs_no_queries_of_its_own(played: World, django_assert_max_num_queries: Any) -> None:
    propose(played)
    client = played.client("bob")
    client.get(played.url("count", 1, 1))
    with django_assert_max_num_queries(20):
        client.get(played.url("count", 1, 1))


@pytest.mark.parametrize("written", ["zz", "kk"])
def test_a_stone_beside_the_board_is_a_fault_that_the_pages_show(
    played: World, text: Text, written: str
) -> None:
    """Its name is none of this board's: a letter that no board has, a row below the first."""
    played.post("carol", "submit_record", 1, 1, text=f"(;GM[1]SZ[9];B[aa];W[{written}];B[cc])")
    compute()
    page_text = text(played.get("carol", "record", 1, 1))
    assert f"W[{written}]" in page_text
    assert "L-1" not in page_text
    assert page(played).status_code == 200
