"""Inviting somebody, and what the invited person fills in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import password_validation
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext_lazy as _

from portal.accounts.models import User
from tournaments.acts.people import revoke_invitation
from tournaments.exchange.written_names import calm_name
from tournaments.forms.base import ActForm
from tournaments.models import Role


class InviteForm(ActForm):
    ids = "invite"

    email = forms.EmailField(label=_("E-mail address"), max_length=254)
    role = forms.TypedChoiceField(label=_("Role"), choices=[("", _("Choose…")), *Role.choices], coerce=Role)
    language = forms.ChoiceField(label=_("E-mail language"), choices=settings.LANGUAGES)


class InvitationForm(ActForm):
    """Which invitation a button is about."""

    act = revoke_invitation


class AccountForm(ActForm):
    """A new account for who was invited."""

    ids = "account"
    names_typed = dict.fromkeys(("first_name", "last_name"), calm_name)

    username = forms.CharField(
        label=_("Username"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        help_text=_("You sign in with this name."),
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "off", "spellcheck": "false"}),
    )
    first_name = forms.CharField(label=_("First name"), max_length=60, required=False)
    last_name = forms.CharField(label=_("Family name"), max_length=60)
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least ten characters; common passwords are refused."),
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        name = str(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=name).exists():
            raise forms.ValidationError(_("This username is taken. Choose another one, or sign in."))
        return name

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        if password := values.get("password"):
            names = {key: values.get(key, "") for key in ("username", "first_name", "last_name")}
            try:
                password_validation.validate_password(password, User(**names))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return values

    def account(self, email: str) -> User:
        """The account, made."""
        values = self.cleaned_data
        return User.objects.create_user(
            values["username"],
            email,
            values["password"],
            first_name=values["first_name"],
            last_name=values["last_name"],
        )
