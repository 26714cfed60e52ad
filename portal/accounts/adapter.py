"""Where allauth asks what this site does differently."""

from __future__ import annotations

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal import ratelimit
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from portal.accounts.devices import known_device, remember_device
from portal.accounts.models import User
from portal.accounts.tokens import PASSWORD, end_tokens

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Accounts are made by the site's administrators and organisers, never by passers-by."""
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Wrong passwords are counted by name and address together, so that nobody locks a name for
        everybody; on a device on which the owner has signed in before, by that device alone."""
        name = str(credentials.get("username", "")).lower()
        device = known_device(request, name)
        if device is None:
            action, key = "password", f"{name} {ratelimit.get_ip(request)}"
        else:
            action, key = "password_on_known_device", f"{name} {device.key}"
        # What is counted here is taken back when the password was right.
        used = ratelimit.consume(request, app="allauth.account", action=action, key=key)
        self._login_failed_rl_usage = used
        if not used:
            logger.warning("Too many wrong passwords for one name (%s).", action)
            raise self.validation_error("too_many_login_attempts")

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **told: Any) -> HttpResponseBase:
        response = super().post_login(request, user, **told)
        if isinstance(user, User):
            remember_device(request, response, user)
        return response

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Whoever changes the password may do it because somebody else knows it: that one may have made
        tokens as well."""
        with transaction.atomic():
            super().set_password(user, password)
            if isinstance(user, User):
                end_tokens(user=user, by=user, reason=PASSWORD)
