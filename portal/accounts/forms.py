"""Forms of a person's own pages."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from portal.accounts.tokens import DAYS, SCOPES


class TokenForm(forms.Form):
    """A new access token. ``once`` makes a double tap one token."""

    once = forms.CharField(widget=forms.HiddenInput, required=False)
    name = forms.CharField(
        label=_("Token name"), max_length=60, help_text=_("For example “Results board in hall 2”.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Never more than your own roles allow. Public data needs no token."),
    )
    days = forms.TypedChoiceField(label=_("Valid for"), coerce=int, initial=30)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["scopes"].choices = list(SCOPES.items())  # type: ignore[attr-defined]
        self.fields["days"].choices = [  # type: ignore[attr-defined]
            (days, ngettext_lazy("%(days)s day", "%(days)s days", days) % {"days": days}) for days in DAYS
        ]
