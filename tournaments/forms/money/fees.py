"""Fees: the terms of an event, the table of a section, and what is booked to an account."""

from __future__ import annotations

from datetime import date
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.policy import Refusal
from tournaments.acts.money.fees import (
    TERMS,
    FeeTableInput,
    FeeTermsInput,
    book_fee,
    book_payment,
    wrong_terms,
)
from tournaments.forms.base import ActForm, offer
from tournaments.models import Event, Organisation, Section
from tournaments.queries.money.fees import fee_grid, terms_of_fees
from tournaments.queries.money.payments import merchants_for
from tournaments.state.fees import LONGEST_ACCOUNT, FeeStanding, Tariff
from tournaments.wording.money.fees import BOOKINGS, STANDING_NAMES
from tournaments.wording.money.money import amounts_text, read_amounts
from tournaments.wording.names import plain_name

# Empty rows of a table, for more fees.
NEW_ROWS = 3
DAY = {"type": "date"}


def read_amount(form: ActForm, name: str, currency: str) -> int | None:
    """What was typed into the field, in the smallest unit; what is wrong with it stands beside it."""
    typed = str(form.cleaned_data.get(name) or "").strip()
    if not typed or name in form.errors:
        return None
    minus = typed[0] in "-−"
    try:
        amounts = read_amounts(typed[minus:].replace(",", "."), currency)
        if len(amounts) != 1:
            raise Refusal("amount-unreadable", amount=typed[:40])
    except Refusal as refusal:
        form.refuse(Refusal(refusal.code, field=name, **refusal.params))
        return None
    return -amounts[0] if minus else amounts[0]


class TermsForm(ActForm):
    ids = "fee-terms"

    currency = forms.CharField(
        label=_("Currency"), max_length=3, help_text=_("Three letters, such as EUR or CNY.")
    )
    holder = forms.CharField(label=_("Account holder"), max_length=80, required=False)
    account = forms.CharField(
        label=_("Account"),
        max_length=LONGEST_ACCOUNT,
        required=False,
        help_text=_("An IBAN or other account details. Shown to everyone who owes a fee."),
    )
    merchant = forms.ChoiceField(
        label=_("Online payment"),
        required=False,
        help_text=_("Besides bank transfer. The administrator of the site sets up what can be chosen here."),
    )
    refunds = forms.CharField(
        label=_("Refund on withdrawal"),
        max_length=1000,
        required=False,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("One per line: last day and percentage, such as 2026-05-01 50."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        self.event, terms = event, terms_of_fees(event)
        if terms is not None:
            lines = "\n".join(f"{until} {percent}" for until, percent in terms.refunds)
            kwargs.setdefault("initial", {**{name: getattr(terms, name) for name in TERMS}, "refunds": lines})
        super().__init__(*args, **kwargs)
        ways = [(merchant.name, merchant.label) for merchant in merchants_for(event)]
        gone = terms.merchant if terms else ""
        if gone and gone not in dict(ways):
            ways.append((gone, _("%(name)s (not set up any more)") % {"name": gone}))
        offer(self, "merchant", [("", _("none: bank transfer alone")), *ways])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, event=access.event)

    def clean(self) -> None:
        """What the act would refuse, all of it at once."""
        values = {name: value for name, value in self.cleaned_data.items() if name in TERMS}
        for refusal in wrong_terms(self.event, FeeTermsInput(**{"currency": "", **values})):
            if refusal.field not in self.errors:
                self.refuse(refusal)

    def clean_currency(self) -> str:
        return str(self.cleaned_data["currency"]).upper()

    def clean_refunds(self) -> list[tuple[date, int]]:
        refunds = []
        for line in self.cleaned_data["refunds"].splitlines():
            if not line.strip():
                continue
            day, _blank, percent = line.strip().rstrip("%").strip().partition(" ")
            try:
                refunds.append((date.fromisoformat(day), int(percent)))
            except ValueError:
                raise forms.ValidationError(
                    _("“%(line)s” is not a date and a percentage. Write it like 2026-05-01 50."),
                    params={"line": line.strip()[:40]},
                ) from None
        return refunds

    def arguments(self) -> dict[str, Any]:
        return {"values": FeeTermsInput(**super().arguments())}


class TableForm(ActForm):
    """As many rows as there are and some more; one without a name and an amount is none."""

    ids = "fee-table"

    late_from = forms.DateField(label=_("Surcharge from"), required=False, widget=forms.DateInput(DAY))
    surcharge = forms.CharField(label=_("Surcharge"), max_length=20, required=False)

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        terms, table = terms_of_fees(section.event), fee_grid(section)
        self.currency = terms.currency if terms else ""
        fees = list(table.fees.all()) if table else []
        initial: dict[str, Any] = {}
        if table is not None:
            initial = {"late_from": table.late_from, "surcharge": self._text(table.surcharge or None)}
        for place, fee in enumerate(fees):
            initial |= {
                f"fee_{place}_name": fee.name,
                f"fee_{place}_amount": self._text(fee.amount),
                f"fee_{place}_category": fee.category.key if fee.category else "",
                f"fee_{place}_organisation": fee.organisation_id or "",
            }
        kwargs.setdefault("initial", initial)
        super().__init__(*args, **kwargs)
        categories = [(category.key, plain_name(category)) for category in section.categories.all()]
        levels = Organisation.Level
        rows = Organisation.objects.filter(level__in=(levels.NATION, levels.PROVINCE, levels.CLUB))
        organisations = [(category.pk, category.name) for category in rows]
        self.places = range(len(fees) + NEW_ROWS)
        for place in self.places:
            self._add(place, categories, organisations)

    def _text(self, amount: int | None) -> str:
        return "" if amount is None else amounts_text([amount], self.currency)

    def _add(self, place: int, categories: list[Any], organisations: list[Any]) -> None:
        key = f"fee_{place}_"
        self.fields[f"{key}name"] = forms.CharField(
            label=pgettext_lazy("of a fee", "Name"), max_length=80, required=False
        )
        self.fields[f"{key}amount"] = forms.CharField(label=_("Amount"), max_length=20, required=False)
        self.fields[f"{key}category"] = forms.ChoiceField(label=_("Category"), required=False)
        self.fields[f"{key}organisation"] = forms.TypedChoiceField(
            label=_("Members of"), required=False, coerce=int, empty_value=None
        )
        offer(self, f"{key}category", [("", _("everyone")), *categories])
        offer(self, f"{key}organisation", [("", _("everyone")), *organisations])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, section=access.section)

    def rows(self) -> list[list[forms.BoundField]]:
        parts = ("name", "amount", "category", "organisation")
        return [[self[f"fee_{place}_{part}"] for part in parts] for place in self.places]

    def late(self) -> list[forms.BoundField]:
        return [self["late_from"], self["surcharge"]]

    def clean(self) -> None:
        values = self.cleaned_data
        values["surcharge"] = read_amount(self, "surcharge", self.currency) or 0
        for place in self.places:
            name, amount = f"fee_{place}_name", f"fee_{place}_amount"
            typed_amount = values[amount] = read_amount(self, amount, self.currency)
            named = bool(values.get(name))
            if named and typed_amount is None and amount not in self.errors:
                self.add_error(amount, _("Enter the amount; 0 where nothing is to be paid."))
            if typed_amount is not None and not named:
                self.add_error(name, _("Name the fee."))

    def arguments(self) -> dict[str, Any]:
        values = self.cleaned_data
        tariffs = [
            Tariff(
                name=values[f"fee_{place}_name"],
                amount=values[f"fee_{place}_amount"],
                category=values[f"fee_{place}_category"],
                organisation=values[f"fee_{place}_organisation"],
            )
            for place in self.places
            if values[f"fee_{place}_name"]
        ]
        table = FeeTableInput(tariffs=tariffs, late_from=values["late_from"], surcharge=values["surcharge"])
        return {"values": table}


