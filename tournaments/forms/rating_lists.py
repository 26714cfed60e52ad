"""Lists of ratings that are sent, and what of them is taken over for the players of a section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from portal import apart
from tournaments.acts.rating_lists import remove_rating_list
from tournaments.exchange.conversion import MOST_BYTES
from tournaments.exchange.headings import SKIP
from tournaments.exchange.rating_lists import RatingList as ReadList
from tournaments.exchange.rating_lists import read_list
from tournaments.exchange.rating_tables import FIELDS, MOST_COLUMNS, Table, look, read_table
from tournaments.forms.base import CONTROLS, ActForm, form_of
from tournaments.models import RatingList
from tournaments.wording.exchange import flaws_text
from tournaments.wording.rating_lists import TAKEN

SECONDS = 30
"""Of processor time: a hundred thousand lines take five."""
COLUMN = "column-%d"
"""The field that says what a column of a table is."""
MOST_CARRIED = 1_500_000
"""Bytes of a table that a page carries while its columns are chosen."""


class RatingListForm(ActForm):
    """A file, or the ``text`` of a table whose columns were chosen on the page. Once valid, ``listed`` is
    what it holds, or ``table`` how it looks, as long as nobody has said what its columns are."""

    ids = "rating-list"

    source = forms.ChoiceField(label=_("List"), choices=RatingList.Source.choices)
    file = forms.FileField(
        label=_("File"),
        required=False,
        allow_empty_file=True,
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
    text = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    shape = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    listed: ReadList | None = None
    table: Table | None = None
    columns: tuple[str, ...] = ()
    remembered: Mapping[str, Sequence[str]] = {}

    @classmethod
    def of(cls, request: HttpRequest, remembered: Mapping[str, Sequence[str]]) -> Self:
        form = cls(request.POST, request.FILES)
        form.remembered = remembered
        if "file" not in request.FILES:
            said = takewhile(bool, (request.POST.get(COLUMN % place) for place in range(MOST_COLUMNS)))
            form.columns = tuple(one if one in FIELDS else SKIP for one in said if one)
        return form

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        upload = values.get("file")
        text = values.get("text") or ""
        if not upload and not text:
            self.add_error("file", _("Choose a file."))
        elif upload and upload.size > MOST_BYTES:
            self.add_error("file", _("The file is larger than %(most)s MB.") % {"most": MOST_BYTES >> 20})
        elif "source" in values:
            data = upload.read() if upload else text.encode()
            try:
                self._read(data, values["source"])
            except apart.Stopped as stopped:
                self.refuse(stopped)
        return values

    def _read(self, data: bytes, source: str) -> None:
        if source != RatingList.Source.TABLE:
            self._take(apart.call(read_list, data, source, seconds=SECONDS, field="file"))
        elif self.columns:
            found = apart.call(read_table, data, self.columns, seconds=SECONDS, field="file")
            self._take(found)
            if self.listed is None:
                self.table = apart.call(look, data, {}, seconds=SECONDS, field="file")
        elif len(data) > MOST_CARRIED:
            self.add_error(
                "file",
                _("This table is too large for the page. Load it by command: manage.py rating_list"),
            )
        else:
            self.table = apart.call(look, data, dict(self.remembered), seconds=SECONDS, field="file")
            if not self.table.rows:
                self.add_error("file", _("There is nothing in this file."))

    def _take(self, found: ReadList) -> None:
        if found.rows:
            self.listed = found
        else:
            self.add_error("file", flaws_text(found.flaws))

    def shown_again(self, table: Table) -> Self:
        """The form of the page on which the columns are chosen."""
        values = {key: self.cleaned_data.get(key) for key in ("source", "dated", "name")}
        form = type(self)(initial=values | {"text": CONTROLS.sub("", table.text), "shape": table.shape})
        form.table, form.columns = table, self.columns or table.fields
        return form


RemoveListForm = form_of(remove_rating_list)


class TakeForm(ActForm):
    """``take``: boxes and choices of who is who, as ``entry:listed``; ``seen``: by entry what the page
    showed of it."""

    ids = "take"

    rating_list = forms.IntegerField(widget=forms.HiddenInput)
    fields_taken = forms.MultipleChoiceField(
        label=_("Take from the list"),
        choices=[(str(one), words) for one, words in TAKEN.items()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    chosen: Mapping[int, int] = {}
    seen: Mapping[int, str] = {}

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        form = cls(request.POST)
        pairs = [one for key in request.POST if key.startswith("take") for one in request.POST.getlist(key)]
        form.chosen = dict(pair for one in pairs if (pair := _pair(one)))
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
