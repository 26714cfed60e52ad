"""Give the addresses of accounts: sign-in, password, second factor."""

from __future__ import annotations

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as keys
from django.conf import settings
from django.urls import URLPattern, path, re_path

from portal.accounts.views import reset_password, sign_in

_passkeys: list[URLPattern] = [
    path("factor/keys/", keys.list_webauthn, name="mfa_list_webauthn"),
    path("factor/keys/add/", keys.add_webauthn, name="mfa_add_webauthn"),
    path("factor/keys/sign-in/", keys.login_webauthn, name="mfa_login_webauthn"),
    path("factor/keys/again/", keys.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("factor/keys/<int:pk>/rename/", keys.edit_webauthn, name="mfa_edit_webauthn"),
    path("factor/keys/<int:pk>/remove/", keys.remove_webauthn, name="mfa_remove_webauthn"),
]

# There is no sign-up: accounts come with an invitation. Who has forgotten the password gets a link by mail,
# or from an administrator.
urlpatterns: list[URLPattern] = [
    path("login/", sign_in, name="account_login"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("again/", account.reauthenticate, name="account_reauthenticate"),
    path("password/", account.password_change, name="account_change_password"),
    path("password/set/", account.password_set, name="account_set_password"),
    path("reset/", reset_password, name="account_reset_password"),
    path("reset/sent/", account.password_reset_done, name="account_reset_password_done"),
    path("reset/done/", account.password_reset_from_key_done, name="account_reset_password_from_key_done"),
    re_path(
        r"^reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[0-9A-Za-z-]+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("factor/", mfa.index, name="mfa_index"),
    path("factor/sign-in/", mfa.authenticate, name="mfa_authenticate"),
    path("factor/again/", mfa.reauthenticate, name="mfa_reauthenticate"),
    path("factor/app/", totp.activate_totp, name="mfa_activate_totp"),
    path("factor/app/stop/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("factor/codes/", codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("factor/codes/new/", codes.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path("factor/codes/file/", codes.download_recovery_codes, name="mfa_download_recovery_codes"),
    *(_passkeys if settings.SECURE else []),
]
