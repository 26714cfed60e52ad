"""Categories: their names and rules, and ticking who belongs to one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Self

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.forms.base import ActForm
from tournaments.forms.conditions import ConditionForm
from tournaments.forms.entry_list import MOST_ASKED, EntryIds
from tournaments.forms.events import SLUG
from tournaments.models import Category, Entry
from tournaments.queries.categories import condition_of

MOST_SHOWN = 500


class CategoryForm(ConditionForm):
    """A new one. The code follows from the name where it is left empty."""

    ids = "category"

    name = forms.CharField(label=pgettext_lazy("of an event or section", "Name"), max_length=80)
    native_name = forms.CharField(label=_("Chinese name"), max_length=80, required=False)
    key = forms.RegexField(
        f"^{SLUG}$",
        label=_("Code"),
        max_length=20,
        required=False,
        help_text=_("As used in player lists: ncnv, youth, women. Left empty, it follows from the name."),
        error_messages={"invalid": _("Lower-case letters, digits and hyphens only.")},
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false"}),
    )


class ChangeCategoryForm(ConditionForm):
    ids = "change-category"

    category = forms.IntegerField(widget=forms.HiddenInput)
    name = forms.CharField(label=pgettext_lazy("of an event or section", "Name"), max_length=80)
    native_name = forms.CharField(label=_("Chinese name"), max_length=80, required=False)

    @classmethod
    def of(cls, category: Category) -> Self:
        initial = {"category": category.pk, "name": category.name, "native_name": category.native_name}
        initial |= cls.of_condition(condition_of(category))
        return cls(section=category.section, initial=initial)


class MembersForm(ActForm):
    """Choose members of a category; ``shown``: the entries that the page showed, ``inside``: that belonged to
    it.

    ``key``: of the category; ``entry``: those that are ticked. Nothing is said of the others."""

    ids = "members"
    key = forms.CharField(widget=forms.HiddenInput, max_length=20)
    q = forms.CharField(widget=forms.HiddenInput, required=False, max_length=MOST_ASKED)
    shown = EntryIds()
    inside = EntryIds(required=False)
    entry = EntryIds(required=False)

    @classmethod
    def of(cls, entries: Iterable[Entry], inside: Collection[int], *, key: str, q: str) -> Self:
        belonging = ",".join(map(str, sorted(inside)))
        everybody = ",".join(str(entry.pk) for entry in entries)
        return cls(initial={"shown": everybody, "inside": belonging, "entry": belonging, "key": key, "q": q})

    def arguments(self) -> dict[str, Any]:
        values, key = self.cleaned_data, [self.cleaned_data["key"]]
        ticked, inside = set(values["entry"]), set(values["inside"])
        return {
            "categories": {entry: key if entry in ticked else [] for entry in values["shown"]},
            "seen": {entry: key if entry in inside else [] for entry in values["shown"]},
        }
