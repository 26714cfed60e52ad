"""Site administrators must have a second factor, where the site is public (``SECOND_FACTOR_FOR_ADMINS``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from portal.accounts.models import User


def lacks_second_factor(user: User) -> bool:
    """Whether ``user`` must set one up before anything else. A query for administrators only."""
    return settings.SECOND_FACTOR_FOR_ADMINS and user.is_superuser and not is_mfa_enabled(user)


class SecondFactor:
    """Leads an administrator without one to where it is set up, from the desk and from Django's admin. Public
    pages are not asked who reads them."""

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
