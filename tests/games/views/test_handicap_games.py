"""A table that is paired with handicap: what it is counted to, who is told, what its record must say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.acts.records import accept_record
from games.models import GameRecord
from portal import outbox
from tests.factories import make_link
from tests.games.views.counting import POSITION, agree, look, page, propose, the_count
from tests.games.views.mine import page as own_page
from tests.games.views.mine import seats
from tests.world import ValidClient, World
from tournaments.acts.own_table import tell_result
from tournaments.models import Pairing, ResultReport

pytestmark = pytest.mark.django_db
Text = Callable[[Any], str]


@pytest.fixture
def four_stones(played: World) -> World:
    played.section.options = {"weiqi": {"size": 9, "compensation": 15, "handicap_return": 7}}
    played.section.save()
    Pairing.objects.filter(round__section=played.section, table=1).update(handicap=4)
    return played


def rule(world: World, **weiqi: Any) -> None:
    world.section.options = {"weiqi": {"size": 9, "compensation": 15, **weiqi}}
    world.section.save()


@pytest.mark.parametrize(
    ("weiqi", "values", "message"),
    [
        ({}, 0, "White wins by 13¾"),
        ({"handicap_rule": "stones"}, 8, "White wins by 15¾"),
        ({"handicap_rule": "stones-minus-one"}, 6, "White wins by 15¼"),
        # Whole points of the constant, so that the half point decides.
        ({"handicap_return": 7}, 6, "White wins by 15¼"),
    ],
)
@pytest.mark.slow
def test_black_gives_back_komi_and_what_the_section_says(
    four_stones: World, weiqi: dict[str, Any], values: int, message: str
) -> None:
    rule(four_stones, **weiqi)
    assert page(four_stones, position=POSITION, dead="aa").context["sums"]["outcome"] == message
    assert propose(four_stones).status_code == 302
    count = the_count()
    assert (count.compensation, count.handicap_return) == (1, values)
    agree(four_stones, count.pk, "first")
    agree(four_stones, count.pk, "second")
    assert four_stones.post("carol", "enter_count", 1, 1, count=count.pk).status_code == 302
    assert ResultReport.objects.get().value == "0-1"


@pytest.mark.slow
def test_both_players_and_the_staff_read_it(four_stones: World, text: Text) -> None:
    first, _second = seats(four_stones)
    rule(four_stones, handicap_placement="fixed")
    stands = "H4, komi ½. The stones are on the star points; White moves first."
    # No game with a komi of ½ is a draw.
    mine = text(ValidClient().get(own_page(first)))
    assert stands in mine
    assert 'value="draw"' not in mine
    assert stands in text(look(first))
    for name in ("count", "record", "referee"):
        assert stands in text(four_stones.get("bob", name, 1, 1)), name
    assert "H4, komi ½" in text(four_stones.get("bob", "hall", 1))
    # The page does not ask again whether there were stones.
    assert "Handicap game" not in text(page(four_stones, new="1"))
    assert 'value="1/2"' not in four_stones.get("bob", "result", 1, 1).content.decode()
    assert 'value="1/2"' in four_stones.get("bob", "result", 1, 2).content.decode()
    sent = {"round": 1, "game": 1, "outcome": "draw"}
    assert ValidClient().post(own_page(first, "my_result"), sent).status_code == 422


@pytest.mark.slow
@pytest.mark.parametrize("name", ["referee", "result"])
def test_a_draw_reported_before_the_stones_is_not_offered(played: World, text: Text, name: str) -> None:
    rule(played, compensation=14)
    for entry, outcome in zip(seats(played), ("draw", "win"), strict=True):
        tell_result(by=make_link(entry), round_=played.round(1), outcome=outcome, once=outcome)
    assert "½–½, as Black reported" in text(played.get("dave", name, 1, 1))
    Pairing.objects.filter(round__section=played.section, table=1).update(handicap=4)
    page_text = text(played.get("dave", name, 1, 1))
    assert "½–½, as Black reported" not in page_text
    assert "0–1, as White reported" in page_text


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("KM[0.5]HA[4]AB[cc][gg][cg][gc];W[ee]", []),
        ("KM[0.5]HA[2]AB[cc][gg];W[ee]", ["has 2 handicap stones; the table is paired with handicap 4"]),
        ("KM[7.5];B[ee]", ["has 0 handicap stones", "is 3¾ stones; in this section it is ¼."]),
    ],
)
def test_a_record_is_held_against_the_pairing(
    four_stones: World, text: Text, record: str, message: list[str]
) -> None:
    four_stones.post("carol", "submit_record", 1, 1, text=f"(;GM[1]SZ[9]{record})")
    outbox.drain()
    page_text = text(four_stones.get("bob", "record", 1, 1))
    assert ("Differs from this section's settings" in page_text) is bool(message)
    for words in message:
        assert words in page_text


@pytest.mark.slow
def test_its_sgf_says_stones_komi_and_who_moves_first(
    four_stones: World, client: Client, settings: Any
) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0.0
    four_stones.post("carol", "submit_record", 1, 1, text="(;GM[1]SZ[9]HA[4]AB[cc][gg][cg][gc];W[ee];B[ff])")
    outbox.drain()
    accept_record(record=GameRecord.objects.get(), by=four_stones.users["bob"])
    outbox.drain()
    written = client.get("/en/download/e/cup/men/files/men-games.sgf").content.decode()
    assert "KM[0.5]" in written
    assert "HA[4]" in written
    assert "AB[cc][gc][cg][gg]" in written
    assert "PL[W]" in written
    assert ";W[ee];B[ff]" in written


def test_fixed_stones_stand_where_a_record_or_a_count_begins(four_stones: World, text: Text) -> None:
    rule(four_stones, handicap_placement="fixed")
    page_text = four_stones.get("bob", "record", 1, 1).content.decode()
    assert "AB[gc][cg][gg][cc]" in page_text
    drawing = page(four_stones, new="1").context["form"].initial["text"].split("\n")
    assert [row for row in drawing if "B" in row] == ["..B...B..", "..B...B.."]
    # The record that names no points is read with them.
    four_stones.post("carol", "submit_record", 1, 1, text="(;GM[1]SZ[9]HA[4]KM[0.5];W[ee];B[ff])")
    outbox.drain()
    reading = GameRecord.objects.get().reading
    assert (reading.state, reading.data["handicap"], reading.data["faults"]) == ("valid", 4, [])
    assert reading.data["start_fen"].endswith(" w")


def test_free_stones_are_asked_for(four_stones: World, text: Text) -> None:
    rule(four_stones)
    page_text = four_stones.get("bob", "record", 1, 1).content.decode()
    assert "HA[4]" in page_text
    assert "AB[" not in page_text
    four_stones.post("carol", "submit_record", 1, 1, text="(;GM[1]SZ[9]HA[4]KM[0.5];W[ee];B[ff])")
    outbox.drain()
    assert GameRecord.objects.get().reading.state == "faulty"
    assert "so the record has to say where they stand" in text(four_stones.get("bob", "record", 1, 1))
