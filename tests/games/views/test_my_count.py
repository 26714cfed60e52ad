"""Two players agree on the count of their game, each behind the own private link."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from games.models import BoardCount, CountConsent
from games.queries.counts import is_settled
from portal import outbox
from portal.journal.models import JournalEntry
from tests.games.views.counting import POSITION, RECORD, accept, agree, look, mark, page, propose, the_count
from tests.games.views.mine import page as own_page
from tests.games.views.mine import seats
from tests.world import ValidClient, World
from tournaments.models import Entry, PlayerLink, ResultReport

pytestmark = pytest.mark.django_db
Text = Callable[[Any], str]


def voices(count: BoardCount) -> set[tuple[str, int | None]]:
    return set(CountConsent.objects.filter(count=count).values_list("voice", "by_entry"))


@pytest.mark.slow
def test_both_agree_and_that_is_the_result(played: World, text: Text) -> None:
    first, second = seats(played)
    played.post("carol", "submit_record", 1, 1, text=RECORD.decode())
    outbox.drain()
    client = ValidClient(enforce_csrf_checks=True)
    assert own_page(first, "my_count", 1) in text(client.get(own_page(first)))
    response = client.get(own_page(first, "my_count", 1))
    assert response.context["stage"] == "mark"
    assert "Final position of my game" in text(response)
    marked = look(first, position=POSITION, dead="", tap="aa", record=str(response.context["work"].record))
    assert "White wins by 16¼" in text(marked)
    answer = mark(first, client=client)
    assert "You have agreed." in text(answer)
    assert not client.cookies
    count = the_count()
    assert (count.by, count.by_entry, count.author) == (None, first, str(first.player))
    assert voices(count) == {("first", first.pk)}
    assert "A count of your game has been proposed." in text(ValidClient().get(own_page(second)))
    assert "A count of your game has been proposed." not in text(ValidClient().get(own_page(first)))
    theirs = look(second)
    assert "Agree to this count" in text(theirs)
    # Whatever the form says, a player speaks for the own side only.
    done = accept(second, count, voice="first")
    assert voices(count) == {("first", first.pk), ("second", second.pk)}
    assert is_settled(count)
    assert "Table 1: count final" not in text(played.get("bob", "round_desk", 1))
    report = ResultReport.objects.get()
    assert (report.value, report.by) == ("0-1", None)
    assert "Result entered:" in text(done)
    assert "Report result" not in text(done)
    assert "you lost" in text(ValidClient().get(own_page(first)))
    assert "How did your game end?" not in text(ValidClient().get(own_page(first)))
    # Nobody reports the opposite afterwards.
    late = ValidClient().post(own_page(first, "my_result"), {"round": 1, "game": 1, "outcome": "win"})
    assert late.status_code == 409
    assert "Table 1 already has a result" in text(late)
    lines = JournalEntry.objects.filter(act__in=("count_board", "agree_count", "tell_result")).order_by("pk")
    assert [(line.act, line.by, line.party) for line in lines] == [
        ("count_board", None, f"entry:{first.pk}"),
        ("tell_result", None, f"entry:{second.pk}"),
        ("agree_count", None, f"entry:{second.pk}"),
    ]
    assert lines[1].after == {"table": 1, "outcome": "win", "agreed": True}


def tell(entry: Entry, outcome: str) -> Any:
    sent = {"round": 1, "game": 1, "outcome": outcome}
    return ValidClient().post(own_page(entry, "my_result"), sent, follow=True)


@pytest.mark.slow
def test_what_was_reported_before_agreeing_is_put_right_by_it(played: World) -> None:
    first, second = seats(played)
    tell(first, "win")
    mark(first)
    accept(second, the_count())
    assert ResultReport.objects.get().value == "0-1"


@pytest.mark.slow
def test_a_report_against_the_count_is_a_dispute(played: World, text: Text) -> None:
    first, second = seats(played)
    mark(first)
    # Agreed, and then reported the opposite, before the other side has agreed.
    tell(first, "win")
    accept(second, the_count())
    assert not ResultReport.objects.exists()
    for entry in (first, second):
        assert "You and your opponent reported different results" in text(ValidClient().get(own_page(entry)))
    assert "Table 1: players reported different results" in text(played.get("bob", "round_desk", 1))


@pytest.mark.slow
def test_nor_does_the_opposite_become_the_result_after_a_referee_has_taken_it_back(
    played: World, text: Text
) -> None:
    first, second = seats(played)
    mark(first)
    accept(second, the_count())
    agreed = JournalEntry.objects.get(act="tell_result")
    undo = reverse("undo", args=[played.event.slug])
    assert played.client("bob").post(undo, {"entry": agreed.pk, "reason": "they ask"}).status_code == 302
    assert ResultReport.objects.last().value == "*"
    assert "You and your opponent reported different results" in text(tell(first, "win"))
    assert ResultReport.objects.last().value == "*"
    assert "reports differ" in text(played.get("bob", "round_desk", 1))


@pytest.mark.slow
def test_the_same_as_agreed_is_said_by_both_anew(played: World) -> None:
    first, second = seats(played)
    mark(first)
    accept(second, the_count())
    agreed = JournalEntry.objects.get(act="tell_result")
    undo = reverse("undo", args=[played.event.slug])
    played.client("bob").post(undo, {"entry": agreed.pk, "reason": "they ask"})
    tell(first, "loss")
    assert ResultReport.objects.last().value == "*"
    tell(second, "win")
    assert ResultReport.objects.last().value == "0-1"


@pytest.mark.parametrize(
    ("weiqi", "may"), [({}, False), ({"compensation": 10}, True), ({"handicap_return": 9}, True)]
)
@pytest.mark.slow
def test_no_draw_where_the_stones_given_back_make_it_impossible(
    played: World, text: Text, weiqi: dict[str, int], may: bool
) -> None:
    first, second = seats(played)
    played.section.options = {"weiqi": {"size": 9, **weiqi}}
    played.section.save()
    assert ('value="draw"' in text(ValidClient().get(own_page(first)))) is may
    answer = tell(first, "draw")
    tell(second, "draw")
    if may:
        assert ResultReport.objects.get().value == "1/2"
    else:
        assert answer.status_code == 422
        assert "no count ends in a draw" in text(answer)
        assert not ResultReport.objects.exists()


@pytest.mark.slow
def test_another_marking_takes_the_others_consent_away(played: World, text: Text) -> None:
    first, second = seats(played)
    mark(first)
    count = the_count()
    # Whoever has not seen it is told of it, and keeps the own marking.
    unseen = mark(second, "")
    assert unseen.status_code == 409
    assert f"{first.player} proposed a count: White wins by 16¼" in text(unseen)
    assert unseen.context["dead"] == ""
    assert BoardCount.objects.count() == 1
    [seen] = re.findall(r'name="seen" value="(\d+)"', unseen.content.decode())
    assert int(seen) == count.pk
    mark(second, "", seen=seen, once="l")
    other = the_count()
    assert (other.supersedes, voices(other)) == (count, {("second", second.pk)})
    assert not is_settled(other)
    stale = accept(first, count)
    assert stale.status_code == 409
    assert "a newer count of this game" in text(stale)
    accept(first, other, once="b")
    assert is_settled(other)
    late = mark(second, "aa", seen=other.pk, once="m")
    assert late.status_code == 409
    assert "already final" in text(late)
    # Staff still may, with a reason.
    assert propose(played, seen=other.pk).status_code == 422
    assert propose(played, seen=other.pk, reason="a stone was forgotten").status_code == 302


@pytest.mark.slow
def test_the_same_marking_is_the_same_count(played: World) -> None:
    """Both mark the board at once, neither has seen the other's: they agree. To move is no part of it."""
    first, second = seats(played)
    mark(first)
    mark(second, position=POSITION[:-1] + "w")
    assert BoardCount.objects.count() == 1
    assert is_settled(the_count())
    for again in ("k", "other"):
        assert mark(second, once=again).status_code == 200
    assert CountConsent.objects.count() == 2


