"""Show allauth's forms of passwords, codes and keys, each field called once."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account
from allauth.mfa.base import forms as factor
from allauth.mfa.totp import forms as app
from allauth.mfa.webauthn import forms as keys
from django.utils.translation import gettext_lazy as _

from portal.accounts.sign_in_elsewhere import providers
from portal.web.field_words import InOurWords

LABELS = {
    "login": _("Username"),
    "password": _("Password"),
    "email": _("E-mail address"),
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("Repeat new password"),
    "code": _("Security code"),
    "name": _("Name of the key"),
}
# A sentence of allauth's, which has no Vietnamese: our catalogues translate it.
THEIRS = (_("You must type the same password each time."),)


# By its label, not inside the field as well.
class _Labelled(InOurWords):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)


class SignInForm(_Labelled, account.LoginForm):
    """Name and password."""

    # Elsewhere one may sign in instead.
    def providers(self) -> list[Any]:
        return providers(self.request)


class ForgottenForm(_Labelled, account.ResetPasswordForm):
    """The address to which the link goes."""


class NewPasswordForm(_Labelled, account.ResetPasswordKeyForm):
    """Whoever has the link sets the password."""


class FirstPasswordForm(_Labelled, account.SetPasswordForm):
    """Whoever has signed in another way sets one."""


class OtherPasswordForm(_Labelled, account.ChangePasswordForm):
    """Whoever knows the old one."""


class AgainForm(_Labelled, account.ReauthenticateForm):
    """Whoever is signed in shows it again."""


class CodeForm(_Labelled, factor.AuthenticateForm):
    """A code of the app, or one of the recovery codes, after the password."""


class CodeAgainForm(_Labelled, factor.ReauthenticateForm):
    """The same of whoever is signed in."""


class AppForm(_Labelled, app.ActivateTOTPForm):
    """The first code of an app."""


class KeyForm(_Labelled, keys.AddWebAuthnForm):
    """A passkey or security key."""


class KeyNameForm(_Labelled, keys.EditWebAuthnForm):
    """What a key is called."""
