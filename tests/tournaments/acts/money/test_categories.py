"""Categories by rule: counted, ranked when standings are frozen, and people go before the rule."""

from __future__ import annotations

from typing import Any

import pytest

from portal.policy import Refusal
from tests.cast import Cast, last
from tournaments.acts.money.prizes import (
    PrizeListInput,
    add_category,
    add_prizes,
    change_category,
    remove_category,
    set_categories,
)
from tournaments.acts.undo.undo import undo
from tournaments.models import Category, Entry, Player
from tournaments.queries.categories import category_counts, fit_of, keys_by_entry, members_of, with_categories
from tournaments.queries.entry_list import EntrySelection, listing
from tournaments.queries.tournament import tournament_of
from tournaments.state.conditions import Condition

WOMEN = Condition(gender="f")


def with_women(cast: Cast, *numbers: int) -> dict[int, Entry]:
    """The entries by their numbers; these are women, of the others it is not known."""
    entries = {entry.number or 0: entry for entry in cast.section.entries.select_related("player")}
    Player.objects.filter(entries__number__in=numbers, event=cast.event).update(gender="f")
    return entries


def women(cast: Cast, **more: Any) -> Category:
    made = add_category(section=cast.section, name="Women", condition=WOMEN, by=cast.alice, **more)
    return Category.objects.get(pk=made["category"])


def test_who_fits_belongs_to_it_and_the_code_follows_from_the_name(entered: Cast) -> None:
    entries = with_women(entered, 1, 3)
    assert women(entered).key == "women"
    assert women(entered).key == "women-2"
    assert set(members_of(entered.section, "women")) == {entries[1].pk, entries[3].pk}
    assert {entry.number for entry in listing(entered.section, EntrySelection(category="women"))} == {1, 3}
    alone = listing(entered.section, EntrySelection(without="category"))
    assert not {1, 3} & {entry.number for entry in alone}


def test_people_go_before_the_rule_and_that_is_undone(entered: Cast) -> None:
    entries = with_women(entered, 1, 3)
    women(entered)
    wanted = {entries[1].pk: [], entries[2].pk: ["women"], entries[3].pk: ["women"]}
    assert set_categories(section=entered.section, categories=wanted, by=entered.carol) == {"changed": 2}
    assert set(members_of(entered.section, "women")) == {entries[2].pk, entries[3].pk}
    [row] = category_counts(entered.section)
    assert (row.members, row.added, row.removed) == (2, 1, 1)
    assert not set_categories(section=entered.section, categories=wanted, by=entered.carol)["changed"]
    undo(event=entered.event, entry=last("set_categories").pk, reason="a slip", by=entered.alice)
    assert set(members_of(entered.section, "women")) == {entries[1].pk, entries[3].pk}
    assert not Entry.categories_without.through.objects.exists()


def test_the_rule_counts_at_the_moment_of_freezing(entered: Cast) -> None:
    entries = with_women(entered, 1)
    category = women(entered)
    tournament = tournament_of(entered.section)
    assert {e.number for e in with_categories(entered.section, tournament).entries if e.categories} == {1}
    with_women(entered, 2)
    assert {e.number for e in with_categories(entered.section, tournament).entries if e.categories} == {1, 2}
    change_category(section=entered.section, category=category.pk, name="Ladies", by=entered.alice)
    assert with_categories(entered.section, tournament) == tournament
    assert keys_by_entry(entered.section, [entries[1].pk]) == {}


def test_counts_of_whom_it_is_not_known(entered: Cast) -> None:
    with_women(entered, 1, 2)
    Player.objects.filter(entries__number=3, event=entered.event).update(gender="m")
    fit = fit_of(entered.section, WOMEN)
    assert (fit.met, fit.unknown) == (2, fit.entries - 3)


def test_a_category_that_a_prize_list_is_for_stays(entered: Cast) -> None:
    category = women(entered)
    add_prizes(
        section=entered.section,
        values=PrizeListInput(name="Best women", places=1, category=category.pk),
        by=entered.alice,
    )
    with pytest.raises(Refusal) as refused:
        remove_category(section=entered.section, category=category.pk, by=entered.alice)
    assert refused.value.code == "category-in-use"
    entered.section.prizes.all().delete()
    remove_category(section=entered.section, category=category.pk, by=entered.alice)
    assert not Category.objects.exists()
