"""What part of the entries is shown, and what is done to several of them at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from portal.web.field_words import InOurWords
from tournaments.acts.entering.attendance import check_in
from tournaments.acts.register.grades import set_grades_by_rating
from tournaments.forms.base import CONTROLS, ActForm, offer, reason_field
from tournaments.forms.entering.entries import AbsenceForm
from tournaments.models import Category, Entry, Section
from tournaments.queries.entering.entries import next_round
from tournaments.queries.entry_list import COLUMNS, STATES, EntrySelection, listing
from tournaments.wording.names import plain_name

# Characters of a search that are looked at.
MOST_ASKED = 100
MOST_SELECTED = 10_000
WITHOUT_WORDS: Mapping[str, str | Promise] = {
    "federation": _("without a federation"),
    "team": _("without a team"),
    "club": _("without a club"),
    "province": _("without a province"),
    "category": _("without a category"),
    "rating": _("without a rating"),
    "title": _("without a title"),
    "native_name": _("without a native name"),
}
# This field says: not those who are ticked, but everybody whom the list would show.
ALL = "all"


class EntryFilter(InOurWords, forms.Form):
    """Cut down the list of entries; what is not known filters nothing, and ``unknown`` says so.

    Whoever meant a team that has gone in the meantime must not change everybody."""

    q = forms.CharField(
        label=_("Search"),
        required=False,
        widget=forms.TextInput({"type": "search", "autocomplete": "off", "maxlength": MOST_ASKED}),
    )
    federation = forms.ChoiceField(label=_("Federation"), required=False)
    team = forms.TypedChoiceField(label=_("Team"), coerce=int, required=False, empty_value=None)
    category = forms.ChoiceField(label=_("Category"), required=False)
    without = forms.ChoiceField(label=_("Incomplete"), required=False)
    show = forms.ChoiceField(
        required=False, widget=forms.HiddenInput, choices=[(key, key) for key in ("", *STATES)]
    )
    sort = forms.ChoiceField(
        required=False,
        widget=forms.HiddenInput,
        choices=[(sign + name, name) for name in COLUMNS for sign in ("", "-")],
    )

    def __init__(self, data: QueryDict, *, section: Section) -> None:
        super().__init__(data, auto_id="list-%s")
        self.section = section
        federations = section.entries.order_by("player__federation_id").values_list(
            "player__federation_id", flat=True
        )
        choices_by_field: dict[str, Sequence[tuple[Any, Any]]] = {
            "federation": [(code, code) for code in federations.exclude(player__federation="").distinct()],
            "team": list(section.teams.order_by("name").values_list("pk", "name")),
            "category": [(category.key, plain_name(category)) for category in section.categories.all()],
            "without": list(WITHOUT_WORDS.items()),
        }
        for name, choices in choices_by_field.items():
            if len(choices) > (name == "federation") or data.get(name):
                offer(self, name, [("", _("all")), *choices])
            else:
                del self.fields[name]
        self.is_valid()
        self.unknown = [message for field in self.visible_fields() for message in field.errors]
        values = {name: value for name, value in self.cleaned_data.items() if value}
        if "q" in values:
            values["q"] = CONTROLS.sub("", values["q"])
        sort = values.get("sort", "")
        self.selection = EntrySelection(
            words=values.get("q", "").strip()[:MOST_ASKED],
            show=values.get("show", ""),
            without=values.get("without", ""),
            federation=values.get("federation", ""),
            team=values.get("team"),
            category=values.get("category", ""),
            sort=sort.removeprefix("-"),
            down=sort.startswith("-"),
            round=next_round(section),
        )
        self.values = {name: str(value) for name, value in values.items()}
        # The page shows again what filters, and nothing else.
        self.data = self.values
        self.full_clean()

    def query(self, **other: str | int) -> str:
        """This list in an address, with ``other`` values; without what is empty."""
        return urlencode({name: value for name, value in (self.values | other).items() if value})

    @property
    def is_used(self) -> bool:
        """Whether one of the fields that can be filled in is."""
        return any(field.name in self.values for field in self.visible_fields())

    @property
    def is_narrow(self) -> bool:
        """Whether it shows a part only."""
        return bool(self.values.keys() - {"sort"})


class EntryIds(forms.Field):
    """Ids of entries: boxes of a list, or one text with commas."""

    default_error_messages = {"required": _("Select at least one player.")}

    class Widget(forms.HiddenInput):
        def value_from_datadict(self, data: Any, files: Any, name: str) -> str:
            several = data.getlist(name) if hasattr(data, "getlist") else [data.get(name, "")]
            return ",".join(several)

    widget = Widget

    def to_python(self, value: str | None) -> list[int]:
        keys = [key for key in (value or "").split(",") if key]
        if len(keys) > MOST_SELECTED or not all(key.isascii() and key.isdigit() for key in keys):
            raise forms.ValidationError(self.error_messages["required"])
        return list(dict.fromkeys(int(key) for key in keys if len(key) < 10))


class SelectedForm(ActForm):
    """Something that is done to all of ``entries`` or to none of them."""

    ids = "selected"
    entries = EntryIds()

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(chosen(request, access.section), **cls.choices(access.section))

    @classmethod
    def choices(cls, section: Section) -> dict[str, Any]:
        """What the form is made with, beside what was sent."""
        return {}


def chosen(request: HttpRequest, section: Section) -> QueryDict:
    """What was sent. Who chose everybody in the list has chosen those who are in it now."""
    data = request.POST if request.method == "POST" else request.GET
    if data.get(ALL) not in ("on", Entry.Status.ENTERED):
        return data
    filters = EntryFilter(request.GET, section=section)
    entries = listing(section, filters.selection) if not filters.unknown else section.entries.none()
    if data[ALL] == Entry.Status.ENTERED:
        entries = entries.filter(status=Entry.Status.ENTERED)
    everybody = QueryDict(mutable=True)
    everybody.update({name: data[name] for name in data if name != ALL})
    everybody["entries"] = ",".join(map(str, entries.values_list("pk", flat=True)))
    return everybody


class CheckInSelected(SelectedForm):
    ids = "check-in-selected"
    act = check_in


class AbsenceSelected(SelectedForm, AbsenceForm):
    """The same as for one."""

    @classmethod
    def choices(cls, section: Section) -> dict[str, Any]:
        return {"section": section}


class ReasonSelected(SelectedForm):
    ids = "reason"
    reason = reason_field()


class GradesSelected(SelectedForm):
    """``seen``: what the page said would change."""

    ids = "grades"
    act = set_grades_by_rating


class TeamSelected(SelectedForm):
    ids = "team"
    team = forms.TypedChoiceField(label=_("New team"), coerce=int, required=False, empty_value=None)

    def __init__(self, *args: Any, teams: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "team", [("", _("none")), *teams])

    @classmethod
    def choices(cls, section: Section) -> dict[str, Any]:
        return {"teams": list(section.teams.order_by("name").values_list("pk", "name"))}

    def arguments(self) -> dict[str, Any]:
        return {"teams": dict.fromkeys(self.cleaned_data["entries"], self.cleaned_data["team"])}


class CategorySelected(SelectedForm):
    """One category given to all of them or taken from all of them; their others stay."""

    ids = "category"
    category = forms.ChoiceField(label=_("Category"))
    belongs = forms.TypedChoiceField(
        label=_("Membership"),
        coerce=lambda value: value == "yes",
        choices=[("yes", _("belongs to it")), ("no", _("does not belong to it"))],
    )

    def __init__(self, *args: Any, categories: Sequence[Category], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "category", [(category.key, plain_name(category)) for category in categories])

    @classmethod
    def choices(cls, section: Section) -> dict[str, Any]:
        return {"categories": list(section.categories.all())}

    def arguments(self) -> dict[str, Any]:
        entries, key = self.cleaned_data["entries"], self.cleaned_data["category"]
        # As a page that showed the opposite: only this category changes, whatever else stands by now.
        wanted, before = ([key], []) if self.cleaned_data["belongs"] else ([], [key])
        return {"categories": dict.fromkeys(entries, wanted), "seen": dict.fromkeys(entries, before)}
