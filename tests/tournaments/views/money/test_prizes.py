"""Categories and lists of prizes at the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from portal import outbox
from portal.journal.models import JournalEntry
from tests import factories
from tests.world import World
from tournaments.models import Category, Prize

Text = Callable[[Any], str]


@pytest.mark.slow
def test_prizes_of_a_category_skip_those_of_all(drawn: World, text: Text) -> None:
    assert drawn.post("alice", "add_category", key="ncnv", name="NCNV").status_code == 302
    category = Category.objects.get(section=drawn.section)
    assert drawn.post("alice", "add_prizes", name="Individual", places=2).status_code == 302
    best = Prize.objects.get(section=drawn.section)
    arguments = {"name": "Best NCNV", "places": 1, "category": category.pk, "exclusive_with": best.pk}
    assert drawn.post("frank", "add_prizes", **arguments).status_code == 302
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
    ("name", "values", "message"),
    [
        ("add_category", {"key": "Über", "name": "x"}, "Lower-case letters"),
        ("add_category", {"key": "europe", "name": "x"}, "There is already a category “europe”."),
        ("add_prizes", {"name": "x", "places": 0}, "must be at least 1"),
        ("add_prizes", {"name": "x", "places": 1, "category": 999}, "999"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_stored(
    world: World, text: Text, name: str, values: dict[str, Any], message: str
) -> None:
    Category.objects.create(section=world.section, key="europe", name="Europe")
    answer = world.post("alice", name, **values)
    assert answer.status_code == 422
    assert message in text(answer)
    assert (Category.objects.count(), Prize.objects.count()) == (1, 0)


@pytest.mark.slow
def test_money_is_shared_shown_and_follows_a_changed_list(drawn: World, text: Text) -> None:
    arguments = {
        "name": "Individual",
        "places": 2,
        "currency": "eur",
        "amounts": "100.50\n50",
        "sharing": "equal",
    }
    assert drawn.post("alice", "add_prizes", **arguments).status_code == 302
    prize = Prize.objects.get(section=drawn.section)
    assert (prize.currency, prize.amounts) == ("EUR", [10050, 5000])
    assert "€100.50" in text(drawn.get("dave", "prizes"))
    drawn.closed(1)
    factories.announce(drawn.section)
    # Four winners are level: each has a quarter, and two cents are left.
    [listed] = drawn.section.standings.get(after_round=1).data["prizes"]
    assert [place["amount"] for place in listed["places"]] == [3762] * 4
    path = f"/en/e/{drawn.event.slug}/{drawn.section.slug}/standings/1/"
    page = text(Client().get(path))
    assert "€37.62" in page
    assert "not paid out: €0.02" in page
    assert (
        drawn.post("frank", "change_prizes", prize=prize.pk, **arguments | {"amounts": "8"}).status_code
        == 302
    )
    outbox.drain()
    assert "€2.00" in text(Client().get(path))
    assert drawn.post("frank", "remove_prizes", prize=prize.pk).status_code == 302
    outbox.drain()
    assert "€" not in text(Client().get(path))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"amounts": "100"}, "Enter the currency of the prize money."),
        ({"amounts": "100", "currency": "ZZZ"}, "Unknown currency “ZZZ”."),
        ({"amounts": "100", "currency": "EURO"}, "the limit is 3"),
        ({"amounts": "ten", "currency": "EUR"}, "“ten” is not an amount."),
        ({"amounts": "-5", "currency": "EUR"}, "“-5” is not an amount."),
        ({"amounts": "5.5", "currency": "JPY"}, "more than 0 decimals"),
        ({"amounts": "9" * 13, "currency": "JPY"}, "too large"),
        ({"amounts": "1 2 3 4", "currency": "CNY"}, "There are 4 amounts for 3 places."),
        ({"sharing": "luck"}, "luck"),
        ({"currency": "🏆"}, "Unknown currency"),
    ],
)
def test_nonsense_about_money_is_said(world: World, text: Text, values: dict[str, str], message: str) -> None:
    answer = world.post("alice", "add_prizes", **{"name": "x", "places": 3} | values)
    assert answer.status_code == 422
    assert message in text(answer)
    assert not Prize.objects.exists()


def test_a_currency_that_is_too_long_is_told_once(world: World, text: Text) -> None:
    answer = world.post("alice", "add_prizes", name="x", places=3, amounts="100", currency="EURO")
    assert "Enter the currency of the prize money." not in text(answer)


@pytest.mark.slow
def test_a_category_is_filled_from_its_own_side(drawn: World, text: Text) -> None:
    category = Category.objects.create(section=drawn.section, key="u20", name="Under 20")
    other = Category.objects.create(section=drawn.section, key="women", name="Women")
    first, second, third = drawn.section.entries.order_by("number")[:3]
    category.entry_set.set([first, third])
    other.entry_set.set([first])
    page = text(drawn.client("alice").get(drawn.url("category_members") + "?key=u20"))
    assert "Under 20: 2 entries" in page
    sent = {"key": "u20", "shown": f"{first.pk},{second.pk}", "inside": str(first.pk), "entry": [second.pk]}
    assert drawn.post("carol", "set_category_members", **sent).status_code == 302
    # Whoever was not on the page stays, and so do the other categories.
    assert set(category.entry_set.all()) == {second, third}
    assert set(other.entry_set.all()) == {first}
    assert JournalEntry.objects.filter(act="set_categories").count() == 1
    page_text = text(drawn.client("alice").get(drawn.url("category_members") + f"?key=u20&q={third.number}"))
    assert third.player.name in page_text
    assert drawn.post("carol", "set_category_members", key="u20", shown="x").status_code == 422
