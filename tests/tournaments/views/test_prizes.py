"""Categories and lists of prizes at the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.world import World
from tournaments.models import Category, Prize

Text = Callable[[Any], str]


def test_prizes_of_a_category_skip_those_of_all(drawn: World, text: Text) -> None:
    assert drawn.post("alice", "add_category", key="ncnv", name="NCNV").status_code == 302
    category = Category.objects.get(section=drawn.section)
    assert drawn.post("alice", "add_prizes", name="Individual", places=2).status_code == 302
    best = Prize.objects.get(section=drawn.section)
    asked = {"name": "Best NCNV", "places": 1, "category": category.pk, "exclusive_with": best.pk}
    assert drawn.post("frank", "add_prizes", **asked).status_code == 302
    assert "Best NCNV" in text(drawn.get("dave", "prizes"))
    category.entry_set.set(drawn.section.entries.all())
    drawn.closed(1)
    frozen = drawn.section.standings.get(after_round=1).data
    first, second = ({place["number"] for place in listed["places"]} for listed in frozen["prizes"])
    # Four winners share the first place, so the other list goes to those behind them.
    assert first == {row["number"] for row in frozen["rows"] if row["rank"] == 1}
    assert second
    assert not first & second


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("add_category", {"key": "Über", "name": "x"}, "Lower-case letters"),
        ("add_category", {"key": "europe", "name": "x"}, "There is already a category “europe”."),
        ("add_prizes", {"name": "x", "places": 0}, "greater than or equal to 1"),
        ("add_prizes", {"name": "x", "places": 1, "category": 999}, "999"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_stored(
    world: World, text: Text, name: str, values: dict[str, Any], said: str
) -> None:
    Category.objects.create(section=world.section, key="europe", name="Europe")
    answer = world.post("alice", name, **values)
    assert answer.status_code == 422
    assert said in text(answer)
    assert (Category.objects.count(), Prize.objects.count()) == (1, 0)
