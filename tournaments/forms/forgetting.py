"""Forgetting a person: the name is typed, so that nobody does it by a slip."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.acts.entering import NAME_LENGTH
from tournaments.forms.base import ActForm


class EraseForm(ActForm):
    ids = "erase"

    confirm = forms.CharField(
        label=_("The name, to confirm"),
        max_length=NAME_LENGTH + 50,
        help_text=_("In Latin letters or in the person's own script."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