@pytest.mark.slow
def test_a_double_tap_and_loading_anew_lose_nothing(played: World) -> None:
    first, second = seats(played)
    for _ in range(2):
        assert mark(first).status_code == 200
    assert (BoardCount.objects.count(), CountConsent.objects.count()) == (1, 1)
    for _ in range(2):
        assert accept(second, the_count()).status_code == 200
    assert CountConsent.objects.count() == 2
    assert JournalEntry.objects.filter(act__in=("count_board", "agree_count")).count() == 2
    # What is marked stands in the address.
    address = f"{own_page(first, 'my_count', 1)}?{urlencode({'position': POSITION, 'dead': 'aa'})}"
    assert [ValidClient().get(address).context["dead"] for _ in range(2)] == ["aa", "aa"]


@pytest.mark.slow
def test_staff_and_players_at_one_count(played: World, text: Text) -> None:
    first, second = seats(played)
    propose(played)
    count = the_count()
    assert "carol proposed" not in text(look(first))
    accept(first, count)
    agree(played, count.pk, "second")
    assert voices(count) == {("first", first.pk), ("second", None)}
    assert is_settled(count)
    assert "The desk will enter" not in text(look(second))
    assert str(first.player) not in text(page(played)).split("count-voices")[1].split("</ul>")[0]


