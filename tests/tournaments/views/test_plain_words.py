"""What was accepted and could not be played or found again: refused where it is made, or said plainly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from portal import outbox
from tests.factories import make_prizes
from tests.world import World
from tournaments.models import Round, Section, Standing

Text = Callable[[Any], str]
SECTION = {
    "name": "Open",
    "slug": "open",
    "card": "wxc2015",
    "create": "on",
    "rounds": 5,
    "seed": "s",
    "counted_players": 2,
    "time_control": "90+30",
}


def test_a_section_that_cannot_be_played_is_refused(world: World, text: Text) -> None:
    values, words = {"rounds": 8, "players": 8}, "8 players have opponents for 7 rounds, not for 8."
    there = world.url("section_desk").replace("/men/", "/-/new-section/")
    answer = world.client("alice").post(there, SECTION | values)
    assert answer.status_code == 422
    assert words in text(answer)
    assert not Section.objects.filter(slug="open").exists()
    assert world.client("alice").post(there, SECTION | values | {"rounds": 7}).status_code == 302


@pytest.mark.parametrize("day", ["2016-09-23", "2015-09-20", "2015-09-27"])
def test_a_round_starts_on_a_day_of_the_event(drawn: World, text: Text, day: str) -> None:
    page = drawn.get("alice", "schedule")
    assert page.status_code == 200
    answer = drawn.post("alice", "schedule", where="hall", round_1=f"{day}T09:00")
    assert answer.status_code == 422
    assert "outside the days of the event (21–26 Sept 2015)" in text(answer)
    assert not Round.objects.filter(starts_at__isnull=False).exists()
    assert drawn.post("alice", "schedule", where="hall", round_1="2015-09-26T23:00").status_code == 302


@pytest.mark.slow
def test_a_category_is_given_to_an_entry_that_is_there_already(drawn: World, text: Text) -> None:
    """The prizes of the newest standings follow."""
    make_prizes(drawn.section)
    drawn.closed()
    outbox.drain()
    entry = drawn.section.entries.get(number=1)
    assert "Set categories" in text(drawn.get("carol", "entry_desk", entry.pk))

    def holders() -> list[int]:
        newest = Standing.objects.order_by("pk").last()
        assert newest is not None
        return [row["number"] for row in newest.data["categories"]["europe"]]

    assert 1 not in holders()
    answer = drawn.post("carol", "set_categories", entry.pk, categories=["europe"])
    assert answer.status_code == 302
    outbox.drain()
    assert 1 in holders()
    assert drawn.post("carol", "set_categories", entry.pk, categories=["nobody"]).status_code == 422
    drawn.post("carol", "set_categories", entry.pk)
    outbox.drain()
    assert 1 not in holders()


@pytest.mark.slow
def test_a_ruling_says_for_how_long_it_holds(drawn: World, text: Text) -> None:
    drawn.paired()
    assert "must not meet" in text(drawn.get("bob", "round_desk", 1))
    assert text(drawn.get("bob", "round_desk", 1)).count("in this round only") == 1
    values = {"first": 1, "second": 3, "kind": "forbidden", "reason": "Brothers"}
    assert drawn.post("bob", "rule_pair", 1, **values).status_code == 302
    outbox.drain()
    assert text(drawn.get("bob", "round_desk", 1)).count("in this round only") == 2
