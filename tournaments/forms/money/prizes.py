"""Lists of prizes."""

from __future__ import annotations

from typing import Any, Self

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.policy import Refusal
from tournaments.acts.money.prizes import PrizeListInput
from tournaments.forms.base import ActForm, offer
from tournaments.models import Prize, Section
from tournaments.wording.money.money import amounts_text, is_currency, read_amounts


class PrizesForm(ActForm):
    ids = "prizes"
    made_of = ("section",)
    groups = {
        _("Prize list"): ("name", "native_name", "places"),
        _("For whom"): ("category", "exclusive_with"),
        _("Prize money"): ("currency", "amounts", "sharing"),
    }

    name = forms.CharField(label=pgettext_lazy("of an event or section", "Name"), max_length=80)
    native_name = forms.CharField(label=_("Chinese name"), max_length=80, required=False)
    places = forms.IntegerField(label=_("Number of prizes"), min_value=1, max_value=100, initial=3)
    category = forms.TypedChoiceField(label=_("Open to"), coerce=int, required=False, empty_value=None)
    exclusive_with = forms.TypedChoiceField(
        label=_("Not for winners of"),
        coerce=int,
        required=False,
        empty_value=None,
        help_text=_(
            "Whoever holds a place of that list, or has a part of its money, is skipped here and the next in "
            "line moves up."
        ),
    )

    currency = forms.CharField(
        label=_("Currency"), max_length=3, required=False, help_text=_("Three letters, such as EUR or CNY.")
    )
    amounts = forms.CharField(
        label=_("Prize money"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("One amount per place, first place first, such as 1000 600 400."),
    )
    sharing = forms.ChoiceField(
        label=_("Sharing of prize money"), choices=Prize.Sharing.choices, required=False
    )

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        categories = [(category.pk, category.name) for category in section.categories.all()]
        lists = [(prize.pk, prize.name) for prize in section.prizes.all()]
        offer(self, "category", [("", _("everyone")), *categories])
        offer(self, "exclusive_with", [("", _("nobody")), *lists])

    def clean(self) -> None:
        """The amounts are read by the digits of the currency, once that is none of what is wrong."""
        values = self.cleaned_data
        currency = values["currency"] = values.get("currency", "").upper()
        if not (typed := values.get("amounts", "")) or "currency" in self.errors:
            values["amounts"] = []
            return
        try:
            if not is_currency(currency):
                code = "unknown-currency" if currency else "currency-needed"
                raise Refusal(code, field="currency", currency=currency)
            values["amounts"] = read_amounts(typed, currency)
        except Refusal as refusal:
            self.refuse(refusal)

    def arguments(self) -> dict[str, Any]:
        values = super().arguments()
        values["sharing"] = values["sharing"] or Prize.Sharing.NONE
        apart = {"prize": values.pop("prize")} if "prize" in values else {}
        return {**apart, "values": PrizeListInput(**values)}


class ChangePrizesForm(PrizesForm):
    """One that is there. Forms of several stand on one page."""

    ids = "change-prizes"
    prize = forms.IntegerField(widget=forms.HiddenInput)

    @classmethod
    def of(cls, prize: Prize) -> Self:
        initial = {
            name: getattr(prize, name) for name in ("name", "native_name", "places", "currency", "sharing")
        }
        initial |= {
            "prize": prize.pk,
            "category": prize.category_id,
            "exclusive_with": prize.exclusive_with_id,
        }
        initial["amounts"] = amounts_text(prize.amounts, prize.currency)
        return cls(section=prize.section, initial=initial, auto_id=f"prize{prize.pk}-%s")
