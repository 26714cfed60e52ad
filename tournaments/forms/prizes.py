"""Categories and lists of prizes."""

from __future__ import annotations

from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.forms.base import ActForm, offer
from tournaments.forms.events import SLUG
from tournaments.models import Section


class CategoryForm(ActForm):
    ids = "category"

    key = forms.RegexField(
        f"^{SLUG}$",
        label=_("Code"),
        max_length=20,
        help_text=_("As used in player lists: ncnv, youth, women."),
        error_messages={"invalid": _("Lower-case letters, digits and hyphens only.")},
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false"}),
    )
    name = forms.CharField(label=pgettext_lazy("of an event or section", "Name"), max_length=80)
    native_name = forms.CharField(label=_("Chinese name"), max_length=80, required=False)


class PrizesForm(ActForm):
    ids = "prizes"

    name = forms.CharField(label=pgettext_lazy("of an event or section", "Name"), max_length=80)
    native_name = forms.CharField(label=_("Chinese name"), max_length=80, required=False)
    places = forms.IntegerField(label=_("Number of prizes"), min_value=1, max_value=100, initial=3)
    category = forms.TypedChoiceField(label=_("Open to"), coerce=int, required=False, empty_value=None)
    exclusive_with = forms.TypedChoiceField(
        label=_("Not for winners of"), coerce=int, required=False, empty_value=None
    )

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        categories = [(category.pk, category.name) for category in section.categories.all()]
        lists = [(prize.pk, prize.name) for prize in section.prizes.all()]
        offer(self, "category", [("", _("everyone")), *categories])
        offer(self, "exclusive_with", [("", _("nobody")), *lists])

    @classmethod
    def sent(cls, request: HttpRequest, access: Any) -> Self:
        return cls(request.POST, section=access.section)
