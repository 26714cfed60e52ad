"""Lists of ratings that are sent, and what of them is taken over for the players of a section."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.acts.register.list_addresses import (
    add_list_address,
    decide_on_fetched_list,
    fetch_list_now,
    remove_list_address,
)
from tournaments.acts.register.rating_lists import remove_rating_list
from tournaments.exchange.conversion import MOST_BYTES
from tournaments.exchange.headings import SKIP
from tournaments.exchange.ratings.rating_tables import FIELDS, MOST_COLUMNS
from tournaments.forms.base import ActForm, form_of
from tournaments.models import ListAddress, RatingList
from tournaments.wording.register.rating_lists import TAKEN

COLUMN = "column-%d"


class RatingListForm(ActForm):
    """A file as it comes; a worker reads it."""

    ids = "rating-list"

    source = forms.ChoiceField(label=_("List"), choices=RatingList.Source.choices)
    file = forms.FileField(
        label=_("File"),
        help_text=_("As the federation publishes it: allworld_lp.html, ech_ffg_V3.txt, tdlista.txt."),
    )
    dated = forms.DateField(
        label=_("Date"),
        required=False,
        help_text=_("If the list does not say it itself; otherwise today."),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    name = forms.CharField(
        label=_("Name of the list"),
        max_length=80,
        required=False,
        help_text=_("Of another list than these three."),
    )

    def arguments(self) -> dict[str, Any]:
        values = self.cleaned_data
        body = values["file"].read(MOST_BYTES + 1)
        return {"source": values["source"], "body": body, "dated": values["dated"], "name": values["name"]}


class ColumnsForm(ActForm):
    """What the columns of a table are that was sent."""

    ids = "columns"

    sent_list = forms.IntegerField(widget=forms.HiddenInput)
    shape = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    lower = forms.BooleanField(
        label=_("A lower rating is better"),
        required=False,
        help_text=_("As in XQ INGO: 10 for a world champion, 300 for a beginner."),
    )

    columns: tuple[str, ...] = ()

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        form = cls(request.POST)
        columns = takewhile(bool, (request.POST.get(COLUMN % place) for place in range(MOST_COLUMNS)))
        form.columns = tuple(column if column in FIELDS else SKIP for column in columns if column)
        return form

    def arguments(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {
            "sent": values["sent_list"],
            "columns": self.columns,
            "shape": values["shape"],
            "lower": values["lower"],
        }


RemoveListForm = form_of(remove_rating_list)
RemoveAddressForm = form_of(remove_list_address)
FetchNowForm = form_of(fetch_list_now)
DecideForm = form_of(decide_on_fetched_list)


class AddressForm(ActForm):
    """Where a list is fetched from by itself."""

    act = add_list_address
    ids = "list-address"
    field_order = ("source", "url", "days", "name")

    source = forms.ChoiceField(label=_("List"), choices=ListAddress.SOURCES)
    days = forms.TypedChoiceField(
        label=_("How often"), coerce=int, choices=ListAddress.Every.choices, initial=ListAddress.Every.WEEK
    )
    name = forms.CharField(
        label=_("Name of the list"),
        max_length=80,
        required=False,
        help_text=_("Of another list (CSV). Its columns are read as last chosen for such headings."),
    )


class TakeForm(ActForm):
    """Take values over; ``take``: who is who, as ``entry:listed``, ``seen``: by entry, as shown."""

    ids = "take"

    rating_list = forms.IntegerField(widget=forms.HiddenInput)
    fields_taken = forms.MultipleChoiceField(
        label=_("Take from the list"),
        choices=[(str(item), words) for item, words in TAKEN.items()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    chosen: Mapping[int, int] = {}
    seen: Mapping[int, str] = {}

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        form = cls(request.POST)
        pairs = [
            pair_text
            for key in request.POST
            if key.startswith("take")
            for pair_text in request.POST.getlist(key)
        ]
        form.chosen = dict(pair for pair_text in pairs if (pair := _pair(pair_text)))
        form.seen = {
            entry: request.POST[f"seen-{entry}"] for entry in form.chosen if f"seen-{entry}" in request.POST
        }
        return form

    def arguments(self) -> dict[str, Any]:
        return {
            "rating_list": self.cleaned_data["rating_list"],
            "chosen": self.chosen,
            "fields": self.cleaned_data["fields_taken"],
            "seen": self.seen,
        }


def _pair(text: str) -> tuple[int, int] | None:
    entry, colon, row = text.partition(":")
    if colon and entry.isdecimal() and row.isdecimal() and len(text) < 40:
        return int(entry), int(row)
    return None
