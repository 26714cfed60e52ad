"""Who does not play a round: typed by number or name, ticked in a list, one or many."""

from __future__ import annotations

import re
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import RoundForm, offer, reason_field
from tournaments.forms.entering.entries import ATTENDANCE
from tournaments.forms.entry_list import EntryIds
from tournaments.models import Entry, Round, Section
from tournaments.queries.entering.entries import found_entries

_PARTS = re.compile(r"[,;，、；\n]")
_RANGE = re.compile(r"(\d{1,9})\s*[-–—]\s*(\d{1,9})")
_NUMBERS = re.compile(r"\d{1,9}(?:\s+\d{1,9})*")
# The list of suggestions writes the number, then the name.
_NUMBERED = re.compile(r"(\d{1,9})\s+\D.*")
MOST_TYPED = 500


def kinds_of(section: Section) -> list[tuple[Any, Any]]:
    """What the section's rules know of `ATTENDANCE`."""
    refused = set()
    if not section.half_byes_allowed or not section.is_swiss:
        refused.add("half")
    if section.system != Section.System.FIDE_DUTCH:
        refused.add("full")
    return [choice for choice in ATTENDANCE if choice[0] not in refused]


class AwayPlayersForm(RoundForm):
    """``who``: numbers, ranges of them, names; ``ticked``: numbers of the list."""

    ids = "away"

    who = forms.CharField(
        label=_("Number or name"),
        max_length=MOST_TYPED,
        required=False,
        widget=forms.TextInput({"list": "away-players", "autocomplete": "off"}),
    )
    ticked = EntryIds(required=False)

    def __init__(self, *args: Any, round_: Round, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.round = round_

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, round_=access.round)

    def clean_who(self) -> list[int]:
        numbers: list[int] = []
        for part in filter(None, map(str.strip, _PARTS.split(self.cleaned_data["who"]))):
            numbers += self._numbers_of(part)
        return numbers

    def _numbers_of(self, part: str) -> list[int]:
        if between := _RANGE.fullmatch(part):
            first, last = map(int, between.groups())
            if first > last:
                # A result, or two players, may have been meant.
                words = _(
                    "“%(typed)s” is not a range. Type %(low)s–%(high)s for everyone from %(low)s to "
                    "%(high)s, or %(low)s, %(high)s for two players."
                )
                raise forms.ValidationError(words % {"typed": part, "low": last, "high": first})
            inside = self._entries().filter(number__range=(first, last))
            # Both ends have to be there: of 1–999 nobody knows who was meant.
            return [first, last, *inside.values_list("number", flat=True)]
        if _NUMBERS.fullmatch(part):
            return [int(number) for number in part.split()]
        if numbered := _NUMBERED.fullmatch(part):
            return [int(numbered[1])]
        fitting = [entry for entry in found_entries(self.round.section, part) if entry.number]
        if len(fitting) == 1:
            return [fitting[0].number or 0]
        words = _("“%(name)s” fits several players.") if fitting else _("No player is called “%(name)s”.")
        raise forms.ValidationError(words % {"name": part})

    def _entries(self) -> Any:
        return Entry.objects.filter(section=self.round.section, number__isnull=False)

    def clean(self) -> None:
        numbers = {*self.cleaned_data.get("who", ()), *self.cleaned_data.get("ticked", ())}
        if "who" in self.errors:
            return
        if not numbers:
            self.add_error("who", _("Select at least one player."))
        there = set(self._entries().filter(number__in=numbers).values_list("number", flat=True))
        if numbers - there:
            self.add_error("who", _("There is no number %(number)s.") % {"number": min(numbers - there)})
        self.cleaned_data["numbers"] = sorted(numbers)

    def arguments(self) -> dict[str, Any]:
        """Who it is, the numbers say: `RoundAccess.find`."""
        values = super().arguments()
        del values["who"], values["ticked"]
        return values | {"entries": values.pop("numbers")}


class AwayForm(AwayPlayersForm):
    """``absent``: the button that was pressed."""

    absent = forms.ChoiceField()

    def __init__(self, *args: Any, round_: Round, **kwargs: Any) -> None:
        super().__init__(*args, round_=round_, **kwargs)
        offer(self, "absent", kinds_of(round_.section))

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        kind = values.pop("absent")
        values |= {"half_point": kind == "half", "full_point": kind == "full"}
        return values | {"absent": kind != "no", "round_number": self.round.number}


class LeaveForm(AwayPlayersForm):
    """Those who play no further round."""

    reason = reason_field()

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        # A withdrawal does not rest on where the round stands.
        del values["seen"]
        return values
