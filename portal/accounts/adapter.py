"""Tell allauth what this site does differently, and who must have a second factor
(``SECOND_FACTOR_FOR_ADMINS``)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from portal.accounts.devices import known_device, remember_device
from portal.accounts.models import User
from portal.accounts.resetting import ask_for_letter
from portal.accounts.tokens import PASSWORD, end_tokens
from portal.web.rate_limits import counted, network_address

RESET_LETTER = "account/email/password_reset_key"
logger = logging.getLogger(__name__)

# allauth has its own words in some of our languages only.
_WRONG_CODE = _("This code is not right, or it has expired. Type the one that the app shows now.")
_TOO_MANY = _("Too many attempts in a short time. Wait five minutes and try again.")


_CONNECTED = _("Connected. From now on you can sign in with it.")
# Of allauth's messages, which it has in some of our languages only.
MESSAGES: Mapping[str, str | Promise] = {
    "socialaccount/messages/account_connected.txt": _CONNECTED,
    "socialaccount/messages/account_connected_updated.txt": _CONNECTED,
    "socialaccount/messages/account_connected_other.txt": _(
        "That account elsewhere is connected to another account here. Disconnect it there first."
    ),
    # What the page says of it itself.
    "socialaccount/messages/account_disconnected.txt": "",
}


class AccountAdapter(DefaultAccountAdapter):
    error_messages: ClassVar = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account has been closed. Ask the site's administrators."),
        "enter_current_password": _("The current password is not right. Type it again."),
        "incorrect_code": _WRONG_CODE,
        "incorrect_password": _("The password is not right. Type it again."),
        "invalid_password_reset": _("This link is no longer valid. Ask for another one."),
        "rate_limited": _TOO_MANY,
        "too_many_login_attempts": _TOO_MANY,
        "username_password_mismatch": _("The username or the password is not right. Type both again."),
    }

    # Accounts are made by the site's administrators and organisers, never by passers-by.
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **more: Any
    ) -> None:
        ours = MESSAGES.get(message_template or "")
        if ours is None:
            super().add_message(request, level, message_template, *args, **more)
        elif ours:
            messages.add_message(request, level, str(ours))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count wrong passwords."""
        name = str(credentials.get("username", "")).lower()
        device = known_device(request, name)
        # By name and address together, so that nobody locks a name for everybody; on a device on which the
        # owner has signed in before, by that device alone.
        if device is None:
            action, key = "password", f"{name} {network_address(request)}"
        else:
            action, key = "password_on_known_device", f"{name} {device.key}"
        # What is counted here is taken back when the password was right.
        used = counted(request, action, key=key)
        self._login_failed_rl_usage = used
        if not used:
            logger.warning("Too many wrong passwords for one name (%s).", action)
            raise self.validation_error("too_many_login_attempts")

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **more: Any) -> HttpResponseBase:
        response = super().post_login(request, user, **more)
        if isinstance(user, User):
            remember_device(request, response, user)
        return response

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Have the worker send the link for a new password, and nothing else."""
        # What else allauth would write (somebody changed something) the person has just done.
        user = context.get("user")
        if template_prefix == RESET_LETTER and isinstance(user, User):
            ask_for_letter(user)

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Set a password and end the tokens of the account."""
        with transaction.atomic():
            super().set_password(user, password)
            if isinstance(user, User):
                # Whoever changes the password may do it because somebody else knows it: that one may have
                # made tokens as well.
                end_tokens(user=user, by=user, reason=PASSWORD)


class FactorAdapter(DefaultMFAAdapter):
    error_messages: ClassVar = DefaultMFAAdapter.error_messages | {
        "cannot_delete_authenticator": _("Two-factor authentication cannot be turned off for this account."),
        "cannot_generate_recovery_codes": _("Set up two-factor authentication before recovery codes."),
        "incorrect_code": _WRONG_CODE,
    }


def lacks_second_factor(user: User) -> bool:
    """Say whether ``user`` must set one up before anything else. A query for administrators only."""
    return settings.SECOND_FACTOR_FOR_ADMINS and user.is_superuser and not is_mfa_enabled(user)


class SecondFactor:
    """Lead an administrator without one to where it is set up, from the desk and from Django's admin."""

    # Public pages are not asked who reads them.
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        match = request.resolver_match
        guarded = getattr(view, "keeps_forms", False) or (match is not None and match.app_name == "admin")
        if not (settings.SECOND_FACTOR_FOR_ADMINS and guarded):
            return None
        user = request.user
        if not isinstance(user, User) or not lacks_second_factor(user):
            return None
        messages.warning(
            request, gettext("Site administrators must use two-factor authentication. Set it up to continue.")
        )
        return redirect("mfa_index")