@pytest.mark.slow
def test_who_may_not(played: World, text: Text) -> None:
    first, second = seats(played)
    mark(first)
    count = the_count()
    other = seats(played, 2)[0]
    # The link of another table counts that table, never this one.
    assert accept(other, count).status_code == 404
    forged = reverse("agree_my_count", args=["0" * 26, 1])
    assert ValidClient().post(forged, {"count": count.pk, "voice": "second"}).status_code == 404
    url = own_page(second, "agree_my_count", 1)
    PlayerLink.objects.filter(entry=second).update(revoked_at="2026-01-01T00:00Z")
    assert ValidClient().post(url, {"count": count.pk, "voice": "second"}).status_code == 410
    assert not is_settled(count)
    assert look(first, position="9/9").status_code == 404
    assert mark(first, position="9/9").status_code == 404
    whole = mark(first, "ca", seen=count.pk, once="w")
    assert whole.status_code == 404
    assert ValidClient().get(own_page(first, "my_count", 1, 2)).status_code == 404
    assert ValidClient().get(own_page(first, "my_count", 2)).status_code == 404


def test_a_xiangqi_game_has_no_count(drawn: World) -> None:
    drawn.published()
    first, _ = seats(drawn)
    assert ValidClient().get(own_page(first, "my_count", 1)).status_code == 404
    assert b"Count the final position" not in ValidClient().get(own_page(first)).content


@pytest.mark.slow
def test_the_referee_rules_that_there_is_no_result(played: World, text: Text) -> None:
    first, _ = seats(played)
    mark(first)
    count = the_count()
    wrong = agree(played, count.pk, "referee", "bob", ruling="sunshine", reason="x")
    assert wrong.status_code == 422
    ruled = agree(played, count.pk, "referee", "bob", ruling="no-result", reason="triple ko")
    assert ruled.status_code == 302
    assert "Referee's ruling: no result." in text(page(played, "bob"))
    assert "Enter result" in text(page(played, "bob"))
    assert played.post("carol", "enter_count", 1, 1, count=count.pk).status_code == 409
    assert "Referee's ruling: no result." in text(look(first))
    need = "Table 1: the referee ruled no result"
    assert need in text(played.get("bob", "round_desk", 1))
    played.post("carol", "report_result", 1, line="1 1/2")
    assert need not in text(played.get("bob", "round_desk", 1))


@pytest.mark.slow
def test_who_is_asked_again_reads_what_differs(played: World, text: Text) -> None:
    first, second = seats(played)
    mark(first)
    assert "Differs from the count before" not in text(look(second))
    mark(second, "", seen=the_count().pk, once="l")
    words = text(look(first))
    assert "Differs from the count before" in words
    assert "No longer counted as dead: " in words
    assert "Before: White wins by 16¼. Now: White wins by" in words
    assert "Differs from the count before" in text(page(played, "bob"))
    # Another board, with the same stones dead.
    other = POSITION.replace("w1bw5", "w1b1w4", 1)
    mark(first, "", seen=the_count().pk, once="m", position=other)
    assert "Other stones on the board: " in text(look(second))


@pytest.mark.slow
@pytest.mark.parametrize(("ruling", "sentence"), [("", "the count stands"), ("no-result", "no result")])
def test_both_players_read_the_ruling_on_their_own_page(
    played: World, text: Text, ruling: str, sentence: str
) -> None:
    first, second = seats(played)
    mark(first)
    assert "Referee's ruling" not in text(ValidClient().get(own_page(second)))
    assert agree(played, the_count().pk, "referee", "bob", ruling=ruling, reason="seki").status_code == 302
    for player in (first, second):
        words = text(ValidClient().get(own_page(player)))
        assert f"Referee's ruling: {sentence}." in words
        assert "seki" in words


def test_queries(played: World, django_assert_max_num_queries: Any) -> None:
    first, second = seats(played)
    mark(first)
    url = own_page(second, "my_count", 1)
    ValidClient().get(url)
    with django_assert_max_num_queries(21):
        ValidClient().get(url)


def test_a_player_who_says_to_be_the_referee_agrees_as_the_player(played: World) -> None:
    first, second = seats(played)
    mark(first)
    assert accept(second, the_count(), voice="referee").status_code < 500
    assert voices(the_count()) <= {("first", first.pk), ("second", second.pk)}
