"""Forms of the pages of apps that sign people in."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from portal.identity.adapter import scope_words
from portal.identity.registered import AppKind
from tournaments.acts.notices.sign_in_apps import (
    LONGEST_ADDRESSES,
    answer_for_app,
    delete_app,
    register_app,
    renew_app_secret,
)
from tournaments.forms.base import ActForm, form_of


class AppForm(ActForm):
    ids = "app"
    act = register_app
    as_typed = frozenset({"addresses"})

    kind = forms.ChoiceField(
        label=_("Kind of app"), choices=AppKind.choices, widget=forms.RadioSelect, initial=AppKind.WEBSITE
    )
    addresses = forms.CharField(
        label=_("Addresses to lead back to"),
        required=False,
        max_length=LONGEST_ADDRESSES,
        widget=forms.Textarea({"rows": 3, "spellcheck": "false", "placeholder": "https://"}),
        help_text=_("One a line, exactly as the app sends them. Of websites and apps only."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may ask for"),
        choices=lambda: list(scope_words().items()),
        widget=forms.CheckboxSelectMultiple,
        initial=["openid", "profile"],
        help_text=_("People are asked each time, and give never more than their own roles allow."),
    )

    field_order = ("name", "kind", "addresses", "scopes")


RenewSecretForm = form_of(renew_app_secret)
AnswerForm = form_of(answer_for_app)
DeleteAppForm = form_of(delete_app)
