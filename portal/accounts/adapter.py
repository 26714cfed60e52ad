"""Where allauth asks what this site does differently."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest

from portal.accounts.models import User
from portal.accounts.tokens import PASSWORD, end_tokens


class AccountAdapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Accounts are made by the site's administrators and organisers, never by passers-by."""
        return False

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Whoever changes the password may do it because somebody else knows it: that one may have made
        tokens as well."""
        with transaction.atomic():
            super().set_password(user, password)
            if isinstance(user, User):
                end_tokens(user=user, by=user, reason=PASSWORD)
