"""Correcting who won which prizes: a list a field, a winner a line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.policy import Refusal
from tournaments.acts.money.awards import award_prizes, correct_awards
from tournaments.forms.base import ActForm, form_of
from tournaments.models import Prize, Section
from tournaments.standings.categories import Award
from tournaments.wording.money.money import amounts_text, read_amounts
from tournaments.wording.names import plain_name

LINE = re.compile(r"(\d{1,3})[\s.]+(\d{1,6})(?:\s+(\S+))?")
PREFIX = "prize-"

AwardForm = form_of(award_prizes)


class CorrectAwardsForm(ActForm):
    """``prize-5``: the winners of that list."""

    ids = "correct-awards"
    act = correct_awards
    made_of = ("section",)

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prizes = {f"{PREFIX}{prize.pk}": prize for prize in section.prizes.all()}
        for name, prize in self.prizes.items():
            self.fields[name] = forms.CharField(
                label=plain_name(prize),
                max_length=8000,
                required=False,
                widget=forms.Textarea({"rows": min(12, prize.places + 2)}),
                help_text=_("One winner per line: place, number and prize money, such as 1 12 600.")
                if prize.currency
                else _("One winner per line: place and number, such as 1 12."),
            )
        self.order_fields([*self.prizes, "reason"])

    @classmethod
    def of(cls, section: Section, data: Sequence[Mapping[str, Any]], version: int) -> Self:
        """``data``: as an award has it, or frozen standings."""
        prizes = {prize.pk: prize for prize in section.prizes.all()}
        initial: dict[str, Any] = {
            f"{PREFIX}{prize['prize']}": "\n".join(
                _line(prizes[prize["prize"]], place) for place in prize["places"]
            )
            for prize in data
            if prize["prize"] in prizes
        }
        return cls(section=section, initial=initial | {"version": version})

    def clean(self) -> None:
        for name, prize in self.prizes.items():
            try:
                self.cleaned_data[name] = _winners(name, prize, self.cleaned_data.get(name, ""))
            except Refusal as refusal:
                self.refuse(refusal)

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        winners = {prize.pk: values.pop(name) for name, prize in self.prizes.items()}
        return values | {"winners": winners}


def _line(prize: Prize, place: Mapping[str, Any]) -> str:
    amount = f" {amounts_text([place['amount']], prize.currency)}" if place.get("amount") else ""
    return f"{place['place']} {place['number']}{amount}"


def _winners(name: str, prize: Prize, text: str) -> list[Award]:
    """Raises the `Refusal` ``winner-unreadable``, or one about an amount, for the field ``name``."""
    winners = []
    for line in filter(None, map(str.strip, text.splitlines())):
        fits = LINE.fullmatch(line)
        if fits is None:
            raise Refusal("winner-unreadable", field=name, line=line[:40])
        place, number, amount = fits.groups()
        if amount and not prize.currency:
            raise Refusal("currency-needed", field=name)
        try:
            paid = read_amounts(amount, prize.currency)[0] if amount else 0
        except Refusal as refusal:
            raise Refusal(refusal.code, field=name, **refusal.params) from None
        winners.append(Award(int(place), int(number), paid))
    return winners
