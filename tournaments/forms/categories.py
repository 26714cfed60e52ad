"""Ticking who belongs to a category."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Self

from django import forms

from tournaments.forms.base import ActForm
from tournaments.forms.entry_list import MOST_ASKED, Several
from tournaments.models import Entry

MOST_SHOWN = 500


class MembersForm(ActForm):
    """``key``: of the category; ``shown``: the entries that the page showed, ``inside``: those of them that
    belonged to it; ``entry``: those that are ticked. Nothing is said of the others."""

    ids = "members"
    key = forms.CharField(widget=forms.HiddenInput, max_length=20)
    q = forms.CharField(widget=forms.HiddenInput, required=False, max_length=MOST_ASKED)
    shown = Several()
    inside = Several(required=False)
    entry = Several(required=False)

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
