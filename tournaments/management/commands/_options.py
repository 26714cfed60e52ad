"""Options that several commands have: who does it, and of which day it is."""

from __future__ import annotations

from datetime import date

from django.core.management.base import CommandError

from portal.accounts.models import User


def account_called(username: str) -> User:
    """The account in whose name a command acts. Raises `CommandError`."""
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        raise CommandError(f"There is no account with the username {username!r}.")
    return user


def day_option(text: str) -> date | None:
    """A day as ``2026-01-31``; None where it is left out. Raises `CommandError`."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise CommandError(f"{text!r} is no date such as 2026-01-31.") from None