class _OfEvent(ActForm):
    """A form with an amount in the event's currency."""

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        terms = terms_of_fees(event)
        self.currency = terms.currency if terms else ""

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, event=access.event)

    def clean(self) -> None:
        self.cleaned_data["amount"] = read_amount(self, "amount", self.currency)


class PaymentForm(_OfEvent):
    """The cursor stands in it when the page comes: one payment after the other is typed."""

    ids = "payment"
    act = book_payment

    amount = forms.CharField(
        label=_("Amount"), max_length=20, required=False, help_text=_("Leave empty for the full amount due.")
    )
    field_order = ["reference", "amount", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reference"].widget.attrs |= {
            "autofocus": True,
            "autocomplete": "off",
            "spellcheck": "false",
        }
        self.fields["amount"].widget.attrs |= {"inputmode": "decimal", "autocomplete": "off"}


class BookForm(_OfEvent):
    ids = "book"
    act = book_fee

    kind = forms.ChoiceField(
        label=_("What to book"), choices=[(str(key), name) for key, name in BOOKINGS.items()]
    )
    amount = forms.CharField(
        label=_("Amount"),
        max_length=20,
        help_text=_("For a correction: the amount to pay in addition, or with a minus the amount to deduct."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
    field_order = ["kind", "amount", "reason"]

    def clean(self) -> None:
        super().clean()
        if self.cleaned_data["amount"] is None and "amount" not in self.errors:
            self.add_error("amount", _("Enter the amount."))


class FeeFilter(forms.Form):
    """What is not known there filters nothing."""

    q = forms.CharField(
        label=_("Search"),
        required=False,
        max_length=100,
        widget=forms.TextInput({"type": "search", "autocomplete": "off"}),
    )
    section = forms.TypedChoiceField(label=_("Section"), required=False, coerce=int, empty_value=None)
    state = forms.ChoiceField(
        label=_("State"),
        required=False,
        choices=[("", _("all")), *((str(key), name) for key, name in STANDING_NAMES.items())],
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", "fees-%s")
        super().__init__(*args, **kwargs)
        sections = [(section.pk, plain_name(section)) for section in event.sections.all()]
        offer(self, "section", [("", _("all")), *sections])
        self.is_valid()

    @property
    def standing(self) -> str:
        return str(self.cleaned_data.get("state", "")) if self.data.get("state") in list(FeeStanding) else ""
