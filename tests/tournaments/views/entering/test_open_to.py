"""Who may enter a section, and categories by rule, at the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.world import World
from tournaments.models import Category, Player

Text = Callable[[Any], str]


def test_the_rule_is_saved_shown_and_filled_in_again(drawn: World, text: Text) -> None:
    Player.objects.filter(event=drawn.event).update(gender="m")
    Player.objects.filter(event=drawn.event, entries__number=1).update(gender="f")
    values = {"gender": "f", "born_from": "", "or_federations": "ger, chn"}
    assert drawn.post("alice", "set_open_to", **values).status_code == 302
    drawn.section.refresh_from_db()
    assert drawn.section.open_to == {"any_of": [{"gender": "f"}, {"federations": ["GER", "CHN"]}]}
    page = drawn.get("alice", "open_to").content.decode()
    assert "women or GER, CHN" in page
    assert 'value="GER, CHN"' in page


def test_a_mark_in_the_list_says_what_does_not_fit(drawn: World, text: Text) -> None:
    Player.objects.filter(event=drawn.event).update(birth_year=1990)
    assert drawn.post("alice", "set_open_to", born_from=2008).status_code == 302
    assert "not open to this player: born 1990" in text(drawn.get("alice", "entries"))
    entry = drawn.section.entries.all()[0]
    assert "This section is open to: born 2008 or later." in text(drawn.get("alice", "entry_desk", entry.pk))


def test_while_somebody_types_the_page_counts(drawn: World, text: Text) -> None:
    Player.objects.filter(event=drawn.event, entries__number__in=(1, 2)).update(birth_year=2010)
    counted = drawn.client("dave").get(drawn.url("condition_count") + "?born_from=2008")
    entries = drawn.section.entries.count()
    assert f"2 of {entries} entries fit. Of {entries - 2} it is not known." in text(counted)
    assert not text(drawn.client("dave").get(drawn.url("condition_count") + "?born_from=x")).strip()


@pytest.mark.slow
def test_a_category_by_rule_and_by_hand(drawn: World, text: Text) -> None:
    Player.objects.filter(event=drawn.event, entries__number__in=(1, 2)).update(gender="f")
    assert drawn.post("alice", "add_category", name="Women", gender="f").status_code == 302
    category = Category.objects.get(section=drawn.section)
    entries = {entry.number: entry.pk for entry in drawn.section.entries.all()}
    sent = {"key": "women", "shown": f"{entries[1]},{entries[3]}", "inside": entries[1], "entry": entries[3]}
    assert drawn.post("carol", "set_category_members", **sent).status_code == 302
    page = text(drawn.get("dave", "category_members"))
    assert "women" in page
    assert "(by hand: 1 added, 1 removed)" in page
    assert (
        drawn.post("alice", "change_category", category=category.pk, name="Ladies", born_to=1).status_code
        == 422
    )
    assert (
        drawn.post("alice", "change_category", category=category.pk, name="Ladies", gender="f").status_code
        == 302
    )
    assert drawn.post("alice", "remove_category", category=category.pk).status_code == 302
    assert not Category.objects.exists()


def test_nonsense_in_a_rule_is_said(drawn: World, text: Text) -> None:
    answer = drawn.post("alice", "set_open_to", federations="XXX, CHN", rating_from=5, rating_to=3)
    assert answer.status_code == 422
    assert "There is no federation “XXX”." in text(answer)
    assert "This is less than the lower limit." in text(answer)


def test_adding_a_player_looks_into_the_register_while_somebody_types(drawn: World, text: Text) -> None:
    person = drawn.section.entries.get(number=1).player.person
    typed = f"?name={person.name[:6]}"
    page = drawn.client("carol").get(drawn.url("register_suggestions") + typed).content.decode()
    assert f"?person={person.uid}" in page
    form = drawn.client("carol").get(drawn.url("entry_add") + f"?person={person.uid}").context["form"]
    assert form["name"].value() == person.name
    assert form["federation"].value() == person.federation_id
    # Whom the public does not read is not offered to a desk either.
    type(person).objects.filter(pk=person.pk).update(listed=False)
    hidden = drawn.client("carol").get(drawn.url("register_suggestions") + typed).content.decode()
    assert str(person.uid) not in hidden
    assert drawn.client("carol").get(drawn.url("entry_add") + f"?person={person.uid}").status_code == 200
