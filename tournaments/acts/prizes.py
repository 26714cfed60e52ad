"""Categories of a section, who belongs to them, and the lists of prizes (WXC 6.1)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypedDict

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from tournaments import pages
from tournaments.acts.frame import ENTRY, SECTION, Done, act, unchanged
from tournaments.acts.rounds import ask_for_standings
from tournaments.models import Category, Entry, Prize, Round, Section
from tournaments.policy import Act


class CategoryAdded(TypedDict):
    category: int


class PrizesAdded(TypedDict):
    prize: int


class Categorised(TypedDict):
    """``categories``: keys, all of the entry's."""

    entry: int
    categories: list[str]


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("category added"))
def add_category(
    *, section: Section, key: str, name: str, by: User, native_name: str = "", once: str = ""
) -> Done[CategoryAdded]:
    """A named filter on entries (WXC 6.1 (3)). Refusals: ``category-key-taken``."""
    if section.categories.filter(key=key).exists():
        raise Refusal("category-key-taken", field="key", key=key)
    category = Category.objects.create(section=section, key=key, name=name, native_name=native_name)
    return Done({"category": category.pk}, after={"slug": key})


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("prize list added"))
def add_prizes(
    *,
    section: Section,
    name: str,
    places: int,
    by: User,
    native_name: str = "",
    category: int | None = None,
    exclusive_with: int | None = None,
    once: str = "",
) -> Done[PrizesAdded]:
    """A list of prizes behind those there are: of all, or of a ``category`` (id). Who holds a place of the
    list ``exclusive_with`` (id) is skipped in it (WXC 6.1 (4)). Frozen standings get it when they are frozen
    again. Refusals: ``places-out-of-range``, ``no-such-category``, ``no-such-prizes``."""
    if not 1 <= places <= 100:
        raise Refusal("places-out-of-range", field="places", places=places)
    if category is not None and not section.categories.filter(pk=category).exists():
        raise Refusal("no-such-category", field="category")
    if exclusive_with is not None and not section.prizes.filter(pk=exclusive_with).exists():
        raise Refusal("no-such-prizes", field="exclusive_with")
    last = section.prizes.aggregate(last=Max("position"))["last"] or 0
    prize = Prize.objects.create(
        section=section,
        name=name,
        native_name=native_name,
        category_id=category,
        places=places,
        position=last + 1,
        exclusive_with_id=exclusive_with,
    )
    return Done({"prize": prize.pk}, after={"places": places})


@act(on=ENTRY, right=Act.CORRECT_PLAYER, done=_("player's categories set"))
def set_categories(
    *,
    entry: Entry,
    categories: Collection[str],
    by: User,
    seen: Collection[str] | None = None,
    once: str = "",
) -> Done[Categorised]:
    """``categories``: keys, all of them, also long after the entry was made. ``seen``: those that the page
    showed; what was left as it was seen stays as it is by now. Prizes and rankings of the newest frozen
    standings are made anew. Refusals: ``unknown-category``."""
    known = {category.key: category for category in entry.section.categories.all()}
    for key in categories:
        if key not in known:
            raise Refusal("unknown-category", field="categories", category=key)
    before = sorted(category.key for category in entry.categories.all())
    shown = set(before if seen is None else seen)
    after = sorted({key for key in known if (key in before) != ((key in shown) != (key in categories))})
    answer: Categorised = {"entry": entry.pk, "categories": after}
    if before == after:
        return unchanged(answer)
    entry.categories.set([known[key] for key in after])
    closed = entry.section.round_set.filter(state=Round.State.CLOSED).order_by("number").last()
    if closed is not None:
        ask_for_standings(entry.section, since=closed.number, by=by)
    pages.section_changed(entry.section)
    return Done(answer, before={"categories": before}, after={"categories": after})
