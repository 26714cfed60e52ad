"""Categories of a section, who belongs to them, and the lists of prizes (WXC 6.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Annotated, Any, TypedDict

from django.db.models import Max
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments import pages
from tournaments.acts.arguments import Id
from tournaments.acts.frame import SECTION, ActResult, act, no_change
from tournaments.acts.rounds import ask_for_standings
from tournaments.models import Category, Entry, Prize, Round, Section
from tournaments.policy import Act
from tournaments.queries.categories import by_rule, keys_by_entry
from tournaments.state.conditions import Condition
from tournaments.text.pinyin import pinyin
from tournaments.wording.money.money import MOST, is_currency

EVERYBODY = Condition()


class CategoryAdded(TypedDict):
    category: int


class PrizesAdded(TypedDict):
    prize: int


class Categorised(TypedDict):
    """``changed``: how many entries belong to other categories now."""

    changed: int


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("category added"))
def add_category(
    *,
    section: Section,
    name: Annotated[str, Field(longest=80)],
    by: User,
    key: Annotated[str, Field(longest=20)] = "",
    native_name: Annotated[str, Field(longest=80)] = "",
    condition: Condition = EVERYBODY,
    once: str = "",
) -> ActResult[CategoryAdded]:
    """Add a category, a named filter on entries; an empty ``key`` follows from the name."""
    key = key or _free_key(section, name)
    if section.categories.filter(key=key).exists():
        raise Refusal("category-key-taken", field="key", key=key)
    rule = _rule(condition)
    # WXC 6.1 (3). Where the condition asks nothing, all are chosen by hand.
    category = Category.objects.create(
        section=section, key=key, name=name, native_name=native_name, rule=rule
    )
    if rule:
        _rank_again(section, by)
    return ActResult({"category": category.pk}, after={"slug": key})


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("category changed"))
def change_category(
    *,
    section: Section,
    category: Id,
    name: str,
    by: User,
    native_name: str = "",
    condition: Condition = EVERYBODY,
    once: str = "",
) -> ActResult[CategoryAdded]:
    """Its names and its rule; who was added or removed by hand stays so."""
    row = _category(section, category)
    rule = _rule(condition)
    before, after = (row.name, row.native_name), (name, native_name)
    if before == after and row.rule == rule:
        return no_change({"category": row.pk})
    old, row.name, row.native_name, row.rule = row.rule, name, native_name, rule
    row.save()
    if old != rule:
        _rank_again(section, by)
    pages.section_changed(section)
    return ActResult(
        {"category": row.pk},
        before={"slug": row.key, "condition": old},
        after={"slug": row.key, "condition": rule},
    )


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("category removed"))
def remove_category(*, section: Section, category: Id, by: User, once: str = "") -> ActResult[CategoryAdded]:
    """One that no prize list and no fee is for."""
    row = _category(section, category)
    if row.prize_set.exists() or row.fee_set.exists():
        raise Refusal("category-in-use", name=row.name)
    row.delete()
    _rank_again(section, by)
    pages.section_changed(section)
    return ActResult({"category": category}, before={"slug": row.key})


def _free_key(section: Section, name: str) -> str:
    """``women``, and the first number behind it that makes it another one."""
    keys = set(section.categories.values_list("key", flat=True))
    longest = Category._meta.get_field("key").max_length or 0
    base = slugify(pinyin(name) or name)[: longest - 4].strip("-_").replace("_", "-") or "category"
    return next(
        key for number in count(1) if (key := base if number == 1 else f"{base}-{number}") not in keys
    )


def _rule(condition: Condition) -> dict[str, Any]:
    return {} if condition.is_empty else condition.as_json()


def _category(section: Section, key: int) -> Category:
    row = section.categories.filter(pk=key).first()
    if row is None:
        raise Refusal("no-such-category", field="category")
    return row


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeListInput:
    """Hold a list of prizes; ``category``, ``exclusive_with``: ids, ``amounts``: in the smallest unit.

    Who holds a place of ``exclusive_with``, or has a part of its money, is skipped (WXC 6.1 (4))."""

    name: Annotated[str, Field(longest=80)]
    places: Annotated[int, Field(least=1, most=100)]
    native_name: Annotated[str, Field(longest=80)] = ""
    category: Annotated[int | None, Field()] = None
    exclusive_with: Annotated[int | None, Field()] = None
    currency: Annotated[str, Field(longest=3)] = ""
    amounts: Annotated[Sequence[int], Field(item=Field(least=0, most=MOST))] = ()
    sharing: Annotated[str, Field(choices=Prize.Sharing.choices)] = Prize.Sharing.NONE


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("prize list added"))
def add_prizes(
    *, section: Section, values: PrizeListInput, by: User, once: str = ""
) -> ActResult[PrizesAdded]:
    """A list of prizes behind those there are. Frozen standings are frozen again with it."""
    refuse_awarded(section)
    last = section.prizes.aggregate(last=Max("position"))["last"] or 0
    prize = Prize(section=section, position=last + 1)
    _fill(prize, values)
    _rank_again(section, by)
    return ActResult({"prize": prize.pk}, after={"places": values.places})


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("prize list changed"))
def change_prizes(
    *, section: Section, prize: Id, values: PrizeListInput, by: User, once: str = ""
) -> ActResult[PrizesAdded]:
    """``prize``: the id of the list."""
    refuse_awarded(section)
    row = _prizes(section, prize)
    before = {"prize": row.pk, "places": row.places}
    _fill(row, values)
    _rank_again(section, by)
    return ActResult({"prize": row.pk}, before=before, after={"prize": row.pk, "places": values.places})


@act(on=SECTION, right=Act.EDIT_EVENT, done=_("prize list removed"))
def remove_prizes(*, section: Section, prize: Id, by: User, once: str = "") -> ActResult[PrizesAdded]:
    """Lists that were exclusive with it are so no more."""
    refuse_awarded(section)
    row = _prizes(section, prize)
    row.delete()
    _rank_again(section, by)
    return ActResult({"prize": prize}, before={"prize": prize, "places": row.places})


def refuse_awarded(section: Section) -> None:
    """Who won what stands in public by these lists. Raises `Refusal` ``prizes-awarded``."""
    if section.awards.exists():
        raise Refusal("prizes-awarded")


def _prizes(section: Section, key: int) -> Prize:
    row = section.prizes.filter(pk=key).first()
    if row is None:
        raise Refusal("no-such-prizes")
    return row


def _fill(prize: Prize, values: PrizeListInput) -> None:
    section = prize.section
    if not 1 <= values.places <= 100:
        raise Refusal("places-out-of-range", field="places", places=values.places)
    if values.category is not None and not section.categories.filter(pk=values.category).exists():
        raise Refusal("no-such-category", field="category")
    # Lists are awarded in their order, so only one before it can take somebody out of it.
    earlier = section.prizes.filter(position__lt=prize.position)
    if values.exclusive_with is not None and not earlier.filter(pk=values.exclusive_with).exists():
        raise Refusal("no-such-prizes", field="exclusive_with")
    if values.currency and not is_currency(values.currency):
        raise Refusal("unknown-currency", field="currency", currency=values.currency)
    if values.amounts and not values.currency:
        raise Refusal("currency-needed", field="currency")
    if len(values.amounts) > values.places:
        raise Refusal("too-many-amounts", field="amounts", count=len(values.amounts), places=values.places)
    if values.sharing not in Prize.Sharing.values:
        raise Refusal("unknown-sharing", field="sharing", sharing=values.sharing)
    prize.name, prize.native_name, prize.places = values.name, values.native_name, values.places
    prize.currency, prize.amounts, prize.sharing = values.currency, list(values.amounts), values.sharing
    prize.category_id, prize.exclusive_with_id = values.category, values.exclusive_with
    prize.save()


def _rank_again(section: Section, by: User) -> None:
    """Prizes and rankings of the newest frozen standings are made anew."""
    closed = section.round_set.filter(state=Round.State.CLOSED).order_by("number").last()
    if closed is not None:
        ask_for_standings(section, since=closed.number, by=by)


@act(on=SECTION, right=Act.CORRECT_PLAYER, done=_("player's categories set"))
def set_categories(
    *,
    section: Section,
    categories: Annotated[Mapping[int, Collection[str]], Field()],
    by: User,
    seen: Annotated[Mapping[int, Collection[str]] | None, Field()] = None,
    once: str = "",
) -> ActResult[Categorised]:
    """Set the categories of entries; ``categories``: by entry all its keys, ``seen``: on the page."""
    known_categories = {category.key: category for category in section.categories.all()}
    for key in sorted({key for keys in categories.values() for key in keys} - known_categories.keys()):
        raise Refusal("unknown-category", field="categories", category=key)
    entries = list(section.entries.filter(pk__in=categories).values_list("pk", flat=True))
    if len(entries) < len(categories):
        raise Refusal("no-such-entry", field="entries")
    current = keys_by_entry(section, entries)
    before: dict[str, list[str]] = {}
    after: dict[str, list[str]] = {}
    for entry in entries:
        now = current.get(entry, set())
        chosen = set(categories[entry])
        before_form = now if seen is None else set(seen.get(entry, now))
        # What was left as it was seen stays as it is by now.
        wanted = (now | (chosen - before_form)) - (before_form - chosen)
        if wanted != now:
            before[str(entry)], after[str(entry)] = sorted(now), sorted(wanted)
    if not after:
        return no_change({"changed": 0})
    # What differs from the rules of the categories is kept as done by hand.
    _write_by_hand(section, known_categories, {int(entry): set(keys) for entry, keys in after.items()})
    _rank_again(section, by)
    pages.section_changed(section)
    return ActResult({"changed": len(after)}, before={"categories": before}, after={"categories": after})


def _write_by_hand(
    section: Section, categories: Mapping[str, Category], wanted: Mapping[int, Collection[str]]
) -> None:
    """Who belongs where, as far as the rules do not say so already."""
    met = by_rule(categories.values(), section, wanted)
    added = {entry: set(keys) - met.get(entry, set()) for entry, keys in wanted.items()}
    removed = {entry: met.get(entry, set()) - set(keys) for entry, keys in wanted.items()}
    _write_rows(Entry.categories.through, categories, added)
    _write_rows(Entry.categories_without.through, categories, removed)


def _write_rows(
    through: Any, categories: Mapping[str, Category], keys_of: Mapping[int, Collection[str]]
) -> None:
    through.objects.filter(entry__in=list(keys_of)).delete()
    through.objects.bulk_create(
        (
            through(entry_id=entry, category_id=categories[key].pk)
            for entry, keys in keys_of.items()
            for key in keys
        ),
        batch_size=500,
    )
