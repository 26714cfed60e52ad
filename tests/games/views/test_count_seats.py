"""A count is one of a game between two players: what becomes of it when staff seat the table otherwise, when
it is counted anew, and when the result is corrected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.acts.records import accept_record
from games.models import BoardCount, CountConsent
from games.pages.paths import game_path
from games.queries.counts import current_count
from games.queries.hall import Wait
from portal import outbox
from tests.games.views.counting import RECORD, accept, agree, look, mark, page, propose, the_count
from tests.games.views.mine import seats
from tests.waiting import waiting_in
from tests.world import World
from tournaments.acts.adjust_round import Flip, Swap, adjust_round
from tournaments.acts.results import report_result
from tournaments.models import Pairing, ResultReport, Seat
from tournaments.todo import situation_of

pytestmark = pytest.mark.django_db
Text = Callable[[Any], str]


def table(world: World) -> Pairing:
    return Pairing.objects.get(round=world.round(1), table=1)


def settled(world: World) -> BoardCount:
    """A player agrees by the link, the other one at the desk, to what makes White win."""
    mark(seats(world)[0])
    count = the_count()
    agree(world, count.pk, "second")
    return count


def adjust(world: World, change: Flip | Swap) -> None:
    adjust_round(round_=world.round(1), change=change, reason="wrong seats", by=world.users["bob"])


def decided(world: World) -> str:
    """Everything that the event's desk says is to be decided."""
    return " ".join(need.text for need in waiting_in(situation_of(world.event)))


def flip(world: World) -> None:
    adjust(world, Flip(1))


def swap(world: World) -> None:
    numbers = Seat.objects.filter(pairing__round=world.round(1), colour="second").order_by("pairing__table")
    first_one, other = numbers.values_list("entry__number", flat=True)[:2]
    adjust(world, Swap(first_one, other))


@pytest.mark.slow
@pytest.mark.parametrize("change", [flip, swap])
def test_other_seats_are_another_game(played: World, text: Text, change: Callable[[World], None]) -> None:
    count = settled(played)
    assert "count final" in text(played.get("bob", "round_desk", 1))
    change(played)
    assert current_count(table(played)) is None
    assert "count final" not in text(played.get("bob", "round_desk", 1))
    # A page that was open before says so, and shows what there is to do now.
    stale = played.client("carol")
    for name in ("enter_count", "consent_count"):
        answer = stale.post(played.url(name, 1, 1), {"count": count.pk, "voice": "first"}, follow=True)
        assert "There is a newer count of this game." in text(answer)
        assert answer.context["stage"] == "type"
    assert accept(seats(played)[0], count).context["stage"] == "type"
    assert CountConsent.objects.count() == 2
    assert not ResultReport.objects.exists()
    for entry in seats(played):
        assert look(entry).context["stage"] == "type"
    # Who sits there now counts the own board; what was agreed to before is kept and does not hold.
    first, second = seats(played)
    mark(second, once="anew")
    anew = the_count()
    assert anew.supersedes == count
    assert (anew.first, anew.second) == (first, second)
    accept(first, anew)
    assert played.post("carol", "enter_count", 1, 1, count=anew.pk).status_code == 302


def test_seats_that_are_put_back_have_their_count_again(played: World) -> None:
    count = settled(played)
    flip(played)
    flip(played)
    assert current_count(table(played)) == count


@pytest.mark.slow
def test_the_page_of_the_game_does_not_show_the_count_of_others(played: World) -> None:
    played.post("carol", "submit_record", 1, 1, text=RECORD.decode())
    outbox.drain()
    accept_record(record=table(played).records.get(), by=played.users["bob"], reason="as played")
    settled(played)
    outbox.drain()
    address = f"/en/{game_path(table(played))}"
    assert "16¼" in played.client("anonymous").get(address).content.decode()
    swap(played)
    outbox.drain()
    assert "16¼" not in played.client("anonymous").get(address).content.decode()


@pytest.mark.slow
def test_a_stale_form_enters_no_count_that_was_replaced(played: World) -> None:
    count = settled(played)
    assert propose(played, dead="", seen=count.pk, reason="a stone was forgotten").status_code == 302
    assert played.post("carol", "enter_count", 1, 1, count=count.pk).status_code == 409
    assert not ResultReport.objects.exists()
    assert page(played).context["current"] == the_count()


@pytest.mark.slow
def test_a_result_decided_otherwise_stands_over_the_count(played: World, text: Text) -> None:
    """The desk is not sent to undo what a referee has corrected on purpose; a slip is named."""
    count = settled(played)
    needed = "Table 1: count final"
    played.post("carol", "report_result", 1, line="1 1-0")
    assert needed in text(played.get("bob", "round_desk", 1))
    assert needed in decided(played)
    seen = ResultReport.objects.get().pk
    sent = {"count": count.pk, "seen": seen, "reason": "mistyped"}
    assert played.post("dave", "enter_count", 1, 1, **sent).status_code == 302
    assert needed not in text(played.get("bob", "round_desk", 1))
    report_result(
        round_=played.round(1),
        table=1,
        value="1-0",
        seen=ResultReport.objects.latest("pk").pk,
        by=played.users["bob"],
        reason="White has lost by two warnings",
    )
    assert needed not in text(played.get("bob", "round_desk", 1))
    assert needed not in decided(played)
    assert Wait.COUNT_ENTRY not in next(
        line["table"].waits for line in played.get("bob", "hall", 1).context["rows"] if line["row"].table == 1
    )
